package tui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// running returns the store of an admin of an arcade with a few sessions.
func running(t *testing.T) *tuitest.Store {
	store := ann(t)
	store.Admin = &arcadeAdmin{Now: arcade.Overview{
		Version: "v1.2.3", Up: 50*time.Hour + 3*time.Minute, Health: "ok, but the last backup failed: see the log",
		Sessions: []arcade.Visitor{
			{Number: 3, Nick: "ann", Login: "ann", Own: true, Addr: "192.0.2.7"},
			{Number: 5, Nick: "bob", Login: "bob", Addr: "198.51.100.23", Game: catalog.All()[hop45].Info().ID, Idle: 12 * time.Second},
			{Number: 8, Login: "visitor", Addr: "2001:db8::15:7", Idle: 3 * time.Hour},
			{Number: 9, Login: "host"},
		},
		Players: 1204, Rounds: 5310, Bytes: 2_150_000, Limit: 50_000_000,
		BackedUp: time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC), BackupBytes: 1_930_000,
		Wall: "The host says: back at nine", WallUntil: time.Date(2026, 11, 22, 21, 0, 0, 0, time.UTC),
	}}
	return store
}

// atAdmin returns a robot at the page of those who run the arcade.
func atAdmin(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, running(t), catalog.All())
	r.Press("a")
	return r
}

var adminPresses = listPresses("ann, you", "bob", "(host)", []press{
	{key: "PgDn", sees: "> (host)"},
	{key: "PgUp", before: "end", sees: "> ann, you"},
	{key: "x", before: "down", sees: "End the session of bob?"},
	{key: "mouse", mouse: func(r *tuitest.Robot) { r.Click("(visitor)") }, sees: "> (visitor)"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

func TestAnAdminSeesTheArcadeAndEndsSessions(t *testing.T) {
	r := atAdmin(t)
	r.Sees("Running the arcade", "4 sessions", "Health: ok, but the last backup failed: see the log.", "Version v1.2.3, up 50:03:00.", "Backup 2026-11-20 03:00 UTC, 1.9 MB.",
		"Data: 2.1 MB of 50.0 MB, 1204 players, 5310 games.", "The host says: back at nine. Until 2026-11-22 21:00 UTC.", "bob                    Hop 45                 0:12  198.51.100.23", "(host)")
	r.Press("x")
	r.Sees("That is the session you are in")
	for _, no := range []string{"n", "esc"} {
		r.Press("home", "down", "x", "x")
		r.Sees("End the session of bob? All is saved.")
		r.Press(no)
		unseen(t, r, "End the session")
	}
	r.Press("y")
	if kicked := adminOf(r).Kicked; kicked != nil {
		t.Fatalf("without a yes, %v are ended", kicked)
	}
	r.Press("home", "down", "x", "y")
	r.Sees("The session of bob has ended.", "3 sessions")
	if kicked := adminOf(r).Kicked; !slices.Equal(kicked, []int{5}) {
		t.Fatalf("ended: %v", kicked)
	}
	r.Press("x")
	adminOf(r).Now.Sessions = adminOf(r).Now.Sessions[:1]
	r.Press("y")
	r.Sees("That session has ended already.")
}

// The page reads again by itself, and the chosen session stays chosen.
func TestThePageOfAdminsFollowsTheArcade(t *testing.T) {
	r := atAdmin(t)
	r.Press("down", "down")
	store := adminOf(r)
	store.Now.Sessions = slices.Delete(slices.Clone(store.Now.Sessions), 1, 2)
	store.Now.Health = "ok"
	r.Tick()
	r.Sees("3 sessions", "Health: ok.", "> (visitor)")
	store.Err = errors.New("that is for the admins of this arcade")
	r.Tick()
	r.Sees("That is for the admins of this arcade.", "0 sessions")
	unseen(t, r, "visitor")
}

// Nobody else is offered the page, and its key does nothing.
func TestOnlyAdminsAreOfferedTheirPage(t *testing.T) {
	r := tuitest.New(t, ann(t), catalog.All())
	r.Press("a")
	r.Sees("a does nothing here")
	r.Press("?")
	r.Resize(120, 60)
	if strings.Contains(r.Screen(), "run the arcade") {
		t.Errorf("the keys page offers it:\n%s", r.Screen())
	}
}

// adminOf returns the arcade as its admin has it at whose page a robot is.
func adminOf(r *tuitest.Robot) *arcadeAdmin { return r.Store.Admin.(*arcadeAdmin) }

// An arcadeAdmin is an arcade.Admin in which a test decides how the arcade is. Tests may use its
// fields only while no call is in progress.
type arcadeAdmin struct {
	Now    arcade.Overview
	Err    error // if set, each call returns it
	Kicked []int // the sessions that were ended, in order
}

// Overview implements arcade.Admin.
func (a *arcadeAdmin) Overview() (arcade.Overview, error) {
	if a.Err != nil {
		return arcade.Overview{}, a.Err
	}
	o := a.Now
	o.Sessions = slices.Clone(o.Sessions)
	return o, nil
}

// Kick implements arcade.Admin.
func (a *arcadeAdmin) Kick(session int) error {
	i := slices.IndexFunc(a.Now.Sessions, func(v arcade.Visitor) bool { return v.Number == session })
	switch {
	case a.Err != nil:
		return a.Err
	case i < 0:
		return errors.New("that session has ended already")
	}
	a.Kicked = append(a.Kicked, session)
	a.Now.Sessions = slices.Delete(slices.Clone(a.Now.Sessions), i, i+1)
	return nil
}
