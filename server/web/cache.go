package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"sync"
	"time"
)

// freshTime is how long an answer is remembered. A flood of requests for the same pages then
// reads the store once in that time.
const freshTime = 5 * time.Second

// The maximum size and number of the answers that are remembered.
const (
	cacheBytes   = 8 << 20
	cacheAnswers = 1024
)

// An answer is what a request for a path gets.
type answer struct {
	code   int
	kind   string // the content type
	body   []byte
	packed []byte // body by gzip, once the answer is remembered
	made   time.Time
}

// size returns how many bytes are remembered.
func (a answer) size() int { return len(a.body) + len(a.packed) }

// pack returns a text by gzip. Pictures of boards repeat much, and take a tenth then.
func pack(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // a buffer takes all
	_ = w.Close()
	return b.Bytes()
}

// A cache remembers answers by path and query for freshTime. Few are made at once, and the
// same one only once.
type cache struct {
	now  func() time.Time
	work chan struct{} // has room for those that are made at once

	mu      sync.Mutex
	answers map[string]answer
	making  map[string]chan struct{} // closed when it is made
	size    int
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, work: make(chan struct{}, working), answers: make(map[string]answer), making: make(map[string]chan struct{})}
}

// get returns the answer to key, which it makes if it remembers none. ok is false if ctx has
// ended before.
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
	case c.work <- struct{}{}:
		defer func() { <-c.work }()
	case <-ctx.Done():
		return answer{}, false
	}
	a = make()
	a.packed, a.made = pack(a.body), c.now()
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

// keep remembers an answer. It forgets old ones for it and, if that is not enough, all.
func (c *cache) keep(key string, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size += a.size() - c.answers[key].size()
	c.answers[key] = a
	if c.size <= cacheBytes && len(c.answers) <= cacheAnswers {
		return
	}
	for other, old := range c.answers {
		if !c.isFresh(old) {
			c.size -= old.size()
			delete(c.answers, other)
		}
	}
	if c.size > cacheBytes || len(c.answers) > cacheAnswers {
		clear(c.answers)
		c.size = 0
	}
}

// isFresh reports whether an answer may be given again. A clock that is set back makes it
// old.
func (c *cache) isFresh(a answer) bool {
	age := c.now().Sub(a.made)
	return 0 <= age && age < freshTime
}
