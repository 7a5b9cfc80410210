package server

import (
	"net/netip"
	"sync"
	"time"
)

// How much of a file may wait without a place, as much as anybody's input may; how
// many files can have a place at a time, as each is held in memory until it is whole;
// and how many can come in an hour from one neighbourhood, as each is work for the one
// who writes.
const (
	importFree    = inputAtOnce
	importsAtOnce = 4
	importsHour   = 10
)

// What a player reads whose file may not come.
const (
	importsBusy   = "Others bring games at the moment. Please try again in a minute."
	importsOther  = "Another file comes from your address at the moment. Please try again once that is here."
	importsEnough = "Many files came from your network in the last hour. Please come back in an hour."
	importSilent  = "The file stopped coming. Please send it again."
)

// Imports bounds the files that come with commands. A file takes a place once it has
// grown, not when it is announced: nobody can hold one by saying nothing.
type imports struct {
	hourly  *hourly
	exempt  func(netip.Addr) bool // whose files are bound only by what all are together
	mu      sync.Mutex
	places  int                  // that are taken
	holders map[netip.Prefix]int // how many of them by an address
}

func newImports(exempt func(netip.Addr) bool) *imports {
	return &imports{hourly: newHourly(importsHour), exempt: exempt, holders: make(map[netip.Prefix]int)}
}

// begin returns the delivery of a file from an address; now is the clock.
func (i *imports) begin(from netip.Addr, now func() time.Time) *delivery {
	d := &delivery{imports: i, from: from, now: now}
	if !i.exempt(from) && i.hourly.spent(from, now()) {
		d.refused = importsEnough
	}
	return d
}

// take takes a place for an address, or returns why there is none.
func (i *imports) take(from netip.Addr) (refused string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case !i.exempt(from) && i.holders[networkOf(from)] > 0:
		return importsOther
	case i.places >= importsAtOnce:
		return importsBusy
	}
	i.places++
	i.holders[networkOf(from)]++
	return ""
}

// release gives a place back.
func (i *imports) release(from netip.Addr) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.places--
	if i.holders[networkOf(from)]--; i.holders[networkOf(from)] == 0 {
		delete(i.holders, networkOf(from))
	}
}

// A delivery is a file that comes with one command. Its methods are for one goroutine
// at a time.
type delivery struct {
	imports *imports
	from    netip.Addr
	now     func() time.Time
	refused string // why the file may not come, "" where it may
	counted bool   // as one of the hour
	placed  bool
}

// grow is called once the file is larger than importFree, and refuses it where no
// place is left.
func (d *delivery) grow() {
	if d.placed || d.refused != "" {
		return
	}
	if d.refused = d.imports.take(d.from); d.refused == "" {
		d.placed = true
		d.count()
	}
}

// count counts the file as one of the hour, or refuses it.
func (d *delivery) count() {
	if d.counted || d.refused != "" || d.imports.exempt(d.from) {
		return
	}
	if d.counted = d.imports.hourly.take(d.from, d.now()); !d.counted {
		d.refused = importsEnough
	}
}

// end gives the place back.
func (d *delivery) end() {
	if d.placed {
		d.placed = false
		d.imports.release(d.from)
	}
}
