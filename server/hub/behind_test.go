package hub

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// watchedRace is a race that others may watch.
var watchedRace = arcade.RaceEvent("WATCHD")

func watched(e arcade.Event) bool { return e == watchedRace }

// raced is the scene of a racer after so many moves.
func raced(moves int) *arcade.Scene {
	return &arcade.Scene{Game: "chessboard", Code: "DEAL", Event: watchedRace, Moves: moves, Score: engine.Score{Points: moves}}
}

// waits lets time pass, which the hub notices.
func (h *host) waits(d time.Duration) {
	h.passes(d)
	h.Beat()
}

// behind returns the number of the one table that a session may watch, and that shows a race later, or 0.
func behind(t *testing.T, c Company) (number int, row arcade.LiveTable) {
	t.Helper()
	c.hub.outdateSurvey()
	for _, row = range c.Tables() {
		if !row.Behind() || number != 0 {
			t.Errorf("the list has %+v", row)
		}
		number = row.Number
	}
	return number, row
}

// Whoever is not in a race that may be watched sees what a racer's table showed two minutes ago, and
// nothing before.
func TestARaceIsSeenTwoMinutesBehind(t *testing.T) {
	h := newHost(t)
	looks := &fakePlayer{}
	ann, bob := h.comes("ann", &fakePlayer{}), h.comes("bob", looks)
	ann.Show(raced(1))
	h.waits(behindBy - 10*time.Second)
	ann.Show(raced(2))
	number, row := behind(t, bob)
	if number == 0 || row.Moves != 0 || row.Score.Points != 0 {
		t.Fatalf("too early the list has %+v", row)
	}
	if _, err := bob.Watch(t.Context(), number); err == nil || !strings.Contains(err.Error(), "in 10 seconds") {
		t.Errorf("too early it says %v", err)
	}
	if _, err := bob.Watch(t.Context(), ann.session.number); err == nil {
		t.Error("the table itself is watched")
	}
	if dailies, sprints, races := bob.Secret(); dailies != 0 || sprints != 0 || races != 0 {
		t.Errorf("%d dailies, %d sprints and %d races are secret", dailies, sprints, races)
	}

	h.waits(10 * time.Second)
	w, err := bob.Watch(t.Context(), number)
	if err != nil {
		t.Fatal(err)
	}
	if got := next(w); got.Moves != 1 {
		t.Errorf("after two minutes it shows move %d", got.Moves)
	}
	if len(looks.saw) != 1 || looks.saw[0].Code != "DEAL" {
		t.Errorf("the player is known to have seen %v", looks.saw)
	}
	last := raced(3)
	last.Final, last.Since = true, h.time()
	ann.Show(last)
	ann.hub.Leave(ann.session)
	h.waits(behindBy - 10*time.Second)
	if got := next(w); got.Moves != 2 {
		t.Errorf("then it shows move %d", got.Moves)
	}
	h.waits(10 * time.Second)
	if got := next(w); got.Moves != 3 || got.Clock(h.time()) != 0 {
		t.Errorf("at last it shows %+v", got)
	}
	if next(w) != nil || len(h.tables()) != 1 || len(h.delays) != 0 {
		t.Errorf("after the end there are %d tables, %d of them behind", len(h.tables()), len(h.delays))
	}
}

// A racer who leaves and comes back within two minutes is watched as if nothing had happened; the table
// of one who stays away ends.
func TestARacerWhoIsAwayIsSeenBehind(t *testing.T) {
	h := newHost(t)
	ann, bob := h.comes("ann", &fakePlayer{}), h.comes("bob", &fakePlayer{})
	ann.Show(raced(1))
	ann.Show(nil)
	h.waits(time.Minute)
	again := h.comes("ann", &fakePlayer{})
	again.Show(raced(2))
	h.waits(time.Minute)
	number, _ := behind(t, bob)
	w, err := bob.Watch(t.Context(), number)
	if err != nil || next(w).Moves != 1 {
		t.Fatal("nothing is seen of the first session: ", err)
	}
	h.waits(time.Minute)
	if got := next(w); got == nil || got.Moves != 2 {
		t.Errorf("in the second session it shows %+v", got)
	}
	h.waits(time.Hour)
	if w.(*subscriber).broadcast.watchers() != 1 {
		t.Error("the watch ends while the racer is at the table")
	}
	again.Show(&arcade.Scene{Game: "hop"}) // without a word that the race was left
	h.waits(time.Second)
	if next(w) != nil || len(h.delays) != 0 {
		t.Errorf("%d tables are behind of a racer who plays something else", len(h.delays))
	}
}

// Who is in the race sees nothing later, nor does anybody of a race whose opener did not say that it
// may be watched, or of a racer who is private.
func TestWhoSeesNoRaceBehind(t *testing.T) {
	for name, c := range map[string]struct {
		plays, looks fakePlayer
		event        arcade.Event
		late         bool
	}{
		"anybody":       {event: watchedRace, late: true},
		"a racer":       {event: watchedRace, looks: fakePlayer{racer: true}},
		"another race":  {event: arcade.RaceEvent("K7Q2M9")},
		"a private one": {event: watchedRace, plays: fakePlayer{account: arcade.Account{Private: true}}},
		"one's own":     {event: watchedRace, plays: fakePlayer{id: "ann"}, looks: fakePlayer{racer: true, id: "ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t)
			ann, bob := h.comes("ann", &c.plays), h.comes("bob", &c.looks)
			scene := raced(1)
			scene.Event = c.event
			ann.Show(scene)
			h.waits(behindBy)
			for _, s := range h.tables() {
				_, err := bob.Watch(t.Context(), s.number)
				if want := c.late && s.State().Kind == Behind; (err == nil) != want {
					t.Errorf("table %d, %s: %v", s.number, s.State().Kind, err)
				}
			}
			h.outdateSurvey()
			for _, row := range bob.Tables() {
				if !row.Behind() || !c.late {
					t.Errorf("the list has %+v", row)
				}
			}
		})
	}
}

// However fast a racer plays, and for however long, a table keeps a fixed number of scenes.
func TestFewScenesAreKept(t *testing.T) {
	h := newHost(t)
	ann := h.comes("ann", &fakePlayer{})
	most := 0
	for i := range 6000 {
		ann.Show(raced(i))
		if h.passes(100 * time.Millisecond); i%10 == 0 && i > 3000 { // until then nothing beats
			h.Beat()
		}
		for _, d := range h.delays {
			most = max(most, len(d.kept))
		}
	}
	if most == 0 || most > keptMost {
		t.Errorf("%d scenes were kept, at most %d may be", most, keptMost)
	}
	t.Attr("reached", fmt.Sprint(most, " scenes of 6,000"))
}

// A race is seen two minutes behind from other nodes, too.
func TestARaceIsSeenBehindFromOtherNodes(t *testing.T) {
	c := newCluster(t, 2)
	ann, bob := c.hosts[0].comes("ann", &fakePlayer{}), c.hosts[1].comes("bob", &fakePlayer{})
	ann.Show(raced(1))
	c.beats()
	number := 0
	eventually(t, "the table to be listed", func() bool {
		number, _ = behind(t, bob)
		return number != 0
	})
	if _, err := bob.Watch(t.Context(), number); err == nil || !strings.Contains(err.Error(), "seconds") {
		t.Errorf("too early it says %v", err)
	}
	for range 13 { // a node that is silent for long is gone
		c.passes(9 * time.Second)
		c.beats()
	}
	w := c.watchesTable(t.Context(), bob, number)
	if got := next(w); got.Moves != 1 {
		t.Errorf("it shows %+v", got)
	}
}
