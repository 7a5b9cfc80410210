package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/server/command"
)

// healthLimit is how long a healthy server may take to answer.
const healthLimit = 3 * time.Second

func healthCommand() *cobra.Command {
	cmd := command.Row("health", "Ask a running server at its health-addr whether it is healthy", cobra.NoArgs, nil)
	cmd.Long = `Ask a running server at its health-addr whether it is healthy: whether it answers at
all, or with --ready whether players can log in and games can be saved. The exit code
is 0, or 1 if it is not healthy or no server answers.`
	ready := cmd.Flags().Bool("ready", false, "ask whether players can log in and games can be saved")
	var c config
	c.some(cmd, "data", "config", "health-addr")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if c.health == "" {
			return errors.New("health-addr is not set, so no server answers; see boardwalk config")
		}
		question := "/livez"
		if *ready {
			question = "/readyz"
		}
		client := http.Client{Timeout: healthLimit}
		answer, err := client.Get("http://" + c.health + question)
		if err != nil {
			return fmt.Errorf("no healthy server at health-addr %s: %w", c.health, err)
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("the server at health-addr %s is not healthy: %s: %q", c.health, answer.Status, text)
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(string(text)))
		return err
	}
	return cmd
}
