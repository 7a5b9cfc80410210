package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"charm.land/log/v2"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server"
)

// drainLimit is how long a shutdown waits for sessions to end.
const drainLimit = 10 * time.Second

// dataFlag adds the flag that names the data file.
func dataFlag(cmd *cobra.Command) *string {
	return cmd.Flags().String("data", "boardwalk.db", "the data file, made when there is none")
}

func serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the arcade over SSH",
		Args:  cobra.NoArgs,
	}
	path := dataFlag(cmd)
	addr := cmd.Flags().String("addr", ":2222", "the address to listen on")
	hostKey := cmd.Flags().String("host-key", "boardwalk_ed25519", "the host key, made when there is none; a relative path is beside the data")
	guests := cmd.Flags().Bool("guests", true, "let people without a key play")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		key := *hostKey
		if !filepath.IsAbs(key) {
			key = filepath.Join(filepath.Dir(*path), key)
		}
		config := server.Config{Addr: *addr, HostKey: key, Guests: *guests, Version: version()}
		return serve(cmd.Context(), *path, config, cmd.ErrOrStderr())
	}
	return cmd
}

// serve runs a server until the process is told to stop, and then drains it.
func serve(ctx context.Context, path string, config server.Config, logTo io.Writer) (err error) {
	db, err := data.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	config.Games = catalog.All()
	config.Player = func(account string) (server.Player, error) { return db.Player(account) }
	config.Logger = slog.New(log.NewWithOptions(logTo, log.Options{ReportTimestamp: true}))
	slog.SetDefault(config.Logger) // the SSH library tells its own panics there
	s, err := server.New(config)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.ListenAndServe() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stop() // a second signal ends the process at once
	config.Logger.Info("closing; players are told and their games saved")
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
	defer cancel()
	return s.Shutdown(limit)
}

func checkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Replay every record of a data file and compare every index",
		Args:  cobra.NoArgs,
	}
	path := dataFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if _, err := os.Stat(*path); err != nil {
			return fmt.Errorf("check: %w", err)
		}
		db, err := data.Open(*path)
		if err != nil {
			return err
		}
		report, err := db.Check(catalog.Find)
		if err = errors.Join(err, db.Close()); err != nil {
			return err
		}
		for _, f := range report.Findings {
			fmt.Fprintln(cmd.OutOrStdout(), f)
		}
		if n := len(report.Findings); n > 0 {
			return fmt.Errorf("%s: %d things are not as they should be", *path, n)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s is sound: %d players, %d rounds, %d open games.\n", *path, report.Players, report.Rounds, report.Open)
		return nil
	}
	return cmd
}
