package floors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"boardwalk/engine"
)

// A styles is made once per session: making styles for each frame would cost more.
type styles struct {
	text, faint, title, back, lit lipgloss.Style
	suits                         [engine.Suits]lipgloss.Style
	digit, row, board, body       lipgloss.Style
	full, empty, heavy            lipgloss.Border
}

func newStyles() styles {
	in := func(c string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(c)) }
	text := lipgloss.NewStyle()
	s := styles{
		text: text, faint: text.Faint(true), title: in("11").Bold(true), back: in("12"), lit: in("10"),
		suits: [engine.Suits]lipgloss.Style{text, in("9"), in("9"), text, in("14")},
		digit: text.Faint(true).Width(2).PaddingTop(1),
		row:   text.MarginRight(4),
		body:  text.Height(common.Rows - 2),
		full:  lipgloss.RoundedBorder(), empty: lipgloss.RoundedBorder(), heavy: lipgloss.ThickBorder(),
	}
	s.empty.Top, s.empty.Bottom, s.empty.Left, s.empty.Right = "╌", "╌", "╎", "╎"
	s.board = text.MarginLeft(17).MarginTop(1)
	return s
}

// View implements tea.Model.
func (m *stockModel) View() tea.View {
	page := m.lobbyView()
	if m.round != nil {
		page = m.tableView()
	}
	v := tea.NewView(page)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Boardwalk"
	return v
}

func (m *stockModel) lobbyView() string {
	s := m.styles
	lines := []string{m.heading("Boardwalk Arcade", "guest"), ""}
	for i, g := range m.games {
		cursor := "    "
		if i == 0 {
			cursor = "  > "
		}
		info := g.Info()
		lines = append(lines, cursor+s.text.Width(22).Render(info.Name)+s.faint.Render(info.Family))
	}
	return lipgloss.JoinVertical(lipgloss.Left,
		s.body.Height(common.Rows-1).Render(lipgloss.JoinVertical(lipgloss.Left, lines...)),
		m.keys("Enter", "play", "q", "leave"),
	)
}

func (m *stockModel) tableView() string {
	score := m.round.State().Score()
	played := time.Since(m.began).Truncate(time.Second)
	right := fmt.Sprintf("points %d/%d  moves %d   %d:%02d  no best yet  a fresh deal", score.Points, score.Max, m.round.Len(),
		int(played.Minutes()), int(played.Seconds())%60)
	enter := "mark"
	if m.ready() {
		enter = "play"
	}
	return lipgloss.JoinVertical(lipgloss.Left,
		m.styles.body.Render(lipgloss.JoinVertical(lipgloss.Left,
			m.heading(m.round.Game().Info().Name, right),
			m.styles.board.Render(m.boardView(m.round.State().Board())),
		)),
		m.styles.text.Render("  "+m.sentence()),
		m.keys("Enter", enter, "Esc", "clear", "u", "undo", "t", "type", "q", "lobby"),
	)
}

// heading returns the first line.
func (m *stockModel) heading(left, right string) string {
	gap := max(m.width-4-lipgloss.Width(left)-lipgloss.Width(right), 1)
	return "  " + m.styles.title.Render(left) + strings.Repeat(" ", gap) + m.styles.text.Render(right)
}

// sentence returns what is typed and what it will do.
func (m *stockModel) sentence() string {
	switch {
	case m.why != "":
		return m.word + "_  " + m.why
	case m.ready():
		return m.round.State().Describe(m.move)
	case m.typing:
		return fmt.Sprintf("%-9sa place, such as a1. Backspace corrects, Esc stops.", m.word+"_")
	}
	return ""
}

// keys returns the last line; pairs alternates keys and what they do.
func (m *stockModel) keys(pairs ...string) string {
	var line strings.Builder
	for pair := range slices.Chunk(pairs, 2) {
		line.WriteString("  " + m.styles.text.Render(pair[0]) + " " + m.styles.faint.Render(pair[1]))
	}
	return line.String()
}

// boardView returns the piles, row by row, below their letters.
func (m *stockModel) boardView(b engine.Board) string {
	next := engine.Next(m.legal, m.move)
	if m.move.IsZero() {
		next = nil // otherwise every movable card would be lit
	}
	last := 0
	var lines [10][]string
	var kinds [10]engine.Kind
	for _, v := range b.Piles {
		last = max(last, v.At.Col())
		row := v.At.Row()
		if lines[row] == nil {
			lines[row], kinds[row] = []string{m.styles.digit.Render(strconv.Itoa(row))}, v.Kind
		}
		lines[row] = append(lines[row], m.styles.row.Render(m.pileView(v, slices.Contains(next, v.At))))
	}
	letters := "  "
	for c := range last {
		letters += fmt.Sprintf("  %c      ", 'a'+c)
	}
	for _, r := range b.Rows {
		last := &lines[r.Row][len(lines[r.Row])-1]
		*last = lipgloss.NewStyle().MaxWidth(lipgloss.Width(*last) - 2).Render(*last) // less of the gap
		lines[r.Row] = append(lines[r.Row], m.styles.faint.Render("\n"+r.Name))
	}
	parts := []string{m.styles.faint.Render(letters)}
	for row, piles := range lines {
		if piles == nil {
			continue
		}
		if row > 1 && kinds[row-1] == engine.Foundation && kinds[row] != engine.Foundation {
			parts = append(parts, "")
		}
		parts = append(parts, lipgloss.JoinHorizontal(lipgloss.Top, piles...))
	}
	return lipgloss.JoinVertical(lipgloss.Left, parts...)
}

// pileView returns a pile as a framed card, with what else there is to show: the cards
// below, whether it is closed, and its mark.
func (m *stockModel) pileView(v engine.View, lit bool) string {
	border, frame := m.styles.full, m.styles.faint
	if len(v.Cards) == 0 {
		border = m.styles.empty
	}
	switch {
	case v.At == m.cursor:
		border, frame = m.styles.heavy, m.styles.title
	case lit:
		frame = m.styles.lit
	}
	sign := m.sign(v, lit)
	switch n := v.Down(); {
	case n > 0:
		border.Top += strconv.Itoa(n) + border.Top
	case v.Marks&engine.Closed != 0 && sign == "":
		border.Top += "✕" + border.Top
	case v.Marks&engine.OwnOnly != 0 && sign == "":
		border.Top += "↓" + border.Top
	}
	if sign != "" {
		border.Bottom += sign + border.Bottom
	}
	face, style := m.face(v)
	return style.Border(border).BorderForeground(frame.GetForeground()).Render(face)
}

// sign returns the mark or light of a pile.
func (m *stockModel) sign(v engine.View, lit bool) string {
	switch {
	case v.At == m.move.From:
		return "S"
	case v.At == m.move.To:
		return "D"
	case v.At == m.move.Return:
		return "R"
	case lit && v.Top().IsDown():
		return "?"
	case lit:
		return "•"
	}
	return ""
}

// face returns the three columns of a pile's top card.
func (m *stockModel) face(v engine.View) (string, lipgloss.Style) {
	top := v.Top()
	switch {
	case v.Face != "" && top == engine.NoCard:
		return lipgloss.PlaceHorizontal(3, lipgloss.Center, v.Face), m.styles.faint
	case v.Face != "":
		return lipgloss.PlaceHorizontal(3, lipgloss.Center, v.Face), m.styles.title
	case top.IsUp() && v.Marks&engine.Held != 0:
		return top.Glyph() + "!", m.styles.suits[top.Suit()]
	case top.IsUp():
		return top.Glyph() + " ", m.styles.suits[top.Suit()]
	case top.IsDown():
		return "▒▒▒", m.styles.back
	case v.Marks&engine.Opening != 0:
		return " + ", m.styles.faint
	}
	return "   ", m.styles.faint
}
