package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// playAlone runs boardwalk play where no server has the data open, in a terminal of a kind.
func playAlone(t *testing.T, kind string) *client {
	t.Helper()
	cmd := playing(t, t.TempDir())
	cmd.Env = append(os.Environ(), "TERM="+kind)
	return inTerminal(t, cmd)
}

// sends writes bytes to the terminal as they are, in one piece.
func (c *client) sends(bytes string) {
	c.t.Helper()
	if _, err := c.tty.WriteString(bytes); err != nil {
		c.t.Fatal(err)
	}
}

// Without a server, keys were read by another decoder than in sessions: a paste without marks gave
// a game up, and parts of a terminal's sequences were keys.
func TestPlayAloneReadsKeysAsSessionsDo(t *testing.T) {
	t.Parallel()
	s := sit(t, playAlone(t, "xterm-256color"), perfectGame(t))
	s.typeMove(perfectGame(t).Moves[0])
	s.sends("energy\r") // a new deal, of a grade, at once
	s.await("Pasted text does nothing here.", "moves 1  ")
	s.sends("\x1b[[A") // F1 of the Linux console
	s.await("Hop 45: the rules")
	s.press("q")
	s.await("moves 1  ")
	s.sends("\x1b[?1u\x1b[I\x1b[?61;6;7;22;23;24;28;32;42c\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[O") // reports
	s.sends("Ы")                                                                                   // S of a Russian keyboard
	s.await("Confirm moves")
	s.press("q")
	s.await("moves 1  ")
	s.press("t")
	for _, step := range []struct{ sent, shows string }{
		{"a", " a_"}, {"1", " a1_"}, {"\x7f", " a_"}, {"1", " a1_"}, {"\b", " a_"},
	} {
		s.sends(step.sent)
		s.await(step.shows)
	}
	s.sends("\x1b")
	s.until("no typing", func(term *tuitest.Terminal) bool { return !strings.Contains(term.Screen(), " a_") })
	s.sends("[?61;6;7;22;23;24;28;32;42c\x1b[I") // an answer whose first byte came long before
	s.press("t", "b")
	s.await(" b_", "moves 1  ")
	s.press("\x1b")
	s.shrinks()
}

// What another program leaves in the terminal is put right by Ctrl-L, and leaving undoes what
// play itself has changed.
func TestPlayAlonePutsModesRight(t *testing.T) {
	t.Parallel()
	c := playAlone(t, "xterm-256color")
	c.await("Boardwalk Arcade", "new here?", "q leaves the arcade") // so nothing more is drawn by itself
	before := c.screen()
	c.mu.Lock()
	c.term.Suffer("\x1b[4h\x1b[?6h\x1b[3;9r\x1b(0\x1b[?1003h\x1b[5;5Hbroken")
	c.mu.Unlock()
	c.press("\f")
	c.until("the lobby as it was", func(term *tuitest.Terminal) bool { return term.Screen() == before })
	c.press("q", "y")
	c.restored(0)
}

// Colours and cards are by TERM, as in sessions.
func TestPlayAloneGoesByTheKindOfTerminal(t *testing.T) {
	t.Parallel()
	for kind, coloured := range map[string]bool{"xterm-256color": true, "vt220": false} {
		c := playAlone(t, kind)
		c.await("Boardwalk Arcade", "? keys")
		c.mu.Lock()
		g, has := c.term.Grid(), false
		for y := range g.Height() {
			for x := range g.Width() {
				has = has || g.At(x, y).Style().Fg != grid.Style{}.Fg
			}
		}
		c.mu.Unlock()
		if has != coloured {
			t.Errorf("on a %s there are colours: %v", kind, has)
		}
	}
	c := playAlone(t, "")
	c.await("Boardwalk Arcade, in words.")
}

// A size that comes after the first look at it and before the session begins is not lost.
func TestPlayTellsTheServerOfEachSize(t *testing.T) {
	t.Parallel()
	dir, signer := t.TempDir(), sshtest.NewKey()
	l, err := net.Listen("unix", socketOf(filepath.Join(dir, "boardwalk.db")))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, sizes := inTerminal(t, playing(t, dir)), make(chan string, 2)
	go func() {
		config := &gossh.ServerConfig{NoClientAuth: true}
		config.AddHostKey(signer)
		nc, err := l.Accept()
		if err != nil {
			return
		}
		defer nc.Close()
		_, channels, _, err := gossh.NewServerConn(nc, config)
		if err != nil {
			return
		}
		ch, requests, err := (<-channels).Accept()
		if err != nil {
			return
		}
		defer ch.Close()
		for req := range requests {
			var asked struct {
				Term                         string
				Columns, Rows, Width, Height uint32
				Modes                        string
			}
			var change struct{ Columns, Rows, Width, Height uint32 }
			switch req.Type {
			case "pty-req":
				_ = gossh.Unmarshal(req.Payload, &asked)
				sizes <- fmt.Sprintf("%dx%d", asked.Columns, asked.Rows)
				_ = c.resize(70, 20)
			case "window-change":
				_ = gossh.Unmarshal(req.Payload, &change)
				sizes <- fmt.Sprintf("%dx%d", change.Columns, change.Rows)
				return
			}
			_ = req.Reply(true, nil)
		}
	}()
	for _, want := range []string{"80x24", "70x20"} {
		select {
		case got := <-sizes:
			if got != want {
				t.Errorf("the server is told of %s, want %s", got, want)
			}
		case <-time.After(waitLimit):
			t.Fatalf("the server is not told of %s", want)
		}
	}
}

// The terminal of a program that reads it may go with a signal or without, also where SIGHUP is
// ignored: play went on without keys, and held the data.
func TestProgramsEndWithTheirTerminal(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	record, served := recordFile(t), filepath.Join(a.dir, "boardwalk.db")
	for _, test := range []struct {
		command string
		shows   string // first; "" for a program that waits for a line and says nothing
	}{
		{"play --data DATA", "Boardwalk Arcade"},
		{"play --words --data DATA", "in words."},
		{"play --data " + served, "Boardwalk Arcade"},
		{"play --words --data " + served, "in words."},
		{"replay " + record, "move 0 of 2"},
		{"replay -", ""},
		{"inspect", ""},
		{"variation encode", ""},
		{"variation decode", ""},
	} {
		for how, attrs := range map[string]*syscall.SysProcAttr{
			"a signal":          {Setsid: true, Setctty: true},
			"an ignored signal": {Setsid: true, Setctty: true},
			"no signal":         {Setsid: true},
		} {
			t.Run(test.command+" with "+how, func(t *testing.T) {
				t.Parallel()
				line := `echo begins; exec "$0" ` + strings.ReplaceAll(test.command, "DATA", filepath.Join(t.TempDir(), "db"))
				if how == "an ignored signal" {
					line = "trap '' HUP; " + line
				}
				cmd := exec.Command("sh", "-c", line, programPath())
				cmd.Env = append(os.Environ(), "TERM=xterm-256color")
				tty, err := pty.StartWithAttrs(cmd, &pty.Winsize{Rows: 24, Cols: 80}, attrs)
				if err != nil {
					t.Fatal(err)
				}
				var shown string
				for buf := make([]byte, 4<<10); !strings.Contains(shown, test.shows) || shown == ""; {
					n, err := tty.Read(buf)
					if err != nil {
						t.Fatalf("%v after %q", err, shown)
					}
					shown += string(buf[:n])
				}
				_ = tty.Close()
				guard := time.AfterFunc(waitLimit, func() {
					t.Error("it goes on without its terminal")
					_ = cmd.Process.Kill()
				})
				_ = cmd.Wait()
				guard.Stop()
			})
		}
	}
}
