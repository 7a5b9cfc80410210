package abuse_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tick is the unit of CPU times in /proc. On Linux it is 1/100 s on every machine.
const tick = 10 * time.Millisecond

// CPUTime returns the CPU time of the server so far, or 0 if it is unknown.
func (s *ServerProcess) CPUTime() time.Duration { return cpuTime(strconv.Itoa(s.PID)) }

// cpuTime returns that of a process, given by its number or as "self".
func cpuTime(pid string) time.Duration {
	text, _ := os.ReadFile("/proc/" + pid + "/stat")
	cpu, _ := parseProcess(string(text))
	return cpu
}

// parseProcess returns the CPU time in a line of /proc/PID/stat; see proc(5). The name, in
// parentheses, can contain any characters.
func parseProcess(line string) (time.Duration, error) {
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	const utime, stime = 11, 12 // indexes after the name
	if len(fields) <= stime {
		return 0, fmt.Errorf("%.60q is no line of /proc/PID/stat", line)
	}
	return ticks(fields[utime : stime+1])
}

// ticks returns a sum of times in /proc.
func ticks(fields []string) (sum time.Duration, err error) {
	for _, field := range fields {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n) * tick
	}
	return sum, nil
}

// busyTime returns the CPU time, summed over all CPUs, during which the machine was not idle
// and did not wait for a disk, or 0 if it is unknown.
func busyTime() time.Duration {
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0
	}
	used, _ := ticks(append(fields[1:4:4], fields[6:9]...))
	return used
}

// A meter measures one phase of a run.
type meter struct {
	server            *ServerProcess
	began             time.Time
	served, own, busy time.Duration // CPU times when it began
	peak              chan float64  // of the server's memory; sent by watch when it stops
	stop              chan struct{}
}

// newMeter begins to measure a server.
func newMeter(server *ServerProcess, scraper *scraper) *meter {
	m := &meter{server: server, began: time.Now(), peak: make(chan float64, 1), stop: make(chan struct{})}
	m.served, m.own, m.busy = server.CPUTime(), cpuTime("self"), busyTime()
	go m.watch(scraper)
	return m
}

// watch reads the server's memory twice a second.
func (m *meter) watch(scraper *scraper) {
	peak := 0.0
	every := time.NewTicker(time.Second / 2)
	defer every.Stop()
	for {
		select {
		case <-m.stop:
			m.peak <- peak
			return
		case <-every.C:
			if r, err := scraper.read(context.Background()); err == nil {
				peak = max(peak, r.Memory)
			}
		}
	}
}

// end stops measuring and returns what the server used.
func (m *meter) end() *Server {
	close(m.stop)
	took := time.Since(m.began).Seconds()
	served, own, busy := m.server.CPUTime()-m.served, cpuTime("self")-m.own, busyTime()-m.busy
	return &Server{
		Cores:      Rounded(served.Seconds() / took),
		Others:     Rounded(max((busy-own-served).Seconds()/took, 0)),
		MemoryPeak: <-m.peak,
	}
}

func TestParseProcess(t *testing.T) {
	t.Parallel()
	const line = "4711 (an odd) name) S 1 4711 4711 0 -1 4194560 9012 0 0 0 150 50 0 0 20 0 9 0 100 1275068416 2500 18446744073709551615 1 1 0\n"
	if got, err := parseProcess(line); err != nil || got != 2*time.Second {
		t.Errorf("parseProcess = %v, %v, want 2s", got, err)
	}
	for _, line := range []string{"", "1 (x) S 1 2", "1 (x) S 1 4711 4711 0 -1 4194560 9012 0 0 0 a 50 0 0 20 0 9 0 100 1 2 3"} {
		if got, err := parseProcess(line); err == nil {
			t.Errorf("parseProcess(%q) = %v", line, got)
		}
	}
}
