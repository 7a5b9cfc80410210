package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/widget"
)

// A bench is where the player makes up a game: the knobs of a design, a board dealt by its
// rules, and what the rules come to. Every change shows at once and can be undone.
type bench struct {
	env      *Env
	work     workpiece
	opened   engine.Design // the first one
	aside    engine.Design // the one put aside last, nil if none is
	list     widget.List   // of the knobs
	pane     pane
	drawn    benchDrawing
	scroll   int // rows of the text that are scrolled away, where it has the window to itself
	prompt   benchPrompt
	estimate estimating
	visiting *play.Saver // of the table that is about to open, nil if none is
	keeping  bool        // a name is on its way to the workshop
	message
}

// A benchPrompt is a text being typed at the bench, and what it is for.
type benchPrompt struct {
	kind benchPromptKind
	line widget.Line
}

type benchPromptKind uint8

const (
	typesNothing benchPromptKind = iota
	typesNumber                  // the value of the chosen knob
	typesName                    // the name under which the game is kept
)

// gameNameMax is the maximum number of characters of the name of a game.
const gameNameMax = 24

// A pane is what the bench shows where it cannot show everything.
type pane uint8

const (
	knobsPane pane = iota // with everything else, if there is room
	boardPane
	textPane
	panes
)

// These messages bring a bench what it has asked for: the open round to try the game in,
// and how keeping it ended.
type (
	benchVisitMsg struct {
		bench *bench
		visit visit
	}
	keptMsg struct {
		bench *bench
		game  engine.MadeUp
		err   error
	}
)

// newBench returns a bench with a design on it.
func newBench(env *Env, d engine.Design) *bench {
	b := &bench{env: env, opened: d, work: newWorkpiece(d, env.Deal())}
	b.estimate.known = make(map[string]hint.Estimate)
	b.list.Resize(len(b.work.knobs))
	if env.settings.isAside(d) {
		b.aside = d
	}
	b.say("Turn the knobs with the arrows: the board follows. t tries it, s keeps it.")
	return b
}

// Init implements Screen.
func (b *bench) Init() tea.Cmd { return b.readEstimate() }

// onClose implements closer: what was not kept is not lost.
func (b *bench) onClose() {
	b.estimate.stop()
	if b.putAside() {
		b.env.settingsSaving.changed = true
		b.env.settingsSaving.Begin() // the session is about to end, and to store what is not stored
	}
}

// close prevents a visit in progress from taking over a round that another session may
// play by then.
func (b *bench) close() error {
	if b.visiting == nil {
		return nil
	}
	b.visiting.Close()
	return nil
}

func (b *bench) typing() bool { return b.prompt.kind != typesNothing && !b.keeping }

func (b *bench) busy() bool { return b.visiting != nil || b.keeping }

// Update implements Screen.
func (b *bench) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case benchVisitMsg:
		if msg.bench == b {
			return b.openTable(msg.visit)
		}
	case keptMsg:
		if msg.bench == b {
			return b.kept(msg)
		}
	case estimateReadMsg:
		if msg.bench == b && msg.estimate.Deals > b.estimate.known[msg.of].Deals {
			b.estimate.known[msg.of] = msg.estimate
		}
	case estimateMsg:
		if msg.bench == b {
			return b.estimated(msg)
		}
	case tea.KeyPressMsg:
		if b.typing() {
			b.message = message{}
			b.prompt.line.Key(msg)
		}
		return b.key(msg.String())
	case tea.PasteMsg:
		if b.typing() {
			b.prompt.line.Insert(msg.Content)
		}
	case tea.MouseMsg:
		if !b.typing() && !b.busy() {
			return b.mouse(msg)
		}
	}
	return nil
}

func (b *bench) key(key string) tea.Cmd {
	if !b.typing() {
		b.message = message{}
	}
	return widget.Press(b.Bindings(), key, b.refuse)
}

func (b *bench) refuse(why string) { b.message = message{why, true} }

func (b *bench) say(format string, args ...any) {
	b.message = message{text: fmt.Sprintf(format, args...)}
}

// Bindings implements Screen.
func (b *bench) Bindings() []widget.Binding {
	if b.prompt.kind != typesNothing {
		done := map[benchPromptKind]widget.Binding{
			typesNumber: {Keys: "Enter", Hint: "set it", Do: b.submitNumber},
			typesName:   {Keys: "Enter", Hint: "keep", Do: b.submitName},
		}
		return []widget.Binding{
			{Keys: "Backspace", Hint: "back"},
			done[b.prompt.kind],
			{Keys: "Esc", Also: "Ctrl-C", Hint: "leave it", Do: func() tea.Cmd {
				b.prompt = benchPrompt{}
				return nil
			}},
		}
	}
	w := &b.work
	broken := w.broken() // why there is nothing to play
	house := broken
	if _, made := w.game.(engine.MadeUp); broken == "" && !made {
		house = fmt.Sprintf("These are the rules of %s, which is in the lobby.", w.game.Info().Name)
	}
	keep := cmp.Or(house, unless(b.env.Workshop != nil, noWorkshop))
	estimate, esc := "estimate", "back; first it stops an estimate"
	if b.estimate.running() {
		estimate = ""
	}
	choose := b.list.UpDown("choose a knob; Home and End: the first, the last", "knobs")
	choose.As, choose.Place = "arrows", 2 // with left and right
	browse := []widget.Binding{choose, b.list.PgUpDn("ten knobs")}
	if b.pane == textPane {
		browse = []widget.Binding{{Keys: "PgUp, PgDn", Does: "scroll the text", DoKey: func(key string) tea.Cmd {
			b.scrollText(widget.Direction(key) * max(b.drawn.page-1, 1))
			return nil
		}}, choose}
	}
	return append(browse, []widget.Binding{
		{Keys: "left right, h l", Does: "less and more of it, off and on", DoKey: func(key string) tea.Cmd { return b.step(widget.Direction(key)) }},
		{Keys: "Enter, space", Does: "switch it; the number of a knob can be typed", Do: b.enter},
		{Keys: "0-9", Also: "0 1 2 3 4 5 6 7 8 9", Does: "type its number", DoKey: b.typeNumber},
		{Keys: "f", Does: "mend rules that do not fit: takes the nearest ones that do", Hint: "fix", Place: 1, Refusal: unless(w.problem != nil, "These rules fit: there is nothing to mend."), Do: b.fix},
		{Keys: "u, Ctrl-Z", Does: "take back a change", Hint: "undo", Place: 7, Refusal: unless(len(w.past) > 0, "There is no change to take back."), Do: func() tea.Cmd { return b.changed(w.undo()) }},
		{Keys: "U, Ctrl-Y", Does: "make a change again that was taken back", Refusal: unless(len(w.future) > 0, "There is no change to make again."), Do: func() tea.Cmd { return b.changed(w.redo()) }},
		{Keys: "R, r", Does: "another sample deal", Hint: "deal", Place: 8, Refusal: broken, Do: func() tea.Cmd {
			w.deal(b.env.Deal())
			return nil
		}},
		{Keys: "t", Does: "try it: play this deal, as practice; q at the table comes back", Hint: "try", Place: 3, Refusal: broken, Do: b.try},
		{Keys: "s", Does: "keep it under a name; it is then in the lobby", Hint: "keep", Place: 4, Refusal: keep, Do: b.askName},
		{Keys: "c", Does: "a card to share it: its code, for a chat", Hint: "share", Place: 5, Refusal: house, Do: func() tea.Cmd {
			return b.open(newShareCard(b.env, b.made()))
		}},
		{Keys: "e", Also: "E", Does: "estimate it: the advisor plays sample deals", Hint: estimate, Place: 6, Refusal: broken, Do: b.beginEstimate},
		{Keys: "F1, i", Does: "its rules, as a page", Hint: "rules", Refusal: broken, Do: func() tea.Cmd {
			return b.open(newPage(b.env, b.name()+": the rules", w.game.Rules()))
		}},
		{Keys: "Tab, Shift-Tab", Does: "show the board, or the text, as large as the window", Hint: "view", As: "Tab", Place: 9, DoKey: func(key string) tea.Cmd {
			by := 1
			if key == "shift+tab" {
				by = int(panes) - 1
			}
			b.show((b.pane + pane(by)) % panes)
			return nil
		}},
		{Keys: "mouse", Does: "a click chooses a knob, another changes it; the wheel scrolls"},
		{Keys: "Esc", Does: esc, Do: func() tea.Cmd {
			if b.estimate.running() {
				b.estimate.stop()
				b.say("The estimate was stopped.")
				return nil
			}
			return b.leave()
		}},
		keysHint,
		{Keys: "q", Also: "Ctrl-C", Does: "back; what was not kept is put aside, and the workshop offers it again", Hint: "back", Do: b.leave},
	}...)
}

// noWorkshop says why nothing can be kept.
const noWorkshop = "Nothing can be kept in this session; c shows the code, which is the rules."

// made returns the game on the bench. It is not called while there is none, or it is one of
// the house.
func (b *bench) made() engine.MadeUp {
	g, _ := b.work.game.(engine.MadeUp)
	if own, ok := b.env.keeps(g.Info().ID); ok {
		return own
	}
	return g
}

// name returns what the game on the bench is called, or "" if there is none.
func (b *bench) name() string {
	if b.work.problem != nil {
		return ""
	}
	info := b.work.game.Info()
	if own, ok := b.env.keeps(info.ID); ok {
		return own.Info().Name
	}
	return info.Name
}

// open opens another screen over the bench.
func (b *bench) open(s Screen) tea.Cmd {
	b.scroll = 0
	return tea.Batch(b.store(), b.env.open(s))
}

// leave goes back.
func (b *bench) leave() tea.Cmd {
	b.estimate.stop()
	return tea.Batch(b.store(), b.env.back())
}

// store puts the design aside in the player's settings, if it changes what is there.
func (b *bench) store() tea.Cmd {
	if !b.putAside() {
		return nil
	}
	return b.env.saveSettings()
}

// putAside puts a design aside that was changed and is not kept, and reports whether that
// changes what is put aside. A design that is kept by now is no longer put aside.
func (b *bench) putAside() bool {
	d, s := b.work.design, &b.env.settings
	before, worth := s.Drafts, b.aside != nil || d.Text() != b.opened.Text()
	if b.work.game != nil {
		_, own := b.env.keeps(b.work.game.Info().ID)
		_, made := b.work.game.(engine.MadeUp)
		worth = worth && made && !own
	}
	if b.aside != nil {
		s.takeUp(b.aside) // of one work, only the last version
	}
	s.takeUp(d)
	if b.aside = nil; worth {
		s.putAside(d)
		b.aside = d
	}
	return !slices.Equal(before, s.Drafts)
}

// show shows a pane.
func (b *bench) show(p pane) { b.pane, b.scroll = p, 0 }

// scrollText scrolls the text, as far as the last frame had more of it.
func (b *bench) scrollText(rows int) {
	b.scroll = max(min(b.scroll+rows, b.drawn.rows-b.drawn.page), 0)
}

// knob returns the chosen knob.
func (b *bench) knob() engine.Knob { return b.work.knobs[b.list.At()] }

// set sets the chosen knob.
func (b *bench) set(value string) (ok bool) {
	if err := b.work.set(b.knob().Name, value); err != nil {
		b.refuse(caption.Why(err))
		return false
	}
	return true
}

// changed follows a change of the design.
func (b *bench) changed(what string) tea.Cmd {
	if b.estimate.running() && b.estimate.of != b.work.design.Text() {
		b.estimate.stop()
		what += " The estimate was stopped: it was of other rules."
	}
	if what != "" {
		b.say("%s", strings.TrimSpace(what))
	}
	return b.readEstimate()
}

// step sets the chosen knob to the value before or after its own. Those with few values go
// round.
func (b *bench) step(by int) tea.Cmd {
	k := b.knob()
	i := slices.Index(k.Values, k.Value) + by
	const few = 3
	switch {
	case len(k.Values) == 1:
		b.refuse(fmt.Sprintf("%s: it is always %s.", k.Label, knobValue(k)))
		return nil
	case len(k.Values) <= few:
		i = (i + len(k.Values)) % len(k.Values)
	case i < 0:
		b.refuse(fmt.Sprintf("%s: %s is the least.", k.Label, k.Values[0]))
		return nil
	case i == len(k.Values):
		b.refuse(fmt.Sprintf("%s: %s is the most.", k.Label, k.Values[i-1]))
		return nil
	}
	if !b.set(k.Values[i]) {
		return nil
	}
	return b.changed("")
}

// numeric reports whether a knob takes numbers.
func numeric(k engine.Knob) bool {
	_, err := strconv.Atoi(k.Values[0])
	return err == nil
}

// enter switches the chosen knob, or asks for its number.
func (b *bench) enter() tea.Cmd {
	if !numeric(b.knob()) {
		return b.step(1)
	}
	return b.typeNumber("")
}

// typeNumber lets the player type the number of the chosen knob, of which a key has typed
// the beginning.
func (b *bench) typeNumber(key string) tea.Cmd {
	if !numeric(b.knob()) {
		b.refuse(b.knob().Label + " takes no number: left and right change it.")
		return nil
	}
	b.prompt = benchPrompt{typesNumber, widget.Line{Max: 2, Accept: func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}}}
	b.prompt.line.Insert(key)
	return nil
}

// submitNumber sets the chosen knob to the typed number.
func (b *bench) submitNumber() tea.Cmd {
	k := b.knob()
	n, err := strconv.Atoi(b.prompt.line.String())
	value := strconv.Itoa(n)
	if err != nil || !slices.Contains(k.Values, value) {
		b.refuse(fmt.Sprintf("%s takes %s to %s.", k.Label, k.Values[0], k.Values[len(k.Values)-1]))
		return nil
	}
	if !b.set(value) {
		return nil
	}
	b.prompt = benchPrompt{}
	return b.changed("")
}

// fix takes the nearest design that makes a game.
func (b *bench) fix() tea.Cmd {
	text := b.work.problem.FixText
	b.work.change(b.work.problem.Fix)
	return b.changed(text + ". u takes it back.")
}

// try opens a table with the sample deal, or with the round of these rules that is open.
func (b *bench) try() tea.Cmd {
	env := b.env
	v := visit{game: b.work.game, code: b.work.code, saver: play.NewSaver(env.Store)}
	if own, ok := env.keeps(v.game.Info().ID); ok {
		v.game = own
	}
	b.visiting = v.saver
	return func() tea.Msg {
		id := v.game.Info().ID
		if best, ok, err := env.Store.Best(id, arcade.Counted); err == nil && ok {
			v.best = &best
		}
		v.saved, v.err = v.saver.Read(id, true)
		return benchVisitMsg{b, v}
	}
}

// openTable opens the table to try the game at.
func (b *bench) openTable(v visit) tea.Cmd {
	b.visiting = nil
	var t *table
	var err error
	switch {
	case v.err != nil:
		b.refuse(caption.Sentence(v.err.Error()))
		return nil
	case v.saver.Stored():
		t, err = resumeTable(b.env, v)
	default:
		t = newTable(b.env, v.game, v.code, true, v.best)
	}
	if err != nil {
		b.refuse("The open game of these rules cannot go on: it was played by other rules. The lobby puts it into the history.")
		return nil
	}
	t.end.back = "bench"
	return b.open(t)
}

// askName asks for the name under which to keep the game, and proposes one.
func (b *bench) askName() tea.Cmd {
	b.prompt = benchPrompt{typesName, widget.Line{Max: gameNameMax}}
	b.prompt.line.Set(b.proposed())
	return nil
}

// proposed returns a name for the game that the player does not use for another one.
func (b *bench) proposed() string {
	if own, ok := b.env.keeps(b.work.game.Info().ID); ok {
		return own.Info().Name
	}
	used := func(name string) bool {
		return b.env.Games.Shelf != nil && slices.ContainsFunc(b.env.Games.Shelf.Own(), func(g engine.Game) bool {
			return strings.EqualFold(g.Info().Name, name)
		})
	}
	title := b.work.design.Title()
	for i := 2; i <= arcade.VariationsMax+1; i++ {
		name := title
		if i > 2 {
			name = fmt.Sprintf("%s (%d)", title, i-1)
		}
		if !used(name) && utf8.RuneCountInString(name) <= gameNameMax {
			return name
		}
	}
	return title
}

// submitName keeps the game under the typed name.
func (b *bench) submitName() tea.Cmd {
	d := b.work.design
	named, err := d.Game(strings.TrimSpace(b.prompt.line.String()))
	if err != nil {
		b.refuse(caption.Why(err))
		return nil
	}
	g := named.(engine.MadeUp) // the rules of the house are not kept
	workshop, id, estimate := b.env.Workshop, g.Info().ID, b.estimate.known[d.Text()]
	b.keeping = true
	return func() tea.Msg {
		err := workshop.Keep(g)
		if err == nil && estimate.Deals > 0 {
			_ = workshop.SetEstimate(id, estimate) // it shows on the bench, and can be made again
		}
		return keptMsg{b, g, err}
	}
}

// kept says how keeping a game has ended. A name that was refused can be edited.
func (b *bench) kept(msg keptMsg) tea.Cmd {
	b.keeping = false
	if msg.err != nil {
		b.refuse(caption.Why(msg.err))
		return nil
	}
	b.prompt = benchPrompt{}
	b.say("Kept as %s: it is in the lobby now, under your variations.", msg.game.Info().Name)
	return b.store()
}

// keeps returns the game with an ID under the player's own name, and whether the player
// keeps it.
func (e *Env) keeps(id string) (engine.MadeUp, bool) {
	if e.Games.Shelf == nil {
		return nil, false
	}
	g, ok := e.Games.Shelf.Own().Find(id)
	if !ok {
		return nil, false
	}
	made, ok := g.(engine.MadeUp)
	return made, ok
}

// mouse handles what the mouse does to what the last frame shows.
func (b *bench) mouse(msg tea.MouseMsg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if b.pane == textPane {
			b.scrollText(widget.Wheel(msg))
			return nil
		}
	case tea.MouseClickMsg:
		for p, a := range b.drawn.tabs {
			if a.has(msg.X, msg.Y) {
				b.message = message{}
				b.show(pane(p))
				return nil
			}
		}
		if !b.drawn.knobs.has(msg.X, msg.Y) {
			return nil
		}
	default:
		return nil
	}
	b.message = message{}
	if !b.list.Mouse(msg) {
		return nil
	}
	switch msg.Mouse().X {
	case b.drawn.less:
		return b.step(-1)
	case b.drawn.more:
		return b.step(1)
	}
	return b.enter()
}

// keyUnder implements clickable.
func (b *bench) keyUnder(x, y int) (tea.KeyPressMsg, bool) { return b.drawn.keys.keyAt(x, y) }
