package load

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of CPU times in /proc. On Linux it is 1/100 s on every machine.
const tick = 10 * time.Millisecond

// A process holds what /proc says about a process at one moment.
type process struct {
	cpu     time.Duration
	rss     int64 // bytes
	threads int
}

// readProcess reads the figures of a process, given by its number or as "self".
func readProcess(pid string) (process, error) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return process{}, fmt.Errorf("read about process %s: %w", pid, err)
	}
	return parseProcess(string(text), os.Getpagesize())
}

// CPUTime returns the CPU time of a process so far, or 0 if it is unknown.
func CPUTime(pid int) time.Duration {
	p, _ := readProcess(strconv.Itoa(pid))
	return p.cpu
}

// parseProcess parses a line of /proc/PID/stat; see proc(5). The name, in parentheses,
// can contain any characters.
func parseProcess(line string, page int) (process, error) {
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	const utime, stime, threads, rss = 11, 12, 17, 21 // indexes after the name
	var n [rss + 1]int64
	for _, i := range []int{utime, stime, threads, rss} {
		if i >= len(fields) {
			return process{}, fmt.Errorf("%.60q is no line of /proc/PID/stat", line)
		}
		var err error
		if n[i], err = strconv.ParseInt(fields[i], 10, 64); err != nil {
			return process{}, fmt.Errorf("%.60q is no line of /proc/PID/stat: %w", line, err)
		}
	}
	return process{time.Duration(n[utime]+n[stime]) * tick, n[rss] * int64(page), int(n[threads])}, nil
}

// openFiles returns the number of files that a process has open, or 0 if that may not be
// read.
func openFiles(pid string) int {
	files, _ := os.ReadDir("/proc/" + pid + "/fd")
	return len(files)
}

// busyTime returns the CPU time, summed over all CPUs, during which the machine was not
// idle.
func busyTime() (time.Duration, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, fmt.Errorf("%.60q is no line of /proc/stat", line)
	}
	var busy time.Duration
	for i, field := range fields[1:9] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		if idle := i == 3 || i == 4; !idle { // idle, or waiting for a disk
			busy += time.Duration(n) * tick
		}
	}
	return busy, nil
}

// loadAverage returns the load average of the last minute, or 0 if it is unknown.
func loadAverage() float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	load, _ := strconv.ParseFloat(first, 64)
	return load
}

// A meter measures one phase of a run.
type meter struct {
	pid       int
	scraper   *scraper // nil if the metrics are not known
	began     time.Time
	first     int64 // the server's memory before the run
	server    process
	own       process
	busy      time.Duration
	peak      chan peak // sent by watch when it stops
	stop      chan struct{}
	noMachine bool
}

// A peak holds what was seen of a server's memory.
type peak struct {
	rss    int64     // bytes, at most
	memory []float64 // each value seen of [Vitals] Memory
}

// newMeter begins to measure. It returns an error if the server's process does not exist.
// first is the server's memory before the run, or 0 if the run begins here.
func newMeter(pid int, first int64, scraper *scraper) (*meter, error) {
	m := &meter{pid: pid, scraper: scraper, first: first, began: time.Now(), peak: make(chan peak, 1), stop: make(chan struct{})}
	var err error
	if m.own, err = readProcess("self"); err != nil {
		m.noMachine = true
	}
	if m.busy, err = busyTime(); err != nil {
		m.noMachine = true
	}
	if pid > 0 {
		if m.server, err = readProcess(strconv.Itoa(pid)); err != nil {
			return nil, err
		}
		if first == 0 {
			m.first = m.server.rss
		}
		go m.watch()
	}
	return m, nil
}

// watch reads the server's memory twice a second.
func (m *meter) watch() {
	peak := peak{rss: m.server.rss}
	defer func() { m.peak <- peak }()
	for every := time.NewTicker(time.Second / 2); ; {
		select {
		case <-m.stop:
			every.Stop()
			return
		case <-every.C:
			if p, err := readProcess(strconv.Itoa(m.pid)); err == nil {
				peak.rss = max(peak.rss, p.rss)
			}
			if m.scraper == nil {
				continue
			}
			if r, err := m.scraper.read(context.Background()); err == nil {
				peak.memory = append(peak.memory, r.Memory)
			}
		}
	}
}

// end stops measuring and completes the figures of a phase with the given number of
// sessions.
func (m *meter) end(f *Figures, sessions int) {
	took := time.Since(m.began)
	f.Seconds = Rounded(took.Seconds())
	var served time.Duration
	if m.pid > 0 {
		close(m.stop)
		peak := <-m.peak
		if p, err := readProcess(strconv.Itoa(m.pid)); err == nil {
			served = p.cpu - m.server.cpu
			peak.rss = max(peak.rss, p.rss)
			f.Server = m.ofServer(p, peak, took, f.Keys, sessions)
		}
	}
	own, err := readProcess("self")
	busy, err2 := busyTime()
	if m.noMachine || err != nil || err2 != nil {
		return
	}
	cores := func(cpu time.Duration) float64 { return Rounded(max(cpu.Seconds()/took.Seconds(), 0)) }
	f.Machine = &Machine{
		CPUs: runtime.NumCPU(), Busy: cores(busy - m.busy), Own: cores(own.cpu - m.own.cpu),
		Others: cores(busy - m.busy - (own.cpu - m.own.cpu) - served), LoadAverage: loadAverage(),
	}
}

func (m *meter) ofServer(p process, peak peak, took time.Duration, keys, sessions int) *Server {
	cpu := p.cpu - m.server.cpu
	mib := func(bytes int64) float64 { return Rounded(float64(bytes) / (1 << 20)) }
	s := &Server{
		Cores: Rounded(cpu.Seconds() / took.Seconds()), RSSBefore: mib(m.server.rss), RSSAfter: mib(p.rss), RSSPeak: mib(peak.rss),
		Threads: p.threads, Files: openFiles(strconv.Itoa(m.pid)),
	}
	if n := len(peak.memory); n > 0 {
		slices.Sort(peak.memory)
		s.MemoryMedian, s.MemoryPeak = peak.memory[rank(n, 50)], peak.memory[n-1]
	}
	if keys > 0 {
		s.CPUPerKey = Rounded(float64(cpu.Microseconds()) / float64(keys))
	}
	if sessions > 0 {
		s.CPUEach = Rounded(float64(cpu.Microseconds()) / took.Seconds() / float64(sessions))
		s.RSSSession = Rounded(mib(p.rss-m.first) * 1024 / float64(sessions))
	}
	return s
}
