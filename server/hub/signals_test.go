package hub

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// A hearer is a session with what it hears.
type hearer struct {
	Company
	heard arcade.Watch[arcade.Heard]
}

// listens returns the company of a session that takes signals.
func (h *host) listens(nick string) hearer {
	h.t.Helper()
	c := h.comes(nick, &fakePlayer{})
	return hearer{c, c.Heard(h.t.Context())}
}

// hears returns the signal that waits for a session, "" if none does.
func (r hearer) hears() string {
	return waiting(r.heard, arcade.Heard.String)
}

// watchedBy has sessions watch another, which plays.
func (h *host) watchedBy(player hearer, watchers ...hearer) {
	h.t.Helper()
	h.Company(player.session).Show(&arcade.Scene{Game: "chessboard"})
	for _, w := range watchers {
		if _, err := h.Company(w.session).Watch(h.t.Context(), player.session.Number()); err != nil {
			h.t.Fatal(err)
		}
	}
}

// sends sends a signal a while after the last one, and returns why not.
func (h *host) sends(c hearer, to arcade.Audience) string {
	h.passes(sendPause)
	if err := c.Send(arcade.GoodGame, to, ""); err != nil {
		return err.Error()
	}
	return ""
}

// Whoever watches one window of a player's table is counted in all of them, by whichever key the player came, and hears
// the player's signals from each.
func TestTheWindowsOfATableAreWatchedAsOne(t *testing.T) {
	h := newHost(t)
	ann, bob, apart := h.listens("ann"), h.listens("bob"), h.listens("ann")
	windows := []hearer{ann, h.listens("ann"), {Company: h.comes("ann's phone", &fakePlayer{})}}
	windows[2].session.State().Player.(*fakePlayer).id = ann.session.player()
	for _, w := range windows {
		w.session.SetSlot("chessboard")
		w.FollowSlot(t.Context(), "chessboard")
	}
	h.watchedBy(windows[1], bob)
	for i, w := range windows {
		if w.Watchers() != 1 || bob.Audience(w.session.Number()) != 1 || apart.Watchers() != 0 {
			t.Errorf("%d watch window %d by what its player reads, %d by what others do, and %d a session at no table",
				w.Watchers(), i+1, bob.Audience(w.session.Number()), apart.Watchers())
		}
		if why := h.sends(w, arcade.Audience{}); why != "" || bob.hears() == "" {
			t.Errorf("a signal from window %d does not come: %s", i+1, why)
		}
	}
}

// A signal goes to whom one watches, back to those who watch, and to those in one's race,
// and to nobody else.
func TestWhoHearsASignal(t *testing.T) {
	h := newHost(t)
	ann, bob, cat, dan := h.listens("ann"), h.listens("bob"), h.listens("cat"), h.listens("dan")
	elsewhere := hearer{h.comes("ann", ann.session.State().Player.(*fakePlayer)), nil}
	elsewhere.heard = elsewhere.Heard(t.Context())
	h.watchedBy(ann, bob, cat, elsewhere)
	for _, s := range []hearer{bob, dan} {
		s.InRace(t.Context(), "K7Q2M9")
	}
	wants := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	all := func() string {
		return fmt.Sprintf("%s|%s|%s|%s|%s", ann.hears(), bob.hears(), cat.hears(), dan.hears(), elsewhere.hears())
	}
	table, race := arcade.Audience{Table: ann.session.Number()}, arcade.Audience{Race: "K7Q2M9"}
	wants("a watcher sends", h.sends(bob, table), "")
	wants("the player", all(), "bob: good game||||")
	wants("the player sends", h.sends(ann, arcade.Audience{}), "")
	wants("the watchers", all(), "|ann: good game|ann: good game||")
	wants("a racer sends", h.sends(dan, race), "")
	wants("the racers", all(), "|dan: good game|||")
	h.passes(sendPause)
	wants("a racer with another name there", fmt.Sprint(dan.Send(arcade.GoodGame, race, "Somebody 2")), "<nil>")
	wants("the racers, of that name", all(), "|Somebody 2: good game|||")
	wants("who does not race", h.sends(ann, race), errNoAudience.Error())
	wants("who does not watch", h.sends(dan, table), errNoAudience.Error())
	wants("whom nobody watches", h.sends(bob, arcade.Audience{}), errNoAudience.Error())
	wants("to nobody", h.sends(bob, arcade.Audience{Table: 99}), errNoAudience.Error())
	h.passes(surveyAge)
	wants("somebody sends to a player", h.sends(dan, arcade.Audience{Player: "Cat"}), "")
	wants("that player", all(), "||dan: good game||")
	wants("to oneself", h.sends(dan, arcade.Audience{Player: "dan"}), errNoAudience.Error())
	cat.session.State().Player.(*fakePlayer).account.Hidden = true
	wants("to a player who hides", h.sends(dan, arcade.Audience{Player: "cat"}), errNoAudience.Error())
	cat.session.State().Player.(*fakePlayer).account.Hidden = false
	wants("no signal", fmt.Sprint(bob.Send(5, table, ""), bob.Send(0, table, "")), fmt.Sprint(errNoSignal, errNoSignal))
	h.Company(ann.session).Show(&arcade.Scene{Game: "chessboard", Final: true})
	wants("a watcher, of the end", h.sends(bob, table), "")
	wants("the player, at the end", all(), "bob: good game||||")
	ann.session.State().Player.(*fakePlayer).account.Private = true
	wants("once the player is private", h.sends(bob, table), errNoAudience.Error())
	wants("all", all(), "||||")
}

// Of two signals that come at once, the newest is seen.
func TestSignalsAtOnce(t *testing.T) {
	h := newHost(t)
	ann, bob, cat := h.listens("ann"), h.listens("bob"), h.listens("cat")
	h.watchedBy(ann, bob, cat)
	for nick, from := range map[string]hearer{"bob": bob, "cat": cat} {
		if err := from.Send(arcade.GoodGame, arcade.Audience{Table: ann.session.Number()}, ""); err != nil {
			t.Error(err)
		}
		if got, want := ann.hears(), nick+": good game"; got != want {
			t.Errorf("ann hears %q, want %q", got, want)
		}
	}
}

// Whether a hidden player is in the room of a race cannot be found out by signals.
func TestSignalsDoNotTellWhoIsInARoom(t *testing.T) {
	h := newHost(t)
	ann, bob := h.listens("ann"), h.listens("bob")
	bob.session.State().Player.(*fakePlayer).account.Hidden = true
	ann.InRace(t.Context(), "K7Q2M9")
	race := arcade.Audience{Race: "K7Q2M9"}
	alone := []string{h.sends(ann, race), fmt.Sprint(ann.Send(arcade.Thanks, race, ""))}
	bob.InRace(t.Context(), "K7Q2M9")
	both := []string{h.sends(ann, race), fmt.Sprint(ann.Send(arcade.Thanks, race, ""))}
	if !slices.Equal(alone, both) || bob.hears() == "" {
		t.Errorf("alone ann reads %q, and with a hidden racer %q", alone, both)
	}
}

// Nothing comes from players who hide or have no account, and nothing to who wants none.
func TestWhoSendsNoSignal(t *testing.T) {
	h := newHost(t)
	ann, bob := h.listens("ann"), h.listens("bob")
	h.watchedBy(ann, bob)
	account := &bob.session.State().Player.(*fakePlayer).account
	table := arcade.Audience{Table: ann.session.Number()}
	account.Hidden = true
	if got := h.sends(bob, table); got != arcade.ErrHiddenSender.Error() {
		t.Errorf("who hides reads %q", got)
	}
	account.Hidden, account.Known = false, false
	if got := h.sends(bob, table); got != arcade.ErrNewSender.Error() {
		t.Errorf("who has no account, such as a deleted one, reads %q", got)
	}
	account.Known = true
	ctx, off := context.WithCancel(t.Context())
	again := hearer{ann.Company, ann.Heard(ctx)}
	if got := ann.hears(); got != "the end" {
		t.Errorf("the first watch finds %q", got)
	}
	off()
	for again.hears() != "the end" {
	}
	if got := h.sends(bob, table); got != "" {
		t.Errorf("the sender learns that signals are off: %q", got)
	}
	again.heard = ann.Heard(t.Context())
	if got := again.hears(); got != "" {
		t.Errorf("what was sent meanwhile comes: %q", got)
	}
}

// However many signals are sent, by one or by many, few come, the newest of them.
//
//abuse:case 31
func TestFloodsOfSignals(t *testing.T) {
	h := newHost(t)
	ann, quiet := h.listens("ann"), hearer{h.comes("quiet", &fakePlayer{}), nil}
	const crowd = 100
	var senders []hearer
	for i := range crowd {
		senders = append(senders, hearer{h.comes(fmt.Sprint("sender", i), &fakePlayer{}), nil})
	}
	h.watchedBy(ann, senders...)
	h.watchedBy(quiet, senders...)
	sent, refused, came := 0, 0, 0
	for second := range 3600 {
		h.passes(2 * time.Second)
		for i := range 10 {
			s := senders[(second*7+i*31)%crowd]
			to := []hearer{ann, quiet}[i%2]
			if err := s.Send(arcade.Thanks, arcade.Audience{Table: to.session.Number()}, ""); err != nil {
				refused++
			} else {
				sent++
			}
		}
		if ann.hears() != "" {
			came++
		}
	}
	if came > 2*receivesHour || came < receivesHour {
		t.Errorf("in two hours %d signals come to one session", came)
	}
	if n := len(quiet.session.inbox.times); n != 0 {
		t.Errorf("%d signals are kept for who wants none", n)
	}
	if sent > 2*sendsHour*crowd || refused == 0 {
		t.Errorf("%d are sent, and %d refused", sent, refused)
	}
	t.Attr("reached", fmt.Sprintf("of %d signals in two hours by %d senders %d come to one session, 0 to who has them off", sent, crowd, came))
}

// One sender sends one signal in five seconds and 20 an hour, over all sessions.
func TestThePaceOfSignals(t *testing.T) {
	h := newHost(t)
	ann, player := h.listens("ann"), &fakePlayer{}
	both := []hearer{{h.comes("bob", player), nil}, {h.comes("bob", player), nil}}
	h.watchedBy(ann, both...)
	table, sent, came := arcade.Audience{Table: ann.session.Number()}, 0, 0
	for i := range 3600 {
		h.passes(time.Second)
		if err := both[i%2].Send(arcade.GoodGame, table, ""); err == nil {
			sent++
		}
		if ann.hears() != "" {
			came++
		}
	}
	if sent != sendsHour || came != sendsHour {
		t.Errorf("in an hour %d are sent and %d come", sent, came)
	}
}
