package abuse_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	scrapeLimit = 5 * time.Second // for an answer
	scrapesMax  = 40_000          // the most readings until the server has collected its garbage
	restBeat    = 100 * time.Millisecond
)

// A scraper reads a server's /metrics over one connection.
type scraper struct {
	url  string
	http http.Client
}

func newScraper(addr string) *scraper {
	return &scraper{
		url: "http://" + addr + "/metrics",
		http: http.Client{
			Timeout: scrapeLimit, Transport: &http.Transport{MaxConnsPerHost: 1, DisableCompression: true},
		},
	}
}

// A reading is what a server's metrics said at one moment.
type reading struct {
	Vitals
	collected float64 // when garbage was last collected, in Unix seconds
}

// read reads the metrics.
func (s *scraper) read(ctx context.Context) (reading, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return reading{}, err
	}
	answer, err := s.http.Do(request)
	if err != nil {
		return reading{}, fmt.Errorf("read the server's metrics: %w", err)
	}
	defer answer.Body.Close()
	return parseMetrics(answer.Body)
}

// parseMetrics parses metrics in Prometheus's text format. It returns an error if they
// are not those of an arcade.
func parseMetrics(text io.Reader) (r reading, err error) {
	values := make(map[string]float64)
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		if line := lines.Text(); !strings.HasPrefix(line, "#") {
			r.Series++
			name, value, _ := strings.Cut(line, " ")
			values[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	if err := lines.Err(); err != nil {
		return reading{}, err
	}
	need := func(name string) float64 {
		if _, ok := values[name]; !ok {
			err = fmt.Errorf("the server's metrics have no %s", name)
		}
		return values[name]
	}
	r.Sessions, r.Goroutines = int(need("boardwalk_sessions")), int(need("go_goroutines"))
	r.Files = int(values["process_open_fds"]) // missing on some systems
	// The collector's next goal is what it found in use, plus GOGC percent of that.
	inUse := need("go_memstats_next_gc_bytes")/(1+need("go_gc_gogc_percent")/100) + need("go_memstats_stack_inuse_bytes")
	r.Memory = Rounded(inUse / (1 << 20))
	r.collected = need("go_memstats_last_gc_time_seconds")
	return r, err
}

// readAfterGC reads the metrics until the server has collected its garbage four times,
// and returns the last reading. Reading produces enough garbage to cause collections.
// The first collection may have begun before readAfterGC did, the second has begun
// since, and the next two free what is kept for reuse.
func (s *scraper) readAfterGC(ctx context.Context) (Vitals, error) {
	first, err := s.read(ctx)
	last, collections := first, 0
	for n := 0; err == nil && collections < 4; n++ {
		if n == scrapesMax {
			return last.Vitals, fmt.Errorf("the server did not collect its garbage while its metrics were read %d times", n)
		}
		before := last.collected
		if last, err = s.read(ctx); last.collected != before {
			collections++
		}
	}
	return last.Vitals, err
}

// Vitals takes a reading for a report. Keys typed in the meantime count for no phase.
// Without metrics it does nothing.
func (c *Crowd) Vitals(ctx context.Context, into *Vitals) {
	if c.scraper == nil {
		return
	}
	c.tally.Store(new(Tally))
	v, err := c.scraper.readAfterGC(ctx)
	if err != nil {
		c.Failures.Add("read the metrics", err)
	}
	*into = v
}

// OpenSessions returns how many sessions the server has now. The metrics must be known.
func (c *Crowd) OpenSessions(ctx context.Context) (int, error) {
	r, err := c.scraper.read(ctx)
	return r.Sessions, err
}

// awaitIdle waits until the server is as it was before the run, for at most ackLimit, and
// takes the last reading.
func (c *Crowd) awaitIdle(ctx context.Context, course *Course) {
	for late := time.Now().Add(ackLimit); ; {
		c.Vitals(ctx, &course.After)
		course.Bounds = course.judge()
		gone := course.After.Sessions <= course.Before.Sessions // the last session may still be storing its game
		if gone && AllHeld(course.Bounds) || time.Now().After(late) || !Pause(ctx, restBeat) {
			return
		}
	}
}

// judge returns the bounds that must hold once all are gone. A server that was used may
// have more than one that was just started, but nothing for each session.
func (c *Course) judge() (bounds []Bound) {
	figures := map[string]float64{
		"goroutines_left":  float64(c.After.Goroutines - c.Before.Goroutines),
		"files_left":       float64(c.After.Files - c.Before.Files),
		"memory_grown_mib": Rounded(c.Late.Memory - c.Full.Memory),
		"memory_left_mib":  Rounded(c.After.Memory - c.Before.Memory),
	}
	for _, l := range []Limit{AtMost("goroutines_left", 5), AtMost("files_left", 0), AtMost("memory_grown_mib", 2), AtMost("memory_left_mib", 4)} {
		bounds = append(bounds, l.Judge(figures))
	}
	return bounds
}

func TestPlayersComeAgainAndLeaveNothingBehind(t *testing.T) {
	if !*attacks {
		return
	}
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
