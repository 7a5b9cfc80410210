// Package social has the screens where players meet: who is here, tables to watch, races and challenges.
package social

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A People lists those who are here or, on its other sides, those whom the player
// follows and those whom the player ignores.
type People struct {
	screen.Listing[arcade.Person]                 // of the side that shows
	people                        []arcade.Person // who are here, with their names
	following                     []arcade.Person // whom the player follows; those who are not seen here do nothing
	ignored                       []arcade.Person // whom the player ignores
	side                          peopleSide      // that shows
}

// A peopleSide is one of the lists of a People. Tab goes from each to the next.
type peopleSide int

const (
	sideHere peopleSide = iota
	sideFollowed
	sideIgnored
)

// nickMost is the length of the longest nick.
const nickMost = 20

// NewPeople returns the list of those who are here.
func NewPeople(env *screen.Env) *People {
	s := &People{}
	s.Setup(env, s)
	s.Read = func() func() tea.Cmd {
		following, err := env.Company.Following()
		ignored, bad := env.Company.Ignored()
		people := env.Company.People()
		return func() tea.Cmd { return s.apply(people, following, ignored, cmp.Or(err, bad)) }
	}
	return s
}

// Init implements Screen.
func (s *People) Init() tea.Cmd {
	if s.Loaded {
		return s.Base.Init()
	}
	return tea.Batch(s.Base.Init(), screen.ReadProfile(s.Env.Accounts)) // the player may have begun a first game since
}

// Update implements Screen.
func (s *People) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(screen.Followed); ok && msg.Err == nil {
		return s.Refresh()
	}
	return s.Base.Update(msg)
}

// apply shows the current people. The chosen one stays chosen.
func (s *People) apply(people []arcade.Person, following, ignored []arcade.Followed, err error) tea.Cmd {
	s.people, s.following, s.ignored = people, nil, nil
	for _, f := range following {
		p := arcade.Person{Nick: f.Nick, Friend: true}
		if i := slices.IndexFunc(s.people, func(p arcade.Person) bool { return p.Friend && p.Nick == f.Nick }); i >= 0 {
			p = s.people[i]
		}
		s.following = append(s.following, p)
	}
	for _, f := range ignored {
		s.ignored = append(s.ignored, arcade.Person{Nick: f.Nick, Ignored: true})
	}
	for _, rows := range [][]arcade.Person{s.people, s.following, s.ignored} {
		arcade.CallByName(rows, func(p *arcade.Person) *string { return &p.Nick })
	}
	if was := s.Chosen(); s.IsError && slices.ContainsFunc(people, func(p arcade.Person) bool { return p.Nick == was.Nick && p.Table != was.Table }) {
		s.Clear() // it was why not to watch
	}
	s.Fails(err)
	s.Renew(s.listed(), func(a, b arcade.Person) bool { return a.Nick == b.Nick })
	return nil
}

// listed returns what the side that shows lists.
func (s *People) listed() []arcade.Person {
	switch s.side {
	case sideFollowed:
		return s.following
	case sideIgnored:
		return s.ignored
	}
	return s.people
}

// Bindings implements Screen.
func (s *People) Bindings() []widget.Binding {
	none, p := len(s.Rows) == 0, s.Chosen()
	open, other := "player", "followed"
	switch {
	case p.Own, screen.Unnamed(p.Nick) && (p.Table == 0 || s.Env.Spectators == nil):
		open = ""
	case screen.Unnamed(p.Nick):
		open = "watch"
	}
	_, unseen := s.Audience()
	_, does := s.regard()
	nick, copies := does+" by nick", ""
	if s.Env.Newcomer() {
		nick = ""
	}
	if s.alone() {
		copies = "copy"
	}
	switch s.side {
	case sideFollowed:
		other = "ignored"
	case sideIgnored:
		other = "here"
	}
	return append([]widget.Binding{
		s.List.UpDown("choose somebody; Home and End: the first, the last", ""),
		s.List.PgUpDn("ten people"),
		{Keys: "Enter, space", Does: "the page of the player on the line; a player without a nick is watched", Hint: open, Place: 1, Off: none, Do: s.open},
		{Keys: "w", Does: "watch the player on the line", Off: none,
			Refusal: cmp.Or(screen.When(p.Own, "That is you."), screen.When(p.Table == 0 || s.Env.Spectators == nil, caption.AtNoTable(p))),
			Do:      func() tea.Cmd { return s.Env.Push(watchOf(s.Env, p)) }},
		s.Env.FollowKey("the player on the line", p.Nick, p.Own, screen.Toggle(p.Friend, "follow")),
		s.Env.IgnoreKey("the player on the line", p.Nick, p.Own, p.Ignored),
		{Keys: "!", Hint: screen.When(unseen == "" && s.Env.Sends(), "signal"), Place: 3}, // the app handles it
		{Keys: "n", Does: "follow a player by nick, here or not; on the list of ignored players, ignore one", Hint: nick, Place: 5, Refusal: s.Env.NoFollowing(), Do: s.askNick},
		{Keys: "Tab", Does: "players here, players you follow, players you ignore", Hint: other, Place: 6, Do: widget.Just(func() {
			s.side = (s.side + 1) % (sideIgnored + 1)
			s.Rows = s.listed()
			s.List.Resize(len(s.Rows))
			s.List.Choose(0)
		})},
		{Keys: "y", Does: "copy the line with which a friend gets here to the clipboard", Hint: copies, Place: 7, Off: s.Env.Command == "", Do: func() tea.Cmd {
			s.Say("%s", s.Env.SentToClipboard())
			line := s.Env.Command
			return func() tea.Msg { return screen.Copy(line) }
		}},
		s.Env.NickKey(),
	}, s.Env.Tail("a click chooses a line, another is Enter", "back")...)
}

// regard returns what becomes of a player whose nick is typed, and what that is in a word.
func (s *People) regard() (arcade.Regard, string) {
	if s.side == sideIgnored {
		return arcade.Ignore, "ignore"
	}
	return arcade.Follow, "follow"
}

// askNick asks for the nick of a player to follow or to ignore.
func (s *People) askNick() tea.Cmd {
	regard, does := s.regard()
	return s.Ask(screen.Field{
		Label: strings.ToUpper(does[:1]) + does[1:] + ": ", Help: "The nick of a player. Nobody is told.", Most: nickMost, Enter: does, Esc: "nobody",
		Do: func(nick string) tea.Cmd {
			if nick == "" {
				return nil
			}
			return screen.Hold(&s.Base, func() (screen.Followed, error) {
				followed := screen.Regard(s.Env.Company, regard, nick)
				return followed, followed.Err
			}, func(f screen.Followed) tea.Cmd { return func() tea.Msg { return f } })
		},
	})
}

// alone reports whether nobody else is here who can be seen, which the side that shows says.
func (s *People) alone() bool { return s.Loaded && len(s.people) <= 1 && s.side == sideHere }

// open opens the page of the chosen person, or watches one without a nick.
func (s *People) open() tea.Cmd {
	p := s.Chosen()
	switch {
	case p.Own:
		s.Refuse("That is you.")
	case !screen.Unnamed(p.Nick):
		return s.Env.Open(route.Player{Nick: p.Nick})
	case p.Table == 0 || s.Env.Spectators == nil:
		s.Refuse(caption.AtNoTable(p))
	default:
		return s.Env.Push(watchOf(s.Env, p))
	}
	return nil
}

// watchOf returns the table of a person.
func watchOf(env *screen.Env, p arcade.Person) *Watch {
	return newWatch(env, arcade.LiveTable{Number: p.Table, Player: p.Nick, Friend: p.Friend, Game: p.Game, Rules: p.Rules})
}

// Draw implements Screen.
func (s *People) Draw(g *grid.Grid, look *theme.Look) {
	heading, count := "People", fmt.Sprintf("%d here", len(s.people))
	if s.side != sideHere {
		_, does := s.regard()
		heading, count = "Players you "+does, fmt.Sprintf("%d of %d at most", len(s.Rows), arcade.FollowsMax)
	}
	if !s.Loaded {
		count = ""
	}
	screen.DrawTitle(g, look, heading, count)
	w := g.Width() - 5
	s.List.DrawRows(g, look, 2, g.Height()-5, func(i int) string { return look.Cut(s.row(s.Rows[i], w), w) })
	if s.alone() {
		drawAlone(g, look, 2+len(s.Rows), g.Height()-3, []string{whileAlone}, invitation(s.Env.Command))
	}
	line := s.line()
	if chosen := strings.Join(strings.Fields(s.row(s.Chosen(), 0)), " "); len(s.Rows) > 0 && screen.Width(s.row(s.Chosen(), w)) > w {
		line = caption.Sentence(chosen) // the list has only its beginning
	}
	if s.Env.Heard != "" && s.side == sideHere {
		line = strings.TrimLeft(line+"\nLast heard: "+s.Env.Heard, "\n")
	}
	text, style := s.Says(look, line, look.Faint)
	s.DrawFoot(g, look, text, style)
}

// whileAlone says what somebody can do who is alone.
const whileAlone = "Meanwhile, leave something for the next player: play a daily (D in the lobby), pass a deal on (C at the end of a game), or open a race to all (r)."

// invitation returns how a friend gets here, in paragraphs: the command stands alone, to be
// selected. There is none where no command leads here: command is [Env.Command].
func invitation(command string) (paragraphs []string) {
	if command == "" {
		return nil
	}
	paragraphs = []string{"Send a friend this line:", "  " + command}
	if about := caption.AboutHost(command); about != "" {
		paragraphs = append(paragraphs, about)
	}
	return paragraphs
}

// drawAlone draws what somebody who is alone reads, from row y on and above row bottom: each
// text with a blank row before it, as long as there is room.
func drawAlone(g *grid.Grid, look *theme.Look, y, bottom int, texts ...[]string) {
	for _, text := range texts {
		rows := screen.Wrapped(look, g.Width()-6, text...)
		if y+1+len(rows) > bottom {
			return
		}
		y = screen.PutRows(g, 4, y+1, look.Text, rows...)
	}
}

// row returns the line of a person for w columns.
func (s *People) row(p arcade.Person, w int) string {
	who := 22
	if w < 60 {
		who = 14
	}
	name, doing := p.Nick, ""
	switch {
	case p.Own:
		name = "you"
	case p.Friend && s.side == sideHere:
		name = "* " + p.Nick
	case p.Ignored && s.side == sideHere:
		name = "- " + p.Nick
	}
	switch {
	case p.Doing == "" && !p.Ignored:
		doing = "not seen here"
	case p.Doing != "":
		doing = caption.Doing(p, caption.PlayedBy(s.Env.Games, p))
	}
	if idle := caption.Idle(p.Idle); idle != "" {
		doing += ", idle " + idle
	}
	return strings.TrimRight(fmt.Sprintf("%-*s %s", who, name, doing), " ")
}

// line returns what there is to say below the list.
func (s *People) line() string {
	switch unseen := caption.Unseen(s.Env.Profile); {
	case !s.Loaded:
		return "Looking ..."
	case len(s.Rows) == 0 && s.side == sideIgnored:
		return "You ignore nobody. n ignores a nick, and i somebody on a list."
	case len(s.Rows) == 0 && s.side == sideFollowed:
		return "You follow nobody. n follows a nick, and f somebody on a list."
	case s.alone() && unseen == "":
		return "Nobody else can be seen here. This list refreshes by itself."
	case s.Env.Newcomer():
		return s.Env.NoFollowing()
	case unseen != "":
		return unseen
	case s.side == sideIgnored:
		return "Nothing from them reaches you, and they aren't told."
	case s.side == sideFollowed:
		return "Players aren't told that you follow them. Hidden players don't show here."
	case s.Chosen().Nick != "" && !s.Chosen().Own && screen.Unnamed(s.Chosen().Nick):
		return screen.NoFollow
	case s.Env.Nameless():
		return screen.NickOffer
	case s.Chosen().Own:
		return "* you follow  - you ignore. On a player Enter tells more, ! sends a signal."
	case s.side == sideHere:
		return "* you follow  - you ignore"
	}
	return ""
}

// Audience implements screen.Addressed: the player on the line.
func (s *People) Audience() (to arcade.Audience, nobody string) {
	return audience(s.Chosen())
}

// noAddressee says that no signal can go to the player on the line.
const noAddressee = "Choose a player with a nick, who is not you."

// audience returns a person as one to whom signals go, or says why they don't.
func audience(p arcade.Person) (to arcade.Audience, nobody string) {
	switch {
	case p.Own || screen.Unnamed(p.Nick):
		nobody = noAddressee
	case p.Doing == "":
		nobody = p.Nick + " is not seen here now."
	default:
		to.Player = p.Nick
	}
	return to, nobody
}
