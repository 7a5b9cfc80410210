package abuse_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// The day of most dailies here, and the times around its end.
const day = "2026-11-22"

var (
	evening  = time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC)
	midnight = 30 * time.Minute // from then on
	grace    = time.Hour
)

// dealOf returns the deal of a daily of Hop 45, which nobody in the arcade may learn. It is chosen from then on.
func (a *testServer) dealOf(day string) engine.Code {
	a.t.Helper()
	if _, err := a.db.ChooseDaily(hop, day, data.DailyChoice{}); err != nil {
		a.t.Fatal(err)
	}
	code, err := a.db.Daily(hop, day)
	if err != nil {
		a.t.Fatal(err)
	}
	return code
}

// asks has a player try all commands and lines that reveal deals, or the rounds of others
// with these IDs, and returns all answers.
func (p *player) asks(rounds ...string) string {
	p.a.t.Helper()
	commands := []string{
		"daily", "daily hop-45", "daily --day " + day, "daily hop-45 --day " + day, "top", "top --board daily-of-today", "top --board all-time",
		"history", "best", "stats", "race", "record 1", "whoami", "variation list --by newest",
	}
	for _, id := range rounds {
		commands = append(commands, "record "+id)
	}
	var all strings.Builder
	for _, command := range commands {
		all.WriteString(p.runs(command) + p.runs(command+" --json"))
	}
	for _, id := range append(rounds, "1") {
		all.WriteString(p.runs("replay "+id) + p.runs("replay "+id+" --cast"))
	}
	all.WriteString(p.runs("export"))
	s := p.words()
	defer s.hangsUp()
	for _, line := range []string{"games", "daily", "history", "best 1", "statistics 1", "top 1", "race", "continue", "score", "time", "help"} {
		all.WriteString(s.tells(line))
	}
	return all.String()
}

// practises tries to practise yesterday's daily of Hop 45 on the screen of the dailies.
// It returns what the screen then shows, which must contain want.
func (p *player) practises(want string) string {
	p.a.t.Helper()
	s := p.terminal("xterm-256color", "")
	defer s.hangsUp()
	s.shows("Enter play")
	s.presses("D")
	s.shows("One deal of each game a day")
	s.presses("h")
	s.waits("yesterday's dailies", func(screen string) bool {
		return strings.Contains(screen, "This day is over") && strings.Contains(screen, "Chessboard ")
	})
	s.presses("\r")
	s.shows(want)
	return s.shown()
}

// The attack: open the table of a daily without a move, so that nothing is stored, or
// leave the round open. Then ask for its deal when the day is over, with the same key,
// another one or as a guest.
//
// The round is stored when the table opens. Nobody is shown the deal while somebody can
// still play it so that it counts, which is until one hour after midnight. A player who
// still has it open then is not shown it either, and the round becomes practice.
func TestADailyIsSealedUntilNobodyCanPlayIt(t *testing.T) {
	a := open(t, evening)
	code := a.dealOf(day)
	l := good(t, code)

	mallory := a.key() // looks, and hangs up
	mallory.words().tells("daily 1")
	mallory.leaves()
	mallory = mallory.again()
	if d := mallory.daily(day); !d.Open {
		t.Error("a player who has seen the deal has no round of it")
	}
	m := mallory.words()
	m.wants("daily 1", "stands where you left it, at move 0")
	m.hangsUp()

	late := a.key() // leaves it open until it is too late
	late.words().tells("daily 1", l.moves[0], "leave")

	bob := a.key() // has played it
	b := bob.words()
	b.tells("daily 1")
	b.tells(l.moves[:3]...)
	b.ends()
	round := bob.daily(day).Result.ID

	waits := a.key().terminal("xterm-256color", "") // on the screen of the dailies
	waits.shows("Enter play")
	waits.presses("D")
	waits.shows("to be played")

	key, guest := a.key(), a.guest()
	sealed := func(when string) {
		t.Helper()
		for who, p := range map[string]*player{"mallory": mallory, "late": late, "bob": bob, "another key": key, "a guest": guest} {
			if out := p.asks(round); strings.Contains(out, string(code)) {
				t.Errorf("%s %s is told the deal:\n%s", when, who, lines(out, string(code)))
			}
		}
	}
	sealed("before midnight")
	a.passes(midnight)
	waits.presses("\r") // the day is over, but the deal stays hidden
	waits.shows("can still play this deal")
	sealed("after midnight")
	for p, want := range map[*player]string{key: "can still play this deal", guest: "can still play this deal", bob: "daily " + day, mallory: "daily " + day} {
		if screen := p.practises(want); strings.Contains(screen, string(code)) {
			t.Errorf("the screen shows the deal:\n%s", screen)
		}
	}

	m = mallory.words() // in time
	m.wants("daily 1", "stands where you left it, at move 0")
	m.tells(l.moves...)
	m.ends()
	if d := mallory.daily(day); d.Open || d.Result == nil || d.Result.Class != arcade.Counted || d.Result.Points != l.final.Points {
		t.Errorf("in the hour after midnight the result is %+v", d.Result)
	}
	sealed("in the hour after midnight")

	a.passes(evening.Add(midnight + grace).Sub(a.time()))
	for who, p := range map[string]*player{"mallory": mallory, "bob": bob, "another key": key, "a guest": guest} {
		if d := p.daily(day); d.Code != code {
			t.Errorf("when it is over %s is told %q of %s", who, d.Code, code)
		}
	}
	bob.says("record "+round, string(code))
	if out := late.asks(round); strings.Contains(out, string(code)) {
		t.Errorf("a player who still has it open is shown the deal:\n%s", lines(out, string(code)))
	}
	s := late.words()
	s.wants("daily 1", "stands where you left it, at move 1")
	s.tells(l.moves[1:]...)
	s.ends()
	if d := late.daily(day); d.Result == nil || d.Result.Class != arcade.Practice || d.Streak != 0 {
		t.Errorf("after that hour the daily is %+v", d)
	}
}

// The attack: leave a daily open for good.
//
// It ends by itself as practice, with the points it has, one hour after its day.
func TestAnOpenDailyEnds(t *testing.T) {
	a := open(t, evening)
	mallory := a.key()
	l := good(t, a.dealOf(day))
	mallory.words().tells("daily 1", l.moves[0], l.moves[1], "leave")
	a.passes(midnight)
	a.restarts()
	mallory = mallory.again()
	if d := mallory.daily(day); !d.Open {
		t.Fatal("it has ended at midnight")
	}
	a.passes(grace)
	a.restarts()
	mallory = mallory.again()
	d := mallory.daily(day)
	if d.Open || d.Result == nil || d.Result.Class != arcade.Practice || d.Result.Moves != 2 || d.Streak != 0 {
		t.Errorf("it has come to %+v", d)
	}
	if d.Code != a.dealOf(day) {
		t.Error("its deal is a secret still")
	}
}

// older returns a player with a key and an account since the day before, at noon of the
// day.
func (a *testServer) older() *player {
	a.t.Helper()
	p := a.key()
	s := p.words()
	s.tells("play 1", perfect(a.t).moves[0], "leave")
	return p
}

// The attack: begin the daily badly and leave it open, play it as a guest until it is
// perfect, and claim that guest. The round that ended first used to count.
//
// Now the one that began first counts: it ends as it stands, and the guest's round is
// practice and says why.
func TestTheFirstAttemptAtADailyCounts(t *testing.T) {
	for name, claim := range map[string]func(mallory, guest *player){
		"the guest enters a code": func(mallory, guest *player) { guest.links(mallory) },
		"the key enters a code":   func(mallory, guest *player) { mallory.links(guest) },
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, noon.AddDate(0, 0, -1))
			mallory := a.older()
			a.passes(24 * time.Hour)
			l := good(t, a.dealOf(day))
			mallory.words().tells("daily 1", l.moves[0], "leave")
			guest := a.guest()
			s := guest.words()
			s.tells("daily 1")
			s.tells(l.moves...)
			s.ends()
			claim(mallory, guest)

			d := mallory.daily(day)
			if d.Open || d.Result == nil || d.Result.Class != arcade.Counted || d.Result.Moves != 1 {
				t.Errorf("the attempt is %+v", d)
			}
			for _, row := range mallory.top("daily-of-today") {
				if row.Result.Moves != 1 {
					t.Errorf("on the board stands %+v", row.Result)
				}
			}
			for _, r := range mallory.history() {
				if r.Moves == len(l.moves) && r.Class != arcade.Practice {
					t.Errorf("the guest's round counts: %+v", r)
				}
			}
			mallory.says("history", "It was played by an account younger than the deal,\nwhich was joined with another.")
			mallory.words().wants("history", "It was played by an account younger than the deal, which was joined with another.")
		})
	}
}

// The attack: claim a second key while its session is at the table of the daily, and play
// on there. The round, which should have become practice, counted.
//
// The round goes on as practice.
func TestAYoungAccountsDailyIsPracticeInMidGame(t *testing.T) {
	a := open(t, noon.AddDate(0, 0, -1))
	mallory := a.older()
	a.passes(24 * time.Hour)
	l := good(t, a.dealOf(day))
	second := a.key()
	s := second.words()
	s.tells("daily 1", l.moves[0])
	second.links(mallory)
	s.tells(l.moves[1])
	s.shows("This game is practice") // with the move, or as news before it
	s.tells(l.moves[1:]...)
	s.ends()
	if d := mallory.daily(day); d.Result == nil || d.Result.Class != arcade.Practice || d.Streak != 0 {
		t.Errorf("it has come to %+v, %+v", d, d.Result)
	}
	if rows := mallory.top("daily-of-today"); len(rows) > 0 {
		t.Errorf("on the board stands %+v", rows[0].Result)
	}
}

// The attack: play the daily badly, delete the account, and come back with the same key;
// or remove the key from the account and come back with it.
//
// A key can begin a daily only once.
func TestAKeyBeginsADailyOnce(t *testing.T) {
	const refused = "You have played this one already: each is played once"
	daily := map[string][]string{
		"not played": {"leave"}, "open": {"move", "leave"}, "finished": {"move", "finish", "yes", "leave"},
	}
	plays := func(a *testServer, s *session, lines []string) {
		for _, line := range lines {
			s.tells(strings.Replace(line, "move", good(a.t, a.dealOf(day)).moves[0], 1))
		}
	}
	for name, lines := range daily {
		t.Run("delete, "+name, func(t *testing.T) {
			a := open(t, noon)
			mallory := a.key()
			s := mallory.words()
			s.tells("daily 1")
			plays(a, s, lines)
			s.tells("nick mallory")
			mallory.says("delete mallory", "Your account is deleted")
			s = mallory.again().words()
			s.wants("daily 1", refused)
			s.tells("daily 2") // with an account again
			s.wants("daily 1", refused)
		})
	}
	for name, lines := range daily {
		t.Run("keys remove, "+name, func(t *testing.T) {
			a := open(t, noon)
			mallory, second := a.key(), a.key()
			s := mallory.words()
			s.tells("daily 1")
			plays(a, s, lines)
			second.links(mallory)
			var me command.Whoami
			mallory.json("whoami", &me)
			second.says("keys remove "+me.Fingerprint, "The key is removed")
			again := mallory.again()
			again.words().wants("daily 1", refused)
			again.words().tells("daily 2", "leave")
			other := a.key() // nor with a third account, which takes it in
			other.words().tells("play 1", perfect(t).moves[0], "leave")
			again.links(other)
			other.words().wants("daily 1", refused)
		})
	}
}

// lines returns the lines of a text that contain part.
func lines(text, part string) (found string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			found += line
		}
	}
	return found
}
