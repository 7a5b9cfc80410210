package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server"
	"boardwalk/server/command"
	"boardwalk/server/program"
	"boardwalk/tui"
	"boardwalk/tui/session"
)

func replayCommand() *cobra.Command {
	cmd := command.Row("replay FILE", "Show a record, or describe it in words; - is standard input", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		in := cmd.InOrStdin()
		if args[0] != "-" {
			f, err := os.Open(args[0])
			if err != nil {
				return fmt.Errorf("replay: %w", err)
			}
			defer func() { _ = f.Close() }()
			in = f
		}
		records, err := readRecords(in)
		out := cmd.OutOrStdout()
		switch {
		case err != nil:
			return err
		case len(records) == 0:
			return errors.New("there is no record")
		case len(records) == 1 && isTerminal(cmd.InOrStdin()) && isTerminal(out):
			signal.Ignore(syscall.SIGHUP) // as in play
			return showRecord(cmd.Context(), records[0])
		}
		return describeRecords(records, out)
	})
	cmd.Long = `Show the game of a record, step by step. Moves you play from there are not saved.

If the input or output is not a terminal, or the file has several records, each is
described in words instead. A record begins with GAME@VERSION and a deal's code;
its moves may continue over several lines. GAME is the game's ID or, for a game that
somebody made up, its share code. A file that export has printed will do, too.`
	return cmd
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

type recordText struct {
	line int // the line where it begins, from 1
	text string
}

// readRecords reads the records of a file. A line whose first word has no @ continues the
// record before it: records are copied from terminals, which break lines.
func readRecords(in io.Reader) ([]recordText, error) {
	var records []recordText
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 8*engine.RecordMoves)
	n := 1
	for ; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		switch last := len(records) - 1; {
		case len(words) == 0:
		case words[0][0] == '{':
			text, err := exported(lines.Bytes())
			if err != nil {
				return nil, fmt.Errorf("line %d is no game of an export: %w", n, err)
			}
			records = append(records, recordText{n, text})
		case last >= 0 && !strings.Contains(words[0], "@"):
			records[last].text += " " + strings.Join(words, " ")
		default:
			records = append(records, recordText{n, lines.Text()})
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d is longer than a record can be: %d bytes", n, 8*engine.RecordMoves)
	case err != nil:
		return nil, fmt.Errorf("read records: %w", err)
	}
	return records, nil
}

// exported returns the record of a game as export prints it, in a line that any arcade can replay.
func exported(line []byte) (string, error) {
	var game struct {
		Record engine.Record
		Rules  string
	}
	err := json.Unmarshal(line, &game)
	if g, ok := catalog.Library().Restore(game.Record.Game, game.Rules); ok {
		return engine.RecordLine(g, game.Record), err
	}
	return game.Record.String(), err
}

// parse returns the record and its game. The error names the line.
func (r recordText) parse() (engine.Record, engine.Game, error) {
	record, g, err := catalog.Library().ParseRecord(r.text)
	if err != nil {
		return record, nil, fmt.Errorf("line %d: %w", r.line, err)
	}
	return record, g, nil
}

// showRecord shows a record in this terminal until the player leaves it.
func showRecord(ctx context.Context, r recordText) error {
	record, g, err := r.parse()
	if err != nil {
		return err
	}
	app, err := tui.NewReplay(&tui.Env{
		Ports: session.Ports{
			Games: catalog.Library().With(g),
			Now:   time.Now,
			Deal:  server.FreshCode,
		},
		Look: program.Look(os.Getenv("TERM"), os.Environ()),
		Tick: program.Tick,
	}, arcade.Result{Record: record})
	if err != nil {
		return fmt.Errorf("line %d: %w", r.line, err)
	}
	return runApp(ctx, app)
}

// describeRecords describes every record. The error names the first broken one.
func describeRecords(records []recordText, out io.Writer) error {
	for _, r := range records {
		record, g, err := r.parse()
		if err != nil {
			return err
		}
		if err := describe(record, g, out); err != nil {
			return fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	return nil
}

// describe describes one record: each move in words, and how it stands.
func describe(r engine.Record, g engine.Game, out io.Writer) error {
	states, err := r.Replay(g)
	if len(states) > 0 {
		fmt.Fprintf(out, "%s, deal %s\n", g.Info().Name, r.Code)
	}
	for i := range max(len(states)-1, 0) {
		fmt.Fprintf(out, "%4d  %-6s  %s\n", i+1, r.Moves[i], states[i].Describe(r.Moves[i]))
	}
	if err != nil {
		return err
	}
	score := states[len(states)-1].Score()
	end := "It goes on"
	switch {
	case score.Perfect:
		end = "Perfect"
	case score.Won:
		end = "Won"
	case states[len(states)-1].Over():
		end = "Over"
	}
	_, err = fmt.Fprintf(out, "%s: %d of %d points after %s.\n", end, score.Points, score.Max, engine.Plural(len(r.Moves), "move"))
	return err
}
