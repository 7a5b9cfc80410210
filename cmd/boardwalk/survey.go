package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/survey"
	"boardwalk/server/command"
)

// interrupted is the exit code of a survey that was ended early, which is that of a program
// that SIGINT ends.
const interrupted = exit(130)

type surveyOptions struct {
	deals, workers, tries int
	seed, goal, resume    string
	solver, advisor, both bool
	budget                time.Duration
	json                  bool
}

func surveyCommand() *cobra.Command {
	var o surveyOptions
	short := "Find out how many deals of a game can be won, and how many the arcade's player wins"
	cmd := command.Row("survey GAME", short, cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		g, err := catalog.Library().Resolve(strings.Join(args, " "))
		if err != nil {
			return err
		}
		return runSurvey(cmd, g, o)
	})
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Long = `Survey deals many deals of a game and finds out how many of them can be won by somebody
who sees every card, which the game's solver says, and how many the arcade's player wins that sees
only what a player sees. GAME is the ID, a name or a share code, as for the command rules.

The deals are named by a seed with a number: --from SURV means SURV0, SURV1 and so on. All
luck of the arcade's player follows from the game, the version of its rules and the deal. So the same
program finds the same anywhere, with any number of workers, unless --budget sets a clock.
Each line that wins is played by the rules before it counts; a wrong one ends the survey.

With --resume FILE, each deal is written to FILE as a line of JSON as soon as it and all
before it are done, and a survey that was ended goes on where it was. More --deals go on
as well; a file of other options is refused.

Shares come with their 95 percent intervals (Wilson). Unknown are deals that the solver could
neither win nor prove lost. Times are CPU times on Linux: of the whole program with one
worker, and of the worker's thread with more, without the garbage collector's. Elsewhere they
are those of the clock.

With --json the result is one object, in which what was not asked for is missing:

  {"game", "version", "deals", "seed", "goal", "tries", "budget", "program",
   "solver": {"won", "lost", "unknown", "low", "high",
              "ms_median", "ms_p95", "ms_max"},
   "advisor": {"won", "points", "low", "high", "cpu_ms_per_deal"}}

The version is that of the rules, and the program is the build that searched. The points
are the mean, and low and high are shares from 0 to 1. With --goal points the
solver's part also has the deals with a "perfect" score and its mean "points".

Ctrl-C ends the survey with what is known by then, and exit status 130.`
	flags := cmd.Flags()
	flags.IntVar(&o.deals, "deals", 1000, "how many deals")
	flags.StringVar(&o.seed, "from", "SURV", "the seed that names the deals, as in SURV0, SURV1")
	flags.BoolVar(&o.solver, "solver", false, "ask the solver alone")
	flags.BoolVar(&o.advisor, "advisor", false, "let the arcade's player play, alone")
	flags.BoolVar(&o.both, "both", false, "do both, which is what happens anyway if the game has a solver")
	flags.StringVar(&o.goal, "goal", string(engine.GoalWin), "what the solver is after: win, points or shortest")
	flags.DurationVar(&o.budget, "budget", 0, "the most time for each search of a deal, such as 10s; 0 is no clock")
	flags.IntVar(&o.tries, "tries", 100, "how often the arcade's player plays out each move of interest, about; 0 is its choice at first sight")
	flags.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many deals to examine at a time")
	flags.BoolVar(&o.json, "json", false, "print one JSON object")
	flags.StringVar(&o.resume, "resume", "", "keep the results in this file, and go on with those in it")
	return cmd
}

// plan returns the survey of a game that the flags ask for.
func (o *surveyOptions) plan(g engine.Game) (*survey.Survey, error) {
	seed, err := engine.ParseCode(o.seed)
	goal := engine.Goal(o.goal)
	switch most := survey.MostDeals(seed); {
	case err != nil:
		return nil, fmt.Errorf("--from: %w", err)
	case o.solver && o.advisor || o.both && (o.solver || o.advisor):
		return nil, errors.New("--solver or --advisor; --both does both")
	case o.deals < 1 || o.deals > most:
		return nil, fmt.Errorf("--deals must be 1 to %d with the seed %s, not %d", most, seed, o.deals)
	case o.workers < 1 || o.workers > 1024:
		return nil, fmt.Errorf("--workers must be 1 to 1024, not %d", o.workers)
	case o.tries < 0:
		return nil, fmt.Errorf("--tries must be 0 or more, not %d", o.tries)
	case o.budget < 0:
		return nil, fmt.Errorf("--budget must be a time such as 10s, not %v", o.budget)
	case !slices.Contains(engine.Goals(), goal):
		return nil, fmt.Errorf("--goal must be win, points or shortest, not %.60q", o.goal)
	}
	asked := survey.Options{Seed: seed, Solver: !o.advisor, Advisor: !o.solver, Program: version()}
	if asked.Solver {
		asked.Goal = goal
	}
	if asked.Advisor {
		asked.Tries = o.tries
	}
	if o.budget > 0 {
		asked.Budget = o.budget.String()
	}
	s, err := survey.New(g, asked)
	if errors.Is(err, engine.ErrNoSolver) && !o.solver && !o.both {
		asked.Solver, asked.Goal = false, "" // the game's advisor alone
		return survey.New(g, asked)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Info().Name, err)
	}
	return s, nil
}

// runSurvey makes a survey and prints what it found, also if it was interrupted.
func runSurvey(cmd *cobra.Command, g engine.Game, o surveyOptions) (err error) {
	s, err := o.plan(g)
	if err != nil {
		return err
	}
	run := &surveyRun{survey: s, deals: o.deals, workers: o.workers, budget: o.budget, tally: survey.NewTally(s)}
	if o.resume != "" {
		if run.file, err = openSurvey(o.resume, s.Options); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, run.file.Close()) }()
		if err := run.file.read(s, o.deals, run.tally); err != nil {
			return fmt.Errorf("--resume %s: %w", o.resume, err)
		}
	}
	run.progress = newProgress(cmd.ErrOrStderr(), int64(run.tally.Deals()))
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failed := run.all(ctx)
	run.progress.clear()
	if failed != nil && !errors.Is(failed, context.Canceled) {
		return failed
	}
	if o.json {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(run.tally.Result())
	} else {
		_, err = io.WriteString(cmd.OutOrStdout(), run.tally.String())
	}
	if err != nil {
		return err
	}
	if failed == nil {
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Interrupted after %d of %d deals.\n", run.tally.Deals(), o.deals)
	if o.resume != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "The same command goes on from there.\n")
	}
	return interrupted
}
