package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command/admin"
	"boardwalk/server/peers/peerstest"
	"boardwalk/server/program"
	"boardwalk/tui"
)

// A clusterArcade is some servers on one data file, as the nodes of a cluster have the same
// rows, with one clock and with an admin who is connected to the first.
type clusterArcade struct {
	t      *testing.T
	db     *data.DB
	clock  *watch
	memory peerstest.Memory
	nodes  []*adminArcade
}

func openCluster(t *testing.T, nodes int) *clusterArcade {
	t.Helper()
	c := &clusterArcade{t: t, db: dataFile(t), clock: newWatch(time.Now())}
	boss, _ := newKey(t)
	admins := writeFile(t, authorized(boss))
	for i := 1; i <= nodes; i++ {
		a := newArcade()
		a.start(t, func(config *Config) {
			config.Store, config.Games, config.Now, config.Admins = Data(c.db), catalog.Library(), c.clock.time, admins
			config.Cluster = c.memory.Join(fmt.Sprint("node", i), i)
		}, func(env *tui.Env) program.App { return a.newFakeApp(env) })
		c.nodes = append(c.nodes, &adminArcade{testServer: a, db: c.db})
	}
	c.nodes[0].boss = c.nodes[0].dial(t, "boss", gossh.PublicKeys(boss))
	c.beats()
	return c
}

// beats has each node tell of itself, and lets a second pass, as lists may be so old.
func (c *clusterArcade) beats() {
	for _, n := range c.nodes {
		n.hub.Beat()
	}
	c.clock.passes(time.Second)
}

// comes returns the screens of a player with a nick in a new session on a node.
func (c *clusterArcade) comes(node int, nick string) *terminal {
	c.t.Helper()
	key, _ := member(c.t, c.db, nick)
	return c.returns(node, key)
}

// returns returns the screens of a player with a key in a new session on a node.
func (c *clusterArcade) returns(node int, key gossh.Signer) *terminal {
	c.t.Helper()
	return c.nodes[node].play(c.t, c.nodes[node].dial(c.t, "x", gossh.PublicKeys(key)))
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(guardTime); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Who is on another node is found by who, watched, and told how many watch.
func TestWhoAndWatchingAcrossNodes(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	ann, bob := c.comes(0, "ann").app.env, c.comes(1, "bob").app.env
	ann.Playing("boardwalk/hop-45")
	ann.Spectators.Show(&arcade.Scene{Game: "boardwalk/hop-45", Moves: 1})
	c.beats()
	people := bob.Company.People()
	if len(people) != 2 || people[1].Nick != "ann" || people[1].Table == 0 {
		t.Fatalf("bob finds %+v", people)
	}
	key, _ := member(t, c.db, "cid")
	if out := prints(t, c.nodes[1].dial(t, "x", gossh.PublicKeys(key)), "who"); !strings.Contains(out, "ann") || !strings.Contains(out, "Hop 45") {
		t.Errorf("who prints\n%s", out)
	}
	w, err := bob.Spectators.Watch(t.Context(), people[1].Table)
	if err != nil {
		t.Fatal(err)
	}
	if got := next(w); got.Moves != 1 {
		t.Errorf("bob sees %+v", got)
	}
	ann.Spectators.Show(&arcade.Scene{Game: "boardwalk/hop-45", Moves: 2})
	if got := next(w); got.Moves != 2 {
		t.Errorf("then bob sees %+v", got)
	}
	eventually(t, "ann to know that somebody watches", func() bool { return ann.Spectators.Watchers() == 1 })
	c.beats()
	if people := ann.Company.People(); len(people) != 2 || people[1].Watched != "ann" {
		t.Errorf("ann finds %+v", people)
	}
	if err := ann.Accounts.SetPrivacy(false, true); err != nil {
		t.Fatal(err)
	}
	if got := next(w); got != nil {
		t.Errorf("of a private table bob sees %+v", got)
	}
	c.beats()
	if people := bob.Company.People(); len(people) != 2 || people[1].Doing != arcade.Here {
		t.Errorf("then bob finds %+v", people)
	}
}

// A privacy that is set on another node ends the watches there.
func TestPrivacyIsSetOnAnotherNode(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 3)
	key, _ := member(t, c.db, "ann")
	ann, elsewhere, bob := c.returns(0, key).app.env, c.returns(2, key).app.env, c.comes(1, "bob").app.env
	ann.Spectators.Show(&arcade.Scene{Game: "boardwalk/hop-45"})
	c.beats()
	w, err := bob.Spectators.Watch(t.Context(), bob.Spectators.Tables()[0].Number)
	if err != nil {
		t.Fatal(err)
	}
	next(w)
	if err := elsewhere.Accounts.SetPrivacy(true, false); err != nil {
		t.Fatal(err)
	}
	if got := next(w); got != nil {
		t.Errorf("of a hidden player bob sees %+v", got)
	}
	c.beats()
	if people := bob.Company.People(); len(people) != 1 {
		t.Errorf("bob finds %+v", people)
	}
}

// Admins see, tell and end the sessions of all nodes.
func TestAdminsOfACluster(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	boss := c.nodes[0]
	here, there := c.comes(0, "ann"), c.comes(1, "bob")
	guest := c.nodes[1].play(t, c.nodes[1].dial(t, "visitor"))
	list := reads[admin.Sessions](t, boss, "sessions").Sessions
	var got []string
	for _, s := range list {
		got = append(got, s.Node+" "+called(s))
	}
	if text := strings.Join(got, ", "); text != "node1 ann, node1 (boss), node2 bob, node2 (visitor)" {
		t.Errorf("the sessions are %s", text)
	}
	if text := boss.admin(t, "sessions"); !strings.Contains(text, "NODE") || !strings.Contains(text, "node2") {
		t.Errorf("the sessions are\n%s", text)
	}
	players := reads[admin.Players](t, boss, "players").Players
	if len(players) != 3 || players[1].Nick != "bob" || players[1].ID == "" || players[1].Sessions != 1 {
		t.Errorf("the players are %+v", players)
	}
	if got := boss.admin(t, "wall tea at five"); got != "3 players told.\n" {
		t.Errorf("wall: %q", got)
	}
	for _, term := range []*terminal{here, there, guest} {
		term.shows("The host says: tea at five", 1)
	}
	if got := boss.admin(t, "wall --for 2h cake at six"); !strings.HasPrefix(got, "3 players told, and all who come until ") {
		t.Errorf("wall --for: %q", got)
	}
	c.nodes[1].play(t, c.nodes[1].dial(t, "late")).shows("cake at six", 1)
	if got := boss.admin(t, fmt.Sprintf("kick @%d", list[3].Number)); got != "1 session ended.\n" {
		t.Errorf("kick: %q", got)
	}
	guest.ends()
	if got := boss.admin(t, "ban bob --for 7d too loud"); !strings.HasSuffix(got, "1 session ended.\n") {
		t.Errorf("ban: %q", got)
	}
	if out, _ := there.ends(); !strings.Contains(out, "You are banned from this arcade until") {
		t.Errorf("bob reads %q", out)
	}
	dan := c.comes(1, "dan")
	if got := boss.admin(t, "delete-player dan --yes"); !strings.HasSuffix(got, "1 session ended.\n") {
		t.Errorf("delete-player: %q", got)
	}
	dan.ends()
}

// called returns how the list of sessions names one.
func called(s admin.SessionReport) string {
	if s.Nick != "" {
		return s.Nick
	}
	return "(" + s.Login + ")"
}

// What an admin has said to those who come later is known to a node that has not heard it, and a
// ban to one that has not been told whom to end.
func TestWhatAnAdminDoesIsToldAgain(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	bob := c.comes(1, "bob")
	c.memory.Lose(func(_, to, _ string) bool { return to == "node2" })
	if err := c.db.Ban(data.Ban{Who: "bob", Since: c.clock.time()}); err != nil {
		t.Fatal(err)
	}
	c.nodes[0].hub.TellChanged()
	c.nodes[0].hub.Everywhere().Announce("cake at six", c.clock.time().Add(time.Hour))
	c.memory.Lose(nil)
	c.beats()
	if out, _ := bob.ends(); !strings.Contains(out, "You are banned from this arcade.") {
		t.Errorf("bob reads %q", out)
	}
	c.comes(1, "cid").shows("cake at six", 1)
}

// Players of a node that ends are told that they can go on at once, and the others go on. The
// last node tells what an arcade alone does.
func TestANodeIsDrained(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	key, _ := member(t, c.db, "ann")
	ann, bob := c.returns(0, key), c.comes(1, "bob")
	if got := c.nodes[0].admin(t, "drain"); !strings.Contains(got, "1 player still here") {
		t.Errorf("drain: %q", got)
	}
	ann.shows("This machine of the arcade closes soon", 1)
	if _, errOut, code := exec(t, c.nodes[0].dial(t, "late"), "whoami"); code == exitOK || !strings.Contains(errOut, "to another one") {
		t.Errorf("who comes later reads %q", errOut)
	}
	ctx, cancel := context.WithTimeout(context.Background(), guardTime)
	defer cancel()
	if err := c.nodes[0].Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	out, _ := ann.ends()
	left(t, out, closingHere)
	ann = c.returns(1, key)
	c.clock.passes(time.Second)
	if people := bob.app.env.Company.People(); len(people) != 2 {
		t.Errorf("bob finds %+v", people)
	}
	if err := c.nodes[1].Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	out, _ = ann.ends()
	left(t, out, closingSoon)
}

// linked returns the two keys of an account that has an open game.
func (c *clusterArcade) linked() (key, linked gossh.Signer) {
	key, print := member(c.t, c.db, "ann")
	linked, linkedPrint := newKey(c.t)
	join(c.t, c.nodes[0].testServer, linkedPrint, print)
	return key, linked
}

// Sessions of an account that stand at one table hear of what any of them stores, with the same key or
// another, on the same node or another, and also if the player plays in private.
func TestWindowsOnTwoNodes(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	key, linked := c.linked()
	windows := []*tui.Env{c.returns(0, key).app.env, c.returns(0, key).app.env, c.returns(1, linked).app.env}
	stranger := c.comes(1, "bob").app.env
	slot := opened().Record.Game
	if err := windows[0].Accounts.SetPrivacy(true, true); err != nil {
		t.Fatal(err)
	}
	var hears []arcade.Watch[struct{}]
	for _, w := range append(windows, stranger) {
		h := w.Elsewhere(t.Context(), slot)
		h.Next() // of what was stored before
		hears = append(hears, h)
	}
	for i, w := range windows {
		saved, rev, err := w.Store.Saved(slot)
		if err == nil {
			saved.Tally.Hints++
			rev, err = w.Store.Save(saved, rev)
		}
		if err != nil {
			t.Fatal(err)
		}
		for j, h := range hears[:len(windows)] {
			if j == i {
				continue
			}
			h.Next()
			if _, there, err := windows[j].Store.Saved(slot); there != rev || err != nil {
				t.Errorf("window %d finds revision %d, want %d: %v", j+1, there, rev, err)
			}
		}
	}
	told := make(chan struct{})
	hears[len(windows)].(arcade.Notifier).Notify(func() { close(told) })
	select {
	case <-told:
		t.Error("another player hears of it")
	default:
	}
}

// An account that is used on two nodes at once has one writer: who comes second learns that
// the table has moved on.
func TestALinkedAccountOnTwoNodes(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	key, linked := c.linked()
	first, second := c.returns(0, key).app.env, c.returns(1, linked).app.env
	before, rev, err := first.Store.Saved(opened().Record.Game)
	if err != nil || rev == 0 {
		t.Fatalf("the open game has revision %d, %v", rev, err)
	}
	if _, also, err := second.Store.Saved(before.Record.Game); err != nil || also != rev {
		t.Errorf("on the other node it has revision %d, %v", also, err)
	}
	before.Millis++
	if _, err := first.Store.Save(before, rev); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Store.Save(before, rev); err == nil {
		t.Error("two sessions have replaced the same state")
	}
	c.beats()
	if people := second.Company.People(); len(people) != 1 || !people[0].Own {
		t.Errorf("who is here twice is %+v", people)
	}
}

// Racers on two nodes meet in the list, in the room and by signals.
func TestRacersOnTwoNodes(t *testing.T) {
	t.Parallel()
	c := openCluster(t, 2)
	ann, bob := c.comes(0, "ann").app.env, c.comes(1, "bob").app.env
	list, err := bob.Races.FollowWaiting(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	opened, err := ann.Races.Open(hop45, arcade.RaceTerms{Limit: time.Minute, Open: true})
	if err != nil {
		t.Fatal(err)
	}
	room, err := ann.Races.Follow(t.Context(), opened.Code)
	if err != nil {
		t.Fatal(err)
	}
	for found := false; !found; {
		waiting, _ := list.Next()
		found = len(waiting) == 1 && waiting[0].By == "ann"
	}
	if _, err := bob.Races.Join(opened.Code); err != nil {
		t.Fatal(err)
	}
	if _, err := bob.Races.Follow(t.Context(), opened.Code); err != nil {
		t.Fatal(err)
	}
	for racers := 0; racers < 2; {
		r, _ := room.Next()
		racers = len(r.Racers)
	}
	heard := ann.Company.Heard(t.Context())
	if err := bob.Company.Send(arcade.GoodLuck, arcade.Audience{Race: opened.Code}); err != nil {
		t.Fatal(err)
	}
	if got, _ := heard.Next(); got.String() != "bob: good luck" {
		t.Errorf("ann hears %q", got)
	}
}

// Without a cluster, sessions count from 1 and no report has a node.
func TestNoNodeIsNamedWithoutACluster(t *testing.T) {
	r := openAdminArcade(t, nil)
	r.play(t, r.dial(t, "visitor"))
	out := r.admin(t, "sessions --json")
	var report admin.Sessions
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Sessions[0].Number != 1 || strings.Contains(out, `"node"`) {
		t.Errorf("%v: %s", err, out)
	}
	if text := r.admin(t, "sessions"); strings.Contains(text, "NODE") {
		t.Errorf("the sessions are\n%s", text)
	}
}
