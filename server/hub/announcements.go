package hub

import (
	"sync"
	"time"
)

// Announcements are notices to all players, which are also shown to those who enter before a
// time. Only the newest is kept, and none for the next start of the server. They are safe for
// concurrent use.
type Announcements struct {
	hub *Hub

	mu     sync.Mutex
	newest announcement
}

// An announcement is shown to those who enter before a time. A newer one replaces it.
type announcement struct {
	Text  string    `json:"text"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
}

// next returns an announcement that is newer than that of this hub.
func (as *Announcements) next(text string, until time.Time) announcement {
	as.mu.Lock()
	defer as.mu.Unlock()
	made := as.hub.config.Now()
	if !made.After(as.newest.Made) {
		made = as.newest.Made.Add(1)
	}
	return announcement{text, made, until}
}

// show shows an announcement, unless it is not newer than the last. It returns how many
// players are here.
func (as *Announcements) show(a announcement) (n int) {
	as.mu.Lock()
	newer := a.Made.After(as.newest.Made)
	if newer {
		as.newest = a
	}
	as.mu.Unlock()
	if !newer {
		n, _ = as.hub.Players()
		return n
	}
	return as.hub.Notify(func(*Session) bool { return true }, a.Text)
}

// current returns what those read who enter now; the zero announcement if there is nothing.
func (as *Announcements) current() announcement {
	as.mu.Lock()
	defer as.mu.Unlock()
	if as.hub.config.Now().Before(as.newest.Until) {
		return as.newest
	}
	return announcement{}
}

// Current returns the announcement that those read who enter now, and until when. It is "" if
// there is none.
func (as *Announcements) Current() (text string, until time.Time) {
	a := as.current()
	return a.Text, a.Until
}
