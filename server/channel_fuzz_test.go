package server

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command"
	"boardwalk/server/limit"
	"boardwalk/server/program"
)

// A requestScript is what a client sends before its session begins: one request per
// letter, in order. Small letters send well-formed requests. Capitals send the bytes of
// raw, and so does "?", whose request type is name.
type requestScript struct {
	order, term, name, value, command string
	width, height                     uint32
	raw                               []byte
}

func (r requestScript) requests() (all []*gossh.Request) {
	kinds := map[rune]string{'p': "pty-req", 'w': "window-change", 'e': "env", 's': "shell", 'x': "exec", 'g': "signal", '?': r.name}
	forms := map[rune][]byte{
		'p': gossh.Marshal(&struct {
			Term                          string
			Width, Height, PixelW, PixelH uint32
			Modes                         string
		}{r.term, r.width, r.height, r.width, r.height, r.value}),
		'w': gossh.Marshal(&struct{ Width, Height, PixelW, PixelH uint32 }{r.width, r.height, r.width, r.height}),
		'e': gossh.Marshal(&struct{ Name, Value string }{r.name, r.value}),
		'x': gossh.Marshal(&struct{ Command string }{r.command}),
	}
	for _, letter := range r.order {
		if kind, ok := kinds[unicode.ToLower(letter)]; ok {
			payload, formed := forms[letter]
			if !formed {
				payload = r.raw
			}
			all = append(all, &gossh.Request{Type: kind, Payload: slices.Clone(payload)})
		}
	}
	return all
}

// FuzzChannel checks that whatever a client requests, the library sees only what it may:
// one terminal of a size that can be drawn, few variables, one command, and no control
// characters in what will be looked at. Only an import command may receive a file.
//
//abuse:case 27
func FuzzChannel(f *testing.F) {
	f.Add("pewwswwg", "xterm-256color", "LANG", "en_US.UTF-8", "", uint32(80), uint32(24), []byte{})
	f.Add("pxw", "vt100", "COLORTERM", "truecolor", "--json import", uint32(1<<31), uint32(1<<31), []byte("\x00\x00\x00\x05"))
	f.Add("PpPxsX", "dumb\x1b[2J", "TMUX", "\x1b]52;c;x\a", "\u0085import", uint32(0), uint32(0), []byte("\xff\xff\xff\xff"))
	f.Add("?eeeeeeeeeeeeeeeeeeeeXwW", "", "auth-agent-req@openssh.com", strings.Repeat("x", 300), strings.Repeat("a ", 200), uint32(1), uint32(99), []byte("\x00\x00\x00\x06import"))
	f.Add(strings.Repeat("e", envCut+2), "xterm", "LANG", "C", "", uint32(80), uint32(24), []byte{})
	near, _ := net.Pipe()
	s := newServer(Config{Store: fakeStore{}})
	entered, _ := s.gate.Enter(near, false)
	f.Fuzz(func(t *testing.T, order, term, name, value, line string, width, height uint32, raw []byte) {
		asked := requestScript{order[:min(len(order), 1000)], term, name, value, line, width, height, raw}.requests()
		ch := &channel{
			Context: caller{}, conn: &conn{Conn: entered, server: s},
			in: program.NewInput(strings.NewReader(""), nil), resized: make(chan program.Size, 1), requests: limit.NewBucket(requestsAtOnce, requestsSecond, time.Now()),
		}
		in, out := make(chan *gossh.Request, len(asked)), make(chan *gossh.Request, len(asked))
		for _, req := range asked {
			in <- req
		}
		close(in)
		ch.filterRequests(in, out)
		passed := map[string]int{}
		for req := range out {
			passed[req.Type]++
			checkPassed(t, req)
		}
		if n := passed["shell"] + passed["exec"]; passed["pty-req"] > 1 || n > 1 || passed["env"] > envMax || n != 0 != ch.started {
			t.Errorf("%v passed", passed)
		}
		select {
		case size := <-ch.resized:
			if !drawable(uint32(size.Width), uint32(size.Height)) || passed["pty-req"] == 0 {
				t.Errorf("a resize to %+v after %v", size, passed)
			}
		default:
		}
		if importing := ch.started && ch.file != nil; importing != (passed["exec"] == 1 && runs(command.ImportCommand, started(asked))) {
			t.Errorf("a file may come: %v, with %q", importing, started(asked))
		}
	})
}

// checkPassed fails the test unless the library may see a request.
func checkPassed(t *testing.T, req *gossh.Request) {
	t.Helper()
	var (
		pty struct {
			Term                          string
			Width, Height, PixelW, PixelH uint32
			Modes                         string
		}
		env  struct{ Name, Value string }
		exec struct{ Command string }
		err  error
	)
	good := true
	switch req.Type {
	case "pty-req":
		err = gossh.Unmarshal(req.Payload, &pty)
		good = drawable(pty.Width, pty.Height) && pty.PixelW+pty.PixelH == 0 && pty.Modes == "" && plain(pty.Term, termSize)
		program.Look(pty.Term, nil)
	case "env":
		err = gossh.Unmarshal(req.Payload, &env)
		vars := []string{env.Name + "=" + env.Value}
		good = envAllowed[env.Name] && plain(env.Value, envSize)
		program.Profile("xterm", vars)
	case "exec":
		err = gossh.Unmarshal(req.Payload, &exec)
		good = len(exec.Command) <= execMax
	case "shell":
	default:
		good = false
	}
	if err != nil || !good {
		t.Errorf("%s passed with %q: %v", req.Type, req.Payload, err)
	}
}

// started returns the command of the request that began the session.
func started(asked []*gossh.Request) string {
	for _, req := range asked {
		var exec struct{ Command string }
		switch {
		case req.Type == "shell":
			return ""
		case req.Type == "exec" && gossh.Unmarshal(req.Payload, &exec) == nil && len(exec.Command) <= execMax:
			return exec.Command
		}
	}
	return ""
}

// runs reports whether runCommand would run the named command for a line.
func runs(name, line string) bool {
	args := command.Split(line)
	return len(args) > 0 && args[0] == name
}

func drawable(width, height uint32) bool {
	return columnsMin <= width && width <= columnsMax && rowsMin <= height && height <= rowsMax
}

// plain reports whether a text is printable ASCII of at most so many bytes.
func plain(text string, most int) bool {
	return len(text) <= most && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}
