package server

import (
	"net/netip"
	"sync"
	"time"
)

// importFree is how many bytes of a file may wait without a place, as many as of any
// input. importsAtOnce limits the places, because each file is held in memory until it is
// complete. importsHour limits the files per hour from one neighbourhood, because each is
// work for the store's only writer.
const (
	importFree    = inputAtOnce
	importsAtOnce = 4
	importsHour   = 10
)

// What a player reads whose file is refused.
const (
	importsBusy   = "Others are importing games at the moment. Please try again in a minute."
	importsOther  = "Another file is arriving from your address at the moment. Please try again once it is here."
	importsEnough = "Many files came from your network in the last hour. Please come back in an hour."
	importSilent  = "The file stopped arriving. Please send it again."
)

// An imports limits the files that come with commands. A file takes a place once it has
// grown beyond importFree and not when it is announced, so that no client can hold a
// place by staying silent.
type imports struct {
	hourly  *hourly
	exempt  func(netip.Addr) bool // addresses bound only by the limit on all
	mu      sync.Mutex
	places  int                  // taken
	holders map[netip.Prefix]int // places taken, per address
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

// take takes a place for an address, or returns why it cannot.
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

// A delivery is a file that comes with one command. Its methods are not safe for
// concurrent use.
type delivery struct {
	imports *imports
	from    netip.Addr
	now     func() time.Time
	refused string // why the file is refused, or ""
	counted bool   // toward the hourly limit
	placed  bool
}

// grow is called once the file is larger than importFree. It refuses the file if no place
// is left.
func (d *delivery) grow() {
	if d.placed || d.refused != "" {
		return
	}
	if d.refused = d.imports.take(d.from); d.refused == "" {
		d.placed = true
		d.count()
	}
}

// count counts the file toward the hourly limit, or refuses it.
func (d *delivery) count() {
	if d.counted || d.refused != "" || d.imports.exempt(d.from) {
		return
	}
	if d.counted = d.imports.hourly.take(d.from, d.now()); !d.counted {
		d.refused = importsEnough
	}
}

// end gives the place back, if the file has one.
func (d *delivery) end() {
	if d.placed {
		d.placed = false
		d.imports.release(d.from)
	}
}
