package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// importFree is how many bytes of a file may wait without a place, as many as of any
// input. importsAtOnce limits the places, because each file is held in memory until it is
// complete. importSafe is how long a place is safe from others who wait for one: time
// enough for the largest file on an ordinary line. importsHour limits the files per hour
// from one neighbourhood that took a place or have games, because each of those is work
// for the store's only writer.
const (
	importFree    = inputAtOnce
	importsAtOnce = 4
	importSafe    = 5 * time.Second
	importsHour   = 10
)

// What players read when their file is refused.
const (
	importsBusy   = "Others are importing games at the moment. Please try again in a minute."
	importsOther  = "Another file is arriving from your address at the moment. Please try again once it is here."
	importsEnough = "Many files came from your network in the last hour. Please come back in an hour."
	importSlow    = "Your file arrived too slowly while others waited. Please send it again."
	importSilent  = "The file stopped arriving. Please send it again."
)

// An imports limits the files that come with commands. A file takes a place once it has
// grown beyond importFree and not when it is announced, so that no client can hold a
// place by staying silent. When all places are taken, a new file takes the place of the
// slowest one that has had its place for importSafe, so that no client can hold a place
// by sending little. To push out an honest file, an attacker needs faster or newer files in
// all other places, and each counts for an hour.
type imports struct {
	hourly *hourly
	exempt func(netip.Addr) bool // whose files are bound only by what all are together
	mu     sync.Mutex
	placed []*delivery // the files that have a place
}

func newImports(exempt func(netip.Addr) bool) *imports {
	return &imports{hourly: newHourly(importsHour), exempt: exempt}
}

// begin returns the delivery of a file from an address; now is the clock.
func (i *imports) begin(from netip.Addr, now func() time.Time) *delivery {
	d := &delivery{imports: i, from: from, now: now, lost: make(chan struct{})}
	if !i.exempt(from) && i.hourly.spent(from, now()) {
		d.refused = importsEnough
	}
	return d
}

// take gives a file a place and counts it, or returns why not. The lock must be held.
func (i *imports) take(d *delivery) (refused string) {
	neighbour := func(o *delivery) bool { return networkOf(o.from) == networkOf(d.from) }
	if !i.exempt(d.from) && slices.ContainsFunc(i.placed, neighbour) {
		return importsOther
	}
	now := d.now()
	var loser *delivery
	if len(i.placed) >= importsAtOnce {
		if loser = i.slowest(now); loser == nil {
			return importsBusy
		}
	}
	if refused := i.count(d); refused != "" {
		return refused
	}
	if loser != nil {
		i.release(loser)
		loser.refused = importSlow
		close(loser.lost)
	}
	i.placed, d.since = append(i.placed, d), now
	return ""
}

// slowest returns the slowest of the files whose place another may take, nil where there
// is none. The lock must be held.
func (i *imports) slowest(now time.Time) (slowest *delivery) {
	for _, d := range i.placed {
		if !d.whole && now.Sub(d.since) >= importSafe && (slowest == nil || d.pace(now) < slowest.pace(now)) {
			slowest = d
		}
	}
	return slowest
}

// count counts a file as one of the hour, or returns why it is refused. The lock must
// be held.
func (i *imports) count(d *delivery) (refused string) {
	if d.counted || i.exempt(d.from) {
		return ""
	}
	if d.counted = i.hourly.take(d.from, d.now()); !d.counted {
		return importsEnough
	}
	return ""
}

// release gives a file's place back, if it has one. The lock must be held.
func (i *imports) release(d *delivery) {
	i.placed = slices.DeleteFunc(i.placed, func(o *delivery) bool { return o == d })
}

// A delivery is a file that comes with one command.
type delivery struct {
	imports *imports
	from    netip.Addr
	now     func() time.Time
	lost    chan struct{} // closed when another takes its place

	// These are under the lock of imports.
	refused string    // why the file may not come, "" where it may
	counted bool      // as one of the hour
	since   time.Time // when it took its place
	size    int       // bytes that have come, once it is larger than importFree
	whole   bool      // nothing more comes
}

// pace returns the bytes a second that came since the file has its place, for one that
// has had it for a while.
func (d *delivery) pace(now time.Time) float64 {
	return float64(d.size-importFree) / now.Sub(d.since).Seconds()
}

// grow is called with the size of a file whenever more has come and it is larger than
// importFree. It returns why the file is refused, as no place is left for it, "" where
// it is not.
func (d *delivery) grow(size int) (refused string) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.size = size
	if d.refused == "" && !slices.Contains(d.imports.placed, d) {
		d.refused = d.imports.take(d)
	}
	return d.refused
}

// arrived notes that a file is whole, and returns why it is refused, "" where it is not.
// From then on its place is safe.
func (d *delivery) arrived() (refused string) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.whole = true
	return d.refused
}

// count counts a file whose games are about to be stored, unless it was counted when it
// took its place. It returns why the file is refused, "" where it is not.
func (d *delivery) count() (refused string) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	return d.imports.count(d)
}

// refusal returns why the file may not come, "" where it may.
func (d *delivery) refusal() string {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	return d.refused
}

// holds reports whether the file has a place, which others may wait for.
func (d *delivery) holds() bool {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	return slices.Contains(d.imports.placed, d)
}

// end gives the place back, if the file has one.
func (d *delivery) end() {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.imports.release(d)
}
