package command

import (
	"encoding/json"
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
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/review"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// HistoryMax is the maximum number of games that one history command prints.
const HistoryMax = 1000

// noGuestGames is what a guest without games reads.
const noGuestGames = "No game yet. You came without a key, and a guest's games of other sessions are not found."

// A History is what history and best print.
type History struct {
	Games []GameResult `json:"games"`

	none, note string // for people: if there is no game, and below the games
}

// A GameRecord is what record prints: a game with its moves.
type GameRecord struct {
	GameResult
	Record string `json:"record" jsonschema:"one line, as boardwalk replay reads it"`
	Player string `json:"player,omitempty" jsonschema:"the nick, if the game stands on a board"`
	Rules  string `json:"rules,omitempty" jsonschema:"of a made-up game; the record does not replay elsewhere without it"`
}

// GameRecord returns the report of a round with its moves.
func (c *Context) GameRecord(r arcade.Result) GameRecord {
	report := GameRecord{GameResult: c.result(r), Record: r.Record.String(), Rules: r.Rules}
	if g, ok := c.Games.Find(r.Record.Game); ok && report.Rules == "" {
		report.Rules = engine.RulesOf(g)
	}
	return report
}

func newHistory(c *Context) *cobra.Command {
	var last int
	cmd := Row("history [GAME]", "Your last games, the newest first", cobra.ArbitraryArgs,
		func(cmd *cobra.Command, args []string) error {
			if n := len(args); n > 0 && !cmd.Flags().Changed("last") { // history GAME 5
				if _, err := c.game(args); err != nil {
					if rows, err := strconv.Atoi(args[n-1]); err == nil {
						args, last = args[:n-1], rows
					}
				}
			}
			only, err := c.gameID(args)
			if err != nil {
				return err
			}
			if last < 1 || last > HistoryMax {
				return fmt.Errorf("--last is 1 to %d, not %d", HistoryMax, last)
			}
			numbers, err := c.Player.Numbered(only, 1, last)
			if err != nil {
				return err
			}
			if c.JSON {
				return c.streamGames(numbers)
			}
			report := History{none: caption.NoHistory}
			if only != "" {
				report.none = fmt.Sprintf("You have finished no game of %s yet.", c.CalledOf(only, ""))
			}
			if err := c.eachNumbered(numbers, func(g GameResult) error {
				report.Games = append(report.Games, g)
				return nil
			}); err != nil {
				return err
			}
			if c.ID.Credential.IsGuest() {
				report.none = noGuestGames
			}
			return c.Print(report, report.write)
		})
	cmd.Flags().IntVarP(&last, "last", "n", 20, fmt.Sprintf("how many games, at most %d", HistoryMax))
	return cmd
}

// eachNumbered reads rounds, and calls do for the report of each.
func (c *Context) eachNumbered(numbers []arcade.Numbered, do func(g GameResult) error) error {
	for _, each := range numbers {
		r, err := c.Player.Finished(each.ID)
		switch {
		case errors.Is(err, data.ErrNotFound): // deleted meanwhile
			continue
		case err != nil:
			return err
		}
		g := c.result(r)
		g.number = each.Number
		if err := do(g); err != nil {
			return err
		}
	}
	return nil
}

// streamGames prints a History of rounds as JSON, as they are read.
func (c *Context) streamGames(numbers []arcade.Numbered) error {
	out, before, end := c.Stream(), "{\n  \"games\": [\n    ", "{\n  \"games\": []\n}\n"
	err := c.eachNumbered(numbers, func(g GameResult) error {
		text, err := json.MarshalIndent(g, "    ", "  ")
		if err == nil {
			_, err = fmt.Fprint(out, before, string(text))
		}
		before, end = ",\n    ", "\n  ]\n}\n"
		return err
	})
	if err == nil {
		_, err = io.WriteString(out, end)
	}
	return err
}

func (c *Context) best(_ *cobra.Command, args []string) error {
	stats, err := c.Player.Stats()
	if err != nil {
		return err
	}
	games := arcade.KnownOrPlayed(c.Games, stats)
	if len(args) > 0 {
		g, err := c.game(args)
		if err != nil {
			return err
		}
		games = engine.Catalog{g}
	}
	report := History{Games: []GameResult{}, none: caption.NoBest, note: caption.AboutEvents}
	for _, g := range games {
		id := g.Info().ID
		for _, class := range arcade.Classes() {
			if !class.Ranked() {
				continue
			}
			r, ok, err := c.Player.Best(id, class)
			if err != nil {
				return err
			}
			if ok {
				report.Games = append(report.Games, c.result(r))
			}
		}
	}
	return c.Print(report, report.write)
}

// write writes the results as text, with their numbers if they are known.
func (h History) write(out io.Writer) {
	head, numbered := "GAME\tCLASS\tPOINTS\tRESULT\tTIME\tKIND\tENDED", len(h.Games) > 0 && h.Games[0].number > 0
	if numbered {
		head = "NO\t" + head
	}
	List(out, h.none, head, h.Games, func(g GameResult) []any {
		deal, took := session.Occasion(g.Event), clock(g.Seconds)
		of, _, _ := strings.Cut(deal, " ")
		if g.Code != "" {
			deal = strings.TrimPrefix(deal+", deal "+string(g.Code), ", ")
		}
		took.aloud = fmt.Sprintf("%s, %s %s", engine.Plural(g.Moves, "move"), took.aloud, caption.Taken(arcade.Result{Event: g.Event}, "at the table", "in all"))
		row := []any{g.called, g.class, pointsOf(g.Points, g.Max), g.Outcome, took, said{of, deal}, said{g.Ended.Format(time.DateOnly), Minute(g.Ended)}}
		if numbered {
			row = slices.Insert(row, 0, any(g.number))
		}
		return row
	})
	for _, g := range h.Games {
		if g.Ruling != "" {
			fmt.Fprintf(out, "%s, %s: %s\n", Minute(g.Ended), g.Name, g.Ruling)
		}
	}
	if h.note != "" && len(h.Games) > 0 {
		fmt.Fprintln(out, h.note)
	}
}

func (c *Context) record(_ *cobra.Command, args []string) error {
	r, err := findRound(c, args[0])
	if err != nil {
		return err
	}
	if c.Sealed(r.Event) {
		return r.Event.Secret()
	}
	report := c.GameRecord(r)
	report.Player = c.Player.PlayerOf(r.ID)
	if !c.JSON {
		fmt.Fprintln(c.Out, report.Record) // a line, whole
		return nil
	}
	return c.Print(report, nil)
}

func newReplay(c *Context) *cobra.Command {
	var cast bool
	cmd := Row("replay N", "Watch a game; N is its number in history, or its id in --json", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			if c.JSON {
				return errors.New("replay has no --json: --cast writes lines of JSON, and record --json has the moves")
			}
			r, err := findRound(c, args[0])
			switch {
			case err != nil:
				return err
			case cast && c.Sealed(r.Event):
				return r.Event.Secret()
			case cast:
				g, ok := c.Games.Restore(r.Record.Game, r.Rules)
				if !ok {
					return ReplayFailure(fmt.Errorf("there is no game %q", r.Record.Game))
				}
				if err := c.Cast(c.Stream(), g, r.Record); err != nil && !errors.Is(err, errGone) {
					return ReplayFailure(err)
				}
				return nil
			case !c.Terminal:
				return &Failure{Code: ExitTerminal, Sentence: fmt.Sprintf("A replay needs a terminal that can move its cursor:\n  %[2]s replay %[1]s\n"+
					"Or take it with you: replay %[1]s --cast writes an asciicast, record %[1]s its moves.", args[0], c.terminal())}
			}
			c.ShowReplay = &r
			return nil
		})
	cmd.Flags().BoolVar(&cast, "cast", false, "print it as an asciicast, for asciinema's players")
	return cmd
}

// ReplayFailure says that a record does not replay, because its rules are not here.
func ReplayFailure(err error) *Failure {
	return &Failure{Sentence: fmt.Sprintf("This game cannot be replayed: %v. Its score stands.", err)}
}

// findRound returns a finished round: one of the player's, by its number in the history or
// its ID, or anyone's ranked round, by its ID.
func findRound(c *Context, name string) (arcade.Result, error) {
	unknown := &Failure{Sentence: fmt.Sprintf("There is no finished game %.40s; %s lists yours.", name, c.SSH("history"))}
	if n, err := strconv.Atoi(name); err == nil {
		if n < 1 {
			return arcade.Result{}, fmt.Errorf("games are numbered from 1, the newest, not %d", n)
		}
		found, err := c.Player.Numbered("", n, 1)
		switch {
		case err != nil:
			return arcade.Result{}, err
		case len(found) == 0:
			return arcade.Result{}, unknown
		}
		name = found[0].ID
	}
	r, err := c.Player.Finished(name)
	if errors.Is(err, data.ErrNotFound) {
		return r, unknown
	}
	return r, err
}

// An Analysis is what analyse prints: how a game could have gone.
type Analysis struct {
	Game   GameResult      `json:"game"`
	Report analysis.Report `json:"report" jsonschema:"numbers of moves are from 1; positions are numbered by the moves before them, from 0, the deal"`

	round  arcade.Result
	hidden bool // its deal hides cards
}

func (c *Context) analyse(cmd *cobra.Command, args []string) error {
	r, err := findRound(c, append(args, "1")[0])
	switch {
	case err != nil:
		return err
	case c.Sealed(r.Event):
		return r.Event.Secret()
	}
	g, states, err := r.Replay(c.Games)
	if err != nil {
		return ReplayFailure(err)
	}
	v := review.New(c.Analyses, c.Searches, analysis.Budget{}, r, states)
	if now := v.Progress().Report; now.Open == nil && now.Fair == nil {
		return &Failure{Sentence: fmt.Sprintf("The arcade's player does not know %s well enough to analyse it.", g.Info().Name)}
	}
	c.NoTimeLimit() // as on the screen: it may wait behind the searches of others
	c.WithProgress(func() string {
		now := v.Progress()
		return fmt.Sprintf("%d of %d steps of the analysis are done.", now.Made, now.Of)
	}, func() { v.Run(cmd.Context(), nil) })
	if err := cmd.Context().Err(); err != nil {
		return &Failure{Sentence: "The analysis was stopped."}
	}
	report := Analysis{c.result(r), v.Progress().Report, r, !engine.Open(states[0])}
	return c.Print(report, report.write)
}

// write writes the analysis as text.
func (a Analysis) write(out io.Writer) {
	deck := theme.ASCII()
	say := func(text string, indent int) { fmt.Fprintln(out, caption.Fold(deck.Translate(text), indent)) }
	fmt.Fprintf(out, "%s, %s: %d of %d points, %s, %s.\n", a.Game.Name, Minute(a.Game.Ended), a.Game.Points,
		a.Game.Max, a.Game.Outcome, engine.Plural(a.Game.Moves, "move"))
	for _, text := range caption.Found(a.Report, a.round, a.hidden) {
		say(text, 0)
	}
	for _, r := range caption.Remarks(a.Report) {
		say(fmt.Sprintf("%4d. %-6s %-3s %s", r.Number, a.round.Record.Moves[r.Number-1], r.Sign, r.Text), 17)
	}
}
