package hub

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// The limits of what is kept of challenges for players. Who tells others of one is bounded as
// senders of signals are. What is beyond the limits pushes out what came before.
const (
	notesEach = 8    // for one player
	notesFrom = 2    // of these, from one sender
	notesMost = 4096 // players for whom there are any
	notesLast = 3 * 24 * time.Hour
)

// Why nobody is told of a challenge, for who wants that.
var (
	errNotHere = errors.New("nobody here has that nick, and you follow nobody who has it")
	errOneself = errors.New("that is you")
)

// The notes of a hub hold what players are to be told of challenges until they have seen it.
// They are kept in memory: the challenges themselves are stored.
type notes struct {
	mu      sync.Mutex
	kept    map[arcade.PlayerID][]note // the newest first
	readers map[*noteReader]struct{}
}

type note struct {
	arcade.ChallengeNote
	from arcade.PlayerID
	at   time.Time
}

// isIn reports whether a note is in another one already, which is about the same: it is the
// same, or came later.
func (n note) isIn(o note) bool {
	return n.from == o.from && n.Code == o.Code && n.Finished == o.Finished && (o.at.After(n.at) || o.at.Equal(n.at) && n.ChallengeNote == o.ChallengeNote)
}

// A noteReader is one session that reads its player's notes.
type noteReader struct {
	mailbox.Box[[]arcade.ChallengeNote] // closed when the watch is over

	session *Session
}

// ChallengePlayer tells the player with a nick, who is here or whom the player follows, of a
// challenge. It says nothing about whether that one learns of it.
func (c Company) ChallengePlayer(nick string, of arcade.ChallengeNote) error {
	to := c.find(nick)
	switch own := c.session.player(); {
	case to == "":
		return errNotHere
	case to == own:
		return errOneself
	}
	account, err := c.sender()
	if err != nil {
		return err
	}
	of.From = account.Called()
	c.hub.TellOfChallenge(to, c.session.player(), of)
	return nil
}

// here returns the player with a nick, of those who are here and do not hide; "" if there is
// none.
func (c Company) here(nick string) arcade.PlayerID {
	for _, p := range c.hub.survey().people {
		if p.id != "" && strings.EqualFold(p.Nick, nick) {
			return p.id
		}
	}
	return ""
}

// find returns the player with a nick, of those who are here and do not hide, and those whom
// the player follows; "" if there is none.
func (c Company) find(nick string) arcade.PlayerID {
	if id := c.here(nick); id != "" {
		return id
	}
	if player := c.session.State().Player; player != nil {
		list, _ := player.Following()
		for _, f := range list {
			if f.Nick != "" && strings.EqualFold(f.Nick, nick) {
				return f.ID
			}
		}
	}
	return ""
}

// TellOfChallenge keeps a note for a player, in place of an earlier one about the same.
func (h *Hub) TellOfChallenge(to, from arcade.PlayerID, of arcade.ChallengeNote) {
	now := h.config.Now()
	h.keepNote(to, note{of, from, now})
	h.nodes.note(noted{Do: tellNote, To: to, From: from, At: now, Note: &of})
}

// keepNote keeps a note, which may be known already.
func (h *Hub) keepNote(to arcade.PlayerID, kept note) {
	now := h.config.Now()
	h.changeNotes(to, func(list []note) []note {
		if now.Sub(kept.at) >= notesLast || slices.ContainsFunc(list, kept.isIn) {
			return list
		}
		sent := 0
		list = slices.DeleteFunc(list, func(n note) bool {
			if n.from == kept.from {
				sent++
			}
			return now.Sub(n.at) >= notesLast || n.from == kept.from && (n.Code == kept.Code && n.Finished == kept.Finished || sent >= notesFrom)
		})
		list = slices.Insert(list, 0, kept)
		slices.SortStableFunc(list, func(a, b note) int { return b.at.Compare(a.at) })
		return list[:min(len(list), notesEach)]
	})
}

// SawChallenge drops a player's notes of a challenge.
func (h *Hub) SawChallenge(player arcade.PlayerID, code string) {
	h.dropNotes(player, code)
	h.nodes.note(noted{Do: sawNote, To: player, Code: code})
}

func (h *Hub) dropNotes(player arcade.PlayerID, code string) {
	h.changeNotes(player, func(list []note) []note {
		return slices.DeleteFunc(list, func(n note) bool { return n.Code == code })
	})
}

// ForgetPlayer drops all notes from a player and for one.
func (h *Hub) ForgetPlayer(id arcade.PlayerID) {
	h.forgetPlayer(id)
	h.nodes.note(noted{Do: forgetNotes, From: id})
}

func (h *Hub) forgetPlayer(id arcade.PlayerID) {
	h.notes.mu.Lock()
	var others []arcade.PlayerID
	for to := range h.notes.kept {
		others = append(others, to)
	}
	h.notes.mu.Unlock()
	for _, to := range others {
		h.changeNotes(to, func(list []note) []note {
			return slices.DeleteFunc(list, func(n note) bool { return n.from == id || to == id })
		})
	}
}

// of returns the notes for a player.
func (n *notes) of(player arcade.PlayerID) []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.kept[player])
}

// changeNotes changes the notes for a player, and shows them to that player's sessions if they
// are others now. change is given a slice of its own.
func (h *Hub) changeNotes(to arcade.PlayerID, change func([]note) []note) {
	n := &h.notes
	n.mu.Lock()
	before := n.kept[to]
	after := change(slices.Clone(before))
	if slices.Equal(before, after) {
		n.mu.Unlock()
		return
	}
	if n.kept == nil {
		n.kept = make(map[arcade.PlayerID][]note)
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
	readers := make([]*noteReader, 0, len(n.readers))
	for r := range n.readers {
		readers = append(readers, r)
	}
	n.mu.Unlock()
	for _, r := range readers { // without the lock: who a session's player is may have to be read
		if r.session.player() == to {
			n.put(r, to)
		}
	}
}

// put shows a player's notes to a reader, unless it has left.
func (n *notes) put(r *noteReader, player arcade.PlayerID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, in := n.readers[r]; !in {
		return
	}
	r.Put(n.list(player))
}

// list returns a player's notes as a player sees them, not nil. The lock must be held.
func (n *notes) list(player arcade.PlayerID) []arcade.ChallengeNote {
	list := make([]arcade.ChallengeNote, 0, len(n.kept[player]))
	for _, each := range n.kept[player] {
		list = append(list, each.ChallengeNote)
	}
	return list
}

// ChallengeNotes returns what the session's player is to be told of challenges, the newest
// first.
func (c Company) ChallengeNotes() []arcade.ChallengeNote {
	player := c.session.player()
	c.hub.notes.mu.Lock()
	defer c.hub.notes.mu.Unlock()
	return c.hub.notes.list(player)
}

// FollowChallengeNotes follows what ChallengeNotes returns until ctx ends.
func (c Company) FollowChallengeNotes(ctx context.Context) arcade.Watch[[]arcade.ChallengeNote] {
	n := &c.hub.notes
	r := &noteReader{session: c.session}
	n.mu.Lock()
	if n.readers == nil {
		n.readers = make(map[*noteReader]struct{})
	}
	n.readers[r] = struct{}{}
	n.mu.Unlock()
	player := c.session.player()
	n.put(r, player)
	c.hub.nodes.askNotes(player)
	context.AfterFunc(ctx, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.readers, r)
		r.Close()
	})
	return r
}
