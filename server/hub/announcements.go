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
	newest Announcement
}

// An Announcement is shown to those who enter before a time. A newer one replaces it.
type Announcement struct {
	Text  string    `json:"text"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
}

// next returns an announcement that is newer than that of this hub.
func (as *Announcements) next(text string, until time.Time) Announcement {
	as.mu.Lock()
	defer as.mu.Unlock()
	made := as.hub.config.Now()
	if !made.After(as.newest.Made) {
		made = as.newest.Made.Add(1)
	}
	return Announcement{text, made, until}
}

// show shows an announcement, unless it is not newer than the last. It returns how many
// players are here.
func (as *Announcements) show(a Announcement) (n int) {
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

// Current returns what those read who enter now; the zero Announcement if there is nothing.
func (as *Announcements) Current() Announcement {
	as.mu.Lock()
	defer as.mu.Unlock()
	if as.hub.config.Now().Before(as.newest.Until) {
		return as.newest
	}
	return Announcement{}
}
