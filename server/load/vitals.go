package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
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
