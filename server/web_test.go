package server

import (
	"context"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
)

// A street is an arcade at noon with its pages.
type street struct {
	*clockArcade
	t   *testing.T
	url string
}

func openStreet(t *testing.T, changes ...func(*Config)) *street {
	t.Helper()
	s := &street{clockArcade: &clockArcade{clock: newWatch(noon)}, t: t}
	s.adminArcade = openAdminArcade(t, func(c *Config) {
		c.Now = s.clock.time
		for _, change := range changes {
			change(c)
		}
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	served := make(chan struct{})
	go func() {
		defer close(served)
		s.ServeWeb(ctx, l)
	}()
	t.Cleanup(func() {
		stop()
		receive(t, served, "the end of ServeWeb")
	})
	s.url = "http://" + l.Addr().String()
	return s
}

// get returns a page, with its text as it is read, as it is now and not a moment ago.
func (s *street) get(path string) (code int, body string) {
	s.t.Helper()
	s.clock.passes(10 * time.Second)
	answer, err := http.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, html.UnescapeString(string(text))
}

// page returns a page that there must be.
func (s *street) page(path string) string {
	s.t.Helper()
	code, body := s.get(path)
	if code != http.StatusOK {
		s.t.Fatalf("%s is %d: %s", path, code, body)
	}
	return body
}

// house plays a whole deal as the arcade's player would with few tries, and returns the round.
func house(t *testing.T, g engine.Game, code engine.Code, ended time.Time) arcade.Result {
	t.Helper()
	r := engine.NewRound(g, code)
	plays := hint.NewHouse(r.State(), 2, rand.New(rand.NewPCG(1, 2)))
	for plays.Step(t.Context()) {
		if err := r.Play(plays.Last()); err != nil {
			t.Fatal(err)
		}
	}
	millis := int64(len(r.Record().Moves)) * 4100
	return arcade.Result{Record: r.Record(), Rules: engine.RulesOf(g), Score: engine.Final(r.State()), Class: arcade.Counted, Millis: millis, Span: millis, Ended: ended.UnixMilli()}
}

// plays has a new player finish a built-in game.
func (s *street) plays(nick string, code engine.Code) (*data.Player, arcade.Result) {
	s.t.Helper()
	_, fingerprint := newKey(s.t)
	p := account(s.t, s.db, fingerprint, nick)
	return p, keep(s.t, p, house(s.t, catalog.All()[0], code, s.clock.time()))
}

// TestThePagesShowWhatAStrangerMaySee: the same as the commands of a guest.
//
//abuse:case 40
func TestThePagesShowWhatAStrangerMaySee(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	hop := catalog.All()[0].Info().ID
	ann, shown := s.plays("ann", "WATCHTHIS")
	_, other := s.plays("bob", "ORWATCHTHIS")
	_, alone, _ := s.clockArcade.plays(t, "carl")
	boards := "/boards/" + hop
	if body := s.page(boards); !strings.Contains(body, ">ann<") || !strings.Contains(body, "/game/"+shown.ID) || !strings.Contains(body, "/game/"+other.ID) {
		t.Errorf("the boards are %s", body)
	}
	if body := s.page("/"); !strings.Contains(body, "<b>carl</b> playing Chessboard") || !strings.Contains(body, s.HostKey()) || !strings.Contains(body, "ssh HOST") {
		t.Errorf("the first page is %s", body)
	}
	if body := s.page("/game/" + shown.ID); !strings.Contains(body, string(shown.Record.Code)) || !strings.Contains(body, `class="film"`) {
		t.Errorf("the game is %s", body)
	}
	if body := s.page("/game/" + other.ID); !strings.Contains(body, "<h1>A game of Hop 45 by bob</h1>") {
		t.Errorf("bob's game is %s", body)
	}
	s.admin(t, "hide bob")
	if body := s.page("/game/" + other.ID); strings.Contains(body, "bob") {
		t.Errorf("the game of a hidden player is %s", body)
	}
	if body := s.page("/game/" + shown.ID + "?move=3"); strings.Contains(body, `class="film"`) || !strings.Contains(body, "after 3 of") {
		t.Errorf("its third move is %s", body)
	}

	if err := ann.SetPrivacy(false, true); err != nil {
		t.Fatal(err)
	}
	if err := alone.SetPrivacy(false, true); err != nil {
		t.Fatal(err)
	}
	if body := s.page(boards); !strings.Contains(body, ">ann<") || strings.Contains(body, shown.ID) || strings.Contains(body, string(shown.Record.Code)) {
		t.Errorf("with a private player, the boards are %s", body)
	}
	for _, path := range []string{"/game/" + shown.ID, "/game/" + shown.ID + "/cast", "/api/record/" + shown.ID} {
		if code, body := s.get(path); code != http.StatusNotFound || strings.Contains(body, string(shown.Record.Code)+" ") {
			t.Errorf("%s of a private player is %d: %s", path, code, body)
		}
	}
	if body := s.page("/"); !strings.Contains(body, "<b>carl</b> here") || strings.Contains(body, "Chessboard</li>") {
		t.Errorf("with a private player at a table, the first page is %s", body)
	}
	s.admin(t, "hide carl")
	for _, path := range []string{"/", "/api/who"} {
		if body := s.page(path); strings.Contains(body, "carl") {
			t.Errorf("%s shows a hidden player: %s", path, body)
		}
	}
	s.admin(t, "unrank "+other.ID)
	s.admin(t, "ban bob")
	if body := s.page(boards); strings.Contains(body, "bob") || strings.Contains(body, other.ID) {
		t.Errorf("the boards show what the host took off them: %s", body)
	}
	if code, body := s.get("/game/" + other.ID); code != http.StatusNotFound {
		t.Errorf("a game that the host took off the boards is %d: %s", code, body)
	}
	s.admin(t, "delete-player ann --yes")
	if body := s.page(boards); strings.Contains(body, ">ann<") {
		t.Errorf("the boards show a deleted player: %s", body)
	}
}

// TestThePagesOfAnArcadeWithoutCompany say nothing of who is here.
func TestThePagesOfAnArcadeWithoutCompany(t *testing.T) {
	t.Parallel()
	s := openStreet(t, func(c *Config) { c.Alone = true })
	s.clockArcade.plays(t, "carl")
	if body := s.page("/"); strings.Contains(body, "carl") || strings.Contains(body, "Who is here") {
		t.Errorf("the first page is %s", body)
	}
	if code, body := s.get("/api/who"); code != http.StatusNotFound || strings.Contains(body, "carl") {
		t.Errorf("/api/who is %d: %s", code, body)
	}
}

// TestTheAPIIsTheCommands: byte for byte.
func TestTheAPIIsTheCommands(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	ann := s.comes(t, "ann")
	ann.plays(t, noon)
	_, r := s.plays("", "W1")
	hop := catalog.All()[0].Info().ID
	guest := s.dial(t, "guest", asGuest())
	for path, command := range map[string]string{
		"/api/daily":                            "daily",
		"/api/daily?day=2026-11-20&game=" + hop: "daily --day 2026-11-20 " + hop,
		"/api/top":                              "top",
		"/api/top?game=" + hop + "&board=this-week":     "top --board this-week " + hop,
		"/api/top?week=last":                            "top --week last",
		"/api/top?daily=2026-11-22&rows=1":              "top --daily 2026-11-22 --rows 1",
		"/api/top?board=race-ratings&month=2026-11":     "top --board race-ratings --month 2026-11",
		"/api/top?assisted=true&board=most-wins":        "top --assisted --board most-wins",
		"/api/top?game=" + catalog.All()[2].Info().Name: "top " + catalog.All()[2].Info().Name,
		"/api/who":            "who",
		"/api/about":          "about",
		"/api/version":        "version",
		"/api/record/" + r.ID: "record " + r.ID,
	} {
		eventually(t, fmt.Sprintf("%s is what %s prints", path, command), func() bool { // deals are graded meanwhile
			return s.page(strings.ReplaceAll(path, " ", "%20")) == prints(t, guest, command+" --json")
		})
	}
	for path, want := range map[string]int{
		"/api/record":                  404,
		"/api/record/1":                404, // a stranger has no games
		"/api/record/..%2f":            404,
		"/api/stats":                   404,
		"/api/keys":                    404,
		"/api/admin":                   404,
		"/api/export":                  404,
		"/api/replay":                  404,
		"/api/top?rows=101":            400,
		"/api/top?rows=x":              400,
		"/api/top?board=none":          400,
		"/api/top?week=x":              400,
		"/api/top?game=none":           400,
		"/api/top?game=--help":         400,
		"/api/top?rows=1&rows=2":       400,
		"/api/top?json=false":          400,
		"/api/who?game=" + hop:         400,
		"/api/daily?day=2026-11-23":    400,
		"/api/daily?day=%00":           400,
		"/api/daily?game=no%1b[2J":     400,
		"/daily/2026-13-01":            400,
		"/boards/none":                 400,
		"/game/none":                   404,
		"/game/1":                      404,
		"/game/" + r.ID + "?move=-1":   400,
		"/game/" + r.ID + "?move=9999": 400,
		"/game/" + r.ID + "?move=x":    400,
	} {
		if code, body := s.get(path); code != want || strings.Contains(body, "\x1b") {
			t.Errorf("%s is %d, want %d: %q", path, code, want, body)
		}
	}
}

// The attack: learn the deal of a daily from the pages before playing it.
//
//abuse:case 18
func TestThePagesKeepDailiesSecret(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	ann := s.comes(t, "ann")
	r := ann.plays(t, noon)
	code, hop := string(r.Record.Code), catalog.All()[0].Info().ID
	ann.env.Spectators.Show(&arcade.Scene{Game: hop, Event: arcade.DailyEvent("2026-11-22"), Moves: 3})
	if body := s.page("/"); !strings.Contains(body, "<b>ann</b> playing the daily of Hop 45") {
		t.Errorf("while somebody plays a daily, the first page is %s", body)
	}
	paths := []string{
		"/", "/daily", "/daily/2026-11-22", "/boards/" + hop, "/game/" + r.ID, "/game/" + r.ID + "?move=0", "/game/" + r.ID + "/cast",
		"/api/daily", "/api/top", "/api/top?board=daily-of-today", "/api/top?daily=2026-11-22", "/api/record/" + r.ID, "/api/who",
	}
	for _, path := range paths {
		status, body := s.get(path)
		if game := strings.Contains(path, r.ID); strings.Contains(body, code) || (status == http.StatusNotFound) != game || !game && strings.Contains(body, "/game/") {
			t.Errorf("%s is %d: %s", path, status, body)
		}
	}
	if body := s.page("/daily"); !strings.Contains(body, ">ann<") {
		t.Errorf("the daily is %s", body)
	}
	s.clock.passes(12*time.Hour + arcade.DailyGrace)
	for _, path := range []string{"/daily/2026-11-22", "/game/" + r.ID, "/game/" + r.ID + "/cast", "/api/record/" + r.ID, "/api/daily?day=2026-11-22"} {
		if body := s.page(path); !strings.Contains(body, code) {
			t.Errorf("once the day is over, %s is %s", path, body)
		}
	}
}

// TestAGameThatSomebodyMadeUpIsShown, although a stranger keeps no such game.
func TestAGameThatSomebodyMadeUpIsShown(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	g := invented(t, 1)
	_, fingerprint := newKey(t)
	p := account(t, s.db, fingerprint, "ann")
	r := keep(t, p, house(t, g, "V1", noon))
	if body := s.page("/game/" + r.ID); !strings.Contains(body, "A game of "+g.Info().Name) || !strings.Contains(body, `class="film"`) {
		t.Errorf("the game is %s", body)
	}
	if body := s.page("/game/" + r.ID + "/cast"); !strings.Contains(body, g.Info().Name) {
		t.Errorf("its cast is %s", body)
	}
	if body := s.page("/boards/" + g.Design().Code()); strings.Contains(body, "Beware") {
		t.Errorf("its boards warn without an estimate: %s", body)
	}
	if err := p.SetEstimate(g.Info().ID, hint.Estimate{Edition: hint.Edition, Deals: 50, Lost: 50}); err != nil {
		t.Fatal(err)
	}
	s.clock.passes(time.Minute)
	if body := s.page("/boards/" + g.Design().Code()); !strings.Contains(body, "Beware: 0 of 50 sample deals can be won.") {
		t.Errorf("its boards do not warn: %s", body)
	}
}

func TestOnlyPublicCommandsAreAsked(t *testing.T) {
	t.Parallel()
	asked := openStreet(t).Server
	for _, line := range []string{"", "stats", "keys", "race", "challenge", "export", "nick x", "delete", "admin", "--help", "help", "schema top"} {
		if out, err := asked.askAsStranger(t.Context(), strings.Fields(line)...); err == nil || len(out) > 0 {
			t.Errorf("%q gets %q, %v", line, out, err)
		}
	}
	if !slices.IsSorted(publicCommands) {
		t.Error("the list has no order")
	}
}

// TestThePagesSayWhatTheHostSays: the arcade's own name and words, and who may come in, as of
// the last reload.
func TestThePagesSayWhatTheHostSays(t *testing.T) {
	t.Parallel()
	now := Settings{Access: Open, Guests: true}
	s := openStreet(t, func(c *Config) {
		admins := c.Admins
		c.Reread = func() (Reread, error) { now.Admins = admins; return Reread{Settings: now}, nil }
	})
	if body := s.page("/"); !strings.Contains(body, "<title>Boardwalk Arcade</title>") || !strings.Contains(body, "there is nothing else to do") {
		t.Errorf("of a host who says nothing the page is %s", body)
	}
	now.About = arcade.About{Name: "Cellar Arcade", Message: "Races on Friday.", Rules: "Be kind.", Contact: "host@example.org"}
	now.Access = Invite
	s.admin(t, "reload")
	body := s.page("/")
	for _, want := range []string{"<title>Cellar Arcade</title>", "Races on Friday.", "Be kind.", "host@example.org", "by invitation", "ssh HOST join CODE"} {
		if !strings.Contains(body, want) {
			t.Errorf("the first page has no %q: %s", want, body)
		}
	}
	if strings.Contains(body, "there is nothing else to do") {
		t.Error("the page says that nothing is needed where an invitation is")
	}
	if body := s.page("/daily"); !strings.Contains(body, " - Cellar Arcade</title>") {
		t.Errorf("the dailies are of %s", body)
	}
	if code, body := s.get("/api/about"); code != http.StatusOK || !strings.Contains(body, `"contact": "host@example.org"`) {
		t.Errorf("/api/about is %d: %s", code, body)
	}
	now.Access = Allow
	s.admin(t, "reload")
	if body := s.page("/"); !strings.Contains(body, "for those whose keys its host has listed") {
		t.Errorf("where few may come in, the page is %s", body)
	}
}
