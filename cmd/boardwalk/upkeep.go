package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/catalog"
)

func checkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Replay every record of a data file and compare every index",
		Long: `Replay every record of a data file and compare every index with the records.
Nothing is written, so the file and its directory need not be writable. A file of an
older version stays one: it is checked by a copy that is migrated, in the system's
directory for temporary files (TMPDIR names another).

--repair first writes anew what can be told from the records: histories, sums,
bests, leaderboards, nicks and lists of keys. A round that cannot be read is
left as it is, and told of. Take a copy of the file before.`,
		Args: cobra.NoArgs,
	}
	path := dataFlag(cmd)
	repair := cmd.Flags().Bool("repair", false, "write the indexes anew, then check")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		report, version, err := check(*path, *repair)
		if err != nil {
			return err
		}
		if version < data.Version() {
			fmt.Fprintf(cmd.OutOrStdout(), "%s is of version %d and stays so; serve or play will migrate it to version %d, and so this checked a migrated copy.\n", *path, version, data.Version())
		}
		for _, f := range report.Findings {
			fmt.Fprintln(cmd.OutOrStdout(), f)
		}
		if n := len(report.Findings); n > 0 {
			return fmt.Errorf("%s: %d things are not as they should be", *path, n)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s is sound: %s, %s, %s.\n", *path,
			plural(report.Players, "player"), plural(report.Rounds, "round"), plural(report.Open, "open game"))
		return nil
	}
	return cmd
}

// check checks a data file that is there, and repairs it before where it is to
// be repaired. version is the file's; one of an older version is not repaired.
func check(path string, repair bool) (report data.Report, version int, err error) {
	if _, err := os.Stat(path); err != nil {
		return report, 0, fmt.Errorf("check: %w", err)
	}
	if repair {
		if err := mend(path); err != nil {
			return report, 0, err
		}
	}
	db, version, err := data.OpenReadOnly(path, data.Games(catalog.Find))
	if err != nil {
		return report, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	report, err = db.Check(catalog.Find)
	return report, version, err
}

func mend(path string) error {
	db, err := data.Open(path, data.Games(catalog.Find))
	if err != nil {
		return err
	}
	return errors.Join(db.Repair(), db.Close())
}

func restoreCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of the data file, with the server stopped",
		Long: `Put a backup in the place of the data file. No server may have that open. The
backup is checked first and stays where it is; the data file that was there is
kept beside, its name with .before-restore behind it.`,
		Args: cobra.ExactArgs(1),
	}
	path := dataFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := data.Restore(args[0], *path); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s is now what %s was.\n", *path, args[0])
		return nil
	}
	return cmd
}

func compactCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compact",
		Short: "Give back the space of what is gone from the data file, with the server stopped",
		Args:  cobra.NoArgs,
	}
	path := dataFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		before, after, err := data.Compact(*path)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s had %d bytes and has %d.\n", *path, before, after)
		return nil
	}
	return cmd
}
