package server

import (
	"encoding/hex"
	"errors"
	"sync"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// channels counts the session channels that a server has finished with. A client sees the
// end of one before the server has counted it, and only so many may be open.
type channels struct {
	mu    sync.Mutex
	away  map[string]int // by connection
	moved chan struct{}  // closed and replaced when a channel is finished
}

func newChannels() *channels {
	return &channels{away: make(map[string]int), moved: make(chan struct{})}
}

// behind wraps a door and counts the channels that have left it.
func (c *channels) behind(door ssh.ChannelHandler) ssh.ChannelHandler {
	return func(srv *ssh.Server, sc *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
		defer func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.away[ctx.SessionID()]++
			close(c.moved)
			c.moved = make(chan struct{})
		}()
		door(srv, sc, nc, ctx)
	}
}

// await waits until the server has finished with so many channels of a connection.
func (c *channels) await(conn string, n int) {
	for {
		c.mu.Lock()
		away, moved := c.away[conn], c.moved
		c.mu.Unlock()
		if away >= n {
			return
		}
		<-moved
	}
}

// A patient is a client's connection that opens a session channel only after the server
// has finished with the closed ones.
type patient struct {
	gossh.Conn
	channels *channels

	mu   sync.Mutex
	over int
}

// OpenChannel implements gossh.Conn.
func (p *patient) OpenChannel(name string, data []byte) (gossh.Channel, <-chan *gossh.Request, error) {
	if name != "session" {
		return p.Conn.OpenChannel(name, data)
	}
	p.mu.Lock()
	over := p.over
	p.mu.Unlock()
	p.channels.await(hex.EncodeToString(p.SessionID()), over)
	ch, reqs, err := p.Conn.OpenChannel(name, data)
	switch refused := (*gossh.OpenChannelError)(nil); {
	case errors.As(err, &refused):
		p.ended()
		return nil, nil, err
	case err != nil:
		return nil, nil, err
	}
	seat := &seat{Channel: ch, ended: sync.OnceFunc(p.ended)}
	passed := make(chan *gossh.Request)
	go func() {
		defer close(passed)
		defer seat.ended()
		for req := range reqs {
			passed <- req
		}
	}()
	return seat, passed, nil
}

func (p *patient) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over++
}

// A seat is a channel that reports when its client has closed it.
type seat struct {
	gossh.Channel
	ended func()
}

// Close implements gossh.Channel.
func (s *seat) Close() error {
	s.ended()
	return s.Channel.Close()
}
