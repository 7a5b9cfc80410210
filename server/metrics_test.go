package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/catalog"
	"boardwalk/server/peers"
)

func TestTimesAreInSeconds(t *testing.T) {
	m := newMetrics(nil)
	for _, took := range []time.Duration{0, time.Millisecond, 3 * time.Millisecond, time.Minute} {
		m.ObserveFrame(took)
	}
	const want = `# HELP boardwalk_key_to_frame_seconds Time from a key to the frame with its effect, without the way to the client.
# TYPE boardwalk_key_to_frame_seconds histogram
boardwalk_key_to_frame_seconds_bucket{le="0.0005"} 1
boardwalk_key_to_frame_seconds_bucket{le="0.001"} 2
boardwalk_key_to_frame_seconds_bucket{le="0.0025"} 2
boardwalk_key_to_frame_seconds_bucket{le="0.005"} 3
boardwalk_key_to_frame_seconds_bucket{le="0.01"} 3
boardwalk_key_to_frame_seconds_bucket{le="0.025"} 3
boardwalk_key_to_frame_seconds_bucket{le="0.05"} 3
boardwalk_key_to_frame_seconds_bucket{le="0.1"} 3
boardwalk_key_to_frame_seconds_bucket{le="0.25"} 3
boardwalk_key_to_frame_seconds_bucket{le="0.5"} 3
boardwalk_key_to_frame_seconds_bucket{le="1"} 3
boardwalk_key_to_frame_seconds_bucket{le="2.5"} 3
boardwalk_key_to_frame_seconds_bucket{le="5"} 3
boardwalk_key_to_frame_seconds_bucket{le="10"} 3
boardwalk_key_to_frame_seconds_bucket{le="+Inf"} 4
boardwalk_key_to_frame_seconds_sum 60.004
boardwalk_key_to_frame_seconds_count 4
`
	if err := testutil.GatherAndCompare(m.registry, strings.NewReader(want), "boardwalk_key_to_frame_seconds"); err != nil {
		t.Error(err)
	}
}

// What players call their games is no label.
func TestGamesAreCountedByGame(t *testing.T) {
	m := newMetrics(catalog.All())
	hop := catalog.All()[0].Info().ID
	for _, id := range []string{hop, hop, "somebodys", "else"} {
		m.countFinished(id)
	}
	if got := testutil.ToFloat64(m.finished.WithLabelValues(hop)); got != 2 {
		t.Errorf("%v games of %s", got, hop)
	}
	if got := testutil.ToFloat64(m.finished.WithLabelValues(madeUp)); got != 2 {
		t.Errorf("%v made-up games", got)
	}
	if got, want := testutil.CollectAndCount(m.finished), len(catalog.All())+1; got != want {
		t.Errorf("there are %d series, want %d", got, want)
	}
}

func TestAccountsAreCountedOnceAMinute(t *testing.T) {
	now, asked := time.Unix(1e9, 0), 0
	var fails error
	a := accountsGauge(func() (data.Totals, error) {
		asked++
		return data.Totals{Players: 10 * asked, Guests: asked}, fails
	}, func() time.Time { return now })
	check := func(wantAsked int, want string) {
		t.Helper()
		if want != "" {
			want = "# HELP boardwalk_accounts Accounts, by kind: key, and guest for those whose games are still stored.\n# TYPE boardwalk_accounts gauge\n" + want
		}
		if err := testutil.CollectAndCompare(a, strings.NewReader(want)); err != nil || asked != wantAsked {
			t.Errorf("asked %d times, want %d: %v", asked, wantAsked, err)
		}
	}
	first := "boardwalk_accounts{kind=\"guest\"} 1\nboardwalk_accounts{kind=\"key\"} 10\n"
	check(1, first)
	now = now.Add(accountsAge - 1)
	check(1, first)
	now = now.Add(1)
	check(2, "boardwalk_accounts{kind=\"guest\"} 2\nboardwalk_accounts{kind=\"key\"} 20\n")
	now, fails = now.Add(accountsAge), errors.New("no disk")
	check(3, "")
}

// The state of the cluster is asked for once in a while, and the last entry is missing while
// nobody says which that is. What this node counts itself is always there.
func TestMetricsOfACluster(t *testing.T) {
	now, asked, applied := time.Unix(1e9, 0), 0, uint64(41)
	state := peers.Status{Last: 42, Nodes: []peers.NodeStatus{{Name: "a"}, {Name: "b", Away: true}, {Name: "c"}}, Stale: make([]peers.CopyStatus, 2)}
	status := func(bool) peers.Status { asked++; return state }
	traffic := func() store.Traffic { return store.Traffic{Appended: 7, Bytes: 700, Behind: 2, Asked: 3, Applied: 34} }
	c := clusterMetrics(status, func() uint64 { return applied }, traffic, func() time.Time { return now })
	check := func(wantAsked int, want string) {
		t.Helper()
		err := testutil.CollectAndCompare(c, strings.NewReader(want), "boardwalk_cluster_applied", "boardwalk_cluster_last", "boardwalk_cluster_log_up", "boardwalk_cluster_nodes_up", "boardwalk_cluster_nodes_away")
		if err != nil || asked != wantAsked {
			t.Errorf("asked %d times, want %d: %v", asked, wantAsked, err)
		}
	}
	text := func(applied, last, up string) string {
		text := "# HELP boardwalk_cluster_applied The number of the last entry of the log whose changes this machine's data file has.\n# TYPE boardwalk_cluster_applied gauge\nboardwalk_cluster_applied " + applied + "\n"
		if last != "" {
			text += "# HELP boardwalk_cluster_last The number of the last entry of the log. It is missing while the log does not answer.\n# TYPE boardwalk_cluster_last gauge\nboardwalk_cluster_last " + last + "\n"
		}
		return text + "# HELP boardwalk_cluster_log_up Whether the log answers this machine.\n# TYPE boardwalk_cluster_log_up gauge\nboardwalk_cluster_log_up " + up + "\n" +
			"# HELP boardwalk_cluster_nodes_away Machines of the cluster that told of themselves within a day, but not in the last seconds.\n# TYPE boardwalk_cluster_nodes_away gauge\nboardwalk_cluster_nodes_away 1\n" +
			"# HELP boardwalk_cluster_nodes_up Machines of the cluster that tell of themselves, with this one.\n# TYPE boardwalk_cluster_nodes_up gauge\nboardwalk_cluster_nodes_up 2\n"
	}
	check(1, text("41", "42", "1"))
	applied, state.Last, state.Problem = 42, 0, "no answer"
	check(1, text("42", "42", "1"))
	now = now.Add(clusterAge)
	check(2, text("42", "", "0"))

	a, _ := openData(t, func(config *Config) { config.ClusterStatus = status })
	get := watched(t, a.Server)
	_, body := get("/metrics")
	counts(t, body, "boardwalk_cluster_applied 0", "boardwalk_cluster_entries_total 0", "boardwalk_cluster_entry_bytes_total 0", "boardwalk_cluster_conflicts_total 0", "boardwalk_cluster_asked_again_total 0", "boardwalk_cluster_stale_copies 2", "boardwalk_cluster_entries_of_others_total 0")
	alone, _ := openData(t, nil)
	if _, body := watched(t, alone.Server)("/metrics"); strings.Contains(body, "_cluster_") {
		t.Error("a machine alone tells of a cluster")
	}
}

func TestTheMetricsSayThatItDrains(t *testing.T) {
	a, _ := openData(t, nil)
	get := watched(t, a.Server)
	_, body := get("/metrics")
	counts(t, body, "boardwalk_draining 0", "boardwalk_backup_timestamp_seconds 0", `boardwalk_games_finished_total{game="made-up"} 0`, `boardwalk_accounts{kind="key"} 0`)
	a.hub.Drain(true)
	_, body = get("/metrics")
	counts(t, body, "boardwalk_draining 1")
}
