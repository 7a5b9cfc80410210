package main

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
	scrapesMax  = 40_000          // until the server has collected its garbage
	restBeat    = 100 * time.Millisecond
)

// A scraper reads a server's /metrics, over one connection.
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

// A reading is what a server's metrics told at one time.
type reading struct {
	Vitals
	collected float64 // when its garbage was, last
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

// parseMetrics reads metrics in Prometheus's form of text. The error is that of
// a text that is not a server's of ours.
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
	r.Files = int(values["process_open_fds"]) // not on every system
	// The collector sets its goal at what it found in use and so much more.
	inUse := need("go_memstats_next_gc_bytes")/(1+need("go_gc_gogc_percent")/100) + need("go_memstats_stack_inuse_bytes")
	r.Memory = rounded(inUse / (1 << 20))
	r.collected = need("go_memstats_last_gc_time_seconds")
	return r, err
}

// settled reads the metrics once the server has collected its garbage: reading
// makes some, so it is enough to go on with that. The second collection from now
// on has begun since, and what was kept to be used again goes with the two after.
func (s *scraper) settled(ctx context.Context) (Vitals, error) {
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

// vitals takes a reading for a report. Keys that are typed meanwhile count for
// no phase. Without metrics it does nothing.
func (c *crowd) vitals(ctx context.Context, into *Vitals) {
	if c.scraper == nil {
		return
	}
	c.tally.Store(new(tally))
	v, err := c.scraper.settled(ctx)
	if err != nil {
		c.failures.add("read the metrics", err)
	}
	*into = v
}

// rest waits until the server is as it was before, or it takes too long, and
// takes the last reading.
func (c *crowd) rest(ctx context.Context, course *Course) {
	for late := time.Now().Add(settleLimit); ; {
		c.vitals(ctx, &course.After)
		course.Bounds = course.judge()
		gone := course.After.Sessions <= course.Before.Sessions // the last may still store its game
		if gone && allHeld(course.Bounds) || time.Now().After(late) || !pause(ctx, restBeat) {
			return
		}
	}
}

// judge says what must hold once all are gone. A server that was used has more
// than one that was only just started, but no session's share.
func (c *Course) judge() (bounds []Bound) {
	figures := map[string]float64{
		"goroutines_left":  float64(c.After.Goroutines - c.Before.Goroutines),
		"files_left":       float64(c.After.Files - c.Before.Files),
		"memory_grown_mib": rounded(c.Late.Memory - c.Full.Memory),
		"memory_left_mib":  rounded(c.After.Memory - c.Before.Memory),
	}
	for _, l := range []limit{{"goroutines_left", 5, false}, {"files_left", 0, false}, {"memory_grown_mib", 2, false}, {"memory_left_mib", 4, false}} {
		bounds = append(bounds, l.judge(figures))
	}
	return bounds
}

// judge compares a figure with the limit; one that is not there was not seen.
func (l limit) judge(figures map[string]float64) Bound {
	b := Bound{Figure: l.figure}
	if l.least {
		b.Least = &l.bound
	} else {
		b.Most = &l.bound
	}
	got, ok := figures[l.figure]
	if !ok {
		b.Why = "it was not seen: that may take more time, --pid or --metrics"
		return b
	}
	held := got <= l.bound
	if l.least {
		held = got >= l.bound
	}
	b.Got, b.Held = &got, &held
	return b
}
