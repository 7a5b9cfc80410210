package social

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Tables lists the tables that can be watched now or, while there is none, the notable games of the week.
type Tables struct {
	screen.Listing[arcade.LiveTable]
	notable []arcade.Standing // to replay; none while there are tables
	secret  string            // of those that cannot be watched yet
	unseen  string            // who plays at none of them
	begin   func() tea.Cmd    // watches one, once they are listed first; nil then and where none was asked for
}

// NewTables returns the list of tables to watch.
func NewTables(env *screen.Env) *Tables {
	s := &Tables{}
	s.Setup(env, s)
	s.Read = func() func() tea.Cmd {
		tables, secret := env.Spectators.Tables(), caption.Secret(env.Spectators.Secret())
		arcade.CallByName(tables, func(t *arcade.LiveTable) *string { return &t.Player })
		unseen := caption.Unwatched(env.Company)
		var notable []arcade.Standing
		if len(tables) == 0 && env.Accounts != nil {
			notable, _ = env.Accounts.Top(arcade.Leaderboard{Class: arcade.Counted, Kind: arcade.Notable}, notableShown) // the list says no less without them
			arcade.CallByName(notable, func(s *arcade.Standing) *string { return &s.Nick })
		}
		return func() tea.Cmd {
			s.secret, s.unseen, s.notable = secret, unseen, notable
			at := s.List.At()
			if s.Renew(tables, func(a, b arcade.LiveTable) bool { return a.Number == b.Number }) {
				s.List.ScrollBy(s.List.At() - at) // it also stays where it was in the window
			}
			s.List.Resize(len(tables) + len(notable))
			if begin := s.begin; begin != nil {
				s.begin = nil
				return begin()
			}
			return nil
		}
	}
	return s
}

// WatchAtOnce returns the list of tables, from which it goes on to that of a player or, for "", to the
// one most worth it.
func WatchAtOnce(env *screen.Env, player string) *Tables {
	s := NewTables(env)
	s.begin = func() tea.Cmd {
		at := slices.DeleteFunc(slices.Clone(s.Rows), func(t arcade.LiveTable) bool {
			return player != "" && !strings.EqualFold(t.Player, player)
		})
		switch {
		case len(at) > 0:
			return env.Push(newWatch(env, slices.MinFunc(at, func(a, b arcade.LiveTable) int { // many watch it, or it has the latest key
				return cmp.Or(arcade.TrueFirst(a.Friend, b.Friend), cmp.Compare(b.Watchers, a.Watchers), cmp.Compare(a.Idle, b.Idle))
			})))
		case player != "" && len(s.Rows) > 0:
			s.Refuse(fmt.Sprintf("No table of %s can be watched now.", player))
		}
		return nil
	}
	return s
}

// Bindings implements Screen.
func (s *Tables) Bindings() []widget.Binding {
	player, game, open := s.Chosen().Player, s.Chosen().Game, "watch"
	if s.List.Len() == 0 {
		open = screen.When(s.Loaded && s.Env.Races != nil, "races")
	}
	if len(s.notable) > 0 {
		chosen := s.notable[s.List.At()]
		player, game = chosen.Nick, chosen.Result.Record.Game
	}
	g, _ := s.Env.Games.Find(game)
	return append([]widget.Binding{
		s.List.UpDown("choose a table; Home and End: the first, the last", "choose"),
		s.List.PgUpDn("ten tables"),
		{Keys: "Enter, space", Does: "watch it, as its player sees it; while nobody plays, replay a notable game, or go to the races",
			Hint: open, Place: 1, Off: open == "", Do: s.watch},
		s.Env.PlayerKey(player),
		s.Env.RulesKey(g),
		{Keys: "b", Does: "notable games of this week, to replay", Hint: "notable games", Refusal: screen.When(s.Env.Accounts == nil, caption.NoAccounts), Do: func() tea.Cmd {
			return s.Env.Open(route.Leaders{Game: s.Env.Games.House[0], Kind: arcade.Notable})
		}},
	}, s.Env.Tail("a click chooses a table, another watches it", "back")...)
}

// watch watches the chosen table, or replays the chosen game at its pace. Where there is neither, it goes to the races.
func (s *Tables) watch() tea.Cmd {
	switch {
	case s.List.Len() == 0:
		return s.Env.Open(route.Races{Game: s.Env.Games.House[0]})
	case len(s.notable) == 0:
		return s.Env.Push(newWatch(s.Env, s.Chosen()))
	}
	env, id := s.Env, s.notable[s.List.At()].Result.ID
	return screen.Hold(&s.Base, func() (screen.Screen, error) {
		r, err := env.Accounts.Ranked(id)
		if err != nil {
			return nil, err
		}
		return env.Make(route.Replay{Result: r, Runs: true})
	}, env.Push)
}

// notableShown is how many notable games stand in place of tables.
const notableShown = 10

// Draw implements Screen.
func (s *Tables) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Watch", engine.Plural(len(s.Rows), "table"))
	switch {
	case !s.Loaded:
		screen.DrawSentence(g, "Looking ...", look.Faint)
		return
	case len(s.Rows) == 0:
		says := caption.Nowhere(s.unseen, s.secret)
		switch {
		case len(s.notable) > 0:
			says += " Notable games of this week:"
		case s.Env.Races != nil:
			says += " Race the arcade: once you are through, you can watch its player. Others can watch you at any game."
		default:
			says += " Play a game, and others can watch you."
		}
		text := screen.Wrapped(look, g.Width()-6, says)
		y := screen.PutRows(g, 4, 2, look.Text, text[:min(len(text), g.Height()-3)]...)
		said, style := s.Says(look, "", look.Faint)
		s.List.DrawRows(g, look, y, g.Height()-1-y-max(screen.SentenceRows(said, g.Width()), 1), func(i int) string {
			n := s.notable[i]
			return tableRow(look, g.Width()-4, n.Nick, s.Env.Games.Name(n.Result.Record.Game), fmt.Sprintf("%d/%d", n.Result.Score.Points, n.Result.Score.Max), fmt.Sprintf("%5d", len(n.Result.Record.Moves)), "", "")
		})
		screen.DrawSentence(g, said, style)
		return
	}
	g.Put(4, 1, tableRow(look, g.Width()-4, "player", "game", "points", "moves", "   idle", "watched by"), look.Faint)
	text, style := s.Says(look, s.secret, look.Faint)
	page := g.Height() - 3 - max(screen.SentenceRows(text, g.Width()), 1)
	s.List.DrawRows(g, look, 2, page, func(i int) string { return s.row(look, g.Width()-4, s.Rows[i]) })
	screen.DrawSentence(g, text, style)
}

// row returns the row of a table for w columns.
func (s *Tables) row(look *theme.Look, w int, t arcade.LiveTable) string {
	who, watched := t.Player, ""
	if t.Friend {
		who = "* " + who
	}
	if t.Watchers > 0 {
		watched = fmt.Sprint(t.Watchers)
	}
	if wait := t.From.Sub(s.Env.Now()); wait > 0 {
		watched = "in " + caption.Clock(wait.Milliseconds())
	}
	return tableRow(look, w, who, s.Env.Games.NameOf(t.Game, t.Rules), fmt.Sprintf("%d/%d", t.Score.Points, t.Score.Max),
		fmt.Sprintf("%5d", t.Moves), fmt.Sprintf("%7s", caption.Clock(t.Idle.Milliseconds())), watched)
}

// tableRow returns a row of the list with as many columns as fit w. In a narrow window
// the first two columns share the width.
func tableRow(look *theme.Look, w int, texts ...string) string {
	first, second := 20, 19
	if w < first+second+2 {
		second = min(second, w/2-1)
		first = w - second - 3
	}
	return screen.Row(look, w, []int{first, second, 7, 5, 7, 10}, texts...)
}

// A Watch shows somebody's table as its player sees it. When a round has ended it waits
// for the player's next one.
type Watch struct {
	screen.Base
	screen.Shown
	table arcade.LiveTable // as it was in the list
	room  *Race            // of the race whose racer plays there, nil if it was not opened from one
	racer string           // the ID of that racer
	screen.Follower[*arcade.Scene]
	looks  int           // how often it has looked for the next round since the last one ended
	scene  *arcade.Scene // the newest, nil until the first one arrives
	failed string        // why there is nothing to see
	listed *arcade.Scene // up to which the sheet and the round have the moves
	round  *engine.Round // nil if it is played by other rules than these
	past   engine.State  // that shows while the spectator looks back, else nil
	at     int           // after how many moves it is
}

// SceneMsg brings a scene, nil if no more will come.
type SceneMsg struct {
	screen *Watch
	scene  *arcade.Scene
}

// scenePause is the minimum time between two scenes. The player may be a program, and
// whatever it does is drawn for everyone who watches.
const scenePause = 100 * time.Millisecond

// looksMost is how often a screen looks for the next round: for five minutes.
const looksMost = 150

// newWatch returns somebody's table.
func newWatch(env *screen.Env, table arcade.LiveTable) *Watch {
	w := &Watch{Shown: screen.NewShown(), table: table}
	w.Setup(env, w)
	return w
}

// newRacerWatch returns the table of a racer of a race.
func newRacerWatch(r *Race, o arcade.Racer) *Watch {
	w := newWatch(r.Env, arcade.LiveTable{Number: o.Table, Player: o.Nick, Game: r.race.Game, Machine: o.Level > 0})
	w.room, w.racer = r, o.ID
	return w
}

// player returns what the player is called: a racer who has just chosen a nick has it in the standings.
func (w *Watch) player() string {
	if w.room == nil {
		return w.table.Player
	}
	o, _ := w.standing()
	return cmp.Or(o.Nick, w.table.Player)
}

// standing returns the racer who is watched, as the race stands now, and whether the round may go on.
func (w *Watch) standing() (o arcade.Racer, goesOn bool) {
	for _, o := range w.room.race.Racers {
		if o.ID == w.racer {
			return o, !w.room.Ended && !w.room.race.Over && !o.Through && !o.Gone
		}
	}
	return o, false
}

// Follows reports whether a screen waits for what others do.
func Follows(s screen.Screen) bool {
	switch s := s.(type) {
	case *Watch:
		return !s.Ended
	case *Race:
		return !s.Ended && (s.race == nil || !s.race.Over)
	}
	return false
}

// Init implements Screen.
func (w *Watch) Init() tea.Cmd {
	switch {
	case w.Asked && w.waitsForNext():
		return w.Schedule(w.lookAgain)
	case w.Asked:
		return nil
	}
	return tea.Batch(w.look(), screen.ReadProfile(w.Env.Accounts)) // the player may have begun a first game since
}

// look asks for the table. A player who was cut off has it in another session: the standings of a race say in
// which.
func (w *Watch) look() tea.Cmd {
	spectators, number, player, again := w.Env.Spectators, w.table.Number, w.player(), w.looks > 0
	if w.room != nil && again {
		o, _ := w.standing()
		if o.Table == 0 {
			return w.Schedule(w.lookAgain)
		}
		number, again = o.Table, false
	}
	return w.Follow(w, func(ctx context.Context) (arcade.Watch[*arcade.Scene], error) {
		watch, err := spectators.Watch(ctx, number)
		if err == nil || !again || player == arcade.Nameless {
			return watch, err
		}
		t, ok := engine.First(spectators.Tables(), func(t arcade.LiveTable) bool { return t.Player == player && !t.Machine })
		if !ok {
			return nil, err
		}
		number = t.Number
		return spectators.Watch(ctx, number)
	}, func() tea.Cmd {
		w.table.Number = number
		w.Ended, w.looks = false, 0
		return w.wait()
	}, func(why string) tea.Cmd {
		switch {
		case w.looks == 0:
			w.failed = why
		case w.waitsForNext(): // it has not begun yet
			return w.Schedule(w.lookAgain)
		}
		return nil
	})
}

// waitsForNext reports whether a round has ended and the player's next one would be shown, or whether a racer has
// left a round of a race that goes on.
func (w *Watch) waitsForNext() bool {
	if w.room != nil {
		_, goesOn := w.standing()
		return goesOn && w.Ended && w.failed == "" && (w.scene == nil || !w.scene.Final)
	}
	race := false
	if w.scene != nil {
		_, race = w.scene.Event.Race()
	}
	return !race && w.Ended && w.failed == "" && w.looks < looksMost && !w.table.Machine && !w.table.Behind()
}

// Update implements Screen.
func (w *Watch) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Followed:
		if msg.Err == nil && strings.EqualFold(msg.Nick, w.player()) {
			w.table.Friend = msg.Now == arcade.Follow
		}
	case SceneMsg:
		if msg.screen == w {
			return w.apply(msg.scene)
		}
	case tea.KeyPressMsg:
		w.Views = false
		return w.Press(msg.String())
	case tea.MouseMsg:
		if w.scene != nil {
			w.Mouse(msg, w.shown(), w.lookAt)
		}
	}
	return nil
}

// lookAgain looks for the player's next round.
func (w *Watch) lookAgain() tea.Cmd {
	if !w.waitsForNext() {
		return nil
	}
	w.looks++
	return w.look()
}

// wait waits for the next scene.
func (w *Watch) wait() tea.Cmd {
	return w.Next(func(scene *arcade.Scene) tea.Msg { return SceneMsg{w, scene} })
}

// apply shows a scene. The last one stays.
func (w *Watch) apply(s *arcade.Scene) tea.Cmd {
	if s == nil {
		w.Ended = true
		if w.scene != nil { // its clock stands from now on
			last := *w.scene
			last.Millis, last.Since = last.Clock(w.Env.Now()), time.Time{}
			w.scene = &last
		}
		return w.Schedule(w.lookAgain)
	}
	at := len(s.Line)
	if w.past != nil && w.scene.Deal() == s.Deal() {
		at = w.at
	}
	w.scene, w.Ended = s, s.Final
	w.show(at)
	if w.Ended {
		return w.Schedule(w.lookAgain)
	}
	return w.Env.After(w, scenePause, w.wait)
}

// shown returns after how many moves the board is that shows.
func (w *Watch) shown() int {
	if w.past != nil {
		return w.at
	}
	return len(w.scene.Line)
}

// lookAt shows the board after n moves, and says so where nothing else shows than before.
func (w *Watch) lookAt(n int) {
	live := w.past == nil
	if w.show(n); live && w.past == nil && w.Text == "" {
		w.Say("This is the newest board.")
	}
}

// show shows the board after n moves, as it showed then, or the newest one if there are no more.
func (w *Watch) show(n int) {
	w.Clear()
	w.Views, w.past, w.at = false, nil, max(n, 0)
	w.Pointer.Show(w.scene.Board)
	if w.at >= len(w.scene.Line) {
		return
	}
	if w.list(); w.round == nil {
		w.Refuse(caption.NoRules)
		return
	}
	for w.past = range w.round.States(w.at) {
		w.Pointer.Show(w.past.Board())
		return
	}
}

// ticks reports whether the clock of the scene runs.
func (w *Watch) ticks() bool { return !w.Ended && !w.scene.Since.IsZero() }

// NextFrame implements screen.Animated: the player's clock is drawn as at the player's table.
func (w *Watch) NextFrame() time.Duration {
	if w.scene == nil || !w.ticks() {
		return 0
	}
	return screen.NextSecond(w.scene.Clock(w.Env.Now()))
}

// Bindings implements Screen.
func (w *Watch) Bindings() []widget.Binding {
	stop, signal := "stop watching", ""
	switch {
	case w.past != nil:
		stop = "live"
	case w.Ended:
		stop = "back"
	}
	if _, nobody := w.Audience(); nobody == "" && w.Env.Sends() {
		signal = "signal"
	}
	view := w.ViewKey(&w.Message)
	view.Off = w.scene == nil
	var steps []widget.Binding
	if w.scene != nil {
		steps = screen.StepKeys(w.shown(), w.lookAt)
		if steps[0].Place = 3; w.past == nil {
			steps[0].As, steps[0].Hint = "left", "look back"
		}
	}
	rules := w.Env.RulesOf(w.game())
	rules.Hint, rules.Place = "rules", 1
	return append(steps, []widget.Binding{
		rules,
		w.Env.FollowKey("the player", w.player(), false, screen.Toggle(w.table.Friend, "follow")),
		view,
		w.Env.PlayerKey(w.player()),
		reportKey(w.Env, w.player(), false),
		{Keys: "!", Hint: signal, Place: 3, Off: w.Env.Company == nil}, // the app handles it
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "stop watching, or looking back", Hint: stop, Do: func() tea.Cmd {
			if w.past == nil {
				return w.Env.Back()
			}
			w.show(len(w.scene.Line))
			return nil
		}},
	}...)
}

// game returns the ID of the game that is watched, and the rules beside it. The player may
// have begun another one since the list was read.
func (w *Watch) game() (id, rules string) {
	if w.scene != nil {
		return w.scene.Game, w.scene.Rules
	}
	return w.table.Game, w.table.Rules
}

// Frame implements screen.Framed, once there is a board.
func (w *Watch) Frame(width, height int) grid.Area {
	if w.scene == nil {
		return grid.Area{W: width, H: height}
	}
	return w.Pointer.Frame(width, height)
}

// Draw implements Screen.
func (w *Watch) Draw(g *grid.Grid, look *theme.Look) {
	id, rules := w.game()
	game := w.Env.Games.NameOf(id, rules)
	names := []string{w.player() + " plays " + game, w.player() + ": " + game, w.player()}
	if w.table.Behind() {
		names = []string{names[0] + ", two minutes behind", names[1] + ", behind", names[1]}
	}
	text, style := w.line(look)
	if w.room != nil && !w.room.race.Over && w.past == nil {
		text = strings.TrimPrefix(text+"\n"+screen.RaceLine(w.room.race, w.Env.Now(), g.Width()-4), "\n")
	}
	if w.scene == nil {
		screen.DrawHeading(g, look, names, []string{""})
		screen.DrawSentence(g, look.Translate(text), style)
		return
	}
	clock := w.scene.Clock(w.Env.Now())
	if w.ticks() {
		clock = screen.ShownClock(clock)
	}
	parts := []string{fmt.Sprintf("points %d/%d", w.scene.Score.Points, w.scene.Score.Max), fmt.Sprintf("moves %d", w.scene.Moves), caption.Clock(clock)}
	if w.past != nil { // the line below the board says after which move it is
		parts = []string{"looking back"}
	} else if n := w.Env.Spectators.Audience(w.table.Number); n > 1 { // not the player alone
		parts = append(parts, fmt.Sprintf("%d watching", n))
	}
	screen.DrawHeading(g, look, names, parts)
	var overlay board.Overlay
	if n := len(w.scene.Line); w.past != nil {
		overlay.Move = w.scene.Line[w.at]
	} else if n > 0 { // where the last move went
		m := w.scene.Line[n-1]
		if overlay.Cursor = m.To; m.To.IsZero() {
			overlay.Cursor = m.From
		}
	}
	w.DrawShown(g, overlay, look, text, style)
	w.DrawSheet(g, look, func() (at int, chosen bool, remark func(int) string) {
		w.list()
		return w.shown(), w.past != nil, nil
	})
}

// list brings the sheet and the round up to the scene.
func (w *Watch) list() {
	if w.listed == w.scene {
		return
	}
	if w.listed == nil || w.listed.Deal() != w.scene.Deal() {
		w.Sheet.Forget()
	}
	w.listed, w.round = w.scene, nil
	g, ok := w.Env.Games.Restore(w.game())
	if !ok {
		return
	}
	round := engine.NewRound(g, w.scene.Code)
	for _, m := range w.scene.Line {
		if round.Play(m) != nil {
			return // by other rules than these
		}
	}
	w.round = round
	w.Sheet.Follow(w.scene.Line, func(n int) iter.Seq[engine.State] { return round.States(n) })
}

// line returns the line below the board: how the game stands, or the last move.
func (w *Watch) line(look *theme.Look) (string, grid.Style) {
	next := ""
	switch waits := w.waitsForNext(); {
	case w.room != nil && waits:
		next = " The game shows here again once it goes on."
	case w.room != nil && w.room.race.Over:
		next = " The race is over: q goes to its results."
	case waits:
		next = " Another game would show here."
	}
	switch {
	case w.failed != "":
		return w.failed, look.Refused
	case w.Text != "":
		return w.Text, look.Text
	case w.past != nil:
		return caption.LookingBack(w.at, len(w.scene.Line), w.past.Score()) + " End returns to live.", look.Good
	case w.scene == nil && !w.Ended:
		return "Looking ...", look.Faint
	case w.scene != nil && (w.scene.Final || w.scene.Over && w.scene.Score.Won):
		return headline(w.scene) + next, look.Good
	case w.Ended:
		return w.player() + " has left the table." + next, look.Warn
	case w.scene.Over:
		return fmt.Sprintf("Nothing is left to play, with %s.", engine.Plural(w.scene.Score.Points, "point")), look.Text
	}
	return w.scene.LastAction, look.Text
}

// headline returns how a round ended, and its points.
func headline(s *arcade.Scene) string {
	how := "The game is over"
	switch {
	case s.Score.Perfect:
		how = "A perfect game"
	case s.Score.Won:
		how = "Won"
	}
	return fmt.Sprintf("%s: %d of %d points.", how, s.Score.Points, s.Score.Max)
}

// Audience implements screen.Addressed: the player who is watched.
func (w *Watch) Audience() (to arcade.Audience, nobody string) {
	switch {
	case w.table.Behind():
		nobody = "What you see is two minutes old: a signal would come too late."
	case w.failed != "":
		nobody = "Nobody is there to get a signal now."
	}
	return arcade.Audience{Table: w.table.Number, Player: w.player()}, nobody
}
