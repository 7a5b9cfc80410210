package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"
)

//abuse:case 23
func TestShutdown(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	var terms []*terminal
	for i := range 8 {
		terms = append(terms, a.play(t, a.dial(t, fmt.Sprint("player", i))))
	}
	idle := a.dial(t, "nobody") // a connection without a session
	ctx, cancel := context.WithTimeout(context.Background(), guardTime)
	defer cancel()
	if err := a.Shutdown(ctx); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	waits(t, idle)
	for _, term := range terms {
		out, code := term.ends()
		if code != exitOK {
			t.Errorf("exit %d", code)
		}
		left(t, out, closingSoon)
		if strings.Count(out, closingSoon) != 2 {
			t.Errorf("no notice on the screen in %q", out)
		}
	}
	if n := a.Sessions(); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	if client, err := a.tryDial("late"); err == nil {
		client.Close()
		t.Error("someone got in after the shutdown")
	}
}

// Shutdown may come at any moment of Serve; this is for the race detector.
func TestShutdownComesAsServeBegins(t *testing.T) {
	for range 20 {
		a := open(t, nil)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		served := make(chan error, 1)
		go func() { served <- a.Serve(l) }()
		if err := a.Shutdown(t.Context()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if err := receive(t, served, "the end of Serve"); !errors.Is(err, ErrClosed) {
			t.Errorf("Serve = %v", err)
		}
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("the listener is open: %v", err)
		}
	}
}

// A client that does not read cannot keep the server up.
//
//abuse:case 23
func TestShutdownCutsOff(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.WriteTimeout = time.Hour })
	client := a.dial(t, "ann")
	ch := openChannel(t, client)
	if !asks(t, ch, "pty-req", &ptyRequest{"xterm-256color", 200, 60, 0, 0, ""}) || !asks(t, ch, "shell", nil) {
		t.Fatal("no program")
	}
	app := a.nextApp(t)
	if _, err := ch.Write([]byte("W")); err != nil {
		t.Fatal(err)
	}
	for receive(t, app.seen, "key W") != "key W" {
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if err := a.Shutdown(ctx); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	select {
	case <-app.closed:
	default:
		t.Error("the app was not closed before Shutdown returned")
	}
	waits(t, client)
}

// Sessions that end while keys arrive leave nothing behind.
//
//abuse:case 26
func TestNoLeaks(t *testing.T) {
	a := open(t, nil)
	before := runtime.NumGoroutine()
	for range 10 {
		for i := range 5 {
			client := a.dial(t, "ann")
			term := a.play(t, client)
			if i == 2 { // one writer at a time
				term.types("q")
			}
			stop := make(chan struct{})
			go func() {
				defer close(stop)
				for {
					if _, err := io.WriteString(term.in, strings.Repeat("\x1b[Axyz", 100)); err != nil { // a flood, if nothing else ends the session
						return
					}
				}
			}()
			switch i {
			case 0:
				term.sess.Close()
			case 1:
				client.Close()
			}
			receive(t, term.app.closed, "Close of the app")
			client.Close()
			receive(t, stop, "the end of the keys")
		}
	}
	// Goroutines end a moment after the sessions they served.
	deadline := time.Now().Add(guardTime)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		runtime.Gosched()
	}
	if after := runtime.NumGoroutine(); after > before {
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines, %d before:\n%s", after, before, buf[:runtime.Stack(buf, true)])
	}
}
