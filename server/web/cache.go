package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"sync"
	"time"
)

// freshTime is how long an answer is remembered. A flood of requests for the same pages then
// reads the store once in that time.
const freshTime = 5 * time.Second

// The maximum size and number of the answers that are remembered.
const (
	cacheBytes   = 1 << 20
	cacheAnswers = 512
)

// An answer is what a request for a path gets.
type answer struct {
	code int
	kind string // the content type
	body []byte // by gzip, once the answer is remembered
	made time.Time
}

// size returns how many bytes an answer takes that is remembered by key.
func (a answer) size(key string) int { return len(key) + len(a.body) }

// pack returns a text by gzip. Pictures of boards repeat much, and take a tenth then.
func pack(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // a buffer takes all
	_ = w.Close()
	return b.Bytes()
}

// unpack returns what pack has packed.
func unpack(packed []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // it is ours
	}
	body, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return body
}

// A cache remembers answers by path and query for freshTime. Few are made at once, and the
// same one only once.
type cache struct {
	now   func() time.Time
	queue chan struct{} // has room for those that are made or wait for it
	work  chan struct{} // has room for those that are made at once

	mu       sync.Mutex
	answers  map[string]answer
	making   map[string]chan struct{} // closed when it is made
	size     int
	sweeping bool // old answers will be forgotten soon
}

func newCache(now func() time.Time) *cache {
	return &cache{
		now: now, queue: make(chan struct{}, waiting), work: make(chan struct{}, working),
		answers: make(map[string]answer), making: make(map[string]chan struct{}),
	}
}

// get returns the answer to key, by gzip, which it makes if it remembers none. ok is false if too
// many wait already, or if ctx has ended before.
func (c *cache) get(ctx context.Context, key string, make func() answer) (a answer, ok bool) {
	for {
		a, wait, found := c.find(key)
		if found {
			return a, true
		}
		if wait == nil {
			break
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return answer{}, false
		}
	}
	defer c.made(key)
	select {
	case c.queue <- struct{}{}:
		defer func() { <-c.queue }()
	default:
		return answer{}, false
	}
	select {
	case c.work <- struct{}{}:
		defer func() { <-c.work }()
	case <-ctx.Done():
		return answer{}, false
	}
	a = make()
	a.body, a.made = pack(a.body), c.now()
	c.keep(key, a)
	return a, true
}

// find returns the answer to key, or a channel that is closed once somebody else has made
// it, or neither: then the caller makes it, and calls made.
func (c *cache) find(key string) (a answer, wait <-chan struct{}, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a, found = c.answers[key]; found && c.isFresh(a) {
		return a, nil, true
	}
	if wait := c.making[key]; wait != nil {
		return answer{}, wait, false
	}
	c.making[key] = make(chan struct{})
	return answer{}, nil, false
}

// made says that key is made, or will not be.
func (c *cache) made(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.making[key])
	delete(c.making, key)
}

// keep remembers an answer. If there is no room, it forgets all others first.
func (c *cache) keep(key string, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
	if c.size+a.size(key) > cacheBytes || len(c.answers) == cacheAnswers {
		clear(c.answers)
		c.size = 0
	}
	c.answers[key] = a
	c.size += a.size(key)
	if !c.sweeping {
		c.sweeping = true
		time.AfterFunc(freshTime, c.sweep)
	}
}

// drop forgets an answer, if there is one.
func (c *cache) drop(key string) {
	if old, found := c.answers[key]; found {
		c.size -= old.size(key)
		delete(c.answers, key)
	}
}

// sweep forgets old answers, now and for as long as there are others.
func (c *cache) sweep() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, a := range c.answers {
		if !c.isFresh(a) {
			c.drop(key)
		}
	}
	if c.sweeping = len(c.answers) > 0; c.sweeping {
		time.AfterFunc(freshTime, c.sweep)
	}
}

// isFresh reports whether an answer may be given again. A clock that is set back makes it
// old.
func (c *cache) isFresh(a answer) bool {
	age := c.now().Sub(a.made)
	return 0 <= age && age < freshTime
}
