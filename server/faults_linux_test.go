package server

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/data/datatest"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
	"boardwalk/server/port"
)

// A faultyArcade is an arcade whose disk really fails when a test says so, and ann, who
// plays there.
type faultyArcade struct {
	*adminArcade
	disk        *datatest.Disk
	writeErrors chan error // what the host is told about the disk

	key     string // ann's
	ann     *gossh.Client
	term    *terminal
	player  *port.User // ann's, as her screens see them
	account arcade.Accounts

	events   arcade.Events // as she meets them
	workshop arcade.Workshop
}

func openFaultyArcade(t *testing.T) *faultyArcade {
	t.Helper()
	f := &faultyArcade{disk: new(datatest.Disk), writeErrors: make(chan error, 10)}
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), data.Games(catalog.Library()),
		func(o *data.Options) {
			o.OpenFile, o.OnWriteError = f.disk.OpenFile, func(err error) { f.writeErrors <- err }
		})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	f.adminArcade = openAdminArcade(t, func(c *Config) { c.Store, c.Access = Data(db), Invite })
	f.db = db
	key, fingerprint := member(t, db, "ann")
	f.key, f.ann = fingerprint, f.dial(t, "ann", gossh.PublicKeys(key))
	f.term = f.play(t, f.ann)
	own := hub.NewSession(hub.Identity{Credential: arcade.KeyCredential(fingerprint)}, hub.Screen, "", nil, time.Now())
	u, err := f.arcade.Open(t.Context(), own, func() *slog.Logger { return f.config.Logger })
	if err != nil {
		t.Fatal(err)
	}
	ports := u.Ports()
	f.player, f.events, f.workshop, f.account = u, ports.Events, ports.Workshop, ports.Accounts
	return f
}

// open returns ann's open game and its Rev.
func (f *faultyArcade) open(t *testing.T) (arcade.Saved, arcade.Rev) {
	t.Helper()
	s, rev, err := f.player.Saved(opened().Record.Game)
	if err != nil || rev == 0 {
		t.Fatalf("Saved = %d, %v", rev, err)
	}
	return s, rev
}

// code returns a code that joins another account with ann's.
func (f *faultyArcade) code(t *testing.T) string {
	t.Helper()
	code, _, err := f.account.Link()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// failing runs a command that may fail, and returns its error output.
func failing(t *testing.T, client *gossh.Client, command, in string) string {
	t.Helper()
	_, errOut, code := execWith(t, client, command, in)
	if code == exitOK {
		return ""
	}
	return errOut
}

// says returns an error as a player reads it.
func says(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A faultyWrite prepares a write and returns the write itself. That returns what its
// player reads if it fails, and can then be called again.
type faultyWrite func(t *testing.T, f *faultyArcade) (act func() string)

// faultyWrites has every method of Player and Store that writes, except those of races
// and of company.
var faultyWrites = map[string]faultyWrite{
	"Player.Save": func(t *testing.T, f *faultyArcade) func() string {
		s, rev := f.open(t)
		return func() string { _, err := f.player.Save(s, rev); return says(err) }
	},
	"Player.Begin": beginDaily,
	"Player.Finish": func(t *testing.T, f *faultyArcade) func() string {
		s, rev := f.open(t)
		r := s.Result(s.Score, time.Now().UnixMilli())
		return func() string { _, err := f.player.Finish(r, rev); return says(err) }
	},
	"Player.SetSettings": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return says(f.player.SetSettings([]byte(`{"theme":"dark"}`))) }
	},
	"Player.SetNick": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return failing(t, f.ann, "nick zoe", "") }
	},
	"Player.SetPrivacy": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return says(f.account.SetPrivacy(true, true)) }
	},
	"Player.NameKey": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return failing(t, f.ann, "keys name "+f.key+" desk", "") }
	},
	"Player.RemoveKey": func(t *testing.T, f *faultyArcade) func() string {
		_, other := member(t, f.db, "")
		join(t, f.testServer, other, f.key)
		return func() string { return failing(t, f.ann, "keys remove "+other, "") }
	},
	"Player.Link": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return failing(t, f.ann, "link", "") }
	},
	"Player.Join": func(t *testing.T, f *faultyArcade) func() string {
		key, _ := member(t, f.db, "")
		client, code := f.dial(t, "other", gossh.PublicKeys(key)), f.code(t)
		return func() string { return failing(t, client, "link "+code+" yes", "") }
	},
	"Player.Delete": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return failing(t, f.ann, "delete ann", "") }
	},
	"Player.Redeem": func(t *testing.T, f *faultyArcade) func() string {
		key, _ := newKey(t)
		client, code := f.dial(t, "new", gossh.PublicKeys(key)), invite(t, f.db)
		return func() string { return failing(t, client, "join "+code, "") }
	},
	"Player.Import": func(t *testing.T, f *faultyArcade) func() string {
		p, err := f.db.Player(arcade.KeyCredential(f.key))
		if err != nil {
			t.Fatal(err)
		}
		keep(t, p, finished(t, "R2", 3, time.Now().UnixMilli()))
		file := prints(t, f.ann, "export")
		key, _ := member(t, f.db, "")
		client := f.dial(t, "else", gossh.PublicKeys(key))
		return func() string { return failing(t, client, "import", file) }
	},
	"Player.KeepVariation": func(t *testing.T, f *faultyArcade) func() string {
		code := invented(t, 1).Design().Code()
		return func() string { return failing(t, f.ann, "variation keep "+code, "") }
	},
	"Player.DropVariation": func(t *testing.T, f *faultyArcade) func() string {
		code := f.variation(t).Design().Code()
		return func() string { return failing(t, f.ann, "variation remove "+code, "") }
	},
	"Player.SetEstimate": func(t *testing.T, f *faultyArcade) func() string {
		id := f.variation(t).Info().ID
		return func() string {
			return says(f.workshop.SetEstimate(id, hint.Estimate{Edition: hint.Edition, Deals: 50}))
		}
	},
	"Store.KeepAnalysis": func(t *testing.T, f *faultyArcade) func() string {
		s, rev := f.open(t)
		r, err := f.player.Finish(s.Result(s.Score, time.Now().UnixMilli()), rev)
		if err != nil {
			t.Fatal(err)
		}
		return func() string { return says(f.player.KeepAnalysis(r.ID, analysis.Report{Version: analysis.Version})) }
	},
	"Store.HideVariation": func(t *testing.T, f *faultyArcade) func() string {
		id := f.variation(t).Info().ID
		return func() string { return failing(t, f.boss, "admin variations hide "+id, "") }
	},
	"Store.Ban": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return failing(t, f.boss, "admin ban 192.0.2.0/24", "") }
	},
	"Store.Unban": func(t *testing.T, f *faultyArcade) func() string {
		f.admin(t, "ban 192.0.2.0/24")
		return func() string { return failing(t, f.boss, "admin unban 192.0.2.0/24", "") }
	},
	"Store.Invite": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { return failing(t, f.boss, "admin invite --ahead", "") }
	},
	"Store.Withdraw": func(t *testing.T, f *faultyArcade) func() string {
		code := strings.TrimSpace(f.admin(t, "invite --ahead"))[:9]
		return func() string { return failing(t, f.boss, "admin withdraw "+code, "") }
	},
	"Store.AddLines": func(_ *testing.T, f *faultyArcade) func() string {
		return func() string { return says(f.config.Store.AddLines([]data.Line{{Text: "a line"}})) }
	},
	"Store.CloseReport": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		prints(t, f.ann, "report bob is rude")
		number := reads[admin.Reports](t, f.adminArcade, "reports").Reports[0].Number
		return func() string { return failing(t, f.boss, fmt.Sprint("admin reports close ", number), "") }
	},
	"Store.Rename":       moderates("rename bob dora"),
	"Store.Conceal":      moderates("hide bob"),
	"Store.Unrank":       moderates("unrank bob"),
	"Store.SetNote":      moderates("note bob a text"),
	"Store.DeletePlayer": moderates("delete-player bob --yes"),
	"Store.Merge": func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "dora")
		return moderates("merge bob dora --yes")(t, f)
	},
	"Store.RuleOut": func(t *testing.T, f *faultyArcade) func() string {
		id := f.ranked(t)
		return func() string { return failing(t, f.boss, "admin unrank "+id, "") }
	},
	"Store.Reinstate": func(t *testing.T, f *faultyArcade) func() string {
		id := f.ranked(t)
		f.admin(t, "unrank "+id)
		return func() string { return failing(t, f.boss, "admin unrank --undo "+id, "") }
	},
	"Store.ChooseDaily": func(t *testing.T, f *faultyArcade) func() string {
		day, _ := f.events.Today()
		return func() string {
			_, err := f.config.Store.ChooseDaily("chessboard", day, data.DailyChoice{Attempt: 2, Winnable: true})
			return says(err)
		}
	},
	"Store.MarkTold": func(_ *testing.T, f *faultyArcade) func() string { // else the deal is not told
		return func() string {
			_, err := f.events.Past("chessboard", time.Now().UTC().AddDate(0, 0, -2).Format(time.DateOnly))
			return says(err)
		}
	},
	"Store.EndDailies": func(t *testing.T, f *faultyArcade) func() string {
		day, _ := f.events.Today()
		if _, _, err := f.events.Begin(catalog.All()[0], arcade.DailyEvent(day)); err != nil {
			t.Fatal(err)
		}
		return func() string { _, err := f.config.Store.EndDailies(time.Now().AddDate(0, 0, 2)); return says(err) }
	},
	"Store.AnswerDuels": func(t *testing.T, f *faultyArcade) func() string {
		c, err := f.term.app.env.Challenges.Duel(catalog.All()[0])
		if err != nil {
			t.Fatal(err)
		}
		s, rev, err := f.events.Begin(catalog.All()[0], c.Event())
		if err == nil {
			_, err = f.player.Finish(s.Result(s.Score, time.Now().UnixMilli()), rev)
		}
		if err != nil {
			t.Fatal(err)
		}
		return func() string {
			_, err := f.config.Store.AnswerDuels(3, time.Now().Add(25*time.Hour))
			return says(err)
		}
	},
	"Store.Sweep": func(t *testing.T, f *faultyArcade) func() string {
		return func() string { _, err := f.config.Store.Sweep(time.Now()); return says(err) }
	},
}

// variation returns one that ann keeps.
func (f *faultyArcade) variation(t *testing.T) engine.MadeUp {
	t.Helper()
	g := invented(t, 1)
	if err := f.workshop.Keep(g); err != nil {
		t.Fatal(err)
	}
	return g
}

// moderates returns an admin command about bob.
func moderates(command string) faultyWrite {
	return func(t *testing.T, f *faultyArcade) func() string {
		member(t, f.db, "bob")
		return func() string { return failing(t, f.boss, "admin "+command, "") }
	}
}

// ranked returns the ID of a round of bob's on a board.
func (f *faultyArcade) ranked(t *testing.T) string {
	t.Helper()
	_, print := member(t, f.db, "bob")
	p, err := f.db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	return keep(t, p, finished(t, "R1", 1, time.Now().UnixMilli())).ID
}

// faultySays has the beginnings of refusals that are not the common one.
var faultySays = map[string]string{
	"Store.Rename": "Failed: rename", "Store.Conceal": "Failed: hide", "Store.Unrank": "Failed: unrank", "Store.HideVariation": "Failed: hide", "Store.SetNote": "Failed: note",
	"Store.DeletePlayer": "Failed: delete", "Store.RuleOut": "Failed: rule out", "Store.Reinstate": "Failed: reinstate",
	"Store.Ban": "Failed: ban", "Store.Unban": "Failed: unban", "Store.Invite": "Failed: invite", "Store.Withdraw": "Failed: withdraw", "Store.Sweep": "sweep: ", "Store.EndDailies": "end the dailies: ", "Store.ChooseDaily": "choose the daily of chessboard: ", "Store.EndRace": "end race ",
	"Store.AddLines": "add to the log: ", "Store.CloseReport": "Failed: close report",
}

var deep = flag.Bool("deep", false, "let the disk be full at each write, not at one in four")

// TestDiskFullRefusesEveryWrite makes the disk fail below each write. The player reads
// one sentence, goes on, and can repeat the write once the disk works again.
//
//abuse:case 21
func TestDiskFullRefusesEveryWrite(t *testing.T) {
	writes := everyWrite()
	for i, name := range slices.Sorted(maps.Keys(writes)) {
		if !*deep && i%4 > 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := openFaultyArcade(t)
			act := writes[name](t, f)
			if err := f.disk.Fail(datatest.Full); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the disk fails, and then is known to have failed
				got := strings.TrimSuffix(act(), "\n")
				want, special := faultySays[name]
				if !special {
					want = errDisk.Error()
					got = strings.ToLower(got[:min(1, len(got))]) + got[min(1, len(got)):]
				}
				if !strings.HasPrefix(got, want) || strings.Contains(got, "\n") || !special && strings.TrimSuffix(got, ".") != want {
					t.Errorf("it says %q, want %q", got, want)
				}
			}
			if err := receive(t, f.writeErrors, "the host to be told"); !errors.Is(err, store.ErrDown) {
				t.Errorf("the host was told %v", err)
			}
			f.term.types("x")
			f.term.sees("key x")
			if got := failing(t, f.ann, "whoami", ""); got != "" {
				t.Errorf("on a full disk whoami fails: %s", got)
			}
			if err := f.ready(); err == nil {
				t.Error("the server takes itself for ready")
			}
			if err := f.disk.Fail(datatest.Well); err != nil {
				t.Fatal(err)
			}
			if err := receive(t, f.writeErrors, "the host to be told"); err != nil {
				t.Errorf("the host was told %v, want that all is well", err)
			}
			if got := act(); got != "" {
				t.Errorf("on a disk that works again it says %q", got)
			}
			if err := f.ready(); err != nil {
				t.Errorf("ready = %v", err)
			}
			report, err := f.db.Check(catalog.Library())
			if err != nil || len(report.Findings) > 0 {
				t.Errorf("Check = %+v, %v", report, err)
			}
		})
	}
}

// A full disk can still be read, and backed up to another place.
//
//abuse:case 21
func TestDiskFullIsReadAndBackedUp(t *testing.T) {
	f := openFaultyArcade(t)
	bob, _ := member(t, f.db, "bob")
	if err := f.disk.Fail(datatest.Full); err != nil {
		t.Fatal(err)
	}
	if got := failing(t, f.ann, "nick zoe", ""); got == "" {
		t.Fatal("the disk is not full")
	}
	f.admin(t, "backup rescue.db")
	if _, err := os.Stat(filepath.Join(f.backups, "rescue.db")); err != nil {
		t.Error(err)
	}
	for _, command := range []string{"whoami", "history", "best", "stats", "top", "keys", "nick"} {
		prints(t, f.ann, command)
	}
	f.play(t, f.dial(t, "bob", gossh.PublicKeys(bob))) // others can still log in
}

// While the disk is full, the deal of a daily is read but cannot be chosen: the log says so
// and nobody begins the daily. Once the disk works again, it is chosen as ever.
//
//abuse:case 21
func TestDiskFullDefersTheChoiceOfADaily(t *testing.T) {
	t.Parallel()
	f := openFaultyArcade(t)
	g, _ := catalog.All().Find("chessboard")
	day, _ := f.events.Today()
	deals, err := f.db.DailyDeals("chessboard", day)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.disk.Fail(datatest.Full); err != nil {
		t.Fatal(err)
	}
	f.arcade.Dailies.Settle(t.Context(), "chessboard", day)
	if logged := f.log.String(); !strings.Contains(logged, "choose the deal of a daily") || slices.ContainsFunc(deals, func(c engine.Code) bool { return strings.Contains(logged, string(c)) }) {
		t.Errorf("the log says %s", logged)
	}
	if c, settled, err := f.db.DailyChoice("chessboard", day); settled || err != nil {
		t.Errorf("on a full disk the daily is %+v, %v", c, err)
	}
	if again, err := f.db.DailyDeals("chessboard", day); err != nil || !slices.Equal(again, deals) {
		t.Errorf("on a full disk its deals are others, %v", err)
	}
	if _, _, err := f.events.Begin(g, arcade.DailyEvent(day)); says(err) != errDisk.Error() {
		t.Errorf("who begins it reads %v, want %q", err, errDisk)
	}
	if err := receive(t, f.writeErrors, "the host to be told"); !errors.Is(err, store.ErrDown) {
		t.Errorf("the host was told %v", err)
	}
	if err := f.disk.Fail(datatest.Well); err != nil {
		t.Fatal(err)
	}
	if err := receive(t, f.writeErrors, "the host to be told"); err != nil {
		t.Errorf("the host was told %v, want that all is well", err)
	}
	f.arcade.Dailies.Settle(t.Context(), "chessboard", day)
	c, settled, err := f.db.DailyChoice("chessboard", day)
	if err != nil || !settled || !c.Winnable {
		t.Fatalf("on a disk that works again the daily is %+v, settled: %t, %v", c, settled, err)
	}
	saved, _, err := f.events.Begin(g, arcade.DailyEvent(day))
	if err != nil || saved.Record.Code != deals[c.Attempt] {
		t.Errorf("it begins with %s, %v, want %s", saved.Record.Code, err, deals[c.Attempt])
	}
}

// beginDaily begins a daily.
func beginDaily(_ *testing.T, f *faultyArcade) func() string {
	return func() string {
		day, _ := f.events.Today()
		_, _, err := f.events.Begin(catalog.All()[0], arcade.DailyEvent(day))
		return says(err)
	}
}

// faultyReads has every method of Player and Store that does not write to the data file.
var faultyReads = []string{
	"Player.Numbered", "Player.Saved", "Player.History", "Player.Best", "Player.Settings", "Player.Account", "Player.Keys", "Player.CanJoin",
	"Player.Top", "Player.Stats", "Player.Result", "Player.Streak", "Player.DailyStanding", "Player.Turnout", "Player.SprintBoard", "Player.SprintStanding",
	"Player.Race", "Player.Races", "Player.Rivals", "Player.Rating", "Player.Following", "Player.Ignored", "Player.RegardChanges", "Player.Other", "Store.Regards",
	"Player.Tell", "Player.OnFailure", "Player.Challenge", "Player.Challenges", "Player.WaitingDuel", "Player.ChallengeRound", "Player.CheckVisible",
	"Player.Find", "Player.Own", "Player.Begun", "Player.Variation", "Player.Variations", "Store.Variations",
	"Store.Player", "Store.Barrier", "Store.Applied", "Store.Traffic", "Store.Ping", "Store.Space", "Store.Known", "Store.Holds", "Store.Ranked", "Store.Analysis", "Store.Banned", "Store.Bans",
	"Store.Lines", "Store.Reports", "Store.Invitations", "Store.Players", "Store.Lookup", "Store.Kept", "Store.Totals", "Store.Latest", "Store.Backup", "Store.Daily", "Store.DailyDeals", "Store.DailyChoice", "Store.OpenRaces", "Store.DuelSealed", "Store.Tracks",
}

// A new method must be listed as reading or writing; writes are tested to fail.
func TestDiskFullCoversEveryWrite(t *testing.T) {
	known := slices.Concat(faultyReads, slices.Collect(maps.Keys(everyWrite())))
	var have []string
	for _, of := range []reflect.Type{reflect.TypeFor[port.Player](), reflect.TypeFor[Store]()} {
		for method := range of.NumMethod() {
			have = append(have, fmt.Sprintf("%s.%s", of.Name(), of.Method(method).Name))
		}
	}
	for i, name := range known {
		known[i], _, _ = strings.Cut(name, " ") // one of several ways
	}
	slices.Sort(known)
	slices.Sort(have)
	if known = slices.Compact(known); !slices.Equal(known, have) {
		t.Errorf("faultyReads and faultyWrites have %q,\nthe interfaces %q", known, have)
	}
}
