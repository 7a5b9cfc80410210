package admin_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"boardwalk/server/command"
	"boardwalk/server/peers"
)

// twoOfThree is a cluster of which one machine is away.
func twoOfThree() peers.Status {
	at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	return peers.Status{
		Name: "arcade", Node: "b", Leader: "a", First: 101, Last: 250, Bytes: 4096, Snapshot: 120, Made: at,
		Nodes: []peers.NodeStatus{
			{Name: "a", Version: "v1.2.3", Since: at, Applied: 250, Sessions: 12, Leases: []string{"snapshot", "sweep"}},
			{Name: "b", Version: "v1.2.3", Since: at.Add(time.Minute), Applied: 248, Lag: 2, Sessions: 9, Leases: []string{}},
			{Name: "c", Since: at, Away: true, Applied: 200, Lag: 50, Leases: []string{}},
		},
	}
}

func TestTheStateOfACluster(t *testing.T) {
	const nodes = `NODE      SINCE (UTC)       VERSION  SESSIONS  ENTRY  LAG  DOES
a         2026-11-21 09:30  v1.2.3   12        250    0    snapshot, sweep
b (here)  2026-11-21 09:31  v1.2.3   9         248    2    -
c         2026-11-21 09:30  -        0         200    50   away
`
	const all = "Cluster arcade: a leads; entries kept: 101 to 250, 4096 bytes.\nThe latest snapshot is of entry 120, made 2026-11-21 09:30 UTC.\n"
	for _, test := range []struct {
		name   string
		change func(*peers.Status)
		want   string
	}{
		{"all is well", func(*peers.Status) {}, all},
		{"at first", func(c *peers.Status) { c.First, c.Last, c.Bytes, c.Made = 1, 0, 0, time.Time{} }, "Cluster arcade: a leads; entries kept: none, 0 bytes.\nThere is no snapshot yet.\n"},
		{"all was trimmed", func(c *peers.Status) { c.First, c.Bytes = 251, 0 }, "Cluster arcade: a leads; entries kept: none, 0 bytes.\nThe latest snapshot is of entry 120, made 2026-11-21 09:30 UTC.\n"},
		{"the files were compared", func(c *peers.Status) { c.Verified = c.Made }, "The data files of the machines were the same at 2026-11-21 09:30 UTC.\n" + all},
		{"the files differ", func(c *peers.Status) { c.Verified, c.Differ = c.Made, "a from b" }, "Comparing the data files of the machines: a from b.\n" + all},
		{"copies are stale", func(c *peers.Status) {
			c.Stale, c.Made = []peers.CopyStatus{{Stream: "arcade-log", Node: "b", Lag: 7}, {Stream: "arcade-log", Node: "c", Away: true}}, time.Time{}
		}, "Cluster arcade: a leads; entries kept: 101 to 250, 4096 bytes.\nThe copy of arcade-log on b is not up to date.\nThe copy of arcade-log on c cannot be reached.\nThere is no snapshot yet.\n"},
		{"the log is gone", func(c *peers.Status) { c.Problem = "state of the log: no answer" }, "The log does not answer: state of the log: no answer.\n"},
	} {
		r := newRunner(t)
		r.server.cluster = twoOfThree()
		test.change(&r.server.cluster)
		if out, errOut, code := r.run("admin cluster"); code != command.ExitOK || errOut != "" || out != nodes+test.want {
			t.Errorf("%s: exit %d, %q, and\n%s", test.name, code, errOut, out)
		}
		out, errOut, code := r.run("admin cluster --json")
		var got peers.Status
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != command.ExitOK || errOut != "" || !reflect.DeepEqual(got, r.server.cluster) {
			t.Errorf("%s: exit %d, %q, %v, and\n%s", test.name, code, errOut, err, out)
		}
		if _, errOut, code := r.run("admin cluster --verify"); (code == command.ExitOK) != (got.Differ == "") || !r.server.verified {
			t.Errorf("%s: --verify exits %d with %q", test.name, code, errOut)
		}
	}
}

func TestAMachineThatIsCutOff(t *testing.T) {
	r := newRunner(t)
	r.server.cluster = twoOfThree()
	r.server.cluster.Nodes[0].CutOff = true
	if out, _, _ := r.run("admin cluster"); !strings.Contains(out, "250    0    cut off\n") {
		t.Errorf("nothing tells of it:\n%s", out)
	}
}

// A machine alone has no cluster to tell of.
func TestAMachineAlone(t *testing.T) {
	for _, line := range []string{"admin cluster", "admin cluster --json"} {
		out, errOut, code := newRunner(t).run(line)
		if code != command.ExitFailed || out != "" || errOut != "This arcade is on one machine: the settings that begin with cluster make it one of several.\n" {
			t.Errorf("%s exits %d with %q, %q", line, code, out, errOut)
		}
	}
	r := newRunner(t)
	r.began = time.Time{}
	if out, errOut, code := r.run("admin cluster"); code != command.ExitFailed || out != "" || errOut != "No server is running here, or it waits for the other machines and says so in its log.\n" {
		t.Errorf("without a server, exit %d with %q, %q", code, out, errOut)
	}
}
