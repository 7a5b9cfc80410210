package load

import (
	"strings"
	"testing"
	"time"
)

func TestPlayersComeAgainAndLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	for name, rate := range map[string]float64{"who play": 20, "who only sit": 0} {
		t.Run(name, func(t *testing.T) {
			server := start(t, t.TempDir()) // a new one, which no session has just left
			r := new(Report)
			for length := 3 * time.Second; r.Load.Reconnects == 0 && length < 15*time.Second; length *= 2 { // a slow machine needs longer
				r = measure(t, server, Options{Rate: rate, Reconnect: 4, For: length})
			}
			if r.Load.Reconnects == 0 || r.Checked != 5 || len(r.Errors) > 0 {
				t.Errorf("%d came again, %d looked for their games, errors %+v", r.Load.Reconnects, r.Checked, r.Errors)
			}
			if logins := r.Load.Login.Count; logins < r.Load.Reconnects {
				t.Errorf("%d came again, and %d logged in", r.Load.Reconnects, logins)
			}
			c := r.Course
			if c == nil || len(c.Bounds) != 4 || c.Full.Sessions != 5 || c.Late.Sessions != 5 || c.After.Sessions != 0 {
				t.Fatalf("the course is %+v", c)
			}
			// A server that has just started may have used more than it needs for five players.
			if c.Full.Goroutines <= c.Before.Goroutines || c.Before.Memory <= 0 || r.Load.Server.MemoryPeak <= 0 {
				t.Errorf("the course is %+v, with %v MiB at most", c, r.Load.Server.MemoryPeak)
			}
			if err := server.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestMetricsThatAreRead(t *testing.T) {
	t.Parallel()
	const text = `# HELP boardwalk_sessions Running sessions.
boardwalk_sessions 3
boardwalk_logins_total{outcome="key"} 9
go_goroutines 40
go_gc_gogc_percent 100
go_memstats_next_gc_bytes 8.388608e+06
go_memstats_stack_inuse_bytes 1.048576e+06
go_memstats_last_gc_time_seconds 1.79e+09
process_open_fds 17
`
	got, err := parseMetrics(strings.NewReader(text))
	want := reading{Vitals{Sessions: 3, Goroutines: 40, Files: 17, Memory: 5, Series: 8}, 1.79e9}
	if got != want || err != nil {
		t.Errorf("parseMetrics = %+v, %v, want %+v", got, err, want)
	}
	if _, err := parseMetrics(strings.NewReader("<html>")); err == nil {
		t.Error("a page that is not metrics was accepted")
	}
}
