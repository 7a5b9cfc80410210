package server

import (
	"encoding/hex"
	"errors"
	"sync"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// finishedChannels counts the session channels that a server has finished with. A client
// sees the end of one before the server has counted it, and only so many may be open.
type finishedChannels struct {
	mu       sync.Mutex
	finished map[string]int // by connection
	moved    chan struct{}  // closed and replaced when a channel is finished
}

func newFinishedChannels() *finishedChannels {
	return &finishedChannels{finished: make(map[string]int), moved: make(chan struct{})}
}

// count wraps a channel handler and counts the channels that it has finished with.
func (c *finishedChannels) count(handler ssh.ChannelHandler) ssh.ChannelHandler {
	return func(srv *ssh.Server, sc *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
		defer func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.finished[ctx.SessionID()]++
			close(c.moved)
			c.moved = make(chan struct{})
		}()
		handler(srv, sc, nc, ctx)
	}
}

// await waits until the server has finished with so many channels of a connection.
func (c *finishedChannels) await(conn string, n int) {
	for {
		c.mu.Lock()
		finished, moved := c.finished[conn], c.moved
		c.mu.Unlock()
		if finished >= n {
			return
		}
		<-moved
	}
}

// A patientConn is a client's connection that opens a session channel only after the
// server has finished with the closed ones.
type patientConn struct {
	gossh.Conn
	finishedChannels *finishedChannels

	mu   sync.Mutex
	over int
}

// OpenChannel implements gossh.Conn.
func (p *patientConn) OpenChannel(name string, data []byte) (gossh.Channel, <-chan *gossh.Request, error) {
	if name != "session" {
		return p.Conn.OpenChannel(name, data)
	}
	p.mu.Lock()
	over := p.over
	p.mu.Unlock()
	p.finishedChannels.await(hex.EncodeToString(p.SessionID()), over)
	ch, reqs, err := p.Conn.OpenChannel(name, data)
	switch refused := (*gossh.OpenChannelError)(nil); {
	case errors.As(err, &refused):
		p.ended()
		return nil, nil, err
	case err != nil:
		return nil, nil, err
	}
	tracked := &trackedChannel{Channel: ch, ended: sync.OnceFunc(p.ended)}
	passed := make(chan *gossh.Request)
	go func() {
		defer close(passed)
		defer tracked.ended()
		for req := range reqs {
			passed <- req
		}
	}()
	return tracked, passed, nil
}

func (p *patientConn) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over++
}

// A trackedChannel is a channel that reports when its client has closed it.
type trackedChannel struct {
	gossh.Channel
	ended func()
}

// Close implements gossh.Channel.
func (s *trackedChannel) Close() error {
	s.ended()
	return s.Channel.Close()
}
