package server

import (
	"net/netip"
	"time"
)

// How many files can come at a time, as each is held in memory until it is
// whole; and how many in an hour from one neighbourhood, as each is work for the
// one who writes.
const (
	importsAtOnce = 4
	importsHour   = 10
)

// What a player reads whose file may not come.
const (
	importsBusy   = "Others bring games at the moment. Please try again in a minute."
	importsEnough = "Many files came from your network in the last hour. Please come back in an hour."
)

// Imports bounds the files that come with commands.
type imports struct {
	places chan struct{}
	hourly *hourly
}

func newImports() *imports {
	return &imports{places: make(chan struct{}, importsAtOnce), hourly: newHourly(importsHour)}
}

// begin lets a file come, until done is called, or says why it may not. A zero
// address is on the host itself.
func (i *imports) begin(from netip.Addr, now time.Time) (done func(), sentence string) {
	select {
	case i.places <- struct{}{}:
	default:
		return nil, importsBusy
	}
	done = func() { <-i.places }
	if from.IsValid() && !i.hourly.take(from, now) {
		done()
		return nil, importsEnough
	}
	return done, ""
}
