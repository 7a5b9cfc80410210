package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// racesPrinted is the number of races that the race command lists, and racesTold that in words, and of rivals.
const racesPrinted, racesTold = 20, 5

// A Races is what race prints: one race, or the player's last races and the score against
// each rival, or the races that anybody may join.
type Races struct {
	Races  []Race         `json:"races" jsonschema:"newest first"`
	Rivals []arcade.Rival `json:"rivals,omitempty" jsonschema:"head to head, over all races"`

	Open []OpenRace `json:"open,omitempty" jsonschema:"of race list: the races that anybody may join, newest first"`
}

// A Race is a race and its standings.
type Race struct {
	Code    string    `json:"code"`
	Game    string    `json:"game" jsonschema:"the ID"`
	Name    string    `json:"name"`
	Seconds float64   `json:"seconds" jsonschema:"the time limit"`
	Opened  time.Time `json:"opened" jsonschema:"UTC"`
	Begins  time.Time `json:"begins,omitzero" jsonschema:"UTC; absent until somebody starts it"`
	Over    bool      `json:"over"`
	Open    bool      `json:"open,omitempty" jsonschema:"anybody may find it"`
	Watched bool      `json:"watched,omitempty" jsonschema:"others may watch it, two minutes behind"`
	Rematch string    `json:"rematch,omitempty" jsonschema:"the code of a rematch that can be joined"`
	Racers  []RaceRow `json:"racers" jsonschema:"best first: without help, then points, then time; until it begins in the order of joining"`
}

// A RaceRow is one racer's row.
type RaceRow struct {
	Nick    string         `json:"nick" jsonschema:"\"Somebody\" for a player who has chosen none, with a number if there are several"`
	Level   arcade.Level   `json:"level,omitempty" jsonschema:"of the arcade's player; absent for a person"`
	Mine    bool           `json:"mine"`
	Place   int            `json:"place" jsonschema:"equal racers share one; until it begins, the order of joining"`
	Points  int            `json:"points"`
	Max     int            `json:"max"`
	Moves   int            `json:"moves"`
	Through bool           `json:"through" jsonschema:"the round is over"`
	Stopped bool           `json:"stopped,omitempty" jsonschema:"it ended before the game was won or over: the racer gave up, or time was up"`
	Outcome arcade.Outcome `json:"outcome,omitempty" jsonschema:"as in history; absent until the round is over"`
	Seconds float64        `json:"seconds,omitempty" jsonschema:"the time taken"`

	Rating Rating `json:"rating,omitzero" jsonschema:"before the race"`
	Change *int   `json:"change,omitempty" jsonschema:"by how much the race has changed the points of the rating; absent if it did not count"`

	Assisted bool `json:"assisted,omitempty" jsonschema:"the round had help: true only of rounds that began before races refused it"`
	Deleted  bool `json:"deleted,omitempty" jsonschema:"the racer has deleted the account, and the round with it"`
}

// An OpenRace is a race that anybody may join.
type OpenRace struct {
	Code    string    `json:"code"`
	Game    string    `json:"game" jsonschema:"the ID"`
	Name    string    `json:"name"`
	Seconds float64   `json:"seconds" jsonschema:"the time limit"`
	Opened  time.Time `json:"opened" jsonschema:"UTC"`
	By      string    `json:"by" jsonschema:"who may start it; \"Somebody\" without a nick"`
	Rating  Rating    `json:"rating,omitzero" jsonschema:"that player's"`
	Racers  int       `json:"racers"`
	Watched bool      `json:"watched,omitempty" jsonschema:"others may watch it, two minutes behind"`
	Asked   bool      `json:"asked,omitempty" jsonschema:"the player is asked to join"`
	Rematch bool      `json:"rematch,omitempty" jsonschema:"of a race that the player was in"`
	Warning string    `json:"warning,omitempty" jsonschema:"that no way to win the game is known, if so"`
}

func newRace(c *Context) *cobra.Command {
	terms := arcade.RaceTerms{}
	cmd := Row("race [GAME [to NICK]|CODE|list|seat LEVEL|out NICK]",
		"Open a race (to: ask a player to join; arcade GAME: against the arcade, at once), join one by its code, or list yours; "+
			"list: those open to all; seat: add the arcade at level 1 to 5; out: take a racer out", cobra.ArbitraryArgs,
		func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return listRaces(c)
			case len(args) == 1 && args[0] == "list":
				return listOpenRaces(c)
			case len(args) > 1 && args[0] == "out":
				nick := strings.Join(args[1:], " ")
				return changeRace(c, func(r *arcade.Race) error { return c.Races.TakeOut(r.Code, r.Named(nick)) })
			case args[0] == "seat":
				level, ok := arcade.ParseLevel(strings.Join(args[1:], " "))
				if !ok {
					return fmt.Errorf("race seat takes a level of the arcade's players, 1 to %d, as in: race seat 3", arcade.LevelMost)
				}
				return changeRace(c, func(r *arcade.Race) error { return c.Races.Seat(r.Code, level) })
			}
			g, rest, unnamed := terms.Game(args, c.Games.House[0], c.Games.Resolve)
			if unnamed == nil {
				return openRace(c, g, terms, args)
			}
			code, err := arcade.ParseRaceCode(rest)
			switch unknown := new(engine.NameError); {
			case errors.As(unnamed, &unknown) && unknown.Meant() != "":
				return unnamed
			case err == nil:
				return seeRace(c, code)
			case unknown.Name != "":
				return fmt.Errorf("%w.\nNor is that the code of a race, such as K7Q2M9", unnamed)
			}
			return unnamed // it is a share code with a mistake
		})
	cmd.Flags().BoolVar(&terms.Open, "open", false, "anybody may join your race, not only players who have its code")
	cmd.Flags().BoolVar(&terms.Watched, "watched", false, "others may watch your race, two minutes behind")
	cmd.Flags().DurationVar(&terms.Limit, "limit", arcade.RaceDefault, "how long your race may take, from 1m to 60m")
	return cmd
}

// openRace opens a race, for which the player has typed these words, and, in a terminal, shows its room.
func openRace(c *Context, g engine.Game, terms arcade.RaceTerms, typed []string) error {
	if terms.Limit < arcade.RaceLeast || terms.Limit > arcade.RaceMost {
		return fmt.Errorf("--limit is 1m to 60m, not %s", terms.Limit)
	}
	if terms.Arcade && !terms.Open && !c.Terminal && !c.JSON {
		return &Failure{Code: ExitTerminal, Sentence: fmt.Sprintf(
			"A race against the arcade begins at once, and your place in it takes a terminal: %s race %s", c.terminal(), strings.Join(typed, " "))}
	}
	r, err := c.Races.Open(g, terms)
	if err != nil {
		return err
	}
	if c.Terminal && !c.JSON {
		c.ShowRace = arcade.Slot(r.Game, arcade.RaceEvent(r.Code))
		return nil
	}
	return c.Print(Races{Races: []Race{c.raceReport(r)}}, func(out io.Writer) {
		c.writeRace(out, r)
		if terms.To != "" {
			fmt.Fprintf(out, "%s is asked to join.\n", terms.To)
		}
	})
}

// openRace returns the report of a race that the player may join.
func (c *Context) openRace(r arcade.WaitingRace) OpenRace {
	return OpenRace{
		Code: r.Code, Game: r.Game, Name: c.Games.Name(r.Game), Seconds: r.Limit.Seconds(), Opened: r.Opened.UTC(),
		By: r.By, Rating: ratingOf(r.Rating), Racers: r.Racers, Watched: r.Watched, Asked: r.Asked, Rematch: r.Rematch,
		Warning: arcade.Warning(c.Workshop, c.Games, r.Game, ""),
	}
}

func listOpenRaces(c *Context) error {
	waiting := c.Races.Waiting()
	report := Races{Races: []Race{}, Open: Rows(waiting, c.openRace)}
	return c.Print(report, func(out io.Writer) {
		none, head := "Nobody else is waiting for a race: race open GAME opens one to all.", "CODE\tGAME\tLIMIT\tOPENED BY\tRATING\tRACERS"
		List(out, none, head, waiting, func(r arcade.WaitingRace) []any {
			limit := said{Clock(r.Limit.Seconds()), engine.Plural(int(r.Limit.Minutes()), "minute") + " at most"}
			by := said{r.By, "opened by " + r.By}
			switch {
			case r.Rematch:
				by = said{by.shown + ", a rematch", "a rematch for you, " + by.aloud}
			case r.Asked:
				by = said{by.shown + ", who asks you", by.aloud + ", who asks you to join"}
			}
			if r.Watched {
				by = said{by.shown + ", watched", by.aloud + ", which others may watch two minutes behind"}
			}
			return []any{r.Code, c.Games.Name(r.Game), limit, by, ratingOf(r.Rating).cell(0, caption.InRaces, nil), r.Racers}
		})
		for _, r := range report.Open {
			if r.Warning != "" {
				fmt.Fprintf(out, "Beware of %s: %s\n", r.Code, r.Warning)
			}
		}
		if len(report.Open) > 0 {
			fmt.Fprintln(out, "Join one with: "+c.typed("race CODE"))
		}
	})
}

// changeRace changes the newest race that the player has opened and nobody has started, and prints it.
func changeRace(c *Context, change func(*arcade.Race) error) error {
	list, err := c.Races.Races(racesPrinted)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(r *arcade.Race) bool {
		_, place := r.Own()
		return r.Begins.IsZero() && !r.Over && place == 1
	})
	if i < 0 {
		return &Failure{Sentence: "You have opened no race that waits for its start."}
	}
	if err := change(list[i]); err != nil {
		return err
	}
	r, err := c.Races.Race(list[i].Code)
	if err != nil {
		return err
	}
	return printRace(c, r)
}

// seeRace joins a race and shows its room, or tells of it in words. Without a session it prints a race that the player is in.
func seeRace(c *Context, code string) error {
	screen := c.Terminal && !c.JSON
	r, err := c.Races.Race(code)
	if screen || c.spoken && err != nil {
		r, err = c.Races.Join(code)
	}
	switch {
	case errors.Is(err, data.ErrNoRace):
		return &Failure{Sentence: fmt.Sprintf("There is no game %s, nor a race with that code.", code)}
	case errors.Is(err, data.ErrNotIn):
		return &Failure{Sentence: fmt.Sprintf("There is no game %s, and you are in no race with that code.\nJoining "+
			"one takes a terminal: %[2]s race %[1]s", code, c.terminal())}
	case err != nil:
		return err
	case screen:
		c.ShowRace = arcade.Slot(r.Game, arcade.RaceEvent(r.Code))
		return nil
	}
	return printRace(c, r)
}

func printRace(c *Context, r *arcade.Race) error {
	return c.Print(Races{Races: []Race{c.raceReport(r)}}, func(out io.Writer) { c.writeRace(out, r) })
}

// listRaces prints the player's newest races and rivals, in words a few of them and the newest race whole.
func listRaces(c *Context) error {
	n := racesPrinted
	if c.spoken {
		n = racesTold
	}
	list, err := c.Races.Races(n)
	if err != nil {
		return err
	}
	rivals, err := c.Races.Rivals()
	if err != nil {
		return err
	}
	report := Races{Races: Rows(list, c.raceReport), Rivals: rivals}
	return c.Print(report, func(out io.Writer) {
		none := "You have been in no race yet: race GAME opens one."
		if c.spoken && len(list) > 0 {
			c.writeRace(out, list[0])
			none, list, rivals = "", list[1:], rivals[:min(n, len(rivals))]
		}
		List(out, none, "CODE\tGAME\tOPENED (UTC)\tSTANDING", list, func(r *arcade.Race) []any {
			return []any{r.Code, c.Games.Name(r.Game), shown(Minute(r.Opened)), caption.RaceStatus(r, c.Now())}
		})
		if len(rivals) > 0 {
			fmt.Fprintln(out)
			List(out, "", "AGAINST\tWON\tLOST\tDRAWN", rivals, func(r arcade.Rival) []any {
				return []any{said{r.Nick, "Against " + r.Nick}, r.Won, r.Lost, r.Drawn}
			})
		}
	})
}

func (c *Context) raceReport(r *arcade.Race) Race {
	report := Race{
		Code: r.Code, Game: r.Game, Name: c.Games.Name(r.Game), Seconds: r.Limit.Seconds(), Opened: r.Opened.UTC(), Begins: r.Begins.UTC(), Over: r.Over, Open: r.Open, Watched: r.Watched, Rematch: r.Next, Racers: []RaceRow{},
	}
	for i, o := range r.Racers {
		report.Racers = append(report.Racers, RaceRow{
			Nick: o.Nick, Level: o.Level, Mine: o.ID == r.Me, Place: r.Place(i), Stopped: o.Stopped, Outcome: r.Outcome(o),
			Points: o.Score.Points, Max: o.Score.Max, Moves: o.Moves, Through: o.Through, Seconds: seconds(o.Millis), Assisted: o.Assisted, Deleted: o.Gone,
			Rating: ratingOf(o.Rating), Change: o.Rated,
		})
	}
	return report
}

// writeRace writes how a race stands and, before it begins, on what terms it is.
func (c *Context) writeRace(out io.Writer, r *arcade.Race) {
	fmt.Fprintf(out, "Race %s of %s: %s.%s\n", r.Code, c.Games.Name(r.Game), caption.RaceStatus(r, c.Now()), caption.Watched(r.Watched && !r.Over))
	racers := c.raceReport(r).Racers
	if r.Alone() && r.Begins.IsZero() {
		racers = nil
	}
	List(out, "", "RANK\tPLAYER\tPOINTS\tRESULT\tMOVES\tTIME\tRATING", racers, func(o RaceRow) []any {
		who, rank, points, moves, took := nickOf(o.Nick, o.Mine), strconv.Itoa(o.Place), said{}, shown(o.Moves), said{}
		if r.Alone() { // it has no places
			rank = ""
		}
		switch {
		case o.Deleted:
			who = said{who.shown + ", deleted", who.aloud + ", who has deleted the account"}
		case o.Assisted:
			who = said{who.shown + ", assisted", who.aloud + ", assisted"}
		case r.Begins.IsZero() && o.Place == 1:
			who.aloud += ", who can start it"
		}
		if o.Max > 0 {
			points, moves.aloud = pointsOf(o.Points, o.Max), engine.Plural(o.Moves, "move")
		}
		if o.Through && !o.Deleted {
			took = clock(o.Seconds)
		}
		return []any{rank, who, points, o.Outcome, moves, took, o.Rating.cell(o.Level, caption.InRaces, o.Change)}
	})
	if !c.spoken && slices.ContainsFunc(r.Racers, func(o arcade.Racer) bool { return o.Rating.Provisional() }) {
		fmt.Fprintln(out, caption.ProvisionalNote)
	}
	if against := caption.AgainstArcade(r); against != "" {
		fmt.Fprintln(out, against)
	}
	if r.Next != "" {
		fmt.Fprintf(out, "A rematch is open: %s joins it.\n", c.typed("race "+r.Next))
	}
	if !r.Over && !r.Begun(c.Now()) {
		fmt.Fprintf(out, "%s at most. %s %s\n", caption.Duration(r.Limit.Milliseconds()), caption.RaceRated(c.Games, r.Game, r.AgainstArcade()), play.RaceRule)
		beware(out, arcade.Warning(c.Workshop, c.Games, r.Game, ""))
	}
	opened := !r.Over && r.Begins.IsZero() && r.Index() == 0 // by the player
	if opened && r.Open {
		fmt.Fprintln(out, "Anybody here may join it.")
	}
	switch {
	case opened && c.spoken:
		fmt.Fprintf(out, "Friends join with its code: %s. race start starts it.\n", caption.Spelled(r.Code))
	case opened:
		fmt.Fprintf(out, "Friends join it, and you start it, with: %s\n", c.typed("race "+r.Code))
	case r.Unfinished() && !c.spoken:
		fmt.Fprintf(out, "Your place in it takes a terminal: %s\n", c.typed("race "+r.Code))
	}
}
