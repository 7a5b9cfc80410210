package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"boardwalk/engine"
)

// limit sets the maximum size of the files of the server's process; below zero there is
// no limit. A write across the limit is cut short, and one beyond it fails.
func (a *testServer) limit(t *testing.T, bytes int) {
	t.Helper()
	var limit syscall.Rlimit
	set := func(to *syscall.Rlimit) {
		_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(a.cmd.Process.Pid), syscall.RLIMIT_FSIZE,
			uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(&limit)), 0, 0)
		if errno != 0 {
			t.Fatalf("prlimit: %v", errno)
		}
	}
	set(nil)
	to := limit
	to.Cur = limit.Max
	if bytes >= 0 {
		to.Cur = uint64(bytes)
	}
	set(&to)
}

// ready returns the status of /readyz.
func (a *testServer) ready(t *testing.T) int {
	t.Helper()
	addr := regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	answer, err := http.Get("http://" + addr + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// typeUnsaved plays a move that the disk does not accept.
func (s *seat) typeUnsaved(m engine.Move) {
	s.t.Helper()
	next, err := s.state.Play(m)
	if err != nil {
		s.t.Fatal(err)
	}
	s.state = next
	s.moves++
	s.press("t", m.String(), enter)
	s.await(fmt.Sprintf("moves %d*", s.moves), fmt.Sprintf("points %d/%d", next.Score().Points, next.Score().Max),
		"Not saved: the arcade cannot reach its disk at the moment")
}

// TestDiskFullOverSSH fills the disk of a real server while two people play, one of whom
// connects only then, and kills the server once the disk works again.
//
//abuse:case 21
func TestDiskFullOverSSH(t *testing.T) {
	t.Parallel()
	const page = 4096
	for _, c := range []struct {
		name  string
		bytes int
	}{
		{"not a byte", 0},
		{"a page is torn", 3*page + 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir, r := t.TempDir(), perfectGame(t)
			a := openProcess(t, dir, "--health-addr", "127.0.0.1:0")
			ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
			s := sit(t, ann.connect(a), r)
			for _, m := range r.Moves[:3] {
				s.typeMove(m)
			}
			a.limit(t, c.bytes)
			for _, m := range r.Moves[3:6] {
				s.typeUnsaved(m)
			}
			late := sit(t, bob.connect(a), r)
			late.typeUnsaved(r.Moves[0])
			late.press(right)
			late.await("Not saved yet. Play on: it is tried again every few seconds.", "moves 1*")
			if code := a.ready(t); code != http.StatusServiceUnavailable {
				t.Errorf("with a full disk /readyz is %d", code)
			}
			a.says(t, "the data file cannot be written; players can continue")

			a.limit(t, -1)
			s.await("moves 6  ", "Saved: nothing is lost.") // without a key
			late.await("moves 1  ")
			a.says(t, "the data file can be written again")
			if log := a.logged(); !strings.Contains(log, "nothing can be written to the data file") || strings.Contains(log, "closed cleanly") {
				t.Errorf("the log is\n%s", log)
			}
			if code := a.ready(t); code != http.StatusOK {
				t.Errorf("on a disk that works again /readyz is %d", code)
			}
			s.typeMove(r.Moves[6])
			a.kill()

			a = openArcade(t, dir)
			back := ann.connect(a)
			back.await("open at move 7")
			bob.connect(a).await("open at move 1")
			sound(t, a)
			t.Attr("reached", "503 meanwhile; 8 of 8 moves are there after a kill")
		})
	}
}

// TestDiskFullWhenTheServerStops: the server still exits, and what was acknowledged is in
// the file.
//
//abuse:case 21
func TestDiskFullWhenTheServerStops(t *testing.T) {
	t.Parallel()
	dir, r := t.TempDir(), perfectGame(t)
	a := openProcess(t, dir, "--health-addr", "127.0.0.1:0")
	ann := newPlayer(t, "ann")
	s := sit(t, ann.connect(a), r)
	s.typeMove(r.Moves[0])
	a.limit(t, 0)
	s.typeUnsaved(r.Moves[1])
	a.stop(t)
	s.exit()
	s.await("Sorry, your last moves could not be saved.")
	a.exit(t)
	a = openArcade(t, dir)
	ann.connect(a).await("open at move 1")
	sound(t, a)
}
