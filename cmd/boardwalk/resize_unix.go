//go:build unix

package main

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// notifyTerminal has a channel told whenever this process's terminal changes its size, and when the
// process should stop or goes on.
func notifyTerminal(changed chan<- os.Signal) {
	signal.Notify(changed, syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGCONT)
}

// stops stops the process, and returns true, if a signal says so. Its terminal is then as it was, until
// the process goes on. The shell may have changed it even if the process was stopped otherwise.
func (t *terminal) stops(sig os.Signal) bool {
	switch {
	case sig == syscall.SIGTSTP && !t.stopped:
		t.stopped = true
		t.writing.Lock()
		_ = term.Restore(os.Stdin.Fd(), t.before)
		_, _ = io.WriteString(t.Writer, t.leave)
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		return true
	case sig == syscall.SIGCONT:
		_, _ = term.MakeRaw(os.Stdin.Fd())
		if t.stopped {
			t.stopped = false
			t.writing.Unlock()
		}
	}
	return t.stopped
}
