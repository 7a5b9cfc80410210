package command

import (
	"context"
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
var (
	errImportsBusy   = &Failure{Sentence: "Other files are arriving at the moment. Please try again in a minute."}
	errImportsEnough = &Failure{Sentence: "Many files came from your network in the last hour. Please come back in an hour."}
	errImportSlow    = &Failure{Sentence: "Your file arrived too slowly while others waited. Please send it again."}
)

// Imports limits the files that come with commands. A file takes a place once it has
// grown beyond ImportFree and not when it is announced, so that no client can hold a place
// by staying silent. One address has one place. A file that finds none takes the place of the
// other one of its address or, if all are taken, of the one that has had its place longest,
// unless that is whole or has had it for less than ImportSafe. So no client can hold a place by
// sending little. To push out an honest file, an attacker needs newer files in all other
// places, and each counts for an hour.
type Imports struct {
	hourly *limit.Pace
	exempt func(netip.Addr) bool // reports whether an address has no limits of its own

	mu     sync.Mutex
	placed []*Delivery // the files that have a place, the oldest place first
}

// NewImports returns the limits of one server. An exempt address has no limits of its own.
func NewImports(exempt func(netip.Addr) bool) *Imports {
	return &Imports{hourly: limit.NewHourly(ImportsHour), exempt: exempt}
}

// Expect returns the delivery of a file from an address; now is the clock.
func (l *Imports) Expect(from netip.Addr, now func() time.Time) *Delivery {
	d := &Delivery{imports: l, addr: from, now: now}
	d.welcome, d.refuse = context.WithCancelCause(context.Background())
	if !l.exempt(from) && l.hourly.Exhausted(limit.Subnet(from), now()) {
		d.refuse(errImportsEnough)
	}
	return d
}

// Held returns the number of files that have a place, for tests.
func (l *Imports) Held() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.placed)
}

// place gives a file a place and counts it, or returns why not. The lock must be held.
func (l *Imports) place(d *Delivery) error {
	now := d.now()
	loser := slices.IndexFunc(l.placed, func(o *Delivery) bool {
		return !l.exempt(d.addr) && limit.Source(o.addr) == limit.Source(d.addr)
	})
	if loser < 0 && len(l.placed) == ImportsAtOnce {
		loser = max(0, slices.IndexFunc(l.placed, func(o *Delivery) bool { return !o.whole }))
	}
	if loser >= 0 && (l.placed[loser].whole || now.Sub(l.placed[loser].since) < ImportSafe) {
		return errImportsBusy
	}
	if err := l.count(d); err != nil {
		return err
	}
	if loser >= 0 {
		l.placed[loser].refuse(errImportSlow)
		l.placed = slices.Delete(l.placed, loser, loser+1)
	}
	l.placed, d.since = append(l.placed, d), now
	return nil
}

// count counts a file as one of the hour, or returns why it is refused. The lock must
// be held.
func (l *Imports) count(d *Delivery) error {
	if !d.counted && !l.exempt(d.addr) {
		if d.counted = l.hourly.Allow(limit.Subnet(d.addr), d.now(), 0); !d.counted {
			return errImportsEnough
		}
	}
	return nil
}

// A Delivery is a file that comes with one command.
type Delivery struct {
	imports *Imports
	addr    netip.Addr
	now     func() time.Time
	welcome context.Context         // ends when the file is refused
	refuse  context.CancelCauseFunc // says why

	// These are under the lock of Imports.
	counted bool      // as one of the hour
	since   time.Time // when it took its place
	whole   bool      // nothing more comes
}

// Grow notes the size of the file, whenever more of it has come. It reports whether the
// file is still welcome. One that is larger than ImportFree needs a place.
func (d *Delivery) Grow(size int) (ok bool) {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	if size > ImportFree && d.welcome.Err() == nil && !slices.Contains(d.imports.placed, d) {
		if err := d.imports.place(d); err != nil {
			d.refuse(err)
		}
	}
	return d.welcome.Err() == nil
}

// complete notes that the file is whole, and returns why it is refused, or nil. From then on
// nobody takes its place.
func (d *Delivery) complete() error {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.whole = true
	return context.Cause(d.welcome)
}

// count counts a file whose games are about to be stored, unless it was counted when it
// took its place. It returns why the file is refused, or nil.
func (d *Delivery) count() error {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	return d.imports.count(d)
}

// Release gives the place back, if the file has one.
func (d *Delivery) Release() {
	d.imports.mu.Lock()
	defer d.imports.mu.Unlock()
	d.imports.placed = slices.DeleteFunc(d.imports.placed, func(o *Delivery) bool { return o == d })
}
