package account

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// Settings changes the settings; each change shows at once.
type Settings struct{ screen.Base }

// NewSettings returns the settings screen.
func NewSettings(env *screen.Env) *Settings {
	s := &Settings{}
	s.Setup(env, s)
	s.List.Resize(len(options(env)))
	return s
}

// An option is one line of the settings screen.
type option struct {
	name, help string
	value      string
	change     func(s *session.Settings, by int)
}

// options returns the lines with their current values.
func options(env *screen.Env) []option {
	s := env.Settings.Settings
	look := env.Look
	screen.Choose(&look, &s)
	others := slices.DeleteFunc(look.Choices(), func(name string) bool { return name == look.Theme.Name })
	all := []option{
		{"Theme", look.Says + " The others: " + strings.Join(others, ", ") + ".", look.Theme.Name, func(s *session.Settings, by int) { s.Theme = screen.NextTheme(&look, by) }},
		{"Suit colours", map[bool]string{false: "Two colours, red and black. Four: one for each suit.", true: "Each suit has a colour of its own. Two: red and black."}[s.FourColors], map[bool]string{false: "two", true: "four"}[s.FourColors], func(s *session.Settings, _ int) {
			s.FourColors = !s.FourColors
		}},
		{"Cards", map[string]string{
			"suits": "Cards have the signs of their suits. ASCII: letters, where lines and suits come out wrong.", "ascii": "Cards have letters, which every terminal shows. Suits: their signs.",
		}[look.Deck.Name], look.Deck.Name, func(s *session.Settings, by int) {
			s.Deck = screen.Around(theme.Decks(), func(d theme.Deck) string { return d.Name }, look.Deck.Name, by)
		}},
		{"Confirm moves", caption.Sentence(nowAndElse(s.Confirm, "one more Enter plays the move that is marked", "your second mark plays it: Enter on the card, Enter on the place")), caption.OnOff(s.Confirm), func(s *session.Settings, _ int) {
			s.Confirm = !s.Confirm
		}},
		{"Deal by itself", caption.Sentence(nowAndElse(s.AutoDeal, "in Hopscotch (1-2-3-4) the next card is dealt after your move", "you deal every card yourself")), caption.OnOff(s.AutoDeal), func(s *session.Settings, _ int) {
			s.AutoDeal = !s.AutoDeal
		}},
		{"Safe cards up", caption.Sentence(nowAndElse(s.AutoSafe, "cards no longer needed go up by themselves (Chessboard)", "press f for that")), caption.OnOff(s.AutoSafe), func(s *session.Settings, _ int) {
			s.AutoSafe = !s.AutoSafe
		}},
		{"Tell when lost", caption.Sentence(nowAndElse(s.Warnings, "always, but telling you makes the game assisted", "only in games with a hint")), caption.OnOff(s.Warnings), func(s *session.Settings, _ int) { s.Warnings = !s.Warnings }},
		{"Motion", caption.Sentence(nowAndElse(s.Motion, "you see cards move, briefly", "cards jump to where they go")), caption.OnOff(s.Motion), func(s *session.Settings, _ int) { s.Motion = !s.Motion }},
	}
	if env.Company == nil {
		return all
	}
	return append(all, option{"Signals", caption.Sentence(nowAndElse(s.Signals, "good game and the like reach you, from players who race or watch with you", "nobody's signals reach you; senders aren't told")), caption.OnOff(s.Signals), func(s *session.Settings, _ int) { s.Signals = !s.Signals }})
}

// Bindings implements Screen.
func (s *Settings) Bindings() []widget.Binding {
	all := options(s.Env)
	return []widget.Binding{
		s.List.UpDown("choose; Home and End: the first, the last", "choose"),
		s.List.Tab(),
		{Keys: "left right, Enter", Also: "h l space", Does: "change", Hint: "change", DoKey: func(key string) tea.Cmd {
			all[s.List.At()].change(&s.Env.Settings.Settings, widget.Direction(key))
			return s.Env.Settings.Save()
		}},
		{Keys: "mouse", Does: "a click chooses a line, another changes it"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C S", Does: "back", Hint: "back", Do: s.Env.Back},
	}
}

// Draw implements Screen.
func (s *Settings) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Settings", "kept for you")
	all := options(s.Env)
	const beside, least = 40, 36 // where the sample begins if the window has room beside the list, and what it needs
	help, top := look.Translate(all[s.List.At()].help), 2
	bottom := g.Height() - 1 - len(screen.Wordwrap(help, g.Width()-3)) // of what is above the help
	sample := grid.Area{X: beside, Y: 2, W: g.Width() - beside - 2, H: min(bottom-3, 3*len(all))}
	page := bottom - 3
	if sample.W < least {
		top = 1
		page = min(len(all), bottom-3)
		sample = grid.Area{X: 4, Y: top + page + 1, W: g.Width() - 8, H: bottom - top - page - 1}
	}
	for y, i := range s.List.Rows(top, page) {
		style := s.List.Entry(g, look, y, i)
		g.Put(4, y, all[i].name, style)
		g.Put(22, y, all[i].value, style)
	}
	drawSample(g, sample, look)
	screen.DrawSentence(g, help, look.Faint)
	if err := s.Env.Settings.Saving.Err(); err != nil {
		screen.DrawSentence(g, look.Translate(caption.Sentence("not kept: "+err.Error())), look.Refused)
	}
}
