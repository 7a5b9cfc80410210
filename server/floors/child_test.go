package floors

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sync"
	"testing"
	"time"
)

// The environment of a child.
const (
	floorVariable   = "BOARDWALK_FLOOR"         // the server to run
	folderVariable  = "BOARDWALK_FLOOR_FOLDER"  // its folder
	profileVariable = "BOARDWALK_FLOOR_PROFILE" // set: it will be profiled
)

// The questions to a child, one per line. It answers each with its costs, in a line of
// JSON.
const (
	askCPU      = "cpu"
	askMemory   = "memory"   // after two collections
	askProfile  = "profile"  // start profiling
	askProfiled = "profiled" // stop profiling
)

// The profiles of a child, in its folder.
const cpuProfile, heapProfile = "cpu.pprof", "heap.pprof"

// costs holds what a process has cost so far.
type costs struct {
	Addr       string        // of its server
	CPU        time.Duration // user and system together
	Heap       int64         // bytes in use, including stacks
	Stacks     int64         // part of Heap
	RSS        int64         // bytes; 0 where the system does not report it
	Goroutines int
}

// runChild serves, and answers questions until the pipe is closed.
func (f floor) runChild(dir string) error {
	if os.Getenv(profileVariable) != "" {
		runtime.MemProfileRate = 4 << 10 // a session is small beside the default rate
	}
	s, err := readScript(dir)
	if err != nil {
		return err
	}
	addr, err := f.serve(dir, s)
	if err != nil {
		return err
	}
	answers := json.NewEncoder(os.Stdout)
	if err := answers.Encode(costs{Addr: addr}); err != nil {
		return err
	}
	for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
		if err := prepare(asked.Text(), dir); err != nil {
			return err
		}
		if err := answers.Encode(currentCosts(asked.Text() == askMemory)); err != nil {
			return err
		}
	}
	return nil
}

// prepare does what a question needs done first.
func prepare(asked, dir string) error {
	switch asked {
	case askMemory:
		runtime.GC()
		runtime.GC()
	case askProfile:
		file, err := os.Create(filepath.Join(dir, cpuProfile))
		if err != nil {
			return err
		}
		return pprof.StartCPUProfile(file)
	case askProfiled:
		pprof.StopCPUProfile()
		runtime.GC()
		file, err := os.Create(filepath.Join(dir, heapProfile))
		if err != nil {
			return err
		}
		return errors.Join(pprof.WriteHeapProfile(file), file.Close())
	}
	return nil
}

// currentCosts returns what this process has cost so far. Without memory it returns only
// the CPU time, which needs no collection.
func currentCosts(memory bool) costs {
	c := costs{CPU: usedCPU()}
	if memory {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.Heap, c.Stacks = int64(m.HeapAlloc+m.StackInuse), int64(m.StackInuse)
		c.Goroutines, c.RSS = runtime.NumGoroutine(), residentSize()
	}
	return c
}

// A child is a server in a process of its own.
type child struct {
	addr   string
	window window // of its sessions
	dir    string
	in     io.WriteCloser
	out    *json.Decoder
	stop   func() // stops it and waits until it has ended
}

// start starts a server with a script. It ends with the test.
func start(tb testing.TB, f floor, s script, profiled bool) *child {
	tb.Helper()
	c := &child{window: s.Window, dir: tb.TempDir()}
	if err := s.write(c.dir); err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), floorVariable+"="+f.name, folderVariable+"="+c.dir)
	if profiled {
		cmd.Env = append(cmd.Env, profileVariable+"=1")
	}
	cmd.Stderr = os.Stderr
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	c.stop = sync.OnceFunc(func() {
		_ = c.in.Close()
		if err := cmd.Wait(); err != nil {
			tb.Errorf("%s: %v", f.name, err)
		}
	})
	tb.Cleanup(c.stop)
	c.out = json.NewDecoder(out)
	c.addr = c.answer(tb).Addr
	return c
}

// ask asks the server what it costs.
func (c *child) ask(tb testing.TB, question string) costs {
	tb.Helper()
	if _, err := io.WriteString(c.in, question+"\n"); err != nil {
		tb.Fatal(err)
	}
	return c.answer(tb)
}

func (c *child) answer(tb testing.TB) (answer costs) {
	tb.Helper()
	if err := c.out.Decode(&answer); err != nil {
		tb.Fatalf("the server does not answer: %v", err)
	}
	return answer
}
