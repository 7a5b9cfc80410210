package screen

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/route"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Base is what most screens are made of: a list to choose from and, at the foot, a line to type, a
// question, or a sentence about the last key. It implements what a [Screen] has besides its bindings and
// what it draws.
type Base struct {
	Env  *Env
	List widget.List
	Message
	Prompt
	Question Question

	// Read reads in a command what the screen shows and others may change, and returns what shows it.
	// It is called again from time to time while no other screen covers this one. It may be nil.
	Read       func() (show func() tea.Cmd)
	Loaded     bool      // an answer has come, of a read or of a call; false while the first is shown
	asked      time.Time // when it was read last
	generation int       // of reads and waits: only the newest one counts

	screen  Screen      // that it is part of
	saver   *play.Saver // of the table that is about to open, nil if none is
	waits   bool        // for an answer that ends the prompt, opens another screen or leaves this one
	gone    bool        // the chosen entry has gone since the last key; see Renew
	Covered bool        // another screen covers this one, or has since it was read
}

// Setup makes b the base of a screen.
func (b *Base) Setup(env *Env, s Screen) { b.Env, b.screen = env, s }

// Init implements [Screen].
func (b *Base) Init() tea.Cmd {
	switch {
	case b.Read == nil:
		return nil
	case b.Loaded && b.Env.Now().Sub(b.asked) < refreshInterval: // else opening and leaving a page again and again would read each time
		return b.Schedule(b.Refresh)
	}
	return b.Refresh()
}

// Refresh reads now. It ends an earlier read or wait.
func (b *Base) Refresh() tea.Cmd {
	b.generation++
	b.asked = b.Env.Now()
	generation, read := b.generation, b.Read
	return Ask(b.screen, func() func() tea.Cmd {
		show := read()
		return func() tea.Cmd {
			if generation != b.generation {
				return nil
			}
			next := b.Schedule(b.Refresh) // before another screen may cover this one
			generation = b.generation
			cmd := show()
			b.Loaded, b.Covered = true, b.Covered && generation != b.generation // that may have opened a screen
			return tea.Batch(cmd, next)
		}
	})
}

// refreshInterval is the time until a screen reads again.
const refreshInterval = 2 * time.Second

// Schedule does something after a while. It ends an earlier read or wait.
func (b *Base) Schedule(do func() tea.Cmd) tea.Cmd { return b.ScheduleIn(refreshInterval, do) }

// ScheduleIn does something after a time. It ends an earlier read or wait.
func (b *Base) ScheduleIn(d time.Duration, do func() tea.Cmd) tea.Cmd {
	b.generation++
	generation := b.generation
	return b.Env.After(b.screen, d, func() tea.Cmd {
		if generation != b.generation {
			return nil
		}
		return do()
	})
}

// Pause implements [Pauser].
func (b *Base) Pause() { b.generation, b.Covered = b.generation+1, true }

// Busy implements the interface of that name.
func (b *Base) Busy() bool { return b.waits || b.saver != nil }

// Typing implements [Typist].
func (b *Base) Typing() bool { return b.Asking && !b.waits }

// Paste implements [Paster].
func (b *Base) Paste(text string) (cmd tea.Cmd, taken bool) {
	if b.Typing() {
		b.Insert(text)
	}
	return nil, b.Typing()
}

// Update implements [Screen]: a click on the chosen entry of the list is Enter.
func (b *Base) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if b.Typing() {
			b.Type(msg)
		}
		return b.Press(widget.KeyName(msg))
	case tea.MouseMsg:
		if _, click := msg.(tea.MouseClickMsg); click && b.Question.Text != "" {
			b.Question.Text = Insist(b.Question.Text)
		}
		if !b.Asking && b.Question.Text == "" && !b.screen.(Busy).Busy() && b.List.Mouse(msg) {
			return b.Press("enter")
		}
	}
	return nil
}

// Press does what a key is for. A key that is no answer to the question, but does something else here,
// answers no and does it; Enter and space do not, as they often come once too often.
func (b *Base) Press(key string) tea.Cmd {
	gone := b.gone
	b.gone = false
	b.Clear()
	if q := b.Question; q.Text != "" {
		if rules, ok := widget.Find(b.Answers(), key); ok && key == "f1" {
			return rules.Do()
		}
		b.Question = Question{}
		_, acts := widget.Find(BindingsOf(b.screen), key)
		switch cmd := Unanswered(key); {
		case cmd != nil && (!acts || widget.Match("Enter space", key)):
			b.Question = q
			return cmd
		case IsNo(key):
			return nil
		case cmd == nil:
			return q.Do()
		}
	}
	if gone && widget.Match("Enter space", key) {
		return b.Refuse("The line you chose has just gone. Enter again takes this one.")
	}
	if b.Typing() && b.unfit {
		return b.Refuse(key + " does not fit here. " + b.Field.Help)
	}
	return widget.Press(BindingsOf(b.screen), key, b.Refuse)
}

// Answers returns what the keys do while something is asked, nil while nothing is.
func (b *Base) Answers() []widget.Binding {
	switch q := b.Question; {
	case b.Typing():
		return b.Prompt.Keys()
	case q.Text != "":
		answers := []widget.Binding{{Keys: "y", Also: "Y", Does: q.Yes, Hint: q.Yes}, {Keys: "n, Esc", Also: "Ctrl-C", Does: q.No, Hint: q.No}}
		if rules, ok := widget.Find(b.screen.Bindings(), "f1"); ok && rules.Refusal == "" {
			answers = append(answers, widget.Binding{Keys: "F1", Does: rules.Does, Hint: "rules", Do: rules.Do})
		}
		return answers
	}
	return nil
}

// A Question waits for y or n before what cannot be undone; see [Unanswered].
type Question struct {
	Text    string // "" if nothing is asked
	Yes, No string // for the last row
	Do      func() tea.Cmd
}

// Confirm asks a question.
func (b *Base) Confirm(q Question) tea.Cmd {
	b.Question = q
	return nil
}

// Says returns what the screen asks, or has to say about the last key, or else a text of its own.
func (b *Base) Says(look *theme.Look, text string, style grid.Style) (string, grid.Style) {
	switch {
	case b.Question.Text != "":
		text, style = b.Question.Text, look.Warn
	case b.Text != "" && b.IsError:
		text, style = b.Text, look.Refused
	case b.Text != "":
		text, style = b.Text, look.Good
	}
	return look.Translate(text), style
}

// FootRows returns how many rows [Base.DrawFoot] needs in a window of w columns, one at least.
func (b *Base) FootRows(look *theme.Look, text string, w int) int {
	if !b.Asking {
		return max(SentenceRows(text, w), 1)
	}
	help, _ := b.Help(look, b.Message)
	return SentenceRows(help, w) + 1
}

// tall is the number of rows of a window from which on the foot follows what a screen shows.
const tall = 36

// DrawFoot draws what [Base.Says] has returned above the last row, or what is typed there. In a tall window it
// stands a free row below what is drawn so far.
func (b *Base) DrawFoot(g *grid.Grid, look *theme.Look, text string, style grid.Style) {
	rows := g.Height()
	if rows >= tall {
		rows = min(rows, g.Used()+b.FootRows(look, text, g.Width())+2)
	}
	foot := g.Part(0, 0, g.Width(), rows)
	switch {
	case b.Asking:
		b.DrawPrompt(&foot, look, b.Message)
		g.Cursor = foot.Cursor
	case text != "":
		DrawSentence(&foot, text, style)
	}
}

// Call makes a call for a screen, and says why it has failed or else goes on with what it has returned.
func Call[T any](b *Base, call func() (T, error), then func(T) tea.Cmd) tea.Cmd {
	return Ask(b.screen, func() func() tea.Cmd {
		got, err := call()
		return func() tea.Cmd {
			b.Loaded, b.waits = true, false
			if b.Fails(err) {
				return nil
			}
			return then(got)
		}
	})
}

// Change makes a call that returns nothing, as Call does. then may be nil.
func (b *Base) Change(call func() error, then func() tea.Cmd) tea.Cmd {
	return Call(b, func() (struct{}, error) { return struct{}{}, call() }, func(struct{}) tea.Cmd {
		if then == nil {
			return nil
		}
		return then()
	})
}

// Hold makes a call as Call does, and holds keys back until the answer is there. It ends what the prompt
// asks, unless the call fails.
func Hold[T any](b *Base, call func() (T, error), then func(T) tea.Cmd) tea.Cmd {
	b.waits = true
	return Call(b, call, func(got T) tea.Cmd {
		b.Asking = false
		return then(got)
	})
}

// Enter makes a call that enters what others play too, as Hold does. A new player takes first the name
// that was offered: others see it there.
func Enter[T any](b *Base, call func() (T, error), then func(T) tea.Cmd) tea.Cmd {
	take := b.Env.TakeName()
	if take == nil {
		return Hold(b, call, then)
	}
	var took tea.Msg
	return Hold(b, func() (T, error) {
		took = take()
		return call()
	}, func(got T) tea.Cmd { return tea.Batch(then(got), func() tea.Msg { return took }) })
}

// HoldChange makes a call that returns nothing, as Hold does.
func (b *Base) HoldChange(call func() error, then func() tea.Cmd) tea.Cmd {
	return Hold(b, func() (struct{}, error) { return struct{}{}, call() }, func(struct{}) tea.Cmd { return then() })
}

// Replay opens the replay of a result. read returns it, and may wait.
func (b *Base) Replay(read func() (arcade.Result, error)) tea.Cmd {
	return Hold(b, func() (Screen, error) { return b.Env.ReplayOf(read) }, b.Env.Push)
}

// Play goes to the table of a visit. Before a player's first game it shows the house rules
// instead, if there are any.
func (b *Base) Play(v Visit) tea.Cmd {
	if b.Env.Uninformed() {
		return b.Env.Open(route.About{})
	}
	return b.Visit(v, b.Sit)
}

// Visit reads a round in a command. open opens its table. In an event a new player takes first the name that was
// offered: others see it there.
func (b *Base) Visit(v Visit, open func(Visit) tea.Cmd) tea.Cmd {
	v.Saver = play.NewSaver(b.Env.Store)
	b.saver = v.Saver
	var take tea.Cmd
	if v.Event != "" {
		take = b.Env.TakeName()
	}
	return Ask(b.screen, func() func() tea.Cmd {
		var took tea.Msg
		if take != nil {
			took = take()
		}
		v.Read(b.Env)
		return func() tea.Cmd {
			b.saver = nil
			return tea.Batch(open(v), func() tea.Msg { return took })
		}
	})
}

// Close prevents a visit in progress from beginning a round.
func (b *Base) Close() error {
	if b.saver != nil {
		b.saver.Close()
	}
	return nil
}

// PlayOnce goes to the table of a visit to a deal that is played once and not begun yet, which what names. It
// asks first.
func (b *Base) PlayOnce(what string, v Visit) tea.Cmd {
	if b.Env.Uninformed() {
		return b.Play(v)
	}
	return b.Confirm(Question{
		Text: caption.BeginOnce(what) + " (y/n)", Yes: "begin", No: "not now",
		Do: func() tea.Cmd { return b.Play(v) },
	})
}

// Sit opens the table of a visit that was read, or says why there is none.
func (b *Base) Sit(v Visit) tea.Cmd {
	name := v.Game.Info().Name
	switch {
	case v.Ended():
		return nil
	case v.Err == nil && (v.Code != "" || v.Asked.Code != "") && v.Saver.Stored():
		return b.GoFirst(v.Game)
	}
	t, err := b.Env.TableOf(v)
	switch {
	case errors.Is(err, ErrOtherRules):
		return b.Confirm(Question{
			Text: fmt.Sprintf("Your game of %s was played by other rules and cannot go on. Put it into the history with its %s? (y/n)", name, engine.Plural(v.Saved.Score.Points, "point")),
			Yes:  "yes", No: "no", Do: func() tea.Cmd { return b.retire(v) },
		})
	case err != nil:
		return b.Refuse(caption.Why(err))
	}
	return b.Env.Push(t)
}

// GoFirst asks whether the player would go to the open game of g, which is in the way of another deal.
func (b *Base) GoFirst(g engine.Game) tea.Cmd {
	return b.Confirm(Question{
		Text: "Your own game of " + g.Info().Name + " is open: finish it first, with g. Go there? (y/n)",
		Yes:  "go there", No: "not now", Do: func() tea.Cmd { return b.Play(Visit{Game: g}) },
	})
}

// retire puts the round of a visit that cannot go on into the history, with the points it has.
func (b *Base) retire(v Visit) tea.Cmd {
	result := v.Saved.Result(v.Saved.Score, b.Env.Now().UnixMilli())
	return Hold(b, func() (arcade.Result, error) { return v.Saver.Finish(result) }, func(arcade.Result) tea.Cmd { return b.screen.Init() })
}

// A Listing is the base of a screen that lists rows of one kind.
type Listing[T any] struct {
	Base
	Rows []T
}

// Show shows other rows. The chosen one stays chosen: the first that is the same. It reports whether there is one.
func (l *Listing[T]) Show(rows []T, same func(a, b T) bool) bool {
	was, chosen := l.Chosen(), len(l.Rows) > 0
	l.Rows = rows
	return l.List.Refresh(len(rows), func(i int) bool { return chosen && same(rows[i], was) })
}

// Renew shows rows that others have changed, as Show does. If the chosen one has gone, the next Enter says so and
// does nothing else: it was meant for that one. One that has gone while another screen covered this one was not seen to go.
func (l *Listing[T]) Renew(rows []T, same func(a, b T) bool) bool {
	had := len(l.Rows) > 0
	kept := l.Show(rows, same)
	l.gone = had && len(rows) > 0 && (l.gone || !kept) && !l.Covered
	return kept
}

// Chosen returns the chosen row, a zero one if there is none.
func (l *Listing[T]) Chosen() (row T) {
	if l.List.At() < len(l.Rows) {
		row = l.Rows[l.List.At()]
	}
	return row
}
