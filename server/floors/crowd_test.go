package floors

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"boardwalk/tui/tuitest"
)

// A crowd is the sessions on a server.
type crowd struct {
	server     *child
	players    []*player
	before     costs   // of the server without sessions
	connecting float64 // seconds of CPU until all had arrived
	sat        float64 // sum of the seconds that players had been in by then
}

// arrive lets a crowd log in, at a steady pace.
func arrive(tb testing.TB, server *child) *crowd {
	tb.Helper()
	c := &crowd{server: server, players: make([]*player, *sessions), before: server.ask(tb, askMemory)}
	c.connecting = c.spent(tb, func() {
		c.each(tb, func(_ *player, i int) (err error) {
			time.Sleep(time.Duration(i) * time.Second / loginsSecond)
			c.players[i], err = enter(server, address(i))
			return err
		})
		time.Sleep(settle)
	})
	for _, p := range c.players {
		c.sat += time.Since(p.seated).Seconds()
	}
	return c
}

// leave disconnects all players and stops the server.
func (c *crowd) leave() {
	for _, p := range c.players {
		p.HangUp()
	}
	c.server.stop()
}

// sitDown lets all players sit down at the table.
func (c *crowd) sitDown(tb testing.TB, key string) {
	tb.Helper()
	c.each(tb, func(p *player, _ int) error {
		_, err := p.press(key, func(s *tuitest.Terminal) bool { return atTable(s.Screen()) })
		return err
	})
	time.Sleep(settle)
}

// play lets all players type for the length of the run, at staggered times.
func (c *crowd) play(tb testing.TB, s script) (answers []time.Duration, moves []int) {
	tb.Helper()
	var mu sync.Mutex
	began := time.Now()
	c.each(tb, func(p *player, i int) error {
		due := began.Add(time.Duration(i) * keyEvery / time.Duration(len(c.players)))
		a, m, err := p.play(s, due, began.Add(*length))
		mu.Lock()
		defer mu.Unlock()
		answers, moves = append(answers, a...), append(moves, m...)
		return err
	})
	return answers, moves
}

// play types the script from its second key on, from due until end. It returns how long
// the answers took, and the bytes from the Enter that plays a move to the key that begins
// the next.
func (p *player) play(s script, due, end time.Time) (answers []time.Duration, moves []int, err error) {
	for k, entered := 1, -1; k < len(s.Keys) && due.Before(end); k++ {
		from := due // later than due if the answer before was late
		if wait := time.Until(due); wait > 0 {
			time.Sleep(wait)
			from = time.Now()
		}
		switch shown := p.Bytes(); {
		case s.Keys[k] == "\r":
			entered = shown
		case entered >= 0:
			moves, entered = append(moves, shown-entered), -1
		}
		at, err := p.press(s.Keys[k], anything)
		if err != nil {
			return nil, nil, fmt.Errorf("key %d, %q: %w", k, s.Keys[k], err)
		}
		answers = append(answers, at.Sub(from))
		due = due.Add(keyEvery)
	}
	return answers, moves, nil
}

// anything accepts the next bytes as the answer to a key.
func anything(*tuitest.Terminal) bool { return true }

// spent returns the seconds of CPU that the server uses while happens runs.
func (c *crowd) spent(tb testing.TB, happens func()) float64 {
	tb.Helper()
	before := c.server.ask(tb, askCPU).CPU
	happens()
	return (c.server.ask(tb, askCPU).CPU - before).Seconds()
}

// shown returns the bytes shown to all players.
func (c *crowd) shown() (bytes int) {
	for _, p := range c.players {
		bytes += p.Bytes()
	}
	return bytes
}

// each calls do for all players at once.
func (c *crowd) each(tb testing.TB, do func(p *player, i int) error) {
	tb.Helper()
	errs := make([]error, len(c.players))
	var all sync.WaitGroup
	for i, p := range c.players {
		all.Go(func() { errs[i] = do(p, i) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		tb.Fatal(err)
	}
}
