package hub

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// start is when the sessions of these tests begin.
var start = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// newTestHub returns a hub with room for so many sessions, whose clock stands still and
// in which dailies are secret.
func newTestHub(sessions, cells int) *Hub {
	return New(Config{
		Sessions: sessions, Cells: cells, Now: func() time.Time { return start },
		Sealed:  func(e arcade.Event) bool { _, daily := e.Day(); return daily },
		Watched: func(arcade.Event) bool { return false },
	})
}

// enters returns a session of a player with a key that has entered a hub.
func enters(t *testing.T, h *Hub, name string, player Player) *Session {
	t.Helper()
	s := NewSession(Identity{Credential: arcade.KeyCredential("SHA256:" + name), Admin: name == "admin"}, Screen, "xterm", nil, start)
	s.Change(func(st *State) { st.Player = player })
	if sentence := h.Enter(s); sentence != "" {
		t.Fatalf("%s may not enter: %s", name, sentence)
	}
	return s
}

// refuses checks that a session may not begin now.
func refuses(t *testing.T, h *Hub, when, says string) {
	t.Helper()
	s := NewSession(Identity{}, Screen, "xterm", nil, start)
	if got := h.Enter(s); !strings.Contains(got, says) {
		t.Errorf("%s a player reads %q, want %q", when, got, says)
	}
}

func TestWhoEnters(t *testing.T) {
	h := newTestHub(1, 0)
	h.Drain(true)
	refuses(t, h, "while the hub drains", "closing")
	admin := enters(t, h, "admin", nil)
	h.Drain(false)
	refuses(t, h, "when the hub is full", "full")
	if second := enters(t, h, "admin", nil); second.Number() != 2 || h.Count() != 2 || h.find(2) != second {
		t.Errorf("the second admin has the number %d of %d", second.Number(), h.Count())
	}
	_, left := h.Players()
	h.Leave(admin)
	h.Leave(admin) // as its end and its client's may come together
	<-left
	if all := h.Sessions(); len(all) != 1 || all[0].Number() != 2 || h.find(1) != nil {
		t.Errorf("%d sessions are left", len(all))
	}
	if !h.Close() || h.Close() {
		t.Error("it is not the first call that closes the hub")
	}
	refuses(t, h, "when the hub is closed", "closing")
	h.Done()
	h.Done()
	h.Wait()
}

// The attack: a banned player has a command under way that will show a replay, from which
// one can go on to play.
func TestABanReachesAReplayThatIsAboutToBegin(t *testing.T) {
	h := newTestHub(1, 0)
	s := enters(t, h, "ann", nil)
	s.Change(func(st *State) { st.Kind = Command })
	if n := h.End(func(*Session) bool { return true }, "out"); n != 0 {
		t.Errorf("%d players were ended, want none: it is a command", n)
	}
	s.Change(func(st *State) { st.Kind = Screen })
	select {
	case words := <-s.Ending():
		if words != "out" {
			t.Errorf("the last words are %q", words)
		}
	default:
		t.Error("the replay goes on")
	}
}

// An announcement reaches those who are here and those who come in time.
func TestAnnounce(t *testing.T) {
	h := newTestHub(4, 0)
	ann := enters(t, h, "ann", nil)
	now := h.config.Now()
	if n := h.Everywhere().Announce("tea at five", now.Add(time.Hour)); n != 1 || <-ann.Notices() != "tea at five" {
		t.Errorf("%d players are told", n)
	}
	if got := <-enters(t, h, "bob", nil).Notices(); got != "tea at five" {
		t.Errorf("who comes later is told %q", got)
	}
	if wall := h.Announced(); wall.Text != "tea at five" || !wall.Until.Equal(now.Add(time.Hour)) {
		t.Errorf("what is announced is %q until %v", wall.Text, wall.Until)
	}
	h.Everywhere().Announce("gone", now)
	if wall := h.Announced(); wall.Text != "" {
		t.Errorf("what nobody is told any more is %q", wall.Text)
	}
	if n := len(enters(t, h, "cleo", nil).Notices()); n != 0 {
		t.Error("who comes too late is told")
	}
}

// The first words are the last ones, and the newest notice is the one that is shown.
func TestWordsForAPlayer(t *testing.T) {
	h := newTestHub(1, 0)
	s := enters(t, h, "ann", nil)
	for _, text := range []string{"one", "two"} {
		if n := h.Notify(func(*Session) bool { return true }, text); n != 1 {
			t.Errorf("%d players are told", n)
		}
	}
	if got := <-s.Notices(); got != "two" || len(s.Notices()) != 0 {
		t.Errorf("the notice is %q", got)
	}
	if len(s.Ending()) != 0 {
		t.Error("a session that nobody ends has last words")
	}
	if !s.End("first") || s.End("second") {
		t.Error("it is not the first call that ends the session")
	}
	if got := <-s.Ending(); got != "first" || len(s.Ending()) != 0 {
		t.Errorf("the last words are %q", got)
	}
}

// A session that goes gives its cells back, and one that does not fit takes none.
func TestSharedCells(t *testing.T) {
	h := newTestHub(3, 100)
	ann, bob := enters(t, h, "ann", nil), enters(t, h, "bob", nil)
	fits := func(s *Session, width, height int, want string) {
		t.Helper()
		w, h := h.Fit(s, width, height)
		if got := fmt.Sprintf("%dx%d", w, h); got != want {
			t.Errorf("%dx%d is drawn as %s, want %s", width, height, got, want)
		}
	}
	fits(ann, 84, 24, "84x24") // 96 of 100
	fits(bob, 81, 24, "80x24")
	fits(bob, 200, 9, "200x9") // fewer than 80x24
	fits(ann, 85, 24, "80x24")
	fits(bob, 84, 24, "84x24")
	h.Leave(bob)
	fits(ann, 84, 24, "84x24")
}
