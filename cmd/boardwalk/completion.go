package main

import (
	"github.com/spf13/cobra"

	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
)

// completeGame offers the IDs of the games to a shell, with their names.
func completeGame(_ *cobra.Command, args []string, _ string) (games []cobra.Completion, _ cobra.ShellCompDirective) {
	if len(args) == 0 {
		for _, g := range catalog.All() {
			games = append(games, cobra.CompletionWithDesc(g.Info().ID, g.Info().Name))
		}
	}
	return games, cobra.ShellCompDirectiveNoFileComp
}

// completeAdmin offers the admin commands to a shell, and what follows one, if that has
// commands of its own.
func completeAdmin(_ *cobra.Command, args []string, _ string) (commands []cobra.Completion, _ cobra.ShellCompDirective) {
	cmd, rest, err := admin.New(&admin.Context{Context: new(command.Context)}).Find(args)
	if err == nil && len(rest) == 0 {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				commands = append(commands, cobra.CompletionWithDesc(c.Name(), c.Short))
			}
		}
	}
	return commands, cobra.ShellCompDirectiveNoFileComp
}
