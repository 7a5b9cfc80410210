package data

import (
	"errors"
	"testing"

	"boardwalk/engine/arcade"
)

// What is known of a player is what stands on the boards, and of one who hides or plays in private not since when.
// One who hides and stands nowhere is not known, but to followers.
func TestWhatIsKnownOfAPlayer(t *testing.T) {
	db := openGames(t)
	ann, bob := named(t, db, "ann"), named(t, db, "Bob")
	known := func() arcade.Other {
		t.Helper()
		o, err := ann.Other("bOB", day(0))
		must(t, err)
		return o
	}
	if o := known(); o.Nick != "Bob" || o.Since.IsZero() || len(o.Games) != 0 {
		t.Errorf("of a player who has only a nick is known %+v", o)
	}
	must(t, bob.SetPrivacy(false, true))
	if o := known(); !o.Since.IsZero() {
		t.Errorf("of a private player is known %+v", o)
	}
	must(t, bob.SetPrivacy(true, false))
	if o, err := ann.Other("bob", day(0)); !errors.Is(err, ErrNotFound) || o.Nick != "" {
		t.Errorf("of a hidden player is known %+v, %v", o, err)
	}
	if o, err := bob.Other("bob", day(0)); err != nil || o.Nick != "Bob" {
		t.Errorf("of oneself is known %+v, %v", o, err)
	}
	must(t, ann.Regard(arcade.Follow, "bob", day(0)))
	if o := known(); !o.Follows || !o.Since.IsZero() {
		t.Errorf("of a hidden player who is followed is known %+v", o)
	}
	must(t, ann.Regard(arcade.Unfollow, "bob", day(0)))
	finish(t, bob, finished(record(hop, "BOBS", 3, 3, 1, 1, 1), 1))
	o := known()
	if len(o.Games) != 1 {
		t.Fatalf("of a player on a board is known %+v", o)
	}
	if top, err := ann.Top(arcade.Leaderboard{Game: o.Games[0].Game, Class: arcade.Counted, Kind: arcade.AllTime}, 1, day(0)); err != nil ||
		o.Games[0].Best != top[0].Result.Score || !o.Since.IsZero() {
		t.Errorf("of a hidden player on a board is known %+v; the board has %+v, %v", o, top, err)
	}
	last := o.Games[0].Last
	if r, _, err := db.Ranked(last.ID); err != nil || r.Score != last.Score || last.Record.Code != "" {
		t.Errorf("the last game is %+v, and the board shows %+v, %v", last, r, err)
	}
	finish(t, bob, finished(record(hop, "WORSE", 1, 1, 1, 1, 1), 2)) // stands on no board
	if again := known().Games[0].Last; again.ID != last.ID {
		t.Errorf("the last game is %+v, which no board shows", again)
	}
	must(t, bob.SetPrivacy(false, true))
	if o := known(); len(o.Games) != 1 || o.Games[0].Last.ID != "" {
		t.Errorf("of a private player on a board is known %+v", o)
	}
}
