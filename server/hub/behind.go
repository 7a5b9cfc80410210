package hub

import (
	"slices"
	"sort"
	"time"

	"boardwalk/engine/arcade"
)

// Watchers who are not in a race see its tables behindBy late. Until then one scene of each keptEvery is kept, and
// keptMost of a table.
const (
	behindBy  = 2 * time.Minute
	keptEvery = 2 * time.Second
	keptMost  = int(behindBy/keptEvery) + 4 // beats may be late
)

// A delay keeps the scenes of a racer, who may leave and come back, for a table that shows them later.
type delay struct {
	table *Session
	racer *Session // who showed the newest scene
	kept  []kept   // the oldest first
}

type kept struct {
	at    time.Time
	scene *arcade.Scene
}

// keep keeps what a session shows, if others may watch its race with a delay.
func (h *Hub) keep(s *Session, scene *arcade.Scene) {
	if _, race := scene.Event.Race(); !race || !s.from.IsZero() {
		return
	}
	st, now := s.State(), h.config.Now()
	key := st.ID.Credential.String() + " " + string(scene.Event)
	h.delaysMu.Lock()
	defer h.delaysMu.Unlock()
	d := h.delays[key]
	if d == nil {
		if !h.config.Watched(scene.Event) {
			return
		}
		d = &delay{table: NewSession(st.ID, Behind, "", nil, now)}
		d.table.from, d.table.blank = now.Add(behindBy), &arcade.Scene{Game: scene.Game, Rules: scene.Rules, Event: scene.Event}
		d.table.Change(func(to *State) { to.Player = st.Player })
		h.Seat(d.table)
		h.delays[key] = d
	}
	n := len(d.kept)
	if n > 0 && d.kept[n-1].at.Truncate(keptEvery).Equal(now.Truncate(keptEvery)) {
		n--
	}
	d.racer, d.kept = s, append(d.kept[max(0, n+1-keptMost):n], kept{now, scene})
}

// showKept shows what is old enough, and takes away the tables of racers who have left.
func (h *Hub) showKept() {
	h.delaysMu.Lock()
	defer h.delaysMu.Unlock()
	now := h.config.Now()
	for key, d := range h.delays {
		n := sort.Search(len(d.kept), func(i int) bool { return now.Sub(d.kept[i].at) < behindBy })
		if n > 0 {
			late := *d.kept[n-1].scene
			if !late.Since.IsZero() {
				late.Since = late.Since.Add(behindBy)
			}
			d.kept = slices.Delete(d.kept, 0, n)
			d.table.Touch(now)
			h.Company(d.table).Show(&late)
		}
		if at, _ := d.racer.broadcast.newest(); len(d.kept) == 0 && (at == nil || at.Event != d.table.blank.Event) {
			delete(h.delays, key)
			h.Leave(d.table)
		}
	}
}
