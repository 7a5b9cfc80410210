// Boardwalk-train trains the arcade's players. The arcade needs none of it to run: what it
// learns lies embedded beside the games. How well they play is for boardwalk survey to say.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := root().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "boardwalk-train:", err)
		os.Exit(1)
	}
}

// root returns the whole command line.
func root() *cobra.Command {
	root := &cobra.Command{
		Use:           "boardwalk-train",
		Short:         "Train the arcade's players",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(policyCommand(), beamCommand(), hopscotchCommand(), levelsCommand(), puzzlesCommand())
	return root
}

// read decodes a file.
func read[T any](file string, decode func([]byte) (T, error)) (v T, err error) {
	b, err := os.ReadFile(file)
	if err == nil {
		if v, err = decode(b); err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
	}
	return v, err
}
