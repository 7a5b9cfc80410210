package words

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// watch lists the tables that can be watched, or watches one: that of a number in the list,
// or of a player.
func (l *lobby) watch(who string) {
	tables := l.env.Spectators.Tables()
	arcade.CallByName(tables, func(t *arcade.LiveTable) *string { return &t.Player }) // those without a nick, too
	secret := caption.Secret(l.env.Spectators.Secret())
	switch {
	case who != "":
		if t, ok := l.findTable(tables, who); ok && l.leaveTable() {
			l.watchTable(t)
		}
	case len(tables) == 0:
		l.tables = nil
		l.say(caption.Nowhere(caption.Unwatched(l.env.Company), secret))
		if l.env.Report != nil {
			l.top("notable")
		}
	default:
		l.tables = tables
		l.sayTables()
		l.say(secret)
	}
}

// sayTables says which tables a number of watch means.
func (l *lobby) sayTables() {
	for i, t := range l.tables {
		line := fmt.Sprintf("%d: %s plays %s, %s, %s, idle for %s", i+1, t.Player, l.env.CalledOf(t.Game, t.Rules),
			scored(t.Score), engine.Plural(t.Moves, "move"), caption.Duration(t.Idle.Milliseconds()))
		if t.Behind() {
			line += ", two minutes behind"
		}
		if t.Watchers > 0 {
			line += fmt.Sprintf(", %d watching", t.Watchers)
		}
		l.say(line + ".")
	}
	if len(l.tables) > 0 {
		l.say("watch 1 watches the first.")
	}
}

// findTable returns the table with a number of the list, or that of a player. ok is false if there
// is none, which findTable then says.
func (l *lobby) findTable(tables []arcade.LiveTable, who string) (t arcade.LiveTable, ok bool) {
	if len(l.tables) == 0 {
		l.tables = tables
	}
	if n, err := strconv.Atoi(who); err == nil && 1 <= n && n <= len(l.tables) {
		return l.tables[n-1], true
	}
	var begin, named []arcade.LiveTable
	for _, t := range tables {
		known, typed := strings.ToLower(t.Player), strings.ToLower(who)
		if known == typed {
			named = append(named, t)
		}
		if strings.HasPrefix(known, typed) {
			begin = append(begin, t)
		}
	}
	if len(named) > 0 {
		begin = named
	}
	switch len(begin) {
	case 0:
		l.sayf("Nobody called %q plays at a table that can be watched: watch lists them.", who)
	case 1:
		return begin[0], true
	default:
		l.tables = begin
		l.sayTables()
	}
	return arcade.LiveTable{}, false
}

// watchTable watches a table, and describes it.
func (l *lobby) watchTable(t arcade.LiveTable) {
	ctx, cancel := context.WithCancel(context.Background())
	var first *arcade.Scene
	var watch arcade.Watch[*arcade.Scene]
	var err error
	stopped := l.in.interruptible(func(waiting context.Context) {
		defer context.AfterFunc(waiting, cancel)() // after a stop, Next returns
		if watch, err = l.env.Spectators.Watch(ctx, t.Number); err == nil {
			first, _ = watch.Next()
		}
	})
	if stopped || first == nil && err == nil {
		err = errors.New("this table is closed: watch lists the others")
	}
	if l.sayIfFailed(err) {
		cancel()
		return
	}
	w := &watching{lobby: l, table: t, feed: newFeed(ctx, cancel, watch), scene: first, since: first}
	l.place = w
	l.sayf("You watch %s. Each move is told as it comes; stop ends it.", w.whose())
	if g, ok := l.env.Games.Restore(first.Game, first.Rules); ok {
		l.subject = g
	}
	w.look()
	if w.ended() {
		l.place = nil
		cancel()
	}
}

// stopWatching ends what the player watches, if that is where the player is.
func stopWatching(at place) {
	if w, ok := at.(*watching); ok {
		w.feed.cancel()
	}
}

// A watching is somebody else's table, as long as the player watches it.
type watching struct {
	*lobby
	table arcade.LiveTable // as it was when it was chosen
	feed  *feed[*arcade.Scene]
	scene *arcade.Scene // the newest that was told
	since *arcade.Scene // as the player looked last
}

func (w *watching) name() string { return "Watch" }

// whose returns whose table it is, and the game.
func (w *watching) whose() string {
	return w.table.Player + ", who plays " + w.env.CalledOf(w.scene.Game, w.scene.Rules)
}

// game returns the game that is played there, nil if nobody here knows it.
func (w *watching) game() engine.Game {
	g, _ := w.env.Games.Restore(w.scene.Game, w.scene.Rules)
	return g
}

func (w *watching) board() engine.Board { return w.scene.Board }

// look describes the board.
func (w *watching) look() {
	w.since = w.scene
	w.say(overview(w.scene.Board)...)
	w.sayf("%s, %s.", scored(w.scene.Score), engine.Plural(w.scene.Moves, "move"))
}

// changed says what has changed since the player looked, or asked last.
func (w *watching) changed() {
	before := w.since
	w.since = w.scene
	if before == w.scene {
		w.say("Nothing has changed since you looked last.")
		return
	}
	c := change{told: w.told(before), before: before.Board, points: before.Score.Points}
	c.tell(w.terminal, w.scene.Board, w.scene.Score)
}

// told says what the player who is watched has done since a scene.
func (w *watching) told(before *arcade.Scene) []string {
	if n := w.scene.Moves - before.Moves; n > 1 {
		return []string{fmt.Sprintf("%d moves. The last:", n), w.scene.LastAction}
	}
	return []string{w.scene.LastAction}
}

// sayNews says what the newest scene shows, and whether it is the last.
func (w *watching) sayNews() {
	over := w.feed.over() // before the last scene is taken
	if scene, fresh := w.feed.take(); fresh {
		w.tell(scene)
	}
	if !over && !w.scene.Final {
		return
	}
	if !w.ended() {
		w.say("This table is closed: watch lists the tables.")
	}
	w.feed.cancel()
	w.place = nil
}

// tell says what a scene shows that the one before did not.
func (w *watching) tell(scene *arcade.Scene) {
	before := w.scene
	w.scene = scene
	if scene.Game != before.Game || scene.Rules != before.Rules || before.Final {
		w.sayf("This is %s.", w.whose())
		w.look()
		return
	}
	w.say(w.told(before)...)
	w.sayAll(changes(before.Board, scene.Board))
	if scene.Score.Points != before.Score.Points {
		w.say(scored(scene.Score) + ".")
	}
	if scene.Over && !scene.Final {
		w.say("Nothing is left to play there.")
	}
}

// ended reports whether the round is over, and says how it ended.
func (w *watching) ended() bool {
	if w.scene.Final {
		w.sayf("The game is over, with %s. watch lists the tables.", scored(w.scene.Score))
	}
	return w.scene.Final
}

func (w *watching) leave() bool {
	w.feed.cancel()
	w.sayf("You no longer watch %s.", w.whose())
	return true
}
