package server

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command/admin"
)

// TestAnAdminExportsAPlayer: all that is kept about a player is in it, and nobody's secret:
// neither who has reported the player, nor the deal of today's daily.
func TestAnAdminExportsAPlayer(t *testing.T) {
	r := openAdminArcade(t, nil)
	now := time.Now()
	_, fingerprint := member(t, r.db, "ann")
	_, others := member(t, r.db, "carl")
	member(t, r.db, "bob")
	ann, err := r.db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	carl, err := r.db.Player(arcade.KeyCredential(others))
	if err != nil {
		t.Fatal(err)
	}
	round := keep(t, ann, finished(t, "R1", 3, now.UnixMilli()))
	for _, err := range []error{
		ann.NameKey(fingerprint, "laptop"), ann.SetSettings([]byte(`{"theme":"dark"}`)),
		ann.Regard(arcade.Follow, "bob", now), carl.Regard(arcade.Follow, "ann", now),
		ann.Report("bob", "is rude", now), carl.Report("ann", "is slow", now), r.db.SetNote("ann", "a friend"),
		r.db.AddLines([]data.Line{{At: now, Text: "nick chosen", About: "ann"}, {At: now, Text: "of another", About: "carl"}}),
		r.db.Ban(data.Ban{Who: "ann", Reason: "a bot", Since: now, KeepBoards: true}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	daily := catalog.All()[1]
	event := arcade.DailyEvent(now.UTC().Format(time.DateOnly))
	if _, _, err := ann.Begin(daily, event, now, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ann.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	out, errOut, code := exec(t, r.boss, "admin export ann")
	if code != exitOK || !strings.Contains(errOut, "Left out: 1 line of games") {
		t.Fatalf("exit %d: %s", code, errOut)
	}
	kinds := map[string]int{}
	for line := range strings.Lines(out) {
		var kept admin.Kept
		if err := json.Unmarshal([]byte(line), &kept); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		kinds[kept.Kind]++
		if kept.Kind == data.KeptRound && (kept.Game == nil || kept.Game.Record != round.Record.String()) {
			t.Errorf("the round is %s", line)
		}
	}
	for _, kind := range []string{"account", "key", "ban", "follows", "reported", "report", "log", "open", data.KeptRound} {
		if kinds[kind] != 1 {
			t.Errorf("%d lines are of kind %s in %s", kinds[kind], kind, out)
		}
	}
	for _, has := range []string{fingerprint, "laptop", "dark", "a friend", "a bot", "bob", "is rude", "is slow", "nick chosen"} {
		if !strings.Contains(out, has) {
			t.Errorf("%q is not in %s", has, out)
		}
	}
	for _, secret := range []string{"carl", others, "of another"} {
		if strings.Contains(out, secret) {
			t.Errorf("%q is in %s", secret, out)
		}
	}
	if _, errOut, code := exec(t, r.boss, "admin export nobody"); code == exitOK || !strings.Contains(errOut, "nobody has no account.") {
		t.Errorf("nobody's is %d: %q", code, errOut)
	}
}
