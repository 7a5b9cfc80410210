package hub

import (
	"testing"

	"boardwalk/engine/arcade"
)

// seats returns one of the arcade's players at a table.
func seats(h *Hub) *Session {
	s := NewSession(Identity{Name: "arcade-3"}, Machine, "", nil, h.config.Now())
	s.Change(func(st *State) { st.Player = &fakePlayer{account: arcade.Account{Nick: "arcade-3"}} })
	h.Seat(s)
	h.Company(s).Show(&arcade.Scene{Game: "chessboard", Moves: 1})
	return s
}

// One of the arcade's players has a table that is watched until it leaves. It takes no place, and is
// neither among the people nor among the sessions, whatever is done to all of them.
func TestAMachineHasATable(t *testing.T) {
	h := newTestHub(1, 0)
	s := seats(h)
	looks := h.Company(enters(t, h, "looks", &fakePlayer{}))
	tables := looks.Tables()
	if len(tables) != 1 || tables[0].Number != s.Number() || tables[0].Player != "arcade-3" || !tables[0].Machine {
		t.Errorf("the tables are %+v", tables)
	}
	w, err := looks.Watch(t.Context(), s.Number())
	if err != nil || next(w).Moves != 1 || looks.Audience(s.Number()) != 1 || h.Watchers() != 1 {
		t.Fatalf("it is not watched: %v", err)
	}
	if people := looks.People(); len(people) != 1 || h.Count() != 1 || len(h.Everywhere().Sessions()) != 1 {
		t.Errorf("it is one of %+v", people)
	}
	if n, _ := h.Players(); n != 1 || h.End(func(other *Session) bool { return other == s }, "") != 0 {
		t.Error("it is a session")
	}
	h.Leave(s)
	if next(w) != nil || len(h.tables()) != 1 {
		t.Error("it is there after it has left")
	}
}

// The table is watched from other nodes, too.
func TestAMachineIsWatchedFromAnotherNode(t *testing.T) {
	c := newCluster(t, 2)
	s, looks := seats(c.hosts[0].Hub), c.hosts[1].comes("looks", &fakePlayer{})
	c.beats()
	w, err := looks.Watch(t.Context(), s.Number())
	if err != nil || next(w).Moves != 1 {
		t.Fatalf("it is not watched: %v", err)
	}
	c.hosts[0].Company(s).Show(&arcade.Scene{Game: "chessboard", Moves: 2, Final: true})
	if scene := next(w); scene == nil || !scene.Final {
		t.Errorf("the last scene is %+v", scene)
	}
	c.hosts[1].sees(looks, "you watching arcade-3 idle 1s")
}
