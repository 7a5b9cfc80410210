package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"charm.land/fang/v2"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// waitLimit is how long a test waits for something that should happen soon.
const waitLimit = time.Minute

// binDir is the directory of the program under test.
var binDir string

// panics is the command with which the program shows an app that panics when it deals.
const panics = "panics"

// TestMain makes the test binary the program if it is run by the program's name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == filepath.Base(programPath()) {
		if len(os.Args) > 1 && os.Args[1] == panics {
			app := tui.New(&tui.Env{Ports: session.Ports{Games: catalog.Library(), Now: time.Now, Store: new(tuitest.Store), Deal: func() engine.Code { panic("of a test") }}})
			report(os.Stderr, fang.Styles{}, runApp(context.Background(), app))
			os.Exit(1)
		}
		main()
	}
	standIn()
	code, err := copyAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// copyAndRun copies the test binary to the program's name, where every user may run it, and runs
// the tests.
func copyAndRun(m *testing.M) (code int, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	binDir, err = os.MkdirTemp("", "boardwalk-test-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(binDir)
	binary, err := os.ReadFile(self)
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(programPath(), binary, 0o755); err != nil {
		return 0, err
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil { // tests wait more than they work
		return 0, err
	}
	return m.Run(), nil
}

// programPath returns the path of the program under test.
func programPath() string { return filepath.Join(binDir, "boardwalk") }

// A testServer is a "boardwalk serve".
type testServer struct {
	dir, addr string
	cmd       *exec.Cmd     // its process; nil if it runs in that of the test
	cancel    func()        // asks it to end, in that of the test
	ended     chan struct{} // closed once it and its log have ended
	code      int           // its exit code, from then on

	mu   sync.Mutex
	log  strings.Builder
	more chan struct{} // closed at the next line of the log
}

// openArcade serves the data file and host key of a directory, on a port that
// the system chooses.
func openArcade(t testing.TB, dir string, flags ...string) *testServer {
	t.Helper()
	a, err := startArcade(dir, flags...)
	if err != nil {
		t.Fatal(err)
	}
	a.killAfter(t)
	return a
}

// openProcess does the same in a process of its own, which can be killed and has signals.
func openProcess(t testing.TB, dir string, flags ...string) *testServer {
	t.Helper()
	a, err := startServer(dir, exec.Command(programPath(), serveAt(dir, flags)...))
	if err != nil {
		t.Fatal(err)
	}
	a.killAfter(t)
	return a
}

// serveAt returns the arguments that serve the files of a directory.
func serveAt(dir string, flags []string) []string {
	return append([]string{"serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "boardwalk.db")}, flags...)
}

// killAfter ends the server at the end of a test, which it fails if the server has panicked.
func (a *testServer) killAfter(t testing.TB) {
	t.Cleanup(func() {
		a.kill()
		log := a.logged()
		if strings.Contains(log, "panic") || strings.Contains(log, "DATA RACE") {
			t.Error("the server has panicked or races")
		}
		if t.Failed() {
			t.Logf("the log of the server at %s:\n%s", a.addr, log)
		}
	})
}

// ssh returns what players who have arrived there type in front of commands.
func (a *testServer) ssh() string {
	host, port, _ := net.SplitHostPort(a.addr)
	return "ssh -p " + port + " " + host
}

// startArcade returns once the server listens. The caller must kill it.
func startArcade(dir string, flags ...string) (*testServer, error) {
	ctx, cancel := context.WithCancel(context.Background())
	log, to := io.Pipe()
	cmd := root()
	cmd.SetArgs(serveAt(dir, flags))
	cmd.SetErr(to)
	a := &testServer{dir: dir, cancel: cancel, ended: make(chan struct{}), more: make(chan struct{})}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, cmd)
		_ = to.Close()
	}()
	return a, a.listens(log, func() int { return <-code })
}

// startServer starts a command that serves the files of a directory, and returns once it
// listens. The caller must kill it.
func startServer(dir string, cmd *exec.Cmd) (*testServer, error) {
	a := &testServer{dir: dir, cmd: cmd, ended: make(chan struct{}), more: make(chan struct{})}
	log, err := a.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := a.cmd.Start(); err != nil {
		return nil, err
	}
	return a, a.listens(log, a.wait)
}

// wait waits for the end of the process, whose log has ended, and returns its exit code.
func (a *testServer) wait() int {
	_ = a.cmd.Wait()
	return a.cmd.ProcessState.ExitCode()
}

// listens returns once the server listens. wait returns its exit code once it has ended.
func (a *testServer) listens(log io.Reader, wait func() int) error {
	listening := make(chan string, 8)
	go a.read(log, listening, wait)
	select {
	case a.addr = <-listening:
		return nil
	case <-a.ended:
		return fmt.Errorf("the server ended: exit %d\n%s", a.code, a.logged())
	case <-time.After(waitLimit):
		a.kill()
		return fmt.Errorf("the server does not say that it listens:\n%s", a.logged())
	}
}

// read keeps the log and sends the address that it names.
func (a *testServer) read(log io.Reader, listening chan<- string, wait func() int) {
	defer close(a.ended)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		a.mu.Lock()
		a.log.WriteString(lines.Text() + "\n")
		close(a.more)
		a.more = make(chan struct{})
		a.mu.Unlock()
		if _, addr, ok := strings.Cut(lines.Text(), "listening addr="); ok {
			listening <- addr
		}
	}
	a.code = wait()
}

func (a *testServer) logged() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.log.String()
}

// says waits until the log contains a text.
func (a *testServer) says(t *testing.T, text string) {
	t.Helper()
	for late := time.After(waitLimit); ; {
		a.mu.Lock()
		found, more := strings.Contains(a.log.String(), text), a.more
		a.mu.Unlock()
		if found {
			return
		}
		select {
		case <-more:
		case <-late:
			t.Fatalf("the log does not say %q:\n%s", text, a.logged())
		}
	}
}

// kill ends the process as a power cut would. A server in that of the test ends well.
func (a *testServer) kill() {
	if a.cmd == nil {
		a.cancel()
	} else {
		_ = a.cmd.Process.Kill()
	}
	<-a.ended
}

// stop asks the server to end.
func (a *testServer) stop(t *testing.T) {
	t.Helper()
	if a.cmd == nil {
		a.cancel()
	} else if err := a.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}

// exit waits for the end of the server and returns its exit code.
func (a *testServer) exit(t *testing.T) int {
	t.Helper()
	select {
	case <-a.ended:
	case <-time.After(waitLimit):
		t.Fatalf("the server does not end:\n%s", a.logged())
	}
	return a.code
}

// knownHosts writes what a client must know to trust this arcade, read from
// the host key itself, and returns the path.
func (a *testServer) knownHosts(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(a.dir, "boardwalk_ed25519"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.ParsePrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "known_hosts")
	line := "arcade " + string(gossh.MarshalAuthorizedKey(key.PublicKey()))
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// runProgram runs a command line to its end, without any input.
func runProgram(t *testing.T, args ...string) (stdout string, code int) {
	t.Helper()
	stdout, _, code = runCommand(t, args...)
	return stdout, code
}

// runCommand does the same, and returns what is said on standard error, too.
func runCommand(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errOut strings.Builder
	code = runHere(strings.NewReader(""), &out, &errOut, args...)
	return out.String(), errOut.String(), code
}

// runHere runs a command line in the test's process, whose directory and environment it has, and
// returns its exit code. A server is stopped after waitLimit.
func runHere(in io.Reader, out, errOut io.Writer, args ...string) (code int) {
	cmd := root()
	cmd.SetArgs(args)
	cmd.SetIn(in)
	cmd.SetOut(out)
	cmd.SetErr(errOut)
	ctx, cancel := context.WithTimeout(context.Background(), waitLimit)
	defer cancel()
	return run(ctx, cmd)
}

func TestThePortIsTheSystemsChoice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := openArcade(t, dir)
	b := openArcade(t, t.TempDir())
	for _, addr := range []string{a.addr, b.addr} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatalf("nobody listens at the address in the log: %v", err)
		}
		conn.Close()
	}
	if a.addr == b.addr {
		t.Errorf("both listen at %s", a.addr)
	}
}
