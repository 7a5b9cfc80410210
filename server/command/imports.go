package command

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"boardwalk/server/limit"
)

// ImportFree is how many bytes of a file may wait without a place, the same as for typed
// input. ImportsAtOnce limits the places, because each file is held in memory until it is
// complete. ImportSafe is how long a place is safe from others who wait for one: time
// enough for the largest file on an ordinary line. ImportsHour limits the files per hour
// from one subnet that took a place or have games, because each of those is work
// for the store's only writer.
const (
	ImportFree    = 64 << 10
	ImportsAtOnce = 4
	ImportSafe    = 5 * time.Second
	ImportsHour   = 10
)

// What players read when their file is refused.
const (
	importsBusy   = "Others are importing games at the moment. Please try again in a minute."
	importsOther  = "Another file is arriving from your address at the moment. Please try again once it is here."
	importsEnough = "Many files came from your network in the last hour. Please come back in an hour."
	importSlow    = "Your file arrived too slowly while others waited. Please send it again."
	importSilent  = "The file stopped arriving. Please send it again."
)

// Imports limits the files that come with commands. A file takes a place once it has
// grown beyond ImportFree and not when it is announced, so that no client can hold a place
// by staying silent. When all places are taken, a new file takes the place of the
// slowest one that has had its place for ImportSafe, so that no client can hold a place
// by sending little. To push out an honest file, an attacker needs faster or newer files
// in all other places, and each counts for an hour.
type Imports struct {
	hourly  *limit.Hourly
	exempt  func(netip.Addr) bool // reports whether an address has no limits of its own
	mu      sync.Mutex
	holders []*Delivery // the files that have a place
}

// NewImports returns the limits of one server. An exempt address has no limits of its own.
func NewImports(exempt func(netip.Addr) bool) *Imports {
	return &Imports{hourly: limit.NewHourly(ImportsHour), exempt: exempt}
}

// Expect returns the delivery of a file from an address; now is the clock.
func (l *Imports) Expect(from netip.Addr, now func() time.Time) *Delivery {
	d := &Delivery{imports: l, addr: from, now: now, evicted: make(chan struct{})}
	if !l.exempt(from) && l.hourly.Exhausted(from, now()) {
		d.refused = importsEnough
	}
	return d
}

// Held returns the number of files that have a place, for tests.
func (l *Imports) Held() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.holders)
}

// acquire gives a file a place and counts it, or returns why not. The lock must be held.
func (l *Imports) acquire(d *Delivery) (refused string) {
	sameSource := func(o *Delivery) bool { return limit.Source(o.addr) == limit.Source(d.addr) }
	if !l.exempt(d.addr) && slices.ContainsFunc(l.holders, sameSource) {
		return importsOther
	}
	now := d.now()
	var loser *Delivery
	if len(l.holders) >= ImportsAtOnce {
		if loser = l.slowest(now); loser == nil {
			return importsBusy
		}
	}
	if refused := l.count(d); refused != "" {
		return refused
	}
	if loser != nil {
		l.release(loser)
		loser.refused = importSlow
		close(loser.evicted)
	}
	l.holders, d.since = append(l.holders, d), now
	return ""
}

// slowest returns the slowest of the files whose place another may take, nil where there
// is none. The lock must be held.
func (l *Imports) slowest(now time.Time) (slowest *Delivery) {
	for _, d := range l.holders {
		if !d.whole && now.Sub(d.since) >= ImportSafe && (slowest == nil || d.speed(now) < slowest.speed(now)) {
			slowest = d
		}
	}
	return slowest
}

// count counts a file as one of the hour, or returns why it is refused. The lock must
// be held.
func (l *Imports) count(d *Delivery) (refused string) {
	if d.counted || l.exempt(d.addr) {
		return ""
	}
	if d.counted = l.hourly.Allow(d.addr, d.now()); !d.counted {
		return importsEnough
	}
	return ""
}

// release gives a file's place back, if it has one. The lock must be held.
func (l *Imports) release(d *Delivery) {
	l.holders = slices.DeleteFunc(l.holders, func(o *Delivery) bool { return o == d })
}

// A Delivery is a file that comes with one command.
type Delivery struct {
	imports *Imports
	addr    netip.Addr
	now     func() time.Time
	evicted chan struct{} // closed when another takes its place

	// These are under the lock of Imports.
	refused string    // why the file may not come, "" where it may
	counted bool      // as one of the hour
	since   time.Time // when it took its place
	size    int       // bytes that have come, once it is larger than ImportFree
	whole   bool      // nothing more comes
}

// speed returns the bytes a second that came since the file has its place, for one that
// has had it for a while.
func (d *Delivery) speed(now time.Time) float64 {
	return float64(d.size-ImportFree) / now.Sub(d.since).Seconds()
}

// Grow notes the size of the file, whenever more of it has come. It reports whether the
// file is still welcome. One that is larger than ImportFree needs a place.
func (d *Delivery) Grow(size int) (ok bool) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	if size > ImportFree {
		d.size = size
		if d.refused == "" && !slices.Contains(d.imports.holders, d) {
			d.refused = d.imports.acquire(d)
		}
	}
	return d.refused == ""
}

// complete notes that the file is whole, and returns why it is refused, or "". From then on
// nobody takes its place.
func (d *Delivery) complete() (refused string) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.whole = true
	return d.refused
}

// count counts a file whose games are about to be stored, unless it was counted when it
// took its place. It returns why the file is refused, "" where it is not.
func (d *Delivery) count() (refused string) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	return d.imports.count(d)
}

// holdsPlace reports whether the file has a place, which others may wait for.
func (d *Delivery) holdsPlace() bool {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	return slices.Contains(d.imports.holders, d)
}

// Release gives the place back, if the file has one.
func (d *Delivery) Release() {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.imports.release(d)
}
