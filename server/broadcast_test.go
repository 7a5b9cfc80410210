package server

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui"
)

// next returns the next scene of a watch, as a screen waits for it.
func next(w tui.Watch) *tui.Scene {
	return w.Next(func(s *tui.Scene) tea.Msg { return s })().(*tui.Scene)
}

// An onlooker who takes each scene before the next one comes gets each scene once: one
// write into one mailbox.
func TestOneMailboxWriteAWatcher(t *testing.T) {
	const watchers, moves = 200, 50
	var s broadcast
	s.publish(&tui.Scene{})
	var took [watchers]int
	var taken, done sync.WaitGroup
	taken.Add(watchers)
	for i := range watchers {
		sub := watches(&s)
		done.Go(func() {
			for scene := next(sub); scene != nil; scene = next(sub) {
				if scene.Moves != took[i] {
					t.Errorf("watcher %d got move %d as scene %d", i, scene.Moves, took[i])
				}
				took[i]++
				taken.Done()
			}
		})
	}
	taken.Wait()
	for n := 1; n <= moves; n++ {
		taken.Add(watchers)
		s.publish(&tui.Scene{Moves: n})
		taken.Wait()
	}
	s.publish(nil)
	done.Wait()
	if slices.ContainsFunc(took[:], func(n int) bool { return n != moves+1 }) {
		t.Errorf("%d scenes came to them as %v", moves+1, took)
	}
	if n := s.watchers(); n != 0 {
		t.Errorf("%d watch still", n)
	}
	t.Attr("reached", fmt.Sprintf("%d mailbox writes for %d scenes and %d watchers", watchers*(moves+1), moves+1, watchers))
}

// An onlooker who takes nothing finds only the newest scene.
func TestTheNewestSceneWins(t *testing.T) {
	var s broadcast
	s.publish(&tui.Scene{})
	sub := watches(&s)
	for n := range 1000 {
		s.publish(&tui.Scene{Moves: n})
	}
	if len(sub.mailbox) != 1 {
		t.Errorf("%d scenes wait", len(sub.mailbox))
	}
	if got := next(sub); got.Moves != 999 {
		t.Errorf("the newest scene has move %d", got.Moves)
	}
	s.publish(&tui.Scene{Moves: 1000})
	s.publish(&tui.Scene{Moves: 1001, Final: true})
	if got := next(sub); got == nil || got.Moves != 1001 {
		t.Errorf("the last is %+v", got)
	}
	if got := next(sub); got != nil {
		t.Errorf("after the last scene comes %+v", got)
	}
}

func TestNothingToSee(t *testing.T) {
	var s broadcast
	for name, scene := range map[string]*tui.Scene{"nothing": nil, "the end": {Final: true}} {
		s.publish(&tui.Scene{})
		s.publish(scene)
		if sub := watches(&s); sub != nil || s.current() != nil {
			t.Errorf("after %s a watch begins: %+v", name, s.current())
		}
	}
	s.publish(&tui.Scene{Moves: 7})
	sub := watches(&s)
	if got := next(sub); got.Moves != 7 {
		t.Errorf("it begins with move %d", got.Moves)
	}
	sub.unsubscribe()
	sub.unsubscribe()
	s.publish(nil)
	sub.unsubscribe()
	if next(sub) != nil || s.watchers() != 0 {
		t.Errorf("%d watch that have left", s.watchers())
	}
}

// Onlookers join and leave while the player plays; this is for the race detector. The
// ones who stay see the last scene.
func TestCrowdsComeAndGo(t *testing.T) {
	const crowd, visits, moves = 50, 100, 5000
	var s broadcast
	s.publish(&tui.Scene{})
	stays := watches(&s)
	var all sync.WaitGroup
	for range crowd {
		all.Go(func() {
			for range visits {
				if sub := watches(&s); sub != nil {
					next(sub)
					go sub.unsubscribe() // concurrently with other ends of the watch
					sub.unsubscribe()
				}
			}
		})
	}
	all.Go(func() {
		for i := range visits {
			s.watchers()
			s.current()
			if all := s.subscribers(); len(all) > 0 && all[i%len(all)] != stays {
				all[i%len(all)].unsubscribe() // as a watch that is no longer allowed
			}
		}
	})
	for n := range moves {
		s.publish(&tui.Scene{Moves: n})
	}
	all.Wait()
	if got := next(stays); got.Moves != moves-1 {
		t.Errorf("the one who stayed sees move %d", got.Moves)
	}
	stays.unsubscribe()
	if n := s.watchers(); n != 0 || len(s.subs) != 0 {
		t.Errorf("%d watch, and %d are kept", n, len(s.subs))
	}
}

// With a hundred onlookers who take nothing and as many who do, the player waits for
// none. The bound is some fifty times what it takes.
func TestPublishingWaitsForNobody(t *testing.T) {
	const each, scenes = 100, 5000
	var s broadcast
	s.publish(&tui.Scene{})
	var readers sync.WaitGroup
	var seen atomic.Int64
	for range each {
		watches(&s)
		sub := watches(&s)
		readers.Go(func() {
			for next(sub) != nil {
				seen.Add(1)
			}
		})
	}
	took := make([]time.Duration, scenes)
	for n := range took {
		scene := &tui.Scene{Moves: n}
		began := time.Now()
		s.publish(scene)
		took[n] = time.Since(began)
	}
	s.publish(nil)
	readers.Wait()
	if s.watchers() != 0 || seen.Load() == 0 {
		t.Errorf("%d still watch, having taken %d scenes", s.watchers(), seen.Load())
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	if p99 > 5*time.Millisecond {
		t.Errorf("p99 is %v", p99)
	}
	t.Attr("reached", fmt.Sprintf("publish p99 %.2f ms to %d watchers, of whom %d take nothing", p99.Seconds()*1000, 2*each, each))
}

// watches begins a watch, or returns nil if there is nothing to see.
func watches(b *broadcast) *subscriber {
	sub, _ := b.subscribe(spectator{})
	return sub
}
