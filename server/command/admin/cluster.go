package admin

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/server/command"
)

// A Cluster is what admin cluster prints: the machines of the arcade, and the log that keeps
// their data the same.
type Cluster struct {
	Name     string        `json:"name"`
	Node     string        `json:"node"` // this machine
	Nodes    []ClusterNode `json:"nodes"`
	Leader   string        `json:"leader"` // the machine that orders the log; "" if none does
	First    uint64        `json:"first"`  // entry of the log that is kept
	Last     uint64        `json:"last"`   // entry of the log
	Bytes    uint64        `json:"bytes"`  // of the entries that are kept
	Snapshot uint64        `json:"snapshot"`
	Made     time.Time     `json:"made"`    // the snapshot; zero if there is none
	Problem  string        `json:"problem"` // why the rest is not known, or ""
	Stale    []ClusterCopy `json:"stale"`   // copies that are not current

	Verified time.Time `json:"verified"` // when all data files were last found to be the same; zero if that is not known
	Differ   string    `json:"differ"`   // how they differ, or why they cannot be compared, or ""

	CertificateEnds time.Time `json:"certificate_ends,omitzero"` // this machine's, if it has one
}

// A ClusterNode is one of the machines.
type ClusterNode struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Since    time.Time `json:"since"`
	Away     bool      `json:"away"`    // it has told nothing for some seconds
	Applied  uint64    `json:"applied"` // the last entry that its data file has
	Lag      uint64    `json:"lag"`     // entries that its data file does not have yet
	Sessions int       `json:"sessions"`
	Leases   []string  `json:"leases"` // what it does for all
}

// A ClusterCopy is one that a machine keeps of a stream of the cluster, such as the log.
type ClusterCopy struct {
	Stream string `json:"stream"`
	Node   string `json:"node"`
	Away   bool   `json:"away"` // the machine is, or keeps no copies any more
	Lag    uint64 `json:"lag"`  // operations that the copy does not have yet
}

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
			err := c.Print(report, report.write)
			if err == nil && *verify && report.Differ != "" {
				return refusalf("The data files were not found to be the same.")
			}
			return err
		})
	verify = cmd.Flags().Bool("verify", false, VerifyUsage)
	return cmd
}

// write writes the state of the machines as text.
func (r Cluster) write(out io.Writer) {
	command.List(out, "No machine tells of itself.", "NODE\tSINCE (UTC)\tVERSION\tSESSIONS\tENTRY\tLAG\tDOES", r.Nodes,
		func(n ClusterNode) []any {
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
