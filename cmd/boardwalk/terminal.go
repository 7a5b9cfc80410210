package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"

	"boardwalk/server"
	"boardwalk/server/program"
	"boardwalk/tui"
	"boardwalk/tui/grid"
)

// errSignal is why play has ended when a signal ended it.
var errSignal = errors.New("ended by a signal; all is saved")

// A terminal is this process's terminal in raw mode. It is read until restore is called: whoever
// reads on after that would take what it answers to others.
type terminal struct {
	cancelreader.CancelReader
	size    program.Size
	resized chan program.Size // holds the newest later size
	before  *term.State
	changed chan os.Signal
}

// takeTerminal puts this process's terminal in raw mode until restore is called.
func takeTerminal() (*terminal, error) {
	t := &terminal{resized: make(chan program.Size, 1), changed: make(chan os.Signal, 1)}
	var err error
	if t.CancelReader, err = cancelreader.NewReader(os.Stdin); err != nil {
		return nil, err
	}
	notifyTerminal(t.changed) // before the size is read, so that no later one is missed
	t.size = terminalSize()
	if t.before, err = term.MakeRaw(os.Stdin.Fd()); err != nil {
		signal.Stop(t.changed)
		return nil, err
	}
	go func() {
		for range t.changed {
			select {
			case <-t.resized:
			default:
			}
			t.resized <- terminalSize()
		}
	}()
	return t, nil
}

func (t *terminal) restore() {
	signal.Stop(t.changed)
	close(t.changed)
	t.Cancel()
	_ = term.Restore(os.Stdin.Fd(), t.before) // on an error the terminal is gone
}

func terminalSize() program.Size {
	width, height, _ := term.GetSize(os.Stdout.Fd()) // 0 where nobody knows
	return server.Drawable(uint32(width), uint32(height))
}

// runApp runs an app in this process's terminal as sessions run theirs, until the player leaves,
// the terminal is gone, or ctx or a signal ends it. It closes the app.
func runApp(ctx context.Context, app *tui.App) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, os.Interrupt) // before the terminal is changed
	defer stop()
	t, err := takeTerminal()
	if err != nil {
		return errors.Join(err, app.Close())
	}
	words := ""
	defer func() {
		_, _ = io.WriteString(os.Stdout, grid.Leave)
		t.restore()
		if words != "" {
			fmt.Println(words)
		}
	}()
	const forever = 1<<63 - 1
	in := program.NewInput(t, func() {})
	in.ExpectKeys()
	words, err = program.New(program.Config{
		Session: alone{}, Meter: alone{}, Input: in, Output: program.NewWriter(os.Stdout, forever, func() {}),
		Times:   program.Times{Park: forever, Idle: forever, TypeAhead: 50 * time.Millisecond},
		Endings: &program.Endings{Flood: "That was more input than anyone can type. All is saved."},
		Size:    t.size, Resized: t.resized,
		Profile: program.Profile(os.Getenv("TERM"), os.Environ()), Grids: new(program.GridPool),
	}).Run(ctx, app, nil)
	if crash := (*program.PanicError)(nil); errors.As(err, &crash) {
		words = fmt.Sprintf("panic: %v\n\n%s", crash.Value, crash.Stack)
		return errors.Join(err, crash.Close)
	}
	if err == nil && ctx.Err() != nil {
		err = errSignal
	}
	return err
}

// An alone is the session of a player to whom nobody else tells anything, and whom nobody measures.
type alone struct{}

func (alone) Fit(size program.Size) program.Size { return size }
func (alone) Touch(time.Time)                    {}
func (alone) Allow(int, time.Time) bool          { return true }
func (alone) Notices() <-chan string             { return nil }
func (alone) Ending() <-chan string              { return nil }
func (alone) Parked(error) string                { return "" }
func (alone) CountKey()                          {}
func (alone) ObserveFrame(time.Duration)         {}
