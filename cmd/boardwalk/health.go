package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthLimit is how long a server that is well may take to say so.
const healthLimit = 3 * time.Second

func healthCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a running server at its health-addr whether it is well",
		Args:  cobra.NoArgs,
	}
	var c config
	dataFlags(cmd.Flags(), &c.data, &c.file)
	healthFlag(cmd.Flags(), &c.health)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if c.health == "" {
			return errors.New("health-addr is not set, so no server answers; see boardwalk config")
		}
		client := http.Client{Timeout: healthLimit}
		answer, err := client.Get("http://" + c.health + "/livez")
		if err != nil {
			return fmt.Errorf("no server is well at health-addr %s: %w", c.health, err)
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("the server at health-addr %s is not well: %s: %q", c.health, answer.Status, text)
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(string(text)))
		return err
	}
	return cmd
}
