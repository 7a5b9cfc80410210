package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

func rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules GAME",
		Short: "Print the rules of a game, as Markdown",
		Long:  "Print the rules of a game, as Markdown. A game goes by its ID or any of its names:\n\n" + menu(),
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, ok := named(args[0])
			if !ok {
				return fmt.Errorf("there is no game %q; the games are %s", args[0], gameIDs())
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(g.Rules()))
			return err
		},
	}
}

// menu lists the games' IDs and names.
func menu() string {
	var b strings.Builder
	for _, g := range catalog.All() {
		fmt.Fprintf(&b, "  %-22s %s\n", g.Info().ID, g.Info().Name)
	}
	return b.String()
}

// named is the first game with this ID, name or alias, upper or lower case.
func named(name string) (engine.Game, bool) {
	for _, g := range catalog.All() {
		info := g.Info()
		if slices.ContainsFunc(append(info.Aliases, info.ID, info.Name), func(n string) bool { return strings.EqualFold(n, name) }) {
			return g, true
		}
	}
	return nil, false
}

// gameIDs is the IDs of the house's games, for a message.
func gameIDs() string {
	var ids []string
	for _, g := range catalog.All() {
		ids = append(ids, g.Info().ID)
	}
	return strings.Join(ids, ", ")
}

func replayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Tell what happened in a file of records, one a line; - is standard input",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := cmd.InOrStdin()
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return fmt.Errorf("replay: %w", err)
				}
				defer func() { _ = f.Close() }()
				in = f
			}
			return replayAll(in, cmd.OutOrStdout())
		},
	}
}

// replayAll tells every record of in. The error names the first that is broken.
func replayAll(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 8*engine.RecordMoves)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := replay(lines.Text(), out); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}

// replay tells one record: each move in words, and how it ended.
func replay(line string, out io.Writer) error {
	r, err := engine.ParseRecord(line)
	if err != nil {
		return err
	}
	g, ok := catalog.Find(r.Game)
	if !ok {
		return fmt.Errorf("there is no game %q; the games are %s", r.Game, gameIDs())
	}
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
	_, err = fmt.Fprintf(out, "%s: %d of %d points after %d moves.\n", end, score.Points, score.Max, len(r.Moves))
	return err
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, and those of the games' rules",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintln(cmd.OutOrStdout(), "boardwalk", version())
			for _, g := range catalog.All() {
				fmt.Fprintf(cmd.OutOrStdout(), "%s@%d\n", g.Info().ID, g.Info().Version)
			}
			return nil
		},
	}
}

// version is the module's version as the build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// sentence is an error's text with a capital.
func sentence(err error) string {
	r, size := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(r)) + err.Error()[size:]
}
