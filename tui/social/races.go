package social

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

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

// A Races opens races and joins those of others. It lists the races that anybody may
// join, the player's, and the record against each other player.
type Races struct {
	screen.Listing[entry]                   // the ways to begin a race, the races that anybody may join, the player's, and the rivals
	game                  engine.Game       // the game to open a race for
	terms                 arcade.RaceTerms  // of that race
	warns                 map[string]string // what warns of games, by ID
	screen.Follower[[]arcade.WaitingRace]
	open   []arcade.WaitingRace // that anybody may join, with the player's own
	wanted string               // the code of the one to choose at first, or ""
	came   bool                 // to the list, or back from a race: the unfinished one is chosen, once it is read
	races  []*arcade.Race
	rivals []arcade.Rival
}

const (
	ways         = 3  // to begin a race
	racesShown   = 30 // how many are read
	raceCodeMost = 12 // the maximum length of a code
)

// NewRaces returns the races, with a game to open one of and the nick of a player who is then asked to join, or "". wanted
// is the code of the race to choose at first, or "".
func NewRaces(env *screen.Env, g engine.Game, wanted, to string) *Races {
	s := &Races{game: g, wanted: wanted, came: true, terms: arcade.RaceTerms{Limit: arcade.RaceDefault, To: to}, warns: map[string]string{}}
	if to != "" {
		s.wanted, s.came = "open", false
	}
	s.Setup(env, s)
	s.Read = func() func() tea.Cmd {
		var rivals []arcade.Rival
		list, err := env.Races.Races(racesShown)
		if err == nil {
			rivals, err = env.Races.Rivals()
		}
		game := g.Info().ID
		warns := map[string]string{game: env.Warning(game, "")}
		return func() tea.Cmd {
			s.apply(list, rivals, warns, err)
			return env.Settings.ReadRaces(env.Now(), list...)
		}
	}
	s.lay()
	return s
}

// Init implements Screen. The player may come back from a race.
func (s *Races) Init() tea.Cmd {
	if s.Asked {
		return s.Refresh()
	}
	return tea.Batch(s.Refresh(), s.Each(s, s.Env.Races.FollowWaiting, s.changed))
}

// changed shows other races that anybody may join, and reads what warns of their games.
func (s *Races) changed(open []arcade.WaitingRace) tea.Cmd {
	s.open = open
	s.lay()
	env := s.Env
	return screen.Ask(s, func() func() tea.Cmd {
		warns := map[string]string{}
		for _, r := range open {
			if _, ok := warns[r.Game]; !ok {
				warns[r.Game] = env.Warning(r.Game, "")
			}
		}
		return widget.Just(func() {
			maps.Copy(s.warns, warns)
			s.lay()
		})
	})
}

// apply shows the current races and rivals.
func (s *Races) apply(races []*arcade.Race, rivals []arcade.Rival, warns map[string]string, err error) {
	if s.Fails(err) {
		return
	}
	maps.Copy(s.warns, warns)
	s.races, s.rivals = races, rivals
	s.lay()
	if i := slices.IndexFunc(races, (*arcade.Race).Unfinished); i >= 0 && s.came && (s.Loaded || s.List.At() == 0) { // most players come for it
		s.List.Choose(len(s.Rows) - len(rivals) - len(races) + i)
	}
	s.came = false
}

// lay makes the lines of the list, as they are now.
func (s *Races) lay() {
	g, terms, now := s.game, s.terms, s.Env.Now()
	who := "by code only"
	if terms.Open {
		who = "open to all"
	}
	if terms.To != "" {
		who = terms.To + " is asked"
	}
	if terms.Watched {
		who += ", watched"
	}
	against, short := "about as strong as you", "as strong as you"
	if terms.Level > 0 {
		against = fmt.Sprintf("level %d of %d", terms.Level, arcade.LevelMost)
		short = against
	}
	warning := s.warns[g.Info().ID]
	rows := []entry{
		{
			id: "arcade", texts: []string{
				fmt.Sprintf("Race the arcade now, %s: %s, %s at most", against, g.Info().Name, minutes(terms.Limit)),
				"Race the arcade, " + short, "Race the arcade",
			},
			enter: "race now", do: func() tea.Cmd { return s.begin(arcade.RaceTerms{Limit: terms.Limit, Arcade: true, Level: terms.Level}) },
			says: cmp.Or(warning, "The arcade's player sees only what you see, and takes as long as a person. "+caption.RaceRated(s.Env.Games, g.Info().ID, true)+
				" l changes its level, - and + the time limit."), warned: warning != "",
		},
		{
			id: "open", texts: []string{
				fmt.Sprintf("Open a race for %s, %s at most, %s", g.Info().Name, minutes(terms.Limit), who),
				fmt.Sprintf("Open one, %s, %s", minutes(terms.Limit), who),
				fmt.Sprintf("Open: %d min, %s", int(terms.Limit.Minutes()), who),
			},
			enter: "open the race", do: func() tea.Cmd { return s.begin(terms) },
			says: cmp.Or(warning, "Everyone in a race plays the same deal, once, at the same time. "+
				"- and + change the time limit, o who may join, w whether others may watch."), warned: warning != "",
		},
		{texts: []string{"Join a friend's race, by its code", "Join one by its code"}, enter: "type the code", do: s.askCode},
	}
	for _, w := range s.open {
		if !slices.ContainsFunc(s.races, func(r *arcade.Race) bool { return r.Code == w.Code }) {
			rows = append(rows, s.waiting(w))
		}
	}
	for _, r := range s.races {
		head, name, status := fmt.Sprintf("%-8s", r.Code), s.Env.Games.Name(r.Game), caption.RaceStatus(r, now)
		long := fmt.Sprintf("%s %-20s %s", head, name, status)
		rows = append(rows, entry{
			id: r.Code, game: r.Game, texts: []string{long + "  " + caption.Date(r.Opened.UnixMilli()), long, head + " " + status},
			enter: "go there", do: func() tea.Cmd { return s.goTo(r) },
		})
	}
	for _, r := range s.rivals {
		record := fmt.Sprintf("won %d, lost %d", r.Won, r.Lost)
		if r.Drawn > 0 {
			record += fmt.Sprintf(", drawn %d", r.Drawn)
		}
		rows = append(rows, entry{
			id: "against " + r.Nick, texts: []string{fmt.Sprintf("%-8s %-20s %s", "against", r.Nick, record), r.Nick + ": " + record, fmt.Sprintf("%s: %d to %d", r.Nick, r.Won, r.Lost)},
			enter: "player", do: func() tea.Cmd { return s.Env.Open(route.Player{Nick: r.Nick}) },
		})
	}
	s.Renew(rows, sameEntry)
	if i := slices.IndexFunc(rows, func(e entry) bool { return e.id == s.wanted && e.id != "" }); i >= 0 {
		if s.wanted = ""; s.List.At() == 0 {
			s.List.Choose(i)
		}
	}
}

// waiting returns the line of a race that anybody may join.
func (s *Races) waiting(w arcade.WaitingRace) entry {
	by, name := strings.TrimSuffix(w.By+" "+caption.Rating(w.Rating), " ")+" waits", s.Env.Games.Name(w.Game)
	switch waits := strings.TrimSuffix(by, " waits"); {
	case w.Rematch:
		by = waits + " wants a rematch"
	case w.Asked:
		by = waits + " asks you to a race"
	}
	head := fmt.Sprintf("%-8s %-20s %s", w.Code, name, by)
	long := head + ", " + minutes(w.Limit)
	e := entry{
		id: w.Code, game: w.Game, texts: []string{long + ", " + engine.Plural(w.Racers, "racer"), long, head, by + ", " + name, by},
		enter: "join", do: func() tea.Cmd { return s.enter(func() (*arcade.Race, error) { return s.Env.Races.Join(w.Code) }) },
		says: s.warns[w.Game], warned: s.warns[w.Game] != "",
	}
	if !e.warned && w.Rating.Provisional() {
		e.says = caption.ProvisionalNote
	}
	e.says = strings.TrimSpace(e.says + caption.Watched(w.Watched))
	return e
}

// Bindings implements Screen.
func (s *Races) Bindings() []widget.Binding {
	chosen := s.Chosen()
	return append([]widget.Binding{
		s.List.UpDown("choose what to do; Home and End: the first, the last", ""),
		{
			Keys: "Enter, space", Does: "open a race, join one, or go to the one on the line", Hint: chosen.enter, Do: chosen.do,
		},
		{Keys: "+ -, = right left", As: "-/+", Does: "a minute more, a minute less for your race", Hint: "limit", DoKey: func(key string) tea.Cmd {
			s.terms.Limit = max(min(s.terms.Limit+time.Duration(widget.Direction(key))*time.Minute, arcade.RaceMost), arcade.RaceLeast)
			return s.changedTerms(1)
		}},
		{Keys: "o", Does: "who may join your race: anybody here, or only players with its code", Hint: "who", Do: func() tea.Cmd {
			s.terms.Open = !s.terms.Open
			return s.changedTerms(1)
		}},
		{Keys: "w", Does: "whether others may watch your race, two minutes behind", Do: func() tea.Cmd {
			s.terms.Watched = !s.terms.Watched
			return s.changedTerms(1)
		}},
		{Keys: "l", Does: "the level of the arcade's player: about as strong as you, or 1 to 5", Hint: "level", Do: func() tea.Cmd {
			s.terms.Level = (s.terms.Level + 1) % (arcade.LevelMost + 1)
			return s.changedTerms(0)
		}},
		{Keys: "c", Does: "type the code of a friend's race", Hint: "code", Do: s.askCode},
		s.List.PgUpDn("ten lines"),
		s.Env.RulesOf(cmp.Or(s.Chosen().game, s.game.Info().ID), ""),
	}, s.Env.Tail("a click chooses a line, another does what it says", "back")...)
}

// changedTerms shows other terms. The line that has changed is said as well, unless it is chosen.
func (s *Races) changedTerms(line int) tea.Cmd {
	s.lay()
	if s.List.At() == line {
		return nil
	}
	return s.Say("%s.", s.Rows[line].texts[0])
}

// enter opens or joins a race, and goes there.
func (s *Races) enter(do func() (*arcade.Race, error)) tea.Cmd {
	return screen.Enter(&s.Base, do, s.goTo)
}

// goTo goes to the room of a race.
func (s *Races) goTo(race *arcade.Race) tea.Cmd {
	s.came = true
	return s.Env.Push(NewRace(s.Env, race.Code))
}

// begin opens a race, and goes there. It asks first while another one is under way.
func (s *Races) begin(terms arcade.RaceTerms) tea.Cmd {
	open := func() tea.Cmd {
		return s.enter(func() (*arcade.Race, error) { return s.Env.Races.Open(s.game, terms) })
	}
	i := slices.IndexFunc(s.races, func(r *arcade.Race) bool { return r.Unfinished() && !r.Begins.IsZero() })
	if i < 0 {
		return open()
	}
	return s.Confirm(screen.Question{Text: "Your race " + s.races[i].Code + " is under way. Begin another? (y/n)", Yes: "begin", No: "not now", Do: open})
}

// askCode lets the player type the code of a race.
func (s *Races) askCode() tea.Cmd {
	return askCode(&s.Base, screen.Field{
		Label: "Code of the race: ", Help: "The code of a friend's race: six letters and digits such as K7Q2M9.", Most: raceCodeMost, Enter: "join",
	}, arcade.ParseRaceCode, func(code string) tea.Cmd {
		return s.enter(func() (*arcade.Race, error) { return s.Env.Races.Join(code) })
	})
}

// Draw implements Screen.
func (s *Races) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Race", s.game.Info().Name)
	text, style := s.Chosen().line(look)
	if text == "" && s.Loaded && len(s.races) == 0 {
		text = "You have been in no race yet."
	}
	text, style = s.Says(look, text, style)
	drawEntries(g, look, &s.Listing, g.Height()-3-s.FootRows(look, text, g.Width()))
	if n := len(s.Rows); s.Loaded && n == ways {
		advice := "o opens yours to all: everyone in the lobby sees it."
		if s.terms.Open {
			advice = "Once you open yours, everyone in the lobby sees it."
		}
		drawAlone(g, look, 2+n, g.Height()-5, []string{"Nobody is waiting for a race. " + advice})
	}
	s.DrawFoot(g, look, text, style)
}

// minutes returns a race's limit in words.
func minutes(limit time.Duration) string { return engine.Plural(int(limit.Minutes()), "minute") }
