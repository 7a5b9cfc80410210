package hub

import "time"

// An Announcement is a notice to all players, which is also shown to those who enter before a time.
// Only the newest is kept, and none for the next start of the server.
type Announcement struct {
	Text  string    `json:"text"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
}

// announce shows an announcement, unless it is not newer than the last. It returns how many
// players are here.
func (h *Hub) announce(a Announcement) (players int) {
	h.mu.Lock()
	newer := a.Made.After(h.announced.Made)
	if newer {
		h.announced = a
	}
	h.mu.Unlock()
	if newer {
		return h.Notify(func(*Session) bool { return true }, a.Text)
	}
	players, _ = h.Players()
	return players
}

// Announced returns the announcement that newcomers read now, or the zero Announcement if there is none.
func (h *Hub) Announced() Announcement {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.config.Now().Before(h.announced.Until) {
		return h.announced
	}
	return Announcement{}
}
