package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/catalog"
	"boardwalk/server"
	"boardwalk/server/command"
	"boardwalk/tui/session"
)

func adminCommand() *cobra.Command {
	cmd := command.Row("admin [flags] COMMAND", "Run an arcade: who is here, bans, invitations, backups", nil, nil)
	cmd.Long = `Run an arcade: who is here, bans, invitations, backups. Without COMMAND it lists
all commands. If a server has the data file open, the command goes to that server
through the socket beside the file; otherwise it opens the file itself. The flags below
go before COMMAND: boardwalk admin --data FILE COMMAND.

Admins can run the same commands from anywhere: ssh HOST admin COMMAND.`
	cmd.SilenceUsage, cmd.ValidArgsFunction = true, cobra.NoFileCompletions
	var c config
	c.some(cmd, "data", "config", "host-key", "admins")
	cmd.Flags().SetInterspersed(false) // what follows the command is for the server
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runAdmin(cmd, &c, args) }
	return cmd
}

// A lastWriter passes on what a server writes until that fails once. It ends the connection then, for the server
// waits until its output is read, and the client for the server's end.
type lastWriter struct {
	to    io.Writer
	close func() error
	err   error
}

func (w *lastWriter) Write(p []byte) (n int, err error) {
	if n, err = w.to.Write(p); err != nil {
		w.err = err
		_ = w.close()
	}
	return n, err
}

// runAdmin runs an admin command on the server that has the data open, or on the data file
// itself if there is none. The error is an exit if the command has failed.
func runAdmin(cmd *cobra.Command, c *config, args []string) (err error) {
	for _, arg := range args { // the server would take it for a flag of the command, or for text
		if name, _, _ := strings.Cut(arg, "="); slices.Contains([]string{"--data", "--config", "--host-key", "--admins"}, name) {
			return fmt.Errorf("admin: %s goes before the command: boardwalk admin %[1]s ... %s", name, args[0])
		}
	}
	line := strings.Join(append([]string{"admin"}, args...), " ")
	if len(line) > command.MaxLength { // the rest would be cut off
		return fmt.Errorf("admin: a command has at most %d bytes, and this one %d", command.MaxLength, len(line))
	}
	if len(args) > 1 && args[0] == "backup" && slices.Contains(args[1:], "-") && term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("admin: a backup cannot be shown in a terminal; send it to a file: boardwalk admin backup - > FILE")
	}
	client, err := dialServer(c)
	switch {
	case err == nil:
		defer client.Close()
		sess, err := client.NewSession()
		if err != nil {
			return err
		}
		defer sess.Close()
		out := &lastWriter{to: cmd.OutOrStdout(), close: client.Close}
		sess.Stdout, sess.Stderr = out, cmd.ErrOrStderr()
		ended := sess.Run(line)
		if out.err != nil {
			return out.err
		}
		return exitOf(ended)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := exists(c.data); err != nil {
		return err
	}
	db, err := data.Open(c.data, data.Games(catalog.Library()), func(o *data.Options) { o.JoinSettings = session.JoinSettings })
	if err != nil {
		return withoutSocket(c, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	config := serverConfig(c, db, slog.New(slog.DiscardHandler))
	made := slices.DeleteFunc([]string{config.Settings.Admins, config.Backups}, isThere)
	err = exitWith(server.Admin(config, args, cmd.OutOrStdout(), cmd.ErrOrStderr()))
	for _, path := range made {
		err = errors.Join(err, store.GiveToOwner(c.data, path))
	}
	return err
}
