//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
	gossh "golang.org/x/crypto/ssh"
)

// resizes tells a session each new size of this terminal until stop is called.
func resizes(sess *gossh.Session) (stop func()) {
	changed := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(changed, syscall.SIGWINCH)
	go func() {
		for {
			select {
			case <-changed:
				if width, height, err := term.GetSize(os.Stdout.Fd()); err == nil {
					_ = sess.WindowChange(height, width)
				}
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(changed)
		close(done)
	}
}
