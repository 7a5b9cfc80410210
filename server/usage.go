package server

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// placeholders says what the placeholders in the usage of commands stand for.
var placeholders = map[string]string{
	"delete NICK":  "your nick",
	"CODE":         "a code",
	"FINGERPRINT":  "the fingerprint of a key",
	"N":            "one of your games, by its number in history or its id in history --json",
	"NICK":         "a nick",
	"PLAYER":       "a player",
	"PLAYER|ROUND": "a player, or the id of a game",
	"TEXT":         "a text",
	"WHO":          "to know who",
}

// explainUsage makes a command, and all below it, refuse wrong arguments with a sentence
// that says what to type. Cobra's own says only how many arguments there were.
func explainUsage(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		explainUsage(sub)
	}
	check := cmd.Args
	if check == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		return usageError(cmd, args)
	}
}

// usageError returns what is wrong with the number of a command's arguments, by its
// usage, such as "name FINGERPRINT [NAME]".
func usageError(cmd *cobra.Command, args []string) error {
	typed := strings.TrimSuffix(cmd.UseLine(), " [flags]")
	name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().DisplayName()+" ")
	takes := strings.Fields(cmd.Use)[1:]
	switch {
	case len(args) < len(takes):
		word := takes[len(args)]
		return fmt.Errorf("%s needs %s: %s", name, cmp.Or(placeholders[name+" "+word], placeholders[word], word), typed)
	case cmd.HasSubCommands():
		return fmt.Errorf("there is no command %q", name+" "+args[0])
	}
	return fmt.Errorf("that is too much for %s: %s", name, typed)
}
