// Package learn has the screens on which a player learns a game: the list of its lessons and pages, and
// a lesson.
package learn

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The Lessons screen lists what there is to learn about a game: first lessons on little
// boards, then pages to read.
type Lessons struct {
	screen.Base // its list is of the entries
	game        engine.Game
	lessons     []session.Exercise
	entries     []entry // one for each lesson, then the pages
	picture     screen.Picture
	left        *exercise // the one that was opened last, which goes on where it was left
	leftAt      int       // its index
	atTable     bool      // the player is at its table already
}

// An entry is a line of the list.
type entry struct {
	section, title string
	open           func() tea.Cmd
}

// New returns the list for a game, which may have nothing but its rules. A player who comes from
// its table goes back there to play.
func New(env *screen.Env, g engine.Game, atTable bool) *Lessons {
	l := &Lessons{game: g, atTable: atTable, lessons: session.Course(env.Games.House, g)}
	l.Setup(env, l)
	for i, e := range l.lessons {
		l.entries = append(l.entries, entry{e.Part, e.Title, func() tea.Cmd {
			if l.left == nil || l.leftAt != i || l.left.praised && l.left.last() { // else it goes on as it was left
				l.left = newExercise(env, l.task(i))
				env.Lesson = l.left
			}
			return env.Push(l.left)
		}})
	}
	add := func(section, title string, open func() tea.Cmd) {
		l.entries = append(l.entries, entry{section, title, open})
	}
	if t, ok := g.(engine.Teacher); ok {
		topics := t.Topics()
		for i, topic := range topics {
			add("Strategy", topic.Title, func() tea.Cmd {
				page := new(screen.Page)
				turn(page, env, topics[i:])
				return env.Push(page)
			})
		}
		add("Strategy", "All of it on one page, to search", func() tea.Cmd {
			var b strings.Builder
			for _, t := range topics {
				fmt.Fprintf(&b, "## %s\n\n%s\n", t.Title, t.Text)
			}
			return env.Push(screen.NewText(env, "Strategy", b.String()))
		})
		add("Words", "The words of the game, older ones too", func() tea.Cmd { return env.Push(screen.NewText(env, "Words", glossary(t.Terms()))) })
	}
	add("Rules", "The rules of "+g.Info().Name, func() tea.Cmd { return env.Open(route.Rules{Game: g}) })
	l.List.Resize(len(l.entries))
	l.List.Choose(l.next(0))
	l.resume()
	return l
}

// playGame goes to a table of the game.
func (l *Lessons) playGame() tea.Cmd {
	if l.atTable { // tables must not pile up
		return l.Env.Open(route.Table{})
	}
	return l.Play(screen.Visit{Game: l.game})
}

// turn turns a page to the first of some topics; the others follow it.
func turn(page *screen.Page, env *screen.Env, topics []engine.Topic) {
	*page = *screen.NewText(env, topics[0].Title, topics[0].Text)
	if rest := topics[1:]; len(rest) > 0 {
		page.Next = func() { turn(page, env, rest) }
	}
}

// glossary returns a page of Markdown with a paragraph for each term.
func glossary(terms []engine.Term) string {
	var b strings.Builder
	for _, t := range terms {
		fmt.Fprintf(&b, "**%s**: %s", t.Name, t.Means)
		if len(t.Also) > 0 {
			fmt.Fprintf(&b, " Also: *%s*.", strings.Join(t.Also, ", "))
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

// learned reports whether a lesson was played through.
func (l *Lessons) learned(i int) bool { return l.Env.Settings.HasLearned(l.lessons[i].ID) }

// setLearned stores that a lesson was played through, and moves the cursor to the next
// one.
func (l *Lessons) setLearned(i int) tea.Cmd {
	if l.learned(i) {
		return nil
	}
	l.Env.Settings.Learn(l.lessons[i].ID)
	if next := l.next(i); next >= 0 {
		l.List.Choose(next)
	}
	return l.Env.Settings.Save()
}

// next returns the lesson to play next, searching from index from; -1 if all are done.
func (l *Lessons) next(from int) int { return l.Env.Settings.NextLesson(l.lessons, from) }

// play returns what the key p does.
func (l *Lessons) play() string { return "play " + l.game.Info().Name }

// Place implements screen.Placed.
func (l *Lessons) Place() string { return "lessons" }

// Bindings implements Screen.
func (l *Lessons) Bindings() []widget.Binding {
	choose := l.List.UpDown("choose", "choose")
	choose.Place = 1
	return []widget.Binding{
		choose,
		l.List.PgUpDn("ten lines"),
		l.List.HomeEnd("the first, the last"),
		{Keys: "mouse", Does: "a click chooses, another opens"},
		{Keys: "Enter, space", Does: "play a lesson, read a page", Hint: "open", Place: 2, Do: func() tea.Cmd {
			return l.entries[l.List.At()].open()
		}},
		{Keys: "p", Does: "play the game", Hint: l.play(), Place: 3, Do: l.playGame},
		l.Env.RulesKey(l.game),
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: l.Env.Back},
		screen.KeysHint,
	}
}

// Draw implements Screen.
func (l *Lessons) Draw(g *grid.Grid, look *theme.Look) {
	done := 0
	for i := range l.lessons {
		if l.learned(i) {
			done++
		}
	}
	progress := ""
	if len(l.lessons) > 0 {
		progress = fmt.Sprintf("%d of %s done", done, engine.Plural(len(l.lessons), "lesson"))
	}
	screen.DrawTitle(g, look, "Learn "+l.game.Info().Name, progress)
	l.drawList(g, look, g.Height()-4)
	text, style := "", look.Faint
	switch {
	case len(l.lessons) > 0 && done == 0:
		text = screen.Fitting(g.Width()-4, "New here? Begin at the top: a few cards and a minute each.", "New here? Begin at the top.")
	case len(l.lessons) > 0 && done == len(l.lessons):
		text, style = screen.Fitting(g.Width()-4, "All lessons done: you are ready to "+l.play()+".", "All lessons done."), look.Good
	}
	text, style = l.Says(look, text, style)
	l.DrawFoot(g, look, text, style)
}

// Pane implements screen.Sided: the board on which the chosen lesson begins, or how the game is
// dealt.
func (l *Lessons) Pane(int) func(*grid.Grid, *theme.Look) {
	if i := l.List.At(); i < len(l.lessons) {
		return screen.BoardPane("It begins with", l.lessons[i].Start.Board(), board.Overlay{})
	}
	return l.picture.Of(l.game)
}

// drawList draws the entries under their sections in page rows. It scrolls so that the
// selected entry and the line above it, which may name its section, are visible.
func (l *Lessons) drawList(g *grid.Grid, look *theme.Look, page int) {
	var lines []func(y int) // each draws one line
	next, section, chosen := l.next(0), "", 0
	for i, e := range l.entries {
		if e.section != section {
			section = e.section
			if i > 0 {
				lines = append(lines, func(int) {})
			}
			lines = append(lines, func(y int) { g.Put(2, y, look.Cut(e.section, g.Width()-3), look.Faint) })
		}
		if i == l.List.At() {
			chosen = len(lines)
		}
		lines = append(lines, func(y int) { l.drawEntry(g, look, y, i, i == next) })
	}
	l.List.DrawLines(g, look, 2, page, len(lines), chosen-1, chosen, func(i, y int) { lines[i](y) })
}

// drawEntry draws an entry, and how far the player is with it. next says that it is the
// lesson to play next.
func (l *Lessons) drawEntry(g *grid.Grid, look *theme.Look, y, i int, next bool) {
	title := l.entries[i].title
	g.Put(4, y, look.Cut(title, g.Width()-5), l.List.Entry(g, look, y, i))
	state, style := "", look.Warn
	switch {
	case i < len(l.lessons) && l.learned(i):
		state, style = "done", look.Good
	case l.left != nil && l.leftAt == i && l.left.step > 0:
		state = fmt.Sprintf("at step %d", l.left.step+1)
	case next:
		state = "next"
	}
	x := 6 + screen.Width(title)
	g.Put(x, y, look.Cut(state, g.Width()-x-1), style)
}
