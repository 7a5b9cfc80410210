package social

import (
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
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/sheet"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Tables lists the tables that can be watched now.
type Tables struct {
	env *screen.Env
	screen.Refresher
	tables []arcade.LiveTable
	secret string // of those that cannot be watched yet
	list   widget.List
	loaded bool // the tables have been read
}

// NewTables returns the list of tables to watch.
func NewTables(env *screen.Env) *Tables { return &Tables{env: env} }

// Init implements Screen.
func (s *Tables) Init() tea.Cmd {
	if !s.loaded {
		return s.read()
	}
	return s.Schedule(s.env, s, s.read) // else opening and leaving a page again and again would read each time
}

// read reads the tables now; apply schedules the next read.
func (s *Tables) read() tea.Cmd {
	s.Generation++
	spectators, generation := s.env.Spectators, s.Generation
	return screen.Ask(s, func() func() tea.Cmd {
		tables, secret := spectators.Tables(), caption.Secret(spectators.Secret())
		return func() tea.Cmd {
			if generation != s.Generation {
				return nil
			}
			s.secret = secret
			return s.apply(tables)
		}
	})
}

// Update implements Screen.
func (s *Tables) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg.String())
	case tea.MouseMsg:
		if s.list.Mouse(msg) {
			return s.key("enter")
		}
	}
	return nil
}

// apply shows the current tables. The chosen one stays chosen.
func (s *Tables) apply(tables []arcade.LiveTable) tea.Cmd {
	chosen, at := s.chosen().Number, s.list.At()
	if s.list.Refresh(len(tables), func(i int) bool { return tables[i].Number == chosen }) {
		s.list.ScrollBy(s.list.At() - at) // it also stays where it was in the window
	}
	s.tables, s.loaded = slices.Clone(tables), true // the list is shared
	arcade.CallByName(s.tables, func(t *arcade.LiveTable) *string { return &t.Player })
	return s.Schedule(s.env, s, s.read)
}

// chosen returns the chosen table, a zero one if there is none.
func (s *Tables) chosen() arcade.LiveTable {
	if len(s.tables) == 0 {
		return arcade.LiveTable{}
	}
	return s.tables[s.list.At()]
}

// Bindings implements Screen.
func (s *Tables) Bindings() []widget.Binding {
	return []widget.Binding{
		s.list.UpDown("choose a table; Home and End: the first, the last", "choose"),
		s.list.PgUpDn("ten tables"),
		{Keys: "Enter, space", Does: "watch it, as its player sees it", Hint: "watch", Place: 1, Off: len(s.tables) == 0, Do: func() tea.Cmd {
			return s.env.Push(newWatch(s.env, s.chosen()))
		}},
		{Keys: "mouse", Does: "a click chooses a table, another watches it"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.env.Back},
	}
}

func (s *Tables) key(key string) tea.Cmd { return widget.Press(s.Bindings(), key, nil) }

// Draw implements Screen.
func (s *Tables) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "Watch", caption.Plural(len(s.tables), "table"))
	switch {
	case !s.loaded:
		screen.DrawSentence(g, "Looking ...", look.Faint)
		return
	case len(s.tables) == 0:
		says := []string{caption.NoTables}
		if s.secret != "" {
			says = append(says, s.secret)
		}
		text := screen.Wrapped(look, g.Width()-6, says...)
		also := screen.Wrapped(look, g.Width()-6, "This list looks again by itself. Play a game meanwhile, and others can watch you.")
		if len(text)+len(also) <= g.Height()-3 {
			text = append(text, also...)
		}
		for i, row := range text {
			g.Put(4, 2+i, row, look.Text)
		}
		drawAlone(g, look, 2+len(text), g.Height()-1, invitation(s.env.Command))
		return
	}
	g.Put(4, 1, tableRow(look, g.Width()-4, "player", "game", "points", "moves", "   idle", "watched by"), look.Faint)
	page := g.Height() - 3 - max(screen.SentenceRows(s.secret, g.Width()), 1)
	s.list.ScrollBack(len(s.tables), page)
	for y, i := range s.list.Rows(2, page) {
		s.row(g, y, i, look)
	}
	screen.DrawSentence(g, s.secret, look.Faint)
}

func (s *Tables) row(g *grid.Grid, y, i int, look theme.Look) {
	t, style := s.tables[i], s.list.Entry(g, look, y, i)
	who, watched := t.Player, ""
	switch {
	case t.Own:
		who = "you, elsewhere"
	case t.Friend:
		who = "* " + who
	}
	if t.Watchers > 0 {
		watched = fmt.Sprint(t.Watchers)
	}
	g.Put(4, y, tableRow(look, g.Width()-4, who, screen.NameOf(s.env.Games, t.Game, t.Rules), fmt.Sprintf("%d/%d", t.Score.Points, t.Score.Max),
		fmt.Sprintf("%5d", t.Moves), fmt.Sprintf("%7s", caption.Clock(t.Idle.Milliseconds())), watched), style)
}

// tableRow returns a row of the list with as many columns as fit w. In a narrow window
// the first two columns share the width.
func tableRow(look theme.Look, w int, who, game string, others ...string) string {
	first, second := 20, 19
	if w < first+second+2 {
		second = min(second, w/2-1)
		first = w - second - 3
	}
	row := fmt.Sprintf("%-*s %-*s ", first, look.Cut(who, first), second, look.Cut(game, second))
	for i, n := range []int{7, 5, 7, 10} {
		if screen.Width(row)+n > w {
			break
		}
		row += fmt.Sprintf("%-*s ", n, look.Cut(others[i], n))
	}
	return strings.TrimRight(row, " ")
}

// A Watch shows somebody's table as its player sees it. When a round has ended it waits
// for the player's next one.
type Watch struct {
	env   *screen.Env
	table arcade.LiveTable // as it was in the list
	screen.Follower[*arcade.Scene]
	screen.Refresher               // looks for the next round
	looks            int           // how often it has looked since the last one ended
	scene            *arcade.Scene // the newest, nil until the first one arrives
	err              string        // why there is nothing to see
	pointer          draft.Pointer
	note             string // about the pile under the cursor or its like, until the next key or scene
	views            bool   // it is about that pile
	sheet            sheet.Sheet
	listed           *arcade.Scene // up to which the sheet lists the moves
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
	w := &Watch{env: env, table: table, Follower: screen.NewFollower[*arcade.Scene]()}
	w.pointer.Side = sheet.Width
	return w
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
		return w.Schedule(w.env, w, w.lookAgain)
	case w.Asked:
		return nil
	}
	return tea.Batch(w.look(), screen.ReadProfile(w.env.Accounts)) // the player may have begun a first game since
}

// look asks for the table.
func (w *Watch) look() tea.Cmd {
	spectators, number := w.env.Spectators, w.table.Number
	return w.Follow(w, func(ctx context.Context) (arcade.Watch[*arcade.Scene], error) { return spectators.Watch(ctx, number) }, w.found, w.notFound)
}

// waitsForNext reports whether a round has ended and the player's next one would be shown.
func (w *Watch) waitsForNext() bool {
	return w.Ended && w.err == "" && w.looks < looksMost
}

// Update implements Screen.
func (w *Watch) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Followed:
		if msg.Err == nil && strings.EqualFold(msg.Nick, w.table.Player) {
			w.table.Friend = msg.Now == arcade.Follow
		}
	case SceneMsg:
		if msg.screen == w {
			return w.apply(msg.scene)
		}
	case tea.KeyPressMsg:
		return w.key(msg.String())
	}
	return nil
}

// found begins a watch.
func (w *Watch) found() tea.Cmd {
	w.Ended, w.looks = false, 0
	return w.wait()
}

// lookAgain looks for the player's next round.
func (w *Watch) lookAgain() tea.Cmd {
	if !w.waitsForNext() {
		return nil
	}
	w.looks++
	return w.look()
}

// notFound says why there is nothing to watch. Where the next round has not begun yet it goes on
// looking.
func (w *Watch) notFound(why string) tea.Cmd {
	switch {
	case w.looks == 0:
		w.err = why
	case w.waitsForNext():
		return w.Schedule(w.env, w, w.lookAgain)
	}
	return nil
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
			last.Millis, last.Since = last.Clock(w.env.Now()), time.Time{}
			w.scene = &last
		}
		return w.Schedule(w.env, w, w.lookAgain)
	}
	w.scene, w.Ended = s, s.Final
	w.note, w.views = "", false
	w.pointer.Show(s.Board)
	if w.Ended {
		return w.Schedule(w.env, w, w.lookAgain)
	}
	return w.env.After(w, scenePause, w.wait)
}

// NextFrame implements screen.Animated: the player's clock is drawn as at the player's table.
func (w *Watch) NextFrame() time.Duration {
	if w.scene == nil || w.Ended || w.scene.Since.IsZero() {
		return 0
	}
	return screen.NextSecond(w.scene.Clock(w.env.Now()))
}

// Bindings implements Screen. Once nothing more comes, every key that does nothing
// else goes back.
func (w *Watch) Bindings() []widget.Binding {
	stop, follow, signal := "stop watching", "", ""
	if w.Ended {
		stop = "back"
	}
	switch {
	case !w.env.Followable(w.table.Player):
	case w.table.Friend:
		follow = "unfollow"
	default:
		follow = "follow"
	}
	if _, nobody := w.Audience(); nobody == "" && w.env.Sends() {
		signal = "signal"
	}
	alone := w.table.Own || w.env.Company == nil
	return []widget.Binding{
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "stop watching; once nothing more comes, any key does", Hint: stop, Do: w.env.Back},
		{Keys: "F1, i", Does: "the rules of this game", Hint: "rules", Place: 1, Do: func() tea.Cmd {
			g, ok := w.env.Games.Restore(w.game())
			if !ok {
				return nil
			}
			return w.env.Open(route.Rules{Game: g})
		}},
		{Keys: "f", Does: "follow the player, or no longer", Hint: follow, Place: 2, Off: alone, Do: func() tea.Cmd {
			if why := w.env.NoFollowing(); why != "" {
				w.note = why
				return nil
			}
			return screen.FollowOrNot(w.env.Company, w.table.Player)
		}},
		{Keys: "v", Does: "view a whole pile of which cards are left out, then the next", Off: w.scene == nil, Do: func() tea.Cmd {
			w.note, w.views = screen.ViewNext(&w.pointer)
			return nil
		}},
		reportKey(w.env, w.table.Player, w.table.Own),
		{Keys: "!", Hint: signal, Place: 3, Off: alone}, // the app handles it
		{Keys: "?", Hint: "keys", Place: 4},
	}
}

func (w *Watch) key(key string) tea.Cmd {
	w.note, w.views = "", false
	if _, ok := widget.Find(w.Bindings(), key); !ok && w.Ended {
		return w.env.Back()
	}
	return widget.Press(w.Bindings(), key, func(why string) { w.note = why })
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
	return w.pointer.Frame(width, height)
}

// Draw implements Screen.
func (w *Watch) Draw(g *grid.Grid, look theme.Look) {
	id, rules := w.game()
	game := screen.NameOf(w.env.Games, id, rules)
	names := []string{w.table.Player + " plays " + game, w.table.Player + ": " + game, w.table.Player}
	if w.table.Own {
		names = []string{"You play " + game + " elsewhere", "You: " + game}
	}
	text, style := w.line(look)
	if w.scene == nil {
		screen.DrawHeading(g, look, names, []string{""})
		screen.DrawSentence(g, look.Translate(text), style)
		return
	}
	parts := []string{fmt.Sprintf("points %d/%d", w.scene.Score.Points, w.scene.Score.Max), fmt.Sprintf("moves %d", w.scene.Moves), caption.Clock(w.scene.Clock(w.env.Now()))}
	if n := w.env.Spectators.Audience(w.table.Number); n > 1 { // not the player alone
		parts = append(parts, fmt.Sprintf("%d watching", n))
	}
	screen.DrawHeading(g, look, names, parts)
	var overlay board.Overlay
	if n := len(w.scene.Line); n > 0 { // where the last move went
		m := w.scene.Line[n-1]
		if overlay.Cursor = m.To; m.To.IsZero() {
			overlay.Cursor = m.From
		}
	}
	if w.views {
		overlay.Cursor = w.pointer.At
	}
	screen.DrawShown(g, &w.pointer, overlay, look, text, style)
	w.drawSheet(g, look)
}

// drawSheet draws the moves beside the board, if there is room.
func (w *Watch) drawSheet(g *grid.Grid, look theme.Look) {
	x, y, h, ok := w.pointer.Pane()
	if !ok {
		w.sheet.Hide()
		return
	}
	if w.listed != w.scene {
		w.list()
	}
	w.sheet.Draw(g, look, x, y, h, w.sheet.Len(), false, nil)
}

// list brings the sheet up to the scene.
func (w *Watch) list() {
	if w.listed == nil || w.listed.Deal() != w.scene.Deal() {
		w.sheet.Forget()
	}
	w.listed = w.scene
	g, ok := w.env.Games.Restore(w.game())
	if !ok {
		return
	}
	round := engine.NewRound(g, w.scene.Code)
	for _, m := range w.scene.Line {
		if round.Play(m) != nil {
			return // by other rules than these
		}
	}
	w.sheet.Follow(w.scene.Line, func(n int) iter.Seq[engine.State] { return round.States(n) })
}

// line returns the line below the board: how the game stands, or the last move.
func (w *Watch) line(look theme.Look) (string, grid.Style) {
	who, back := w.table.Player+" has", " Any key goes back."
	if w.table.Own {
		who = "You have"
	}
	if w.waitsForNext() {
		back = " The next game follows; any key goes back."
	}
	switch {
	case w.err != "":
		return w.err + back, look.Refused
	case w.note != "":
		return w.note, look.Text
	case w.scene == nil && !w.Ended:
		return "Looking ...", look.Faint
	case w.scene != nil && w.scene.Final:
		return headline(w.scene) + back, look.Good
	case w.Ended:
		return who + " left the table." + back, look.Warn
	case w.scene.Over:
		return fmt.Sprintf("Nothing is left to play, with %s.", caption.Plural(w.scene.Score.Points, "point")), look.Text
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

// Legend implements screen.Legended.
func (w *Watch) Legend(look theme.Look) []screen.Sign {
	return screen.BoardLegend(look, w.pointer.Board)
}

// Audience implements screen.Addressed: the player who is watched.
func (w *Watch) Audience() (to arcade.Audience, nobody string) {
	switch {
	case w.table.Own:
		nobody = "This is your own table."
	case w.err != "":
		nobody = "Nobody is there to get a signal now."
	}
	return arcade.Audience{Table: w.table.Number}, nobody
}
