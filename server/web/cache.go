package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// freshTime is how long an answer is remembered at most. A flood of requests for the same pages
// then reads the store once in that time.
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
}

// size returns how many bytes an answer takes that is remembered by key.
func (a answer) size(key string) int { return len(key) + len(a.body) }

func unpack(packed []byte) (body []byte) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		body, err = io.ReadAll(r)
	}
	if err != nil {
		panic(err) // it is ours
	}
	return body
}

// A cache remembers answers by path and query, and forgets all of them once the first is
// freshTime old, or when they are too many. As answers are made one after another, those who
// wait for the same one find it remembered when it is their turn.
type cache struct {
	now   func() time.Time
	queue *semaphore.Weighted // held by requests whose answer is made or waits for that
	work  *semaphore.Weighted // held by the request whose answer is made

	mu      sync.Mutex
	answers map[string]answer
	size    int
	begun   time.Time // when the first was remembered
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, queue: semaphore.NewWeighted(waiting), work: semaphore.NewWeighted(1), answers: make(map[string]answer)}
}

// get returns the answer to key, by gzip, which it makes if it remembers none. ok is false if too
// many wait already, or if ctx has ended before.
func (c *cache) get(ctx context.Context, key string, make func() answer) (a answer, ok bool) {
	if a, ok = c.find(key); ok {
		return a, true
	}
	if !c.queue.TryAcquire(1) {
		return answer{}, false
	}
	defer c.queue.Release(1)
	if c.work.Acquire(ctx, 1) != nil {
		return answer{}, false
	}
	defer c.work.Release(1)
	if a, ok = c.find(key); ok { // made while this one waited
		return a, true
	}
	a = make()
	var packed bytes.Buffer // pictures of boards repeat much, and take a tenth then
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(a.body) // a buffer takes all
	_ = w.Close()
	a.body = packed.Bytes()
	c.keep(key, a)
	return a, true
}

// find returns the answer to key, if it is remembered. A clock that is set back makes it old.
func (c *cache) find(key string) (a answer, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if age := c.now().Sub(c.begun); age < 0 || age >= freshTime {
		c.forget()
	}
	a, ok = c.answers[key]
	return a, ok
}

// keep remembers an answer that is not remembered.
func (c *cache) keep(key string, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size+a.size(key) > cacheBytes || len(c.answers) == cacheAnswers {
		c.forget()
	}
	if len(c.answers) == 0 {
		c.begun = c.now()
	}
	c.answers[key] = a
	c.size += a.size(key)
}

// forget forgets all answers. The caller holds c.mu.
func (c *cache) forget() {
	clear(c.answers)
	c.size = 0
}
