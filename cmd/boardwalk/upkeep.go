package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

func checkCommand() *cobra.Command {
	cmd := command.Row("check", "Replay every record of a data file and compare every index", cobra.NoArgs, nil)
	cmd.Long = `Replay every record of a data file and compare every index with the records.
Nothing is written, so the file and its directory need not be writable. A file of an
older version is not changed either: a migrated copy is checked, in the system's
directory for temporary files (set TMPDIR to use another).

--repair first rewrites what follows from the records: histories, sums, bests,
leaderboards, nicks and lists of keys. A round that cannot be read is left as it is
and reported. Make a copy of the file first.

--let-go accepts that such rounds, and those that are missing, are lost: it deletes what
is left of them, ties the histories of their players together, and repairs the rest.
Players whose keys are lost stay, for admin merge, and are reported no more. Look into
your backups first.`
	path := dataFlag(cmd)
	repair := cmd.Flags().Bool("repair", false, "rewrite the indexes, then check")
	letGo := cmd.Flags().Bool("let-go", false, "accept that rounds are lost, repair, then check")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		var change func(*data.DB) error
		switch {
		case *letGo:
			change = func(db *data.DB) error {
				n, err := db.AcceptLoss()
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "Let go of %s that could not be read.\n", engine.Plural(n, "round"))
				}
				return err
			}
		case *repair:
			change = (*data.DB).Repair
		}
		bar := newProgress(cmd.ErrOrStderr(), 0)
		report, version, err := check(*path, change, bar.part)
		bar.clear()
		if err != nil {
			return err
		}
		if version < data.Schema.Version() {
			fmt.Fprintf(cmd.OutOrStdout(), "%s has version %d and keeps it; this checked a copy migrated to version %d, as serve or play will migrate the file.\n", *path, version, data.Schema.Version())
		}
		for _, f := range report.Findings {
			fmt.Fprintln(cmd.OutOrStdout(), f)
		}
		if n := len(report.Findings); n > 0 {
			return fmt.Errorf("%s: problems found: %d", *path, n)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s is sound: %s, %s, %s.\n", *path,
			people(report), engine.Plural(report.Rounds, "round"), engine.Plural(report.Open, "open game"))
		return nil
	}
	return cmd
}

// people says how many players a data file has, with its guests if there are any.
func people(r data.Report) string {
	text := engine.Plural(r.Players, "player")
	if r.Guests > 0 {
		text += ", " + engine.Plural(r.Guests, "guest")
	}
	return text
}

// contents says what a data file has that nobody has open, after a colon; "" if it cannot be read.
func contents(path string) string {
	db, _, err := data.OpenReadOnly(path, data.Games(catalog.Library()))
	if err != nil {
		return ""
	}
	defer db.Close()
	totals, err := db.Totals()
	newest, bad := db.Latest()
	if err = errors.Join(err, bad); err != nil {
		return ""
	}
	text := fmt.Sprintf(": %s, %s", people(data.Report{Players: totals.Players, Guests: totals.Guests}), engine.Plural(totals.Rounds, "round"))
	if !newest.IsZero() {
		text += ", the newest of " + command.Minute(newest) + " UTC"
	}
	return text
}

// exists returns an error that says what is wrong unless there is a file.
func exists(path string) error {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s: name the data file with --data", path)
	}
	return err
}

// check checks an existing data file, after making a change to it unless change is nil.
// version is the file's; an older file is not changed.
func check(path string, change func(*data.DB) error, progress store.Progress) (report data.Report, version int, err error) {
	if err := exists(path); err != nil {
		return report, 0, err
	}
	progresses := func(o *data.Options) { o.Progress = progress }
	if change != nil {
		db, err := data.Open(path, data.Games(catalog.Library()), progresses)
		if err == nil {
			err = errors.Join(change(db), db.Close())
		}
		if err != nil {
			return report, 0, err
		}
	}
	db, version, err := data.OpenReadOnly(path, data.Games(catalog.Library()), progresses)
	if err != nil {
		return report, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	report, err = db.Check(catalog.Library())
	return report, version, err
}

func salvageCommand() *cobra.Command {
	cmd := command.Row("salvage NEW", "Copy what can be read of a damaged data file into a new one", cobra.ExactArgs(1), nil)
	cmd.Long = `Copy what can still be read of a damaged data file into a new file, also of one that
no other command opens any more. No server may have it open; it is left as it is.
Indexes are made again, and rounds that cannot be read are gone from the new file. If
you have a backup, compare: restore it, or NEW, whichever has more.`
	path := dataFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := exists(*path); err != nil {
			return err
		}
		bar := newProgress(cmd.ErrOrStderr(), 0)
		s, err := data.Salvage(*path, args[0], catalog.Library(), bar.part)
		bar.clear()
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		fmt.Fprintf(out, "%s has %s, %s, %s. Of %s, %s and %s could not be read.\n", args[0], people(s.Report),
			engine.Plural(s.Report.Rounds, "round"), engine.Plural(s.Report.Open, "open game"), *path, engine.Plural(s.Lost, "page"), engine.Plural(s.Broken, "row"))
		if s.Older {
			fmt.Fprintln(out, "It may lack the last changes: what led to them could not be read.")
		}
		if len(s.Missing) > 0 {
			fmt.Fprintf(out, "These buckets were not found, because the page that leads to them is damaged: %s. None of their rows are in %s; a backup has them.\n", strings.Join(s.Missing, ", "), args[0])
		}
		for _, f := range s.Report.Findings {
			fmt.Fprintln(out, f)
		}
		fmt.Fprintf(out, "To play on with it: boardwalk restore %s\n", args[0])
		return nil
	}
	return cmd
}

func restoreCommand() *cobra.Command {
	cmd := command.Row("restore FILE", "Replace the data file with a backup, with the server stopped", cobra.ExactArgs(1), nil)
	cmd.Long = `Replace the data file with a backup. No server may have the data file open. The
backup is checked first and stays where it is; the old data file is kept under its
name with .before-restore added.`
	var c config
	c.some(cmd, "data", "config", "cluster", "cluster-name")
	cmd.Flags().Lookup("cluster").Hidden, cmd.Flags().Lookup("cluster-name").Hidden = true, true // the settings of the machine have them
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no file %s", args[0])
		}
		kept, err := store.Restore(args[0], c.data, data.Schema)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s is now a copy of %s%s.\n", c.data, args[0], contents(c.data))
		if kept != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "The file before it is kept as %s%s.\n", kept, contents(kept))
		}
		if c.cluster.on() {
			fmt.Fprintf(cmd.OutOrStdout(), "This machine is of cluster %s, whose log goes on without this file: the next start refuses it, or adds to it\n"+
				"what the log has. HOSTING-BAD-DAY.md says how another cluster begins with it.\n", c.clusterConfig(nil).Name)
		}
		return nil
	}
	return cmd
}

func compactCommand() *cobra.Command {
	cmd := command.Row("compact", "Shrink the data file by its empty pages, with the server stopped", cobra.NoArgs, nil)
	path := dataFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := exists(*path); err != nil {
			return err
		}
		bar := newProgress(cmd.ErrOrStderr(), 0)
		before, after, err := store.Compact(*path, data.Schema, bar.part)
		bar.clear()
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s had %d bytes and now has %d.\n", *path, before, after)
		return nil
	}
	return cmd
}
