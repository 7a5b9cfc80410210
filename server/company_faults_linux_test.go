package server

import (
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// companyWrites has every method of Player that writes about follows, challenges and looks at
// deals, for Regard in each of its ways.
var companyWrites = map[string]faultyWrite{
	"Player.Regard follow": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		return func() string { return failing(t, f.ann, "follow bob", "") }
	},
	"Player.Regard unfollow": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		prints(t, f.ann, "follow bob")
		return func() string { return failing(t, f.ann, "unfollow bob", "") }
	},
	"Player.Regard ignore": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		return func() string { return failing(t, f.ann, "ignore bob", "") }
	},
	"Player.Regard unignore": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		prints(t, f.ann, "ignore bob")
		return func() string { return failing(t, f.ann, "unignore bob", "") }
	},
	"Player.Report": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		return func() string { return failing(t, f.ann, "report bob is rude", "") }
	},
	"Player.Note": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		return func() string { return failing(t, f.ann, "note bob plays fast", "") }
	},
	"Player.PassOn": func(t *testing.T, f *faultyArcade) func() string {
		id := f.passed(t)
		return func() string { _, err := f.term.app.env.Challenges.PassOn(id); return says(err) }
	},
	"Player.Duel": func(_ *testing.T, f *faultyArcade) func() string {
		return func() string { _, err := f.term.app.env.Challenges.Duel(catalog.All()[0]); return says(err) }
	},
	"Player.EnterChallenge": func(t *testing.T, f *faultyArcade) func() string {
		c, err := f.term.app.env.Challenges.PassOn(f.passed(t))
		if err != nil {
			t.Fatal(err)
		}
		key, _ := member(t, f.db, "")
		other := f.play(t, f.dial(t, "other", gossh.PublicKeys(key)))
		return func() string { _, err := other.app.env.Challenges.Enter(c.Code); return says(err) }
	},
	"Player.LeaveChallenge": func(t *testing.T, f *faultyArcade) func() string {
		c, err := f.term.app.env.Challenges.PassOn(f.passed(t))
		if err != nil {
			t.Fatal(err)
		}
		return func() string { return says(f.term.app.env.Challenges.Leave(c.Code)) }
	},
	"Player.Looks": func(_ *testing.T, f *faultyArcade) func() string {
		return func() string { _, err := f.player.Looks(1, 1); return says(err) }
	},
}

// passed returns the ID of a game that ann has finished and can pass on.
func (f *faultyArcade) passed(t *testing.T) string {
	t.Helper()
	p, err := f.db.Player(arcade.KeyCredential(f.key))
	if err != nil {
		t.Fatal(err)
	}
	return keep(t, p, finished(t, "R1", 1, time.Now().UnixMilli())).ID
}
