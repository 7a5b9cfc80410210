package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
	"boardwalk/tui/widget"
)

// The news of a lobby are the lines below its list: what waits for the player, and what the
// players do whom the player follows.
type news struct {
	env       *screen.Env
	lobby     screen.Screen
	race      *arcade.Race                  // in which the player has something to do, nil if there is none
	ended     *arcade.Race                  // whose result the player has not read, nil if there is none
	daily     engine.Game                   // the first game whose daily of today is open, nil if none is
	moves     int                           // of that daily
	sprint    int                           // the deal of the sprint that the player has begun, 0 if there is none
	duel      string                        // the ID of the game of a duel that waits for the player, "" if none does
	owed      arcade.Challenge              // that the player has begun, or a duel to begin; without a code if there is none
	following *screen.Follower[arcade.News] // only while the lobby is on top, else nil
	known     arcade.News                   // of those whom the player follows
	openRaces screen.Follower[[]arcade.WaitingRace]
	open      []arcade.WaitingRace // the races that the player may join, the newest first
	readNotes screen.Follower[[]arcade.ChallengeNote]
	notes     []arcade.ChallengeNote // what others tell of challenges, the newest first
}

// narrow is how many columns a line of the news has in the smallest window.
const narrow = 36

// A notice tells the player of something that waits, in a long and in a short sentence, and with
// the key that goes there.
type notice struct{ long, short, key string }

// begin reads what waits, and follows what others do unless it does already.
func (n *news) begin() tea.Cmd {
	return tea.Batch(n.followFriends(), n.beginRaces(), n.followNotes(), n.readDuel(), n.readOwed(), n.readSprint())
}

// readDuel looks for a duel that waits for the player.
func (n *news) readDuel() tea.Cmd {
	challenges := n.env.Challenges
	if challenges == nil {
		return nil
	}
	return screen.Ask(n.lobby, func() func() tea.Cmd {
		game := challenges.WaitingDuel()
		return widget.Just(func() { n.duel = game })
	})
}

// readOwed looks for a challenge that the player has begun, or a duel to begin, unless the player is new.
func (n *news) readOwed() tea.Cmd {
	challenges := n.env.Challenges
	if challenges == nil || n.env.Newcomer() {
		return nil
	}
	return screen.Ask(n.lobby, func() func() tea.Cmd {
		list, _ := challenges.Challenges(newsChallenges) // the screen of challenges tells the error
		owed, _ := arcade.Owed(list)
		return widget.Just(func() { n.owed = owed })
	})
}

// readSprint looks for a deal of the sprint that the player has begun, unless the player is new.
func (n *news) readSprint() tea.Cmd {
	now, events := sprints(n.env).Now, n.env.Events
	if now.Game == "" || n.env.Newcomer() {
		n.sprint = 0
		return nil
	}
	return screen.Ask(n.lobby, func() func() tea.Cmd {
		board, _ := events.SprintStanding(now) // the screen of the sprint tells the error
		return widget.Just(func() {
			if n.sprint = 0; board.Open {
				n.sprint = board.Next
			}
		})
	})
}

// followFriends begins to follow what those do whom the player follows, if it does not yet.
func (n *news) followFriends() tea.Cmd {
	company := n.env.Company
	if company == nil || n.following != nil {
		return nil
	}
	n.following, n.known.At = new(screen.Follower[arcade.News]), time.Time{}
	return n.following.Each(n.lobby, func(ctx context.Context) (arcade.Watch[arcade.News], error) { return company.News(ctx) }, func(news arcade.News) tea.Cmd {
		var cmds []tea.Cmd
		if came := caption.Came(news.Came(n.known)); came != "" {
			cmds = append(cmds, func() tea.Msg { return screen.Note{Text: came, Heard: true} })
		}
		n.known = news
		if n.env.Player != (arcade.Account{Nick: news.Nick}).Called() { // another session has changed it
			cmds = append(cmds, screen.ReadProfile(n.env.Accounts))
		}
		return tea.Batch(cmds...)
	})
}

// friends returns the notice of those of them who play. ok is false if none does.
func (n *news) friends() (says notice, ok bool) {
	playing := n.known.Playing()
	line := func(hint string) string {
		return caption.FriendsPlaying(playing, func(p arcade.Person) string { return caption.PlayedBy(n.env.Games, p) }, hint)
	}
	says = notice{line(""), screen.Fitting(narrow, line(""), "Players you follow are playing: w."), "w"}
	if n.env.Spectators != nil {
		says.long = line("w watches")
	}
	return says, len(playing) > 0
}

// followNotes begins to follow what others tell of challenges, once.
func (n *news) followNotes() tea.Cmd {
	if n.env.Challenges == nil || n.readNotes.Asked {
		return nil
	}
	return n.readNotes.Each(n.lobby, n.env.Challenges.FollowNotes, func(notes []arcade.ChallengeNote) tea.Cmd {
		known := n.notes
		n.notes = notes
		if n.following != nil || known == nil { // the lobby shows them, or does not know which are new
			return nil
		}
		if _, ok := n.note(); ok && !slices.Contains(known, notes[0]) {
			told := caption.ChallengeNote(notes[0], n.env.Games.NameOf(notes[0].Game, notes[0].Rules)) + "."
			return func() tea.Msg { return screen.Note{Text: told, Heard: true} }
		}
		return nil
	})
}

// note returns the newest of what others tell of challenges. ok is false if there is none, or the
// player takes no signals.
func (n *news) note() (told notice, ok bool) {
	if len(n.notes) == 0 || !n.env.Settings.Signals {
		return notice{}, false
	}
	newest := n.notes[0]
	text := caption.ChallengeNote(newest, n.env.Games.NameOf(newest.Game, newest.Rules))
	return notice{text + ": C, then Enter.", newest.From + ": challenge: C.", "C"}, true
}

// beginRaces reads the player's own races, and begins to follow those that anybody may join,
// once.
func (n *news) beginRaces() tea.Cmd {
	races := n.env.Races
	if races == nil {
		return nil
	}
	own := screen.Ask(n.lobby, func() func() tea.Cmd {
		list, _ := races.Races(newsRaces) // the races' screen tells the error
		return widget.Just(func() { n.readRaces(list) })
	})
	if n.openRaces.Asked {
		return own
	}
	return tea.Batch(own, n.openRaces.Each(n.lobby, races.FollowWaiting, func(races []arcade.WaitingRace) tea.Cmd {
		told := n.asked(races)
		if n.open = races; n.race == nil {
			return told
		}
		return tea.Batch(told, own) // it may have begun
	}))
}

// asked tells the player who is elsewhere than in the lobby that somebody asks for a race, among those that the player may
// join now, unless it was known before.
func (n *news) asked(now []arcade.WaitingRace) tea.Cmd {
	i := slices.IndexFunc(now, func(r arcade.WaitingRace) bool {
		return r.Asked && !r.Rematch && !slices.ContainsFunc(n.open, func(o arcade.WaitingRace) bool { return o.Code == r.Code })
	})
	if i < 0 || n.following != nil || !n.env.Settings.Signals {
		return nil
	}
	told := fmt.Sprintf("%s of %s: r in the lobby.", caption.RaceWaits(now[i]), n.env.Games.Name(now[i].Game))
	return func() tea.Msg { return screen.Note{Text: told, Heard: true} }
}

// newsRaces is how many of the newest races are searched for one that waits for the
// player.
const newsRaces = 10

// readRaces finds in the player's newest races what waits for the player. A race that runs comes before
// one that waits for its start.
func (n *news) readRaces(list []*arcade.Race) {
	now := n.env.Now()
	n.race, n.ended = nil, n.env.Settings.UnreadRace(list, now)
	for _, r := range list {
		runs := r.Begun(now) && r.Left(now) > 0
		if r.Unfinished() && (n.race == nil || runs && !n.race.Begun(now)) {
			n.race = r
		}
	}
}

// Pause implements screen.Pauser.
func (n *news) Pause() {
	n.following.OnClose()
	n.following = nil
}

// OnClose implements screen.Closer.
func (n *news) OnClose() {
	n.openRaces.OnClose()
	n.readNotes.OnClose()
	n.Pause()
}

// notices returns what waits for the player, the most important first: races, what the player has begun, challenges, a
// sprint, and those who play whom the player follows.
func (n *news) notices() (all []notice) {
	open, goes := "", screen.When(!n.runs(), "c") // c goes on with the first of what was begun
	if long, short := n.raceText(); long != "" {
		all = append(all, notice{long, short, "r"})
	} else if len(n.open) > 0 {
		open = caption.RaceWaits(n.open[0])
	}
	begun := func(long, short, door string) {
		key := cmp.Or(goes, door)
		all, goes = append(all, notice{long + ": " + key + " goes there.", short + ": " + key + ".", door}), ""
	}
	now := sprints(n.env).Now
	game := n.env.Games.Name(now.Game)
	if n.sprint > 0 && now.Game != "" {
		begun(caption.SprintOpen(n.sprint, game), "Your sprint deal waits", "s")
	}
	if n.daily != nil {
		begun(caption.DailyOpen(n.daily, n.moves), "Your daily is open", "D")
	}
	if owed := n.env.Games.NameOf(n.owed.Game, n.owed.Rules); n.owed.Open > 0 {
		begun(caption.ChallengeOwed(n.owed, owed), "Your challenge is open", "C")
	} else if n.owed.Code != "" {
		all = append(all, notice{caption.ChallengeOwed(n.owed, owed) + ": C goes there.", "You have a duel to play: C.", "C"})
	}
	if open != "" {
		long := fmt.Sprintf("%s of %s: r, then Enter joins.", open, n.env.Games.Name(n.open[0].Game))
		all = append(all, notice{long, screen.Fitting(narrow, open+": r.", n.open[0].By+" would race: r."), "r"})
	}
	if note, ok := n.note(); ok {
		all = append(all, note)
	}
	if n.ended != nil {
		all = append(all, notice{caption.RaceResult(n.ended) + " r shows it.", "Race ended: " + caption.RacePlace(n.ended) + ": r.", "r"})
	}
	if n.duel != "" {
		who := caption.DuelWaits(n.env.Games.Name(n.duel))
		all = append(all, notice{who + " C goes there.", "A duel waits: C.", "C"})
	}
	if now.Game != "" && n.sprint == 0 && !n.env.Experience.Beginner {
		all = append(all, notice{"A sprint of " + game + " goes on: s goes there.", "A sprint of " + game + ": s.", "s"})
	}
	if friends, ok := n.friends(); ok {
		all = append(all, friends)
	}
	return all
}

// runs reports whether the player can go on with a race.
func (n *news) runs() bool { return n.race != nil && n.race.MayPlay(n.env.Now()) }

// raceText returns what waits of the player's own race as a long and a short sentence, both "" if
// nothing does.
func (n *news) raceText() (long, short string) {
	r, now := n.race, n.env.Now()
	switch {
	case r == nil:
		return "", ""
	case r.Begins.IsZero():
		return fmt.Sprintf("Race %s waits for its start: r goes there.", r.Code), "Your race waits for its start: r."
	case !r.Begun(now):
		return fmt.Sprintf("Race %s is about to begin: r goes there.", r.Code), "Your race is about to begin: r."
	case r.Left(now) == 0:
		return "", ""
	}
	long = caption.RaceGoesOn(r, now)
	return long + ": c goes there.", strings.Replace(long, r.Code+" ", "", 1) + ": c."
}

// lines returns the lines for w columns of a window of h rows, the most important one last: two or, in a
// low window, one, which says where the others are. only, unless "", is more important than all news.
func (n *news) lines(w, h int, only string) (lines []string) {
	waiting, most := n.notices(), 2
	if h < 20 {
		most = 1
	}
	switch {
	case only != "":
		return []string{only}
	case len(waiting) == 0 && h < 20 && n.env.About.Message != "": // else it is above the menu
		return []string{n.env.About.Message}
	}
	for i, notice := range slices.Backward(waiting[:min(len(waiting), most)]) {
		more := screen.When(i == most-1 && len(waiting) > most, " More: o.")
		lines = append(lines, screen.Fitting(w, notice.long+more, notice.short+more, notice.short))
	}
	return lines
}
