package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/data"
	"boardwalk/server"
)

// reloadable lists the settings that a running server takes from the file when it rereads
// it. All others need a restart.
var reloadable = []string{"access", "allowed-keys", "admins", "guests", "trusted", "max-data", "log-level", "name", "motd", "house-rules", "contact"}

// reread implements server.Config.Reread for a server that was started with flags:
// settings from the command line stay, and the environment of a process never changes. A
// setting that is not reloadable is named in Restart as long as the file differs from the
// setting in use.
func reread(flags *pflag.FlagSet, db *data.DB, setLevel func(string)) (server.Reread, error) {
	var cmd cobra.Command
	var now config
	now.flags(cmd.Flags())
	for _, name := range settings() {
		if f := flags.Lookup(name); f.Changed && f.Annotations[sourceNote] == nil {
			if err := cmd.Flags().Set(name, f.Value.String()); err != nil {
				return server.Reread{}, err
			}
		}
	}
	if err := errors.Join(gone(flags), applySources(&cmd, os.Environ())); err != nil {
		return server.Reread{}, err
	}
	var s server.Reread
	for _, name := range settings() {
		switch old, fresh := flags.Lookup(name).Value.String(), cmd.Flags().Lookup(name).Value.String(); {
		case old == fresh:
		case slices.Contains(reloadable, name):
			s.Changed = append(s.Changed, name)
		default:
			s.Restart = append(s.Restart, name)
		}
	}
	now.data = flags.Lookup("data").Value.String() // the file that is open
	if err := now.check(cmd.Flags()); err != nil {
		return s, err
	}
	s.Settings = now.reloaded()
	s.Apply = func() error {
		if slices.Contains(s.Changed, "max-data") {
			if err := db.SetMaxSize(int64(now.maxData) << 20); err != nil {
				return err
			}
		}
		setLevel(now.logLevel)
		for _, name := range s.Changed {
			old, now := flags.Lookup(name), cmd.Flags().Lookup(name)
			_ = old.Value.Set(now.Value.String()) // the value was accepted before
			old.Changed, old.Annotations = now.Changed, now.Annotations
		}
		return nil
	}
	return s, nil
}

// gone names a file that settings in use are from and that is no more. Taken for an empty one, it would
// let everybody in.
func gone(flags *pflag.FlagSet) (err error) {
	for _, name := range settings() {
		from := flags.Lookup(name).Annotations[sourceNote]
		if len(from) > 0 && !strings.HasPrefix(from[0], envName("")) && !isThere(from[0]) {
			err = fmt.Errorf("config %s: the file is gone; if all settings are to be the defaults, make it an empty one", from[0])
		}
	}
	return err
}
