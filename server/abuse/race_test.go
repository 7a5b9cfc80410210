package abuse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// The attack: open a race, join it with a second key, finish that round to see the whole
// deal, and then play the first one. It stood first on every board.
//
// The round counts for its race, but it stands on no board of fresh deals, is no personal
// best and lengthens no streak.
func TestARaceIsNoOracle(t *testing.T) {
	a := open(t, noon)
	mallory, oracle := a.key(), a.guest()
	m, o := mallory.words(), oracle.words()
	code := m.opensRace("hop 45")
	o.tells("race " + code)
	m.starts()
	l := perfect(t)
	o.tells("race play")
	o.tells(l.moves...) // the whole deal is known now
	o.ends()
	m.tells("race play")
	m.tells(l.moves...)
	m.ends()

	for _, board := range boards {
		if rows := mallory.top(board); len(rows) > 0 {
			t.Errorf("%s is led by %+v", board, rows[0])
		}
	}
	mallory.says("best", "No best yet")
	m.wants("best 1", "No best yet.")
	m.wants("top 1", "Nobody is on this board yet.")
	var stats struct {
		Games []struct{ Best, Streak, Longest int }
	}
	if mallory.json("stats", &stats); len(stats.Games) != 1 || stats.Games[0].Best+stats.Games[0].Streak+stats.Games[0].Longest != 0 {
		t.Errorf("the statistics are %+v", stats)
	}
	if r := mallory.race(code); !r.Over || !r.Racers[0].Through || r.Racers[0].Points != l.final.Points {
		t.Errorf("the race is %+v", r)
	}
}

// The attack: race with two accounts, one badly and the other well, and join them while
// the race goes on. The bad racer vanished, and later the good round took the place of
// the bad one.
//
// The accounts are not joined before the race is over, the worse seat stays, and all
// racers see the same.
func TestTwoSeatsInARaceBecomeTheWorseOne(t *testing.T) {
	a := open(t, noon)
	mallory, second, friend := a.key(), a.key(), a.key()
	m, s, f := mallory.words(), second.words(), friend.words()
	code := m.opensRace("hop 45")
	s.tells("race " + code)
	f.tells("race " + code)
	m.starts()
	l := perfect(t)
	for _, racer := range []*session{m, f} { // both play badly
		racer.tells("race play", l.moves[0])
		racer.ends()
	}
	s.tells("race play")
	last := len(l.moves) - 1 // after which the race would be over
	s.tells(l.moves[:last]...)
	refused := "both accounts are in the same race"
	for _, both := range [][2]*player{{mallory, second}, {second, mallory}} {
		var link struct{ Code string }
		both[0].json("link", &link)
		if out := both[1].runs("link " + link.Code + " yes"); !strings.Contains(strings.ToLower(out), refused) {
			t.Fatalf("in mid-race: %s", out)
		}
	}
	s.tells(l.moves[last])
	if r := mallory.race(code); !r.Over || len(r.Racers) != 3 {
		t.Fatalf("the race is %+v", r)
	}
	second.links(mallory)
	mine, others := mallory.race(code), friend.race(code)
	if len(mine.Racers) != 2 || !slices.Equal(standings(mine), standings(others)) || !slices.Equal(standings(mine), standings(second.race(code))) {
		t.Errorf("mallory sees %q,\nfriend %q", standings(mine), standings(others))
	}
	for _, o := range mine.Racers {
		if o.Points >= l.final.Points {
			t.Errorf("the good seat stays: %+v", o)
		}
	}
}

// No attack: a player in words could not play a race of Hopscotch (1-2-3-4), whose ID was
// read as a typed name that can mean two games, and so lost it.
//
// A race of every game is played to its end.
func TestEveryRaceIsPlayedInWords(t *testing.T) {
	a := open(t, noon)
	player := a.key()
	s := player.words()
	for i, g := range catalog.All() {
		code := s.opensRace(fmt.Sprint(i + 1))
		s.starts()
		s.wants("race play", g.Info().Name+", race "+code)
		l := playout(g, a.deal, 1)
		moves := l.moves[:min(len(l.moves), 20)]
		s.tells(moves...)
		s.ends()
		// Where the table deals by itself there are more moves than were typed.
		if r := player.race(code); !r.Over || r.Game != g.Info().ID || r.Racers[0].Moves < len(moves) {
			t.Errorf("the race of %s is %+v", g.Info().ID, r)
		}
	}
}

// A race in which everything goes wrong ends with standings on which commands, JSON and
// words agree: one racer leaves before it begins, one hangs up, one meanwhile joins
// another key's account, and one deletes the account.
func TestAllAgreeOnARaceHoweverItsRacersLeave(t *testing.T) {
	a := open(t, noon)
	ann, bob, cho, dan, eve := a.key(), a.key(), a.key(), a.key(), a.key()
	sessions := map[*player]*session{}
	for _, p := range []*player{ann, bob, cho, dan, eve} {
		sessions[p] = p.words()
	}
	code := sessions[ann].opensRace("hop 45")
	for p, nick := range map[*player]string{bob: "bob", cho: "cho", dan: "dan", eve: "eve"} {
		sessions[p].tells("race "+code, "nick "+nick)
	}
	sessions[ann].tells("nick ann")
	sessions[eve].wants("race leave", "You have left race "+code+".")
	sessions[ann].starts()
	l := perfect(t)
	for p, n := range map[*player]int{ann: 3, bob: 6, cho: 9, dan: 12} {
		sessions[p].tells("race play")
		sessions[p].tells(l.moves[:n]...)
	}
	bob.leaves() // the line is cut
	other := a.key()
	otherWords := other.words()
	otherWords.tells("play 1", l.moves[0], "leave")
	cho.links(other) // the other account stays, and has the seat now
	dan.says("delete dan", "Your account is deleted")
	sessions[ann].ends()
	sessions[cho].tells(l.moves[9])
	sessions[cho].ends()
	if r := ann.race(code); r.Over || len(r.Racers) != 4 {
		t.Errorf("while bob is away it is %+v", r)
	}
	a.passes(16 * time.Minute)
	a.restarts() // and what is due by then happens
	ann, bob, cho, other, eve = ann.again(), bob.again(), cho.again(), other.again(), eve.again()
	ann.terminal("xterm-256color", "race "+code).shows("The race is over.")

	want, text, words := ann.race(code), ann.runs("race "+code), ann.words().tells("race")
	if rows := standings(want); len(rows) != 4 || !want.Over {
		t.Errorf("ann sees %q, over %t", rows, want.Over)
	}
	for nick, p := range map[string]*player{"bob": bob, "cho": cho, "cho's other key": other} {
		if got := p.race(code); !slices.Equal(standings(got), standings(want)) || !got.Over {
			t.Errorf("ann sees %q,\n%s %q", standings(want), nick, standings(got))
		}
		if got := p.runs("race " + code); unmarked(got) != unmarked(text) {
			t.Errorf("ann reads\n%s\n%s\n%s", text, nick, got)
		}
		if got := p.words().tells("race"); tableRows(got) != tableRows(words) {
			t.Errorf("ann is told\n%s\n%s\n%s", words, nick, got)
		}
	}
	for i, o := range want.Racers { // and the three ways agree
		how := arcade.GivenUp
		if o.Nick == "bob" {
			how = arcade.TimeUp
		}
		row := fmt.Sprintf("%d %s %d/%d %s %d ", i+1, o.Nick, o.Points, o.Max, how, o.Moves)
		said := fmt.Sprintf("%d: %s, %d of %d points, %s, %d moves", i+1, o.Nick, o.Points, o.Max, how, o.Moves)
		if o.Max == 0 { // the racer who has deleted the account
			row, said = fmt.Sprintf("%d %s, deleted 0", i+1, o.Nick), fmt.Sprintf("%d: %s, who has deleted the account.", i+1, o.Nick)
		}
		if o.Max > 0 && o.Outcome != how || !strings.Contains(unmarked(text), row) || !strings.Contains(tableRows(words), said) {
			t.Errorf("no %q in\n%s\nor no %q in\n%s", row, text, said, words)
		}
	}
	eve.says("race "+code, "you are in no race with that code")
}

// unmarked returns the table that is printed of a race, without the mark of one's own row.
func unmarked(out string) string {
	_, out, _ = strings.Cut(out, "\n") // the heading says how oneself stands
	return spaces.ReplaceAllString(strings.ReplaceAll(out, " (you)", ""), " ")
}

// tableRows returns the rows of a race in words, without the mark of one's own.
func tableRows(answer string) (rows string) {
	for row := range strings.Lines(answer) {
		if row[0] >= '1' && row[0] <= '9' {
			rows += strings.Replace(row, ", you", "", 1)
		}
	}
	return rows
}
