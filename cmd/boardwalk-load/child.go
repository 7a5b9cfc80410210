package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const (
	startLimit = 20 * time.Second // for a server to listen
	stopLimit  = time.Minute      // for one that was told to stop
)

// A child is a server of this program's own, in a process of its own.
type child struct {
	addr    string // host:port of the arcade
	metrics string // host:port of /livez, /readyz and /metrics, by HTTP
	pid     int
	data    string // path of the data file
	log     string // path of what it logs, JSON, lives before this one's included

	command *exec.Cmd
	ended   chan struct{} // closed when the process has
	err     error         // of its end; complete once ended is closed
}

// buildServer builds the server's program in a folder. It is to be called from
// inside the module.
func buildServer(ctx context.Context, dir string) (binary string, err error) {
	binary = filepath.Join(dir, "boardwalk")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "boardwalk/cmd/boardwalk").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the server: %w: %s", err, bytes.TrimSpace(out))
	}
	return binary, nil
}

// dataIn is the path of the data file of the servers in a folder.
func dataIn(dir string) string { return filepath.Join(dir, "boardwalk.db") }

// startChild starts a server on the data in a folder, new or from the life
// before, and returns when it listens. It is killed when ctx ends. Args are more
// flags for serve; they must leave the log and the addresses as they are.
func startChild(ctx context.Context, binary, dir string, args ...string) (*child, error) {
	c := &child{data: dataIn(dir), log: filepath.Join(dir, "boardwalk.log"), ended: make(chan struct{})}
	logFile, err := os.OpenFile(c.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	log := &childLog{file: logFile, listening: make(chan struct{})}
	c.command = exec.CommandContext(ctx, binary, append([]string{
		"serve", "--data", c.data, "--addr", "127.0.0.1:0", "--health-addr", "127.0.0.1:0", "--log-format", "json",
	}, args...)...)
	c.command.Stderr = log
	if err := c.command.Start(); err != nil {
		_ = logFile.Close()
		return nil, fmt.Errorf("start the server: %w", err)
	}
	c.pid = c.command.Process.Pid
	go func() {
		defer close(c.ended)
		c.err = c.command.Wait() // and for all it logged
		_ = logFile.Close()
	}()
	late := time.NewTimer(startLimit)
	defer late.Stop()
	select {
	case <-log.listening:
		c.addr, c.metrics = log.addr, log.metrics
		return c, nil
	case <-c.ended:
		return nil, fmt.Errorf("the server ended before it listened: %w: %s", c.err, log.last)
	case <-late.C:
		return nil, errors.Join(fmt.Errorf("the server did not listen within %v", startLimit), c.kill())
	}
}

// kill kills the server with SIGKILL and waits until it is gone. The error is
// that of one that had ended by itself.
func (c *child) kill() error {
	if err := c.command.Process.Kill(); err != nil {
		<-c.ended
		return fmt.Errorf("the server had ended by itself: %w", errors.Join(err, c.err))
	}
	<-c.ended
	if status, ok := c.command.ProcessState.Sys().(syscall.WaitStatus); ok && !status.Signaled() {
		return fmt.Errorf("the server had ended by itself: %s", c.command.ProcessState)
	}
	return nil
}

// stop tells the server to end with SIGTERM and waits until it is gone. The
// error is that of one that did not end well, or not in time: then it is killed.
func (c *child) stop() error {
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil {
		<-c.ended
		return fmt.Errorf("the server had ended by itself: %w", errors.Join(err, c.err))
	}
	late := time.NewTimer(stopLimit)
	defer late.Stop()
	select {
	case <-c.ended:
		if c.err != nil {
			return fmt.Errorf("the server did not end well: %w", c.err)
		}
		return nil
	case <-late.C:
		return errors.Join(fmt.Errorf("the server did not end within %v", stopLimit), c.kill())
	}
}

// A childLog takes what a server logs to a file, and reads there where it
// listens.
type childLog struct {
	file          io.Writer
	rest          []byte // the beginning of a line, until it listens
	last          []byte // the last line until then
	addr, metrics string // complete once listening is closed
	listening     chan struct{}
	heard         bool
}

// Write implements io.Writer.
func (l *childLog) Write(p []byte) (int, error) {
	if !l.heard {
		l.rest = append(l.rest, p...)
	}
	for !l.heard {
		line, rest, ok := bytes.Cut(l.rest, []byte("\n"))
		if !ok {
			break
		}
		l.read(line)
		l.last, l.rest = line, rest
	}
	return l.file.Write(p)
}

// read reads a line.
func (l *childLog) read(line []byte) {
	var event struct{ Msg, Addr string }
	if json.Unmarshal(line, &event) != nil {
		return // no event: what a program that cannot run says
	}
	switch event.Msg {
	case "health":
		l.metrics = event.Addr
	case "listening":
		l.addr, l.heard = event.Addr, true
		close(l.listening)
	}
}
