package server

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
)

// An app is what a session runs; see [tui.App].
type app interface {
	tea.Model
	Draw(*grid.Grid)
	Close() error
}

// A painter is an app whose frames go to a terminal as the difference to the
// frame before. Bubble Tea's own renderer would cost seven times as much, most
// of it while nobody does anything.
type painter struct {
	app     app
	out     *writer
	profile grid.Profile

	next   *grid.Grid
	shown  *grid.Grid
	known  bool   // the terminal shows what shown says
	notice string // to be drawn over the last lines
	crash  *crash // the app panicked; it is not called any more
}

// A crash is a panic of an app.
type crash struct {
	value any
	stack []byte
}

// redraw asks for the frame that a slow terminal missed.
type redraw struct{}

// notice is a text for the player that stays on the screen; "" takes it away.
type notice string

func newPainter(a app, out *writer, width, height int, profile grid.Profile) *painter {
	return &painter{app: a, out: out, profile: profile, next: grid.New(width, height), shown: grid.New(0, 0)}
}

// Init implements tea.Model.
func (p *painter) Init() (cmd tea.Cmd) {
	defer p.contain(&cmd)
	return guard(p.app.Init())
}

// Update implements tea.Model. It draws what the message has changed.
func (p *painter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.crash != nil {
		return p, tea.Quit
	}
	return p, p.update(msg)
}

func (p *painter) update(msg tea.Msg) (cmd tea.Cmd) {
	defer p.contain(&cmd)
	switch msg := msg.(type) {
	case *crash: // of a command
		p.crash = msg
		return tea.Quit
	case redraw:
		p.paint()
		return nil
	case notice:
		p.notice = string(msg)
		p.paint()
		return nil
	case tea.WindowSizeMsg:
		p.next.Resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+l" {
			p.known = false
		}
	}
	if msg == tea.ClearScreen() {
		p.known = false
	}
	model, cmd := p.app.Update(msg)
	p.app = model.(app)
	p.paint()
	return guard(cmd)
}

// View implements tea.Model. Nobody looks.
func (p *painter) View() tea.View { return tea.View{} }

// paint draws the frame and sends what differs. Where the terminal has not
// taken the frame before, it does nothing: the writer asks for a redraw.
func (p *painter) paint() {
	buf, ok := p.out.take()
	if !ok {
		return
	}
	defer func() { p.out.send(buf) }() // also when drawing panics: there is only one
	p.next.Clear()
	p.app.Draw(p.next)
	if p.notice != "" {
		lines := strings.Split(ansi.Wordwrap(p.notice, p.next.Width(), ""), "\n")
		top := p.next.Height() - len(lines)
		for i, line := range lines {
			p.next.Fill(0, top+i, p.next.Width(), 1, ' ', grid.Style{Attr: grid.Reverse})
			p.next.Put(0, top+i, line, grid.Style{Attr: grid.Reverse})
		}
	}
	var shown *grid.Grid
	if p.known {
		shown = p.shown
	}
	buf = grid.Diff(buf, shown, p.next, p.profile)
	p.shown.CopyFrom(p.next)
	p.known = true
}

// contain turns a panic of the app into the end of its program. It is deferred.
func (p *painter) contain(cmd *tea.Cmd) {
	if r := recover(); r != nil {
		p.crash = &crash{r, debug.Stack()}
		*cmd = tea.Quit
	}
}

// guard is a command whose panic is a message, and so are those of the commands
// it stands for. Bubble Tea would print them on the server's terminal.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = &crash{r, debug.Stack()}
			}
		}()
		msg = cmd()
		// A batch or a sequence, of which only the batch has a type with a name.
		if all := reflect.ValueOf(msg); all.Kind() == reflect.Slice && all.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
			for i := range all.Len() {
				one := all.Index(i)
				one.Set(reflect.ValueOf(guard(one.Interface().(tea.Cmd))))
			}
		}
		return msg
	}
}

// close lets the app store what it has not stored, whatever state it is in.
func (p *painter) close() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %s", clean(fmt.Sprint(r), textMax))
		}
	}()
	return p.app.Close()
}
