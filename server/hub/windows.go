package hub

import (
	"context"
	"maps"
	"slices"
	"sync"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
	"boardwalk/server/peers"
)

// A slotOf is a slot of a player, whom either the credential or the account names: the first save
// makes the account, and several credentials may have one.
type slotOf struct {
	Credential string          `json:"credential,omitempty"`
	Account    arcade.PlayerID `json:"account,omitempty"`
	Slot       string          `json:"slot"`
}

// slots returns the names of a slot of the session's player.
func (s *Session) slots(slot string) []slotOf {
	names := []slotOf{{Credential: s.State().ID.Credential.String(), Slot: slot}}
	if account := s.player(); account != "" {
		names = append(names, slotOf{Account: account, Slot: slot})
	}
	return names
}

// The windows are the sessions that stand at a table, and hear what the others of their player store of it.
type windows struct {
	mu sync.Mutex
	at map[slotOf][]*window
}

type window struct {
	mailbox.Box[struct{}]
	session *Session
	names   []slotOf // of the slot
}

// FollowSlot tells of what is stored of a slot by other sessions of the player, on all nodes, until ctx
// ends. It tells once at the beginning, for what was stored before.
func (c Company) FollowSlot(ctx context.Context, slot string) arcade.Watch[struct{}] {
	names, w := c.session.slots(slot), &c.hub.windows
	own := &window{session: c.session, names: names}
	own.Put(struct{}{})
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range names {
		w.at[name] = append(w.at[name], own)
	}
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		own.Close()
		for _, name := range names {
			if w.at[name] = slices.DeleteFunc(w.at[name], func(o *window) bool { return o == own }); len(w.at[name]) == 0 {
				delete(w.at, name)
			}
		}
	})
	return own
}

// windowsOf returns a session and those of its player here that stand at the same table.
func (h *Hub) windowsOf(s *Session) []*Session {
	st, all := s.State(), []*Session{s}
	h.windows.mu.Lock()
	defer h.windows.mu.Unlock()
	for _, own := range h.windows.at[slotOf{Credential: st.ID.Credential.String(), Slot: st.Slot}] {
		for _, name := range own.names {
			for _, o := range h.windows.at[name] {
				if !slices.Contains(all, o.session) {
					all = append(all, o.session)
				}
			}
		}
	}
	return all
}

// watchers returns how many sessions watch a table, in whichever window of its player.
func (h *Hub) watchers(s *Session) (n int) {
	for _, window := range h.windowsOf(s) {
		n += window.watchers()
	}
	return n
}

// Stored tells the other sessions of the player that the session has stored something of a slot.
func (c Company) Stored(slot string) {
	names := c.session.slots(slot)
	c.hub.windows.tell(names, c.session)
	peers.Publish(c.hub.config.Cluster, storedSubject, names)
}

// Swept tells all who follow a slot, on all nodes, after the server has ended rounds.
func (h *Hub) Swept() {
	h.windows.tell(nil, nil)
	peers.Publish[[]slotOf](h.config.Cluster, storedSubject, nil)
}

// tell tells who follows one of the names of a slot, or any slot if names is nil, but for one session.
func (w *windows) tell(names []slotOf, but *Session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if names == nil {
		names = slices.Collect(maps.Keys(w.at))
	}
	for _, name := range names {
		for _, to := range w.at[name] {
			if to.session != but {
				to.Put(struct{}{})
			}
		}
	}
}

// follow reports whether somebody follows one of the names of a slot, or any slot if names is nil.
func (w *windows) follow(names []slotOf) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return names == nil && len(w.at) > 0 || slices.ContainsFunc(names, func(name slotOf) bool { return len(w.at[name]) > 0 })
}

// hearStored tells of what was stored on another node, once the data here has it.
func (h *Hub) hearStored(_ string, names []slotOf) {
	if h.windows.follow(names) {
		h.onceHere(func() { h.windows.tell(names, nil) })
	}
}
