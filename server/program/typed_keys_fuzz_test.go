package program

import (
	"slices"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// A typist types bytes at the real app and checks each frame on a terminal of the size
// that the server accepts.
type typist struct {
	*tuitest.Robot
	t       *testing.T
	decoder decoder
	term    *tuitest.Terminal
	shown   *grid.Grid
	good    map[rune]bool // characters already checked
}

func newTypist(t *testing.T, good map[rune]bool) *typist {
	store := &tuitest.Store{Accounts: &tuitest.Accounts{Player: arcade.Account{Known: true}}}
	p := &typist{t: t, good: good, Robot: tuitest.New(t, store, catalog.All())}
	p.resize(80, 24)
	return p
}

// resize gives the client another terminal.
func (p *typist) resize(width, height uint32) {
	columns, rows := int(min(max(width, 20), 200)), int(min(max(height, 6), 60)) // as the server clamps them
	p.term, p.shown = tuitest.NewTerminal(columns, rows), nil
	p.show([]byte(grid.Enter + grid.Mouse))
	p.Resize(columns, rows)
}

// types types bytes until the app ends. If late, an Escape has waited too long to begin a
// sequence.
func (p *typist) types(text []byte, late bool) {
	p.decoder.buf = append(p.decoder.buf, text...)
	p.decoder.decode(late, func(msg tea.Msg) {
		if !p.Quit {
			p.Send(msg)
		}
	})
}

// look sends the current frame. It fails the test if the terminal is sent anything it
// must not be, or shows something else.
func (p *typist) look() {
	p.t.Helper()
	next := p.Grid()
	for y := range next.Height() {
		for x := range next.Width() {
			r := next.At(x, y).Rune()
			if !p.good[r] && (!unicode.IsPrint(r) || ansi.StringWidth(string(r)) != 1) {
				p.t.Fatalf("column %d, row %d holds %q", x, y, r)
			}
			p.good[r] = true
		}
	}
	p.show(grid.Diff(nil, p.shown, next, grid.ANSI256))
	if p.shown = next; p.term.Screen() != next.String() {
		p.t.Fatalf("the terminal shows\n%s\nand not\n%s", p.term.Screen(), next)
	}
}

func (p *typist) show(sent []byte) {
	p.t.Helper()
	if _, err := p.term.Write(sent); err != nil {
		p.t.Fatalf("sent %q: %v", sent, err)
	}
	if left := p.term.Unfinished(); left != "" {
		p.t.Fatalf("sent %q, which leaves %s", sent, left)
	}
}

// leave hangs up. It fails the test if a stored game cannot be played on.
func (p *typist) leave() {
	p.t.Helper()
	if err := p.App.Close(); err != nil {
		p.t.Error(err)
	}
	for game, saved := range p.Store.Open {
		g, _ := catalog.All().Find(game)
		if _, err := saved.Resume(g); err != nil {
			p.t.Error(err)
		}
	}
	for _, r := range p.Store.Results {
		g, _ := catalog.All().Find(r.Record.Game)
		if states, err := r.Record.Replay(g); err != nil || states[len(states)-1].Score() != r.Score {
			p.t.Errorf("%s with %+v: %v", r.Record, r.Score, err)
		}
	}
	p.show([]byte(grid.Leave))
	if modes := p.term.Modes(); len(modes) > 0 {
		p.t.Errorf("the terminal is left with the modes %v", modes)
	}
}

// FuzzTypedKeys checks that whatever bytes a client types, in pieces of any length and in
// windows of any size, its terminal is sent frames and nothing else, and the store gets
// only games that can be played on.
//
//abuse:case 27
func FuzzTypedKeys(f *testing.F) {
	for _, seed := range []string{
		"\r\rta1a4\ru\x1b[A\x1b[B\x1b[C\x1b[D r?\x1bq",
		"/chess\r\x1b[<0;10;9M\x1b[<0;10;9m\x1b[<32;20;12M\x1b[<64;5;5M",
		"j\r\x1b[200~a1c4\x1b]52;c;eA==\a\u6f22\u202e\x00\x1b[201~\rFyH\r",
		"pNick\x1b[200~\x1b[201~\rkl\rS\x1b[B \x1b[B TTAA\x1b",
		"\x1b[8;9;9t\x1b]0;x\a\x1bP\xff\xfe\x9b2J\x1b[1;5R\x1b[I\x1b[?62c",
		"L\ri\x1b[6~\x1b[5~q", "\rxhHUUF\x0c\x03",
	} {
		f.Add([]byte(seed), uint8(0), []byte{})
		f.Add([]byte(seed), uint8(133), []byte{40, 12, 0, 0, 20, 6, 200, 60, 1, 255, 80, 24})
	}
	good := map[rune]bool{}
	f.Fuzz(func(t *testing.T, typed []byte, step uint8, sizes []byte) {
		p := newTypist(t, good)
		size := slices.Collect(slices.Chunk(sizes[:len(sizes)/2*2], 2))
		for piece := range slices.Chunk(typed[:min(len(typed), 2000)], 1+int(step%128)) {
			p.types(piece, step >= 128)
			p.look()
			if p.Quit {
				break
			}
			if len(size) > 0 {
				p.resize(uint32(size[0][0]), uint32(size[0][1]))
				size = size[1:]
				p.look()
				p.Tick()
			}
		}
		p.leave()
	})
}
