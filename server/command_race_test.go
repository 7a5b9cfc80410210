package server

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/race"
)

// racesOf returns what a race command prints as JSON.
func racesOf(t *testing.T, c *contender, command string) (report command.Races) {
	t.Helper()
	if err := json.Unmarshal([]byte(prints(t, c.client, command)), &report); err != nil {
		t.Fatal(err)
	}
	return report
}

func TestRaceCommands(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	if got := prints(t, ann.client, "race"); got != "You have been in no race yet: race GAME opens one.\n" {
		t.Errorf("race prints %q", got)
	}
	out := prints(t, ann.client, "race hop-45 --limit 20m")
	found := regexp.MustCompile(`^Race ([0-9A-Z]{6}) of Hop 45: not started, 1 racer\.\n20 minutes at most\. It is rated, except against players who are new here\. No\nhints, and no undo past a turned-up card\.\nFriends join it, and you start it, with: ssh -t HOST race ([0-9A-Z]{6})\n$`).FindStringSubmatch(out)
	if found == nil || found[1] != found[2] {
		t.Fatalf("race hop-45 prints %q", out)
	}
	code := found[1]
	refuses(t, bob.client, "race "+code, "There is no game "+code+", and you are in no race with that code.\nJoining one takes a terminal: ssh -t HOST race "+code)
	bob.joins(code)
	ann.follows(code)
	refuses(t, bob.client, "race out ann", "You have opened no race that waits for its start.")
	refuses(t, ann.client, "race out nobody", "That player is not in the race, or it is not yours.")
	s.enters(t, "cid").joins(code)
	if got := prints(t, ann.client, "race out CID"); !strings.Contains(got, "bob") || strings.Contains(got, "cid") {
		t.Errorf("race out prints %q", got)
	}
	if got := prints(t, ann.client, "race "+strings.ToLower(code)); !strings.HasPrefix(got, "Race "+code+" of Hop 45: not started, 2 racers.\n") || !strings.HasSuffix(got, "\nFriends join it, and you start it, with: ssh -t HOST race "+code+"\n") {
		t.Errorf("race CODE prints %q", got)
	}
	ann.starts(code)
	bob.plays(code, 3)
	s.passes(28500 * time.Millisecond)
	for _, want := range []string{"19:31 left", "RANK  PLAYER", "1     bob ", "2     ann (you)"} {
		if got := prints(t, ann.client, "race "+code); !strings.Contains(got, want) {
			t.Errorf("race CODE prints no %q but\n%s", want, got)
		}
	}
	ann.plays(code, 1)
	ann.finishes(code)
	bob.finishes(code)
	if got := prints(t, bob.client, "race"); !strings.Contains(got, "1st of 2, ") || !strings.Contains(got, "AGAINST") {
		t.Errorf("race prints\n%s", got)
	}
	report := racesOf(t, bob, "race "+code+" --json")
	if r := report.Races[0]; !r.Over || r.Seconds != 1200 || r.Begins.IsZero() || !r.Racers[0].Mine || r.Racers[0].Moves != 3 || r.Racers[0].Seconds != 3 {
		t.Errorf("as JSON it is %+v", r)
	}
	if report = racesOf(t, bob, "race --json"); len(report.Races) != 1 || len(report.Rivals) != 1 || report.Rivals[0] != (arcade.Rival{Nick: "ann", Won: 1}) {
		t.Errorf("as JSON all are %+v", report)
	}
	if report = racesOf(t, bob, "race chessboard --json"); report.Races[0].Game != "chessboard" || !report.Races[0].Begins.IsZero() || report.Races[0].Over {
		t.Errorf("as JSON a new one is %+v", report)
	}
	report = racesOf(t, ann, "race open boardwalk hopscotch 7m --json")
	if r := report.Races[0]; r.Game != "boardwalk/hopscotch" || !r.Open || r.Seconds != 420 {
		t.Errorf("as JSON the one with terms beside the name is %+v", r)
	}
	for _, words := range []string{"race watched open hop 45", "race hop-45 --watched --open"} {
		r := racesOf(t, ann, words+" --json").Races[0]
		s.passes(race.WaitingPause)
		if open := racesOf(t, bob, "race list --json").Open; !r.Watched || !r.Open || !slices.ContainsFunc(open, func(o command.OpenRace) bool { return o.Watched }) {
			t.Errorf("as JSON %s opens %+v, and listed are %+v", words, r, open)
		}
		if got := prints(t, bob.client, "race list"); !strings.Contains(got, "ann, watched") {
			t.Errorf("race list prints\n%s", got)
		}
		if got := prints(t, bob.client, "today"); got != "Daily: 0 of 9 played. Races waiting: 2. Challenges to you: 0.\n" {
			t.Errorf("today prints %q", got)
		}
		if got := prints(t, bob.client, "today --json"); !strings.Contains(got, `"by": "ann"`) || !strings.Contains(got, `"challenges": []`) {
			t.Errorf("as JSON today prints\n%s", got)
		}
		if err := ann.env.Races.Leave(r.Code); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRaceCommandErrors(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	for command, want := range map[string]string{
		"race hop-45 --limit x":            `--limit takes a time such as 15m, not "x".`,
		"race hop-45 --limit 61m":          "--limit is 1m to 60m, not 1h1m0s.",
		"race hop-45 --limit 59s":          "--limit is 1m to 60m",
		"race hop 45 open 2h":              "--limit is 1m to 60m",
		"race hop-45 --limit -5m":          "--limit is 1m to 60m",
		"race hop-45 --limit 9999999h":     "--limit ",
		"race daily/2026-11-22":            `There is no game "daily/2026-11-22"; there are `,
		"race hop-45 chessboard":           `"hop-45" means Hop 45, but "chessboard" behind it means nothing here.`,
		"race \x1b]52;c;evil":              "There is no game ",
		"race " + strings.Repeat("A", 200): "There is no game ",
	} {
		out, errOut, code := exec(t, ann.client, command)
		if code != exitUsage || out != "" || !strings.Contains(errOut, want) || strings.ContainsRune(errOut, '\x1b') {
			t.Errorf("%.40q exits %d with %q, %q", command, code, out, errOut)
		}
	}
}

// In a terminal the race command opens the room.
func TestRaceCommandInATerminal(t *testing.T) {
	t.Parallel()
	p := openRacePanics(t, "")
	key, _ := member(t, p.db, "good")
	good, races := p.enters(t, "good", key)
	key, _ = member(t, p.db, "ann")
	r, err := races.Open(hop45, arcade.RaceTerms{Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	term := execInTerminal(t, p.dial(t, "x", gossh.PublicKeys(key)), "race "+r.Code)
	term.screens("ann (you)")
	term.types("q")
	term.screens("Boardwalk Arcade")
	opens := execInTerminal(t, p.dial(t, "x", gossh.PublicKeys(key)), "race hop-45 --limit 7m")
	opens.screens("Hop 45, 7 minutes")
	wrong := execInTerminal(t, p.dial(t, "x", gossh.PublicKeys(key)), "race AAAAAA")
	if _, code := wrong.ends(); code != exitFailed {
		t.Errorf("joining no race exits %d", code)
	}
	good.in.Close()
	good.ends()
}

// A race that was being lost is not won when the other racer deletes the account, and
// shows nothing of that racer's round.
func TestARaceAgainstTheDeleted(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	ann.starts(code)
	ann.plays(code, 1)
	bob.plays(code, 3)
	prints(t, bob.client, "delete bob")
	s.passes(time.Second)
	for _, want := range []string{"1     ann (you)", "2     Somebody, deleted  ", "left"} {
		if got := prints(t, ann.client, "race "+code); !strings.Contains(got, want) {
			t.Errorf("race CODE prints no %q but\n%s", want, got)
		}
	}
	ann.finishes(code)
	if got := prints(t, ann.client, "race "+code); !strings.Contains(got, ": 1st of 1, ") || !strings.Contains(got, "2     Somebody, deleted  ") {
		t.Errorf("race CODE prints\n%s", got)
	}
	if got := prints(t, ann.client, "race"); !strings.Contains(got, "1st of 1, 1 point, 1 deleted") {
		t.Errorf("race prints\n%s", got)
	}
	if r := racesOf(t, ann, "race "+code+" --json").Races[0].Racers; !r[1].Deleted || r[0].Deleted || r[1].Points+r[1].Moves != 0 {
		t.Errorf("as JSON its racers are %+v", r)
	}
}
