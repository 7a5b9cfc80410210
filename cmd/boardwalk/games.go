package main

import (
	"fmt"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

func rulesCommand() *cobra.Command {
	var menu strings.Builder
	for _, g := range catalog.All() {
		fmt.Fprintf(&menu, "  %-22s %s\n", g.Info().ID, g.Info().Name)
	}
	cmd := command.Row("rules [GAME]", "Print the rules of a game, as Markdown, or list the games", nil, func(cmd *cobra.Command, args []string) error {
		games := catalog.Library()
		if len(args) == 0 {
			for _, g := range games.House {
				fmt.Fprintf(cmd.OutOrStdout(), "%-22s %s\n", g.Info().ID, g.Info().Aim.Full)
			}
			return nil
		}
		g, err := games.Resolve(strings.Join(args, " "))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(games.Rules(g)))
		return err
	})
	cmd.Long = "Print the rules of a game, as Markdown, or without a name the games and the aim of each. GAME is the game's ID, the last part of it, any of its names\n" +
		"in any case, or an unambiguous beginning of one; or the share code of a game that somebody made up.\n" +
		"An ID in this list always means that game:\n\n" + menu.String()
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

func versionCommand() *cobra.Command {
	return command.Row("version", "Print the version of the program and of each game's rules", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		fmt.Fprintln(cmd.OutOrStdout(), "boardwalk", version())
		for _, g := range catalog.All() {
			fmt.Fprintf(cmd.OutOrStdout(), "%s@%d\n", g.Info().ID, g.Info().Version)
		}
		return nil
	})
}

// release is the version of a program that is built without git, as releases and images are:
// go build -ldflags "-X main.release=v1.2.3".
var release string

// version returns release or else the module's version as recorded by the build.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// capitalized returns an error's text with a capital letter.
func capitalized(err error) string {
	r, size := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(r)) + err.Error()[size:]
}
