package hub

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
	"boardwalk/server/peers"
)

// The subjects of what hubs tell each other of notes.
const (
	noteSubject        = "note"
	noteRequestSubject = "noterequest"
)

// The limits of what is kept of challenges for players. Who tells others of one is bounded as
// senders of signals are. What is beyond the limits pushes out what came before, and of those whom
// the player follows last.
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
	now     func() time.Time
	cluster *peers.Cluster // nil if there are no other nodes
	regards func(player, other arcade.PlayerID) (follows, ignores bool)

	mu      sync.Mutex
	kept    map[arcade.PlayerID][]note // the newest first
	readers map[*noteReader]struct{}
}

type note struct {
	arcade.ChallengeNote
	from   arcade.PlayerID
	at     time.Time
	friend bool // the player followed the sender then
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

// Tell keeps a note for a player, in place of an earlier one about the same, unless the player
// ignores the sender.
func (n *Notes) Tell(to, from arcade.PlayerID, of arcade.ChallengeNote) {
	now := n.now()
	friend, ignored := false, false
	if n.regards != nil {
		friend, ignored = n.regards(to, from)
	}
	if ignored {
		return
	}
	kept := note{of, from, now, friend}
	n.keep(to, kept)
	peers.Publish(n.cluster, noteSubject, kept.msg(to))
}

// keep keeps a note, which may be known already.
func (n *Notes) keep(to arcade.PlayerID, kept note) {
	now := n.now()
	n.change(to, func(list []note) []note {
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
		newest := func(a, b note) int { return b.at.Compare(a.at) }
		slices.SortStableFunc(list, func(a, b note) int { return cmp.Or(trueFirst(a.friend, b.friend), newest(a, b)) })
		list = list[:min(len(list), notesEach)]
		slices.SortStableFunc(list, newest)
		return list
	})
}

// Saw drops a player's notes of a challenge.
func (n *Notes) Saw(player arcade.PlayerID, code string) {
	n.drop(player, code)
	peers.Publish(n.cluster, noteSubject, noteMsg{Do: sawNote, To: player, Code: code})
}

func (n *Notes) drop(player arcade.PlayerID, code string) {
	n.change(player, func(list []note) []note {
		return slices.DeleteFunc(list, func(n note) bool { return n.Code == code })
	})
}

// Forget drops all notes from a player and for one.
func (n *Notes) Forget(id arcade.PlayerID) {
	n.forget(id, "")
	peers.Publish(n.cluster, noteSubject, noteMsg{Do: forgetNotes, From: id})
}

// Ignore drops all notes for a player from another.
func (n *Notes) Ignore(player, other arcade.PlayerID) {
	n.forget(other, player)
	peers.Publish(n.cluster, noteSubject, noteMsg{Do: forgetNotes, From: other, To: player})
}

// forget drops all notes from a player for another; with other == "", all from the player and
// for the player.
func (n *Notes) forget(id, other arcade.PlayerID) {
	n.mu.Lock()
	var others []arcade.PlayerID
	for to := range n.kept {
		others = append(others, to)
	}
	n.mu.Unlock()
	for _, to := range others {
		n.change(to, func(list []note) []note {
			return slices.DeleteFunc(list, func(n note) bool {
				return n.from == id && (other == "" || to == other) || to == id && other == ""
			})
		})
	}
}

// of returns the notes for a player.
func (n *Notes) of(player arcade.PlayerID) []note {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.kept[player])
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
func (n *Notes) put(r *noteReader, player arcade.PlayerID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, in := n.readers[r]; !in {
		return
	}
	r.Put(n.list(player))
}

// list returns a player's notes as a player sees them, not nil. The lock must be held.
func (n *Notes) list(player arcade.PlayerID) []arcade.ChallengeNote {
	list := make([]arcade.ChallengeNote, 0, len(n.kept[player]))
	for _, each := range n.kept[player] {
		list = append(list, each.ChallengeNote)
	}
	return list
}

// What a node does to the notes of challenges.
const (
	tellNote    = "tell"
	sawNote     = "saw"
	forgetNotes = "forget"
)

// A noteMsg is a change of the notes for a player, which all nodes keep.
type noteMsg struct {
	Do   string                `json:"do"`
	To   arcade.PlayerID       `json:"to,omitempty"`
	From arcade.PlayerID       `json:"from,omitempty"`
	At   time.Time             `json:"at,omitzero"`
	Note *arcade.ChallengeNote `json:"note,omitempty"`
	Code string                `json:"code,omitempty"`

	Friend bool `json:"friend,omitempty"`
}

// msg returns what other nodes are told of a note for a player.
func (n note) msg(to arcade.PlayerID) noteMsg {
	return noteMsg{Do: tellNote, To: to, From: n.from, At: n.at, Note: &n.ChallengeNote, Friend: n.friend}
}

// hear does what another node tells.
func (n *Notes) hear(_ string, m noteMsg) {
	switch {
	case m.Do == tellNote && m.Note != nil:
		n.keep(m.To, note{*m.Note, m.From, m.At, m.Friend})
	case m.Do == sawNote:
		n.drop(m.To, m.Code)
	case m.Do == forgetNotes:
		n.forget(m.From, m.To)
	}
}

// A noteRequest asks for the notes for a player.
type noteRequest struct {
	Player arcade.PlayerID `json:"player"`
}

// ask asks the other nodes for the notes for a player, of which this one may not have heard.
func (n *Notes) ask(player arcade.PlayerID) {
	if player != "" {
		peers.Publish(n.cluster, noteRequestSubject, noteRequest{player})
	}
}

// hearRequest tells again which notes there are for a player.
func (n *Notes) hearRequest(_ string, m noteRequest) {
	for _, kept := range n.of(m.Player) {
		peers.Publish(n.cluster, noteSubject, kept.msg(m.Player))
	}
}
