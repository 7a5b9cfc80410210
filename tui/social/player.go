package social

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Player is the page of a player with a nick: what is known of that one, and what one can do.
type Player struct {
	screen.Listing[arcade.OtherGame] // on whose boards the player stands
	other                            arcade.Other
	person                           arcade.Person // as the player is seen here; who is not does nothing
	met                              arcade.Rival
}

// NewPlayer returns the page of the player with a nick.
func NewPlayer(env *screen.Env, nick string) *Player {
	s := &Player{other: arcade.Other{Nick: nick}, person: arcade.Person{Nick: nick}}
	s.Setup(env, s)
	s.Read = func() func() tea.Cmd {
		people := env.Company.People()
		other, err := env.Company.Other(nick)
		return widget.Just(func() {
			if s.Loaded && s.IsError && arcade.Seen(people, nick).Table != s.person.Table {
				s.Clear() // it was why not to watch
			}
			s.person = arcade.Seen(people, nick)
			if !s.Fails(err) {
				s.other = other
				s.Show(other.Games, func(a, b arcade.OtherGame) bool { return a.Game == b.Game })
			}
		})
	}
	return s
}

// Init implements Screen.
func (s *Player) Init() tea.Cmd {
	races, challenges, nick := s.Env.Races, s.Env.Challenges, s.other.Nick
	return tea.Batch(s.Base.Init(), screen.Ask(s, func() func() tea.Cmd {
		met, err := arcade.HeadToHead(races, challenges, nick)
		return widget.Just(func() {
			s.met = met
			s.Fails(err)
		})
	}))
}

// Update implements Screen.
func (s *Player) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(screen.Followed); ok && msg.Err == nil {
		return s.Refresh()
	}
	return s.Base.Update(msg)
}

// Bindings implements Screen.
func (s *Player) Bindings() []widget.Binding {
	nick, own, last := s.other.Nick, s.own(), s.Chosen().Last.ID
	that := screen.When(own, "That is you.")
	_, nobody := s.Audience()
	greets := !own && nobody == "" && s.Env.Sends()
	unfit := cmp.Or(that, screen.When(s.other.Level > 0, caption.Sentence(arcade.ErrUnanswered.Error())),
		screen.When(s.Env.Challenges == nil, caption.NoChallenges), s.Env.NoSignals(), screen.When(!s.other.Follows, nobody))
	unknown := cmp.Or(that, s.Env.NoFollowing())
	rules := s.Env.RulesKey(s.game())
	rules.Keys = "F1" // i ignores
	return append([]widget.Binding{
		s.List.UpDown("choose a game; Home and End: the first, the last", ""),
		s.List.PgUpDn("ten games"),
		{Keys: "w", Does: "watch the player", Hint: screen.When(s.person.Table != 0 && !own, "watch"), Place: 1,
			Refusal: cmp.Or(that, screen.When(s.person.Table == 0 || s.Env.Spectators == nil, caption.AtNoTable(s.person))),
			Do:      func() tea.Cmd { return s.Env.Push(watchOf(s.Env, s.person)) }},
		s.Env.FollowKey("the player", nick, own, screen.Toggle(s.other.Follows, "follow")),
		{Keys: "!", Hint: screen.When(greets, "signal"), Place: 3}, // the app handles it
		{Keys: "C", Does: "challenge the player with the deal of a game of yours", Hint: screen.When(unfit == "", "challenge"), Place: 4, Refusal: unfit,
			Do: func() tea.Cmd { return s.Env.Open(route.History{To: nick}) }},
		{Keys: "r", Does: "race: open one and ask the player to join, who sees it in the lobby", Hint: screen.When(greets, "race"), Place: 5,
			Refusal: cmp.Or(that, screen.When(s.Env.Races == nil, caption.NoRaces)), Do: func() tea.Cmd {
				return s.Env.Open(route.Races{Game: s.game(), To: screen.When(greets, nick)})
			}},
		s.Env.IgnoreKey("the player", nick, own, s.other.Ignores),
		{Keys: "n", Does: "your note about the player, which nobody else reads", Hint: screen.When(unknown == "", "note"), Place: 6, Refusal: unknown, Do: s.askNote},
		{Keys: "Enter, space", Does: "replay the player's last game of that on the line or, where none may be seen, its leaderboards", Hint: screen.When(len(s.Rows) > 0, cmp.Or(screen.When(last != "", "replay"), "board")), Place: 7, Off: len(s.Rows) == 0,
			Refusal: screen.When(s.Env.Accounts == nil, caption.NoAccounts),
			Do: func() tea.Cmd {
				if last == "" {
					return s.Env.Open(route.Leaders{Game: s.game(), Kind: arcade.MostWins})
				}
				return s.Replay(func() (arcade.Result, error) { return s.Env.Accounts.Ranked(last) })
			}},
		{Keys: "mouse", Does: "a click chooses a game, another is Enter"},
		rules,
		reportKey(s.Env, nick, own),
	}, s.Env.Tail("", "back")...)
}

// askNote asks for the player's note.
func (s *Player) askNote() tea.Cmd {
	company, nick := s.Env.Company, s.other.Nick
	return s.Ask(screen.Field{
		Label: "Note: ", Help: "Only you read it. Leave it empty to drop it.", Offer: s.other.Note, Most: arcade.NoteMost, Enter: "keep", Esc: "as it was",
		Do: func(text string) tea.Cmd {
			return s.HoldChange(func() error { return company.Note(nick, text) }, func() tea.Cmd {
				s.Say("%s", caption.Noted(nick, text))
				return s.Refresh()
			})
		},
	})
}

// own reports whether the page is that of the player who looks at it.
func (s *Player) own() bool { return strings.EqualFold(s.other.Nick, s.Env.Profile.Nick) }

// game returns the chosen game, or else the first of the arcade.
func (s *Player) game() engine.Game {
	if g, ok := s.Env.Games.Find(s.Chosen().Game); ok {
		return g
	}
	return s.Env.Games.House[0]
}

// Draw implements Screen.
func (s *Player) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, s.other.Nick, "")
	w := g.Width() - 4
	text, style := s.Says(look, "", look.Faint)
	if !s.Loaded {
		text = "Looking ..."
	}
	says := caption.Other(s.Env.Games, s.other, s.person, s.met)
	switch {
	case s.own():
		says = append(says, "That is you, as others see you.")
	case s.met.Races() == 0:
		says = append(says, "You have not met in a race or duel yet.")
	}
	if s.person.Doing == "" && !s.other.Follows && s.other.Level == 0 {
		says = append(says, "You can challenge players whom you follow while they are away, too.")
	}
	if len(s.Rows) == 0 {
		says = append(says, caption.OnNoBoard)
	}
	y, gap := 2, 1
	if g.Height() < 16 {
		says, gap = []string{strings.Join(says, " ")}, 0
	}
	page := g.Height() - gap - 4 - s.FootRows(look, text, g.Width()) // for what is known and the games, of which one shows
	if s.Loaded {
		rows := screen.Wrapped(look, w, says...)
		y = screen.PutRows(g, 2, y, look.Text, rows[:min(len(rows), page-1)]...)
	}
	s.List.DrawRows(g, look, y+gap, page+2-y, func(i int) string {
		of := s.Rows[i]
		short := fmt.Sprintf("%s: %d/%d, %d won", s.Env.Games.Name(of.Game), of.Best.Points, of.Best.Max, of.Won)
		return look.Cut(screen.Fitting(w-2, caption.OtherGame(s.Env.Games, of), short), w-2)
	})
	s.DrawFoot(g, look, text, style)
}

// Audience implements screen.Addressed: the player.
func (s *Player) Audience() (to arcade.Audience, nobody string) {
	return audience(s.person)
}
