package server

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/server/command"
	"boardwalk/server/sshtest"
)

// canBeWon fails the test unless a deal of a game can be won.
func canBeWon(t *testing.T, game string, code engine.Code) {
	t.Helper()
	g, _ := catalog.All().Find(game)
	if v, err := grade.Decide(context.Background(), g.Deal(code), 0); v != engine.VerdictWon || err != nil {
		t.Errorf("deal %s of %s: %s, %v", code, game, v, err)
	}
}

func TestDealCommand(t *testing.T) {
	t.Parallel()
	a, _ := openData(t, nil)
	key, _ := newKey(t)
	client := a.dial(t, "x", gossh.PublicKeys(key))
	had := map[engine.Code]bool{}
	for range 5 { // more than are kept
		text := prints(t, client, "deal chessboard")
		code, err := engine.ParseCode(text)
		if err != nil || text != string(code)+"\n" || had[code] {
			t.Errorf("deal prints %q", text)
		}
		had[code] = true
		canBeWon(t, "chessboard", code)
	}
	if code, says, _ := exec(t, client, "deal"); strings.Count(code, "\n") != 1 || !strings.HasPrefix(says, "A winnable deal. To practise it: Hop 45 in the lobby, d, then this code.") {
		t.Errorf("deal without a game prints %q and %q", code, says)
	}
	var d command.Deal
	if err := json.Unmarshal([]byte(prints(t, client, "deal --grade winnable --json chessboard")), &d); err != nil {
		t.Fatal(err)
	}
	canBeWon(t, "chessboard", d.Code)
	if d.Code = ""; d != (command.Deal{Game: "chessboard", Name: "Chessboard", Version: 1, Kind: grade.Winnable}) {
		t.Errorf("as JSON it is %+v", d)
	}
	if _, errOut, exit := exec(t, client, "deal --grade harsh"); exit != exitUsage || !strings.Contains(errOut, `There is no grade "harsh"; there are winnable, gentle, fair, stern, cruel`) {
		t.Errorf("a grade that is none exits %d with %q", exit, errOut)
	}
	if got := prints(t, client, "schema deal"); !strings.Contains(got, `"scale"`) {
		t.Errorf("the schema is %s", got)
	}
}

// TestADailyCanBeWon begins the daily of Chessboard on several days. A quarter of its first
// candidates cannot be won.
func TestADailyCanBeWon(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann := c.comes(t, "ann")
	g, _ := catalog.All().Find("chessboard")
	for range 12 {
		day, _ := ann.env.Events.Today()
		saved, _, err := ann.env.Events.Begin(g, arcade.DailyEvent(day))
		if err != nil {
			t.Fatal(err)
		}
		canBeWon(t, "chessboard", saved.Record.Code)
		choice, settled, err := c.db.DailyChoice("chessboard", day)
		if err != nil || !settled || !choice.Winnable {
			t.Errorf("the daily of %s is %+v, settled: %t, %v", day, choice, settled, err)
		}
		status, err := ann.env.Events.Daily("chessboard", day)
		if err != nil || status.Kind() == grade.Fresh {
			t.Errorf("players read of it %+v, %v", status, err)
		}
		c.clock.passes(24 * time.Hour)
	}
	if got := prints(t, ann.client, "daily chessboard"); !strings.Contains(got, "GRADE") {
		t.Errorf("daily prints\n%s", got)
	}
}

// Players of one address wait for as many deals as an address may, and one player for one.
//
//abuse:case 51
func TestFewOfAnAddressWaitForDeals(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		keys, asks int
		want       string
	}{{5, 5, "Others at your address wait for deals already"}, {1, 2, "You wait for a deal already"}} {
		a, _ := openData(t, nil)
		turns := a.arcade.Searches.Turns
		for range cap(turns) { // nothing is found for now
			turns <- struct{}{}
		}
		var clients []*gossh.Client
		for range test.keys {
			key, _ := newKey(t)
			clients = append(clients, a.dial(t, "x", gossh.PublicKeys(key)))
		}
		type answer struct{ out, errOut string }
		answers := make(chan answer, test.asks)
		for n := range test.asks {
			go func() {
				out, errOut, _, err := sshtest.Run(clients[n%test.keys], "deal chessboard")
				if err != nil {
					t.Error(err)
				}
				answers <- answer{out, unfolded(errOut)}
			}()
		}
		if got := <-answers; !strings.Contains(got.errOut, test.want) {
			t.Errorf("%d keys that ask %d times: one reads %q, want %q", test.keys, test.asks, got, test.want)
		}
		for range cap(turns) {
			<-turns
		}
		for range test.asks - 1 {
			if got := <-answers; got.out == "" || !strings.Contains(got.errOut, "A winnable deal. To practise it: Chessboard in the lobby, d, then this code.") {
				t.Errorf("another reads %q", got)
			}
		}
	}
}
