package hub

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
	"boardwalk/server/peers"
)

// The limits of the notes of challenges for players. Their senders are limited as those of signals are. Beyond
// the limits the oldest notes go, those from players whom the receiver follows last.
const (
	notesEach = 8    // for one player
	notesFrom = 2    // of these, from one sender
	notesMost = 4096 // players for whom there are any
	notesLast = 3 * 24 * time.Hour
)

// Notes are what players are to be told of challenges until they have seen it. They are kept
// in memory, on all nodes: the challenges themselves are stored. They are safe for concurrent
// use.
type Notes struct {
	hub     *Hub
	readers mailbox.Readers[*Session, []arcade.ChallengeNote]

	mu   sync.Mutex
	kept map[arcade.PlayerID][]note // the newest first
}

// A note is a change of the notes for players, which all nodes make: one more, which is kept, or some
// fewer.
type note struct {
	Drop   bool                 `json:"drop,omitempty"` // those that match what is set of To, From and Code
	To     arcade.PlayerID      `json:"to,omitempty"`
	From   arcade.PlayerID      `json:"from,omitempty"`
	At     time.Time            `json:"at,omitzero"`
	Note   arcade.ChallengeNote `json:"note,omitzero"`
	Code   string               `json:"code,omitempty"`   // of the challenge
	Friend bool                 `json:"friend,omitempty"` // the player followed the sender then
}

// isAbout reports whether two notes tell the same of one challenge.
func (n note) isAbout(o note) bool {
	return n.From == o.From && n.Note.Code == o.Note.Code && n.Note.Finished == o.Note.Finished
}

// isIn reports whether a note is in another one already, which is about the same: it is the
// same, or came later.
func (n note) isIn(o note) bool {
	return n.isAbout(o) && (o.At.After(n.At) || o.At.Equal(n.At) && n.Note == o.Note)
}

// Tell keeps a note for a player, in place of an earlier one about the same, unless the player
// ignores the sender.
func (n *Notes) Tell(to, from arcade.PlayerID, of arcade.ChallengeNote) {
	if friend, ignored := n.hub.config.Regards(to, from); !ignored {
		n.do(note{To: to, From: from, At: n.hub.config.Now(), Note: of, Friend: friend})
	}
}

// Saw drops a player's notes of a challenge, or with "" those of all players.
func (n *Notes) Saw(player arcade.PlayerID, code string) {
	n.do(note{Drop: true, To: player, Code: code})
}

// Forget drops all notes from a player and for one.
func (n *Notes) Forget(id arcade.PlayerID) {
	n.Ignore("", id)
	n.Ignore(id, "")
}

// Ignore drops all notes for a player from another.
func (n *Notes) Ignore(player, other arcade.PlayerID) {
	n.do(note{Drop: true, From: other, To: player})
}

// do makes a change on all nodes.
func (n *Notes) do(m note) {
	n.hear("", m)
	peers.Publish(n.hub.config.Cluster, noteSubject, m)
}

func (n *Notes) hear(_ string, m note) {
	switch {
	case m == (note{Drop: true}): // nothing is set
		return
	case !m.Drop:
		n.change(m.To, func(list []note) []note { return n.with(list, m) })
		return
	}
	players := []arcade.PlayerID{m.To}
	if m.To == "" {
		n.mu.Lock()
		players = slices.Collect(maps.Keys(n.kept))
		n.mu.Unlock()
	}
	for _, to := range players {
		n.change(to, func(list []note) []note {
			return slices.DeleteFunc(list, func(kept note) bool {
				return (m.From == "" || kept.From == m.From) && (m.Code == "" || kept.Note.Code == m.Code)
			})
		})
	}
}

// with returns the notes for a player with one that may be among them already.
func (n *Notes) with(list []note, fresh note) []note {
	now := n.hub.config.Now()
	if now.Sub(fresh.At) >= notesLast || slices.ContainsFunc(list, fresh.isIn) {
		return list
	}
	sent := 0
	list = slices.DeleteFunc(list, func(n note) bool {
		if n.From == fresh.From {
			sent++
		}
		return now.Sub(n.At) >= notesLast || n.From == fresh.From && (n.isAbout(fresh) || sent >= notesFrom)
	})
	list = slices.Insert(list, 0, fresh)
	newest := func(a, b note) int { return b.At.Compare(a.At) }
	slices.SortStableFunc(list, func(a, b note) int { return cmp.Or(arcade.TrueFirst(a.Friend, b.Friend), newest(a, b)) })
	list = list[:min(len(list), notesEach)]
	slices.SortStableFunc(list, newest)
	return list
}

// change changes the notes for a player, and shows them to that player's sessions if they
// are others now. change is given a slice of its own.
func (n *Notes) change(to arcade.PlayerID, change func([]note) []note) {
	n.mu.Lock()
	before := n.kept[to]
	after := change(slices.Clone(before))
	if slices.Equal(before, after) {
		n.mu.Unlock()
		return
	}
	for other := range n.kept {
		if len(n.kept) < notesMost || len(before) > 0 {
			break
		}
		delete(n.kept, other)
	}
	if n.kept[to] = after; len(after) == 0 {
		delete(n.kept, to)
	}
	n.mu.Unlock()
	for box, s := range n.readers.All() { // without the lock: who a session's player is may have to be read
		if s.player() == to {
			n.mu.Lock()
			box.Put(n.notes(to))
			n.mu.Unlock()
		}
	}
}

// notes returns a player's notes as a player sees them, not nil. The lock must be held.
func (n *Notes) notes(player arcade.PlayerID) []arcade.ChallengeNote {
	list := make([]arcade.ChallengeNote, 0, len(n.kept[player]))
	for _, each := range n.kept[player] {
		list = append(list, each.Note)
	}
	return list
}

// hearRequest tells again which notes there are for a player.
func (n *Notes) hearRequest(_ string, player arcade.PlayerID) {
	n.mu.Lock()
	kept := n.kept[player]
	n.mu.Unlock()
	for _, each := range kept {
		peers.Publish(n.hub.config.Cluster, noteSubject, each)
	}
}
