package floors

import (
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"charm.land/wish/v2/bubbletea"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

// serveStock serves the same game in the way of Wish's and Bubble Tea's examples.
func serveStock(dir string, s script) (string, error) {
	srv, err := wish.NewServer(
		wish.WithHostKeyPath(filepath.Join(dir, "key")),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(bubbletea.Middleware(func(ssh.Session) (tea.Model, []tea.ProgramOption) {
			return newStockModel(s.Code), nil
		})),
	)
	if err != nil {
		return "", err
	}
	return listen(func(l net.Listener) error { return srv.Serve(l) })
}

// A stockModel is a lobby and a table with the arcade's keys.
type stockModel struct {
	games  engine.Catalog
	code   engine.Code
	styles styles

	width int

	round  *engine.Round // nil: the lobby
	ticks  bool          // the clock ticks
	began  time.Time
	legal  []engine.Move
	cursor engine.Place
	typing bool
	word   string
	move   engine.Move // the legal part of the word
	why    string      // why the word is not legal
}

func newStockModel(code engine.Code) *stockModel {
	return &stockModel{games: catalog.All(), code: code, styles: newStyles()}
}

// A clockMsg advances the clock of the table.
type clockMsg struct{}

func clock() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return clockMsg{} })
}

// Init implements tea.Model.
func (m *stockModel) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m *stockModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width = msg.Width
	case clockMsg:
		if m.ticks = m.round != nil; m.ticks {
			return m, clock()
		}
	case tea.KeyPressMsg:
		switch {
		case m.round == nil:
			return m, m.lobbyKey(msg.String())
		case m.typing:
			m.letter(msg.String())
		default:
			m.tableKey(msg.String())
		}
	}
	return m, nil
}

func (m *stockModel) lobbyKey(key string) tea.Cmd {
	switch key {
	case "enter":
		m.round, m.began = engine.NewRound(m.games[0], m.code), time.Now()
		m.round.SetAuto(true)
		m.settle()
		m.cursor = m.legal[0].From
		if m.ticks { // the tick of a round that was just left is still under way
			return nil
		}
		m.ticks = true
		return clock()
	case "q", "ctrl+c":
		return tea.Quit
	}
	return nil
}

func (m *stockModel) tableKey(key string) {
	switch key {
	case "t":
		m.typing = true
	case "u":
		m.round.Undo()
		m.settle()
	case "q", "ctrl+c":
		m.round = nil
	}
}

// letter handles a key after t.
func (m *stockModel) letter(key string) {
	switch {
	case key == "esc":
		m.settle()
		return
	case key == "enter" && m.ready():
		if err := m.round.Play(m.move); err != nil {
			m.why = err.Error()
			return
		}
		m.settle()
		return
	case key == "backspace" && m.word != "":
		m.word = m.word[:len(m.word)-1]
	case len(key) == 1 && len(m.word) < 6:
		m.word += key
	}
	m.read()
}

// read marks the places of the word.
func (m *stockModel) read() {
	m.move, m.why = engine.Move{}, ""
	for word := m.word; len(word) >= 2; word = word[2:] {
		at, err := engine.ParsePlace(word[:2])
		if err != nil {
			m.why = err.Error()
			return
		}
		m.cursor = at
		next := m.move.With(at)
		if !slices.ContainsFunc(m.legal, next.Begins) {
			m.why = fmt.Sprintf("%s is not legal here.", next)
			return
		}
		m.move = next
	}
}

// ready reports whether the move is complete.
func (m *stockModel) ready() bool {
	return slices.Contains(m.legal, m.move)
}

// settle shows the round's new state.
func (m *stockModel) settle() {
	m.legal = m.round.State().Moves()
	m.typing, m.word, m.move, m.why = false, "", engine.Move{}, ""
}
