package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"boardwalk/data"
	"boardwalk/engine/catalog"
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
	if got := testutil.ToFloat64(m.finished[hop]); got != 2 {
		t.Errorf("%v games of %s", got, hop)
	}
	if got := testutil.ToFloat64(m.finished[madeUp]); got != 2 {
		t.Errorf("%v made-up games", got)
	}
	if _, ok := m.finished["else"]; ok {
		t.Error("a player has named a series")
	}
}

func TestAccountsAreCountedOnceAMinute(t *testing.T) {
	now, asked := time.Unix(1e9, 0), 0
	var fails error
	a := &accountsGauge{now: func() time.Time { return now }, totals: func() (data.Totals, error) {
		asked++
		return data.Totals{Players: 10 * asked, Guests: asked}, fails
	}}
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

func TestTheMetricsSayThatItDrains(t *testing.T) {
	a, _ := openData(t, nil)
	get := watched(t, a.Server)
	_, body := get("/metrics")
	counts(t, body, "boardwalk_draining 0", "boardwalk_backup_timestamp_seconds 0", `boardwalk_games_finished_total{game="made-up"} 0`, `boardwalk_accounts{kind="key"} 0`)
	a.hub.Drain(true)
	_, body = get("/metrics")
	counts(t, body, "boardwalk_draining 1")
}
