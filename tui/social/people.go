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
	env *screen.Env
	screen.Refresher
	people        []arcade.Person // who are here, with their names
	following     []arcade.Person // whom the player follows; those who are not seen here do nothing
	ignored       []arcade.Person // whom the player ignores
	list          widget.List
	side          peopleSide // that shows
	screen.Prompt            // for a nick
	looking       bool       // for the table of the chosen one, which was at none when the list was read
	loaded        bool
	err           string
	said          string
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
func NewPeople(env *screen.Env) *People { return &People{env: env} }

// Init implements Screen.
func (s *People) Init() tea.Cmd {
	if !s.loaded {
		return tea.Batch(s.read(), screen.ReadProfile(s.env.Accounts)) // the player may have begun a first game since
	}
	return s.Schedule(s.env, s, s.read) // else opening and leaving a page again and again would read each time
}

// read reads the people now; apply schedules the next read.
func (s *People) read() tea.Cmd {
	s.Generation++
	company, generation := s.env.Company, s.Generation
	return screen.Ask(s, func() func() tea.Cmd {
		following, err := company.Following()
		ignored, bad := company.Ignored()
		people := company.People()
		return func() tea.Cmd {
			if generation != s.Generation {
				return nil
			}
			return s.apply(people, following, ignored, cmp.Or(err, bad))
		}
	})
}

// Update implements Screen.
func (s *People) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Followed:
		return s.changed(msg)
	case tea.KeyPressMsg:
		if s.Type(msg) {
			s.err = ""
		}
		return s.key(msg.String())
	case tea.MouseMsg:
		if !s.Asking && s.list.Mouse(msg) {
			return s.key("enter")
		}
	}
	return nil
}

// apply shows the current people. The chosen one stays chosen.
func (s *People) apply(people []arcade.Person, following, ignored []arcade.Followed, err error) tea.Cmd {
	chosen := s.chosen().Nick
	s.people, s.following, s.ignored, s.loaded = people, nil, nil, true
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
	if err != nil {
		s.err = caption.Sentence(err.Error())
	}
	if slices.ContainsFunc(s.people, func(p arcade.Person) bool { return p.Table != 0 && s.err == atNoTable(p) }) {
		s.err = "" // by now there is one
	}
	s.list.Refresh(len(s.rows()), func(i int) bool { return s.rows()[i].Nick == chosen })
	if looking := s.looking; looking {
		s.looking = false
		return tea.Batch(s.Schedule(s.env, s, s.read), s.watch(s.chosen().Nick == chosen))
	}
	return s.Schedule(s.env, s, s.read)
}

// changed reads again once the player follows others, and ends the typing of a nick that is
// followed now. One that is refused stays.
func (s *People) changed(msg screen.Followed) tea.Cmd {
	s.Sent = false
	if msg.Err != nil {
		if s.Asking {
			s.err = msg.String()
		}
		return nil
	}
	s.Asking = false
	return s.read()
}

// rows returns what the side that shows lists.
func (s *People) rows() []arcade.Person {
	switch s.side {
	case sideFollowed:
		return s.following
	case sideIgnored:
		return s.ignored
	}
	return s.people
}

// chosen returns the chosen person, a zero one if there is none.
func (s *People) chosen() arcade.Person {
	if rows := s.rows(); s.list.At() < len(rows) {
		return rows[s.list.At()]
	}
	return arcade.Person{}
}

// Bindings implements Screen.
func (s *People) Bindings() []widget.Binding {
	if s.Asking {
		return s.Keys(s.asked(), "nobody", s.submit)
	}
	none, p := len(s.rows()) == 0, s.chosen()
	watch, other := "watch", "followed"
	if p.Table == 0 || p.Own || s.env.Spectators == nil {
		watch = ""
	}
	follow, ignore := "follow", "ignore"
	if p.Friend {
		follow = "unfollow"
	}
	if p.Ignored {
		ignore = "unignore"
	}
	if p.Own || !s.env.Followable(p.Nick) {
		follow, ignore = "", ""
	}
	greet, challenge := "", ""
	if _, nobody := s.Audience(); nobody == "" && s.env.Sends() {
		greet, challenge = "greet", screen.When(s.env.Challenges != nil, "challenge")
	}
	nick, copies := "by nick", ""
	if s.env.Newcomer() {
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
	return []widget.Binding{
		s.list.UpDown("choose somebody; Home and End: the first, the last", ""),
		s.list.PgUpDn("ten people"),
		{Keys: "Enter, space", Does: "watch the table of the one on the line", Hint: watch, Place: 1, Off: none, Do: s.look},
		{Keys: "f", Does: "follow the one on the line, or no longer; nobody else learns of it", Hint: follow, Place: 2, Off: none, Refusal: s.env.NoFollowing(), Do: func() tea.Cmd {
			if p.Own {
				s.err = "That is you."
				return nil
			}
			return screen.FollowOrNot(s.env.Company, p.Nick)
		}},
		{Keys: "i", Does: "ignore the one on the line, or no longer: no signal, note or challenge of that one reaches you, and nobody else learns of it", Hint: ignore, Place: 8, Off: none, Refusal: s.env.NoFollowing(), Do: func() tea.Cmd {
			if p.Own {
				s.err = "That is you."
				return nil
			}
			return screen.IgnoreOrNot(s.env.Company, p)
		}},
		{Keys: "C", Does: "challenge the one on the line with the deal of a game of yours", Hint: challenge, Place: 4, Off: none, Refusal: cmp.Or(screen.Unless(s.env.Challenges != nil, caption.NoChallenges), s.env.NoSignals()), Do: func() tea.Cmd {
			if p.Own || screen.Unnamed(p.Nick) {
				s.err = "Challenge a player with a nick, who is not you."
				return nil
			}
			return s.env.Open(route.History{To: p.Nick})
		}},
		{Keys: "!", Hint: greet, Place: 3}, // the app handles it
		{Keys: "n", Does: "follow a player by nick, here or not; on the list of those whom you ignore, ignore one", Hint: nick, Place: 5, Refusal: s.env.NoFollowing(), Do: func() tea.Cmd {
			s.err = ""
			s.Ask(nickMost, nil)
			return nil
		}},
		{Keys: "Tab", Does: "those who are here, all whom you follow, and all whom you ignore", Hint: other, Place: 6, Do: func() tea.Cmd {
			s.side = (s.side + 1) % (sideIgnored + 1)
			s.list.Choose(0)
			s.list.Resize(len(s.rows()))
			return nil
		}},
		{Keys: "y", Does: "copy the line with which a friend gets here to the clipboard", Hint: copies, Place: 7, Off: s.env.Command == "", Do: func() tea.Cmd {
			s.said = s.env.SentToClipboard("")
			line := s.env.Command
			return func() tea.Msg { return screen.Copy(line) }
		}},
		reportKey(s.env, p.Nick, p.Own),
		s.env.NickKey(),
		{Keys: "mouse", Does: "a click chooses a line, another watches"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.env.Back},
	}
}

func (s *People) key(key string) tea.Cmd {
	if !s.Asking {
		s.err, s.said = "", ""
	}
	return widget.Press(s.Bindings(), key, func(why string) { s.err = why })
}

// asked returns what the player is asked a nick for.
func (s *People) asked() string {
	if s.side == sideIgnored {
		return "ignore"
	}
	return "follow"
}

// submit follows or ignores the player whose nick was typed.
func (s *People) submit() tea.Cmd {
	nick := s.Answer()
	if nick == "" || s.Sent {
		return nil
	}
	s.Sent, s.err = true, ""
	company, regard := s.env.Company, arcade.Follow
	if s.side == sideIgnored {
		regard = arcade.Ignore
	}
	return func() tea.Msg { return screen.Regard(company, regard, nick) }
}

// alone reports whether nobody else is here who can be seen, which the side that shows says.
func (s *People) alone() bool { return s.loaded && len(s.people) <= 1 && s.side == sideHere }

// atNoTable says why nobody can watch a person.
func atNoTable(p arcade.Person) string {
	switch {
	case p.Doing == arcade.Racing:
		return p.Nick + " is in a race, which can be watched by those who have finished it."
	case p.Daily:
		return p.Nick + " plays a daily, which can be watched by those who have finished it: w in the lobby."
	case p.InChallenge:
		return p.Nick + " plays a challenge, which can be watched by those who have played it: w in the lobby."
	case p.Doing == arcade.Playing:
		return p.Nick + " plays in words, which nobody can watch."
	}
	return p.Nick + " is at no table that you can watch now."
}

// look goes to the table of the chosen person. The list is as it was when it was read: if
// there was no table, it is read again first.
func (s *People) look() tea.Cmd {
	if p := s.chosen(); !p.Own && p.Table == 0 {
		s.looking = true
		return s.read()
	}
	return s.watch(true)
}

// watch goes to the table of the chosen person, who is gone if found is false.
func (s *People) watch(found bool) tea.Cmd {
	p := s.chosen()
	switch {
	case !found:
		s.err = "Whom you chose has left."
	case p.Own:
		s.err = "That is you."
	case p.Table == 0 || s.env.Spectators == nil:
		s.err = atNoTable(p)
	default:
		return s.env.Push(newWatch(s.env, arcade.LiveTable{Number: p.Table, Player: p.Nick, Friend: p.Friend, Game: p.Game, Rules: p.Rules}))
	}
	return nil
}

// Draw implements Screen.
func (s *People) Draw(g *grid.Grid, look theme.Look) {
	rows, heading, count := s.rows(), "People", fmt.Sprintf("%d here", len(s.people))
	if s.side != sideHere {
		heading, count = "Whom you "+s.asked(), fmt.Sprintf("%d of %d at most", len(rows), arcade.FollowsMax)
	}
	if !s.loaded {
		count = ""
	}
	screen.DrawTitle(g, look, heading, count)
	page := g.Height() - 5
	for y, i := range s.list.Rows(2, page) {
		g.Put(4, y, look.Cut(s.row(rows[i], g.Width()-5), g.Width()-5), s.list.Entry(g, look, y, i))
	}
	if s.alone() {
		drawAlone(g, look, 2+len(rows), g.Height()-3, invitation(s.env.Command), []string{whileAlone})
	}
	s.drawLine(g, look)
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
	if p.Doing != "" {
		doing = caption.Doing(p, caption.PlayedBy(s.env.Games, p))
	}
	if idle := caption.Idle(p.Idle); idle != "" {
		doing += ", idle " + idle
	}
	return strings.TrimRight(fmt.Sprintf("%-*s %s", who, name, doing), " ")
}

// drawLine draws the line below the list.
func (s *People) drawLine(g *grid.Grid, look theme.Look) {
	switch unseen := caption.Unseen(s.env.Profile); {
	case s.Asking:
		label := map[bool]string{false: "Follow: ", true: "Ignore: "}[s.side == sideIgnored]
		s.DrawPrompt(g, look, label, "The nick of a player, who does not learn of it.", s.err)
	case s.err != "":
		screen.DrawSentence(g, look.Translate(s.err), look.Refused)
	case s.said != "":
		screen.DrawSentence(g, look.Translate(s.said), look.Good)
	case !s.loaded || s.looking:
		screen.DrawSentence(g, "Looking ...", look.Faint)
	case len(s.rows()) == 0 && s.side == sideIgnored:
		screen.DrawSentence(g, look.Translate("You ignore nobody. n ignores a nick, and i somebody on a list."), look.Faint)
	case len(s.rows()) == 0 && s.side == sideFollowed:
		screen.DrawSentence(g, look.Translate("You follow nobody. n follows a nick, and f somebody on a list."), look.Faint)
	case s.alone() && unseen == "":
		screen.DrawSentence(g, look.Translate("Nobody else is here who can be seen. This list looks again by itself."), look.Faint)
	case s.env.Newcomer():
		screen.DrawSentence(g, look.Translate(s.env.NoFollowing()), look.Faint)
	case unseen != "":
		screen.DrawSentence(g, look.Translate(unseen), look.Faint)
	case s.side == sideIgnored:
		screen.DrawSentence(g, look.Translate("Nothing from them reaches you, and they do not learn of it."), look.Faint)
	case s.side == sideFollowed:
		screen.DrawSentence(g, look.Translate("Nobody learns whom you follow. Who hides is not seen here."), look.Faint)
	case s.chosen().Nick != "" && !s.chosen().Own && !s.env.Followable(s.chosen().Nick):
		screen.DrawSentence(g, screen.NoFollow, look.Faint)
	case s.env.Nameless():
		screen.DrawSentence(g, screen.NickOffer, look.Faint)
	case slices.ContainsFunc(s.people, func(p arcade.Person) bool { return p.Ignored }):
		screen.DrawSentence(g, "* you follow  - you ignore", look.Faint)
	case slices.ContainsFunc(s.people, func(p arcade.Person) bool { return p.Friend }):
		screen.DrawSentence(g, "* you follow", look.Faint)
	}
}

// Audience implements screen.Addressed: the player on the line.
func (s *People) Audience() (to arcade.Audience, nobody string) {
	switch p := s.chosen(); {
	case p.Own || screen.Unnamed(p.Nick):
		nobody = "Choose a player with a nick, who is not you."
	case p.Doing == "":
		nobody = caption.Sentence(p.Nick + " is not seen here now")
	default:
		to.Player = p.Nick
	}
	return to, nobody
}
