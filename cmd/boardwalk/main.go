// Boardwalk is a terminal arcade of solitaire card games, served over SSH.
package main

import (
	"context"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"boardwalk/engine/catalog"
)

func main() {
	if err := fang.Execute(context.Background(), command()); err != nil {
		os.Exit(1)
	}
}

// command is the whole command line.
func command() *cobra.Command {
	root := &cobra.Command{
		Use:   "boardwalk",
		Short: "An arcade of solitaire card games in the terminal, served over SSH",
	}
	root.AddCommand(inspectCommand())
	return root
}

// gameIDs is the IDs of the house's games, for a message.
func gameIDs() string {
	var ids []string
	for _, g := range catalog.All() {
		ids = append(ids, g.Info().ID)
	}
	return strings.Join(ids, ", ")
}

// sentence is an error's text with a capital.
func sentence(err error) string {
	r, size := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(r)) + err.Error()[size:]
}
