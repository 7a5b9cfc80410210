package admin

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/server/command"
	"boardwalk/server/peers"
)

// VerifyUsage says what the flag verify does.
const VerifyUsage = "have all machines compare their data files first, which takes seconds a gigabyte, and fail unless they are the same"

func newCluster(c *Context) *cobra.Command {
	var verify *bool
	cmd := command.Row("cluster", "The machines of the arcade, if there are several", cobra.NoArgs,
		func(*cobra.Command, []string) error {
			if c.offline() {
				return refusalf("No server is running here, or it waits for the other machines and says so in its log.")
			}
			report, ok := c.Server.Cluster(*verify)
			if !ok {
				return refusalf("This arcade is on one machine: the settings that begin with cluster make it one of several.")
			}
			err := c.Print(report, func(out io.Writer) { writeCluster(out, report) })
			if err == nil && *verify && report.Differ != "" {
				return refusalf("The data files were not found to be the same.")
			}
			return err
		})
	verify = cmd.Flags().Bool("verify", false, VerifyUsage)
	return cmd
}

// writeCluster writes the state of the machines as text.
func writeCluster(out io.Writer, r peers.Status) {
	command.List(out, "No machine tells of itself.", "NODE\tSINCE (UTC)\tVERSION\tSESSIONS\tENTRY\tLAG\tDOES", r.Nodes,
		func(n peers.NodeStatus) []any {
			name, does := n.Name, strings.Join(n.Leases, ", ")
			if n.Name == r.Node {
				name += " (here)"
			}
			if n.Away {
				does = "away"
			}
			return []any{name, command.Minute(n.Since), cmp.Or(n.Version, "-"), n.Sessions, n.Applied, n.Lag, cmp.Or(does, "-")}
		})
	if !r.CertificateEnds.IsZero() {
		fmt.Fprintf(out, "The certificate of %s ends on %s.\n", r.Node, r.CertificateEnds.UTC().Format(time.DateOnly))
	}
	switch {
	case r.Differ != "":
		fmt.Fprintf(out, "Comparing the data files of the machines: %s.\n", r.Differ)
	case !r.Verified.IsZero():
		fmt.Fprintf(out, "The data files of the machines were the same at %s UTC.\n", command.Minute(r.Verified))
	}
	if r.Problem != "" {
		fmt.Fprintf(out, "The log does not answer: %s.\n", r.Problem)
		return
	}
	kept := "none"
	if r.Last >= r.First && r.Last > 0 {
		kept = fmt.Sprintf("%d to %d", r.First, r.Last)
	}
	fmt.Fprintf(out, "Cluster %s: %s leads; entries kept: %s, %d bytes.\n", r.Name, cmp.Or(r.Leader, "nobody"), kept, r.Bytes)
	for _, c := range r.Stale {
		state := fmt.Sprintf("is %d operations behind", c.Lag)
		if c.Away {
			state = "cannot be reached"
		}
		fmt.Fprintf(out, "The copy of %s on %s %s.\n", c.Stream, c.Node, state)
	}
	if r.Made.IsZero() {
		fmt.Fprintln(out, "There is no snapshot yet.")
		return
	}
	fmt.Fprintf(out, "The latest snapshot is of entry %d, made %s UTC.\n", r.Snapshot, command.Minute(r.Made))
}
