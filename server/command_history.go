package server

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// historyMax is the maximum number of games that one history command prints.
const historyMax = 1000

// A GameRecord is what record prints: a game with its moves.
type GameRecord struct {
	GameResult
	Record string `json:"record" jsonschema:"one line, as boardwalk replay reads it"`
}

func (c *commandContext) history(_ *cobra.Command, args []string) error {
	only, err := c.gameID(args)
	if err != nil {
		return err
	}
	if c.last < 1 || c.last > historyMax {
		return fmt.Errorf("--last is 1 to %d, not %d", historyMax, c.last)
	}
	player, err := c.player()
	if err != nil {
		return err
	}
	report := History{Games: []GameResult{}}
	err = eachRound(player, func(number int, r arcade.Result) bool {
		if only == "" || only == r.Record.Game {
			g := c.result(r)
			g.number = number
			report.Games = append(report.Games, g)
		}
		return len(report.Games) < c.last
	})
	if err != nil {
		return err
	}
	return c.printGames(report)
}

// printGames prints results, with their numbers if they are known.
func (c *commandContext) printGames(report History) error {
	return c.print(report, func(out io.Writer) {
		if len(report.Games) == 0 {
			fmt.Fprintln(out, "No games yet.")
			return
		}
		head, no := "ENDED (UTC)\tGAME\tCLASS\tPOINTS\tRESULT\tMOVES\tTIME\tDEAL", ""
		if report.Games[0].number > 0 {
			head = "NO\t" + head
		}
		table(out, head, func(row func(string, ...any)) {
			for _, g := range report.Games {
				if g.number > 0 {
					no = fmt.Sprintf("%d\t", g.number)
				}
				row("%s%s\t%s\t%s\t%d/%d\t%s\t%d\t%s\t%s", no, g.Ended.Format("2006-01-02 15:04"), g.Name, g.Class,
					g.Points, g.Max, outcome(g), g.Moves, clock(g.Seconds), cmp.Or(string(g.Code), string(g.Event)))
			}
		})
		for _, g := range report.Games {
			if g.Ruling != "" {
				fmt.Fprintf(out, "%s, %s: %s\n", g.Ended.Format("2006-01-02 15:04"), g.Name, g.Ruling)
			}
		}
	})
}

func (c *commandContext) record(_ *cobra.Command, args []string) error {
	r, err := c.finished(args[0])
	if err != nil {
		return err
	}
	if c.events.Sealed(r.Event) {
		return failureOf(errSealed)
	}
	report := GameRecord{c.result(r), r.Record.String()}
	return c.print(report, func(out io.Writer) { fmt.Fprintln(out, report.Record) })
}

// replay writes a game as an asciicast, or stores it for the session to show.
func (c *commandContext) replay(_ *cobra.Command, args []string) error {
	if c.json {
		return errors.New("replay has no --json: --cast writes lines of JSON, and record --json has the moves")
	}
	r, err := c.finished(args[0])
	switch {
	case err != nil:
		return err
	case c.cast && c.events.Sealed(r.Event):
		return failureOf(errSealed)
	case c.cast:
		return c.writeCast(r.Record)
	case !c.terminal:
		return &failure{code: exitTerminal, sentence: fmt.Sprintf("A replay needs a terminal that can move its cursor: ssh -t HOST replay %s\n"+
			"Or take it with you: replay %[1]s --cast writes an asciicast, record %[1]s its moves.", args[0])}
	}
	c.showReplay = &r
	return nil
}

func (c *commandContext) writeCast(record engine.Record) error {
	g, ok := c.config.Games.Find(record.Game)
	if !ok {
		return replayFailure(fmt.Errorf("there is no game %q", record.Game))
	}
	if err := (tui.Cast{Speed: 1}).Write(c.out, g, record); err != nil {
		return replayFailure(err)
	}
	return nil
}

// replayFailure says that a record does not replay, because its rules are not here.
func replayFailure(err error) *failure {
	return &failure{sentence: fmt.Sprintf("This game cannot be replayed: %v. Its score stands.", err)}
}

// finished returns a finished game: one of the player's, by its number in the history or
// its ID, or anyone's ranked game, by its ID.
func (c *commandContext) finished(game string) (arcade.Result, error) {
	unknown := &failure{sentence: fmt.Sprintf("You have no finished game %.40s; ssh HOST history lists yours.", game)}
	player, err := c.player()
	if err != nil {
		return arcade.Result{}, err
	}
	n, err := strconv.Atoi(game)
	if err != nil {
		r, err := ownOrRanked(game, player, c.config.Store.Ranked, c.events)
		switch {
		case errors.Is(err, data.ErrNotFound):
			return r, unknown
		case errors.Is(err, errUnplayed), errors.Is(err, errOpen):
			return r, failureOf(err)
		case err != nil:
			return r, storeFailure(err)
		}
		return r, nil
	}
	if n < 1 {
		return arcade.Result{}, fmt.Errorf("games are numbered from 1, the newest, not %d", n)
	}
	var r arcade.Result
	last := 0
	err = eachRound(player, func(number int, each arcade.Result) bool {
		last, r = number, each
		return number < n
	})
	if err == nil && last < n {
		err = unknown
	}
	return r, err
}

// eachRound calls yield for a player's rounds, newest first and numbered from 1, until
// yield returns false.
func eachRound(player Player, yield func(number int, r arcade.Result) bool) error {
	const page = 100
	number := 0
	for before, more := "", true; more; {
		rounds, err := player.History(before, page)
		if err != nil {
			return storeFailure(err)
		}
		more = len(rounds) == page
		for _, r := range rounds {
			before = r.ID
			if number++; !yield(number, r) {
				return nil
			}
		}
	}
	return nil
}
