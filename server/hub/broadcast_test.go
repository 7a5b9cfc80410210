package hub

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// next waits for the next scene of a watch. It is nil after the last one.
func next(w arcade.Watch[*arcade.Scene]) *arcade.Scene {
	scene, _ := w.Next()
	return scene
}

// A subscriber who takes each scene before the next one comes gets each scene once: one
// write into one mailbox.
//
//abuse:case 17
func TestOneMailboxWriteAWatcher(t *testing.T) {
	const watchers, moves = 200, 50
	var b broadcast
	b.publish(&arcade.Scene{}, 0)
	var took [watchers]int
	var taken, done sync.WaitGroup
	taken.Add(watchers)
	for i := range watchers {
		sub := watches(&b)
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
		b.publish(&arcade.Scene{Moves: n}, 0)
		taken.Wait()
	}
	b.publish(nil, 0)
	done.Wait()
	if slices.ContainsFunc(took[:], func(n int) bool { return n != moves+1 }) {
		t.Errorf("%d scenes came to them as %v", moves+1, took)
	}
	if n := b.watchers(); n != 0 {
		t.Errorf("%d watch still", n)
	}
	t.Attr("reached", fmt.Sprintf("%d mailbox writes for %d scenes and %d watchers", watchers*(moves+1), moves+1, watchers))
}

// A subscriber who takes nothing finds only the newest scene.
func TestTheNewestSceneWins(t *testing.T) {
	var b broadcast
	b.publish(&arcade.Scene{}, 0)
	sub := watches(&b)
	for n := range 1000 {
		b.publish(&arcade.Scene{Moves: n}, 0)
	}
	if got := next(sub); got.Moves != 999 {
		t.Errorf("the newest scene has move %d", got.Moves)
	}
	b.publish(&arcade.Scene{Moves: 1000}, 0)
	b.publish(&arcade.Scene{Moves: 1001, Final: true}, 0)
	if got := next(sub); got == nil || got.Moves != 1001 {
		t.Errorf("the last is %+v", got)
	}
	if got := next(sub); got != nil {
		t.Errorf("after the last scene comes %+v", got)
	}
}

func TestNothingToSee(t *testing.T) {
	var b broadcast
	for name, scene := range map[string]*arcade.Scene{"nothing": nil, "the end": {Final: true}} {
		b.publish(&arcade.Scene{}, 0)
		b.publish(scene, 0)
		if current, _ := b.newest(); watches(&b) != nil || current != nil {
			t.Errorf("after %s a watch begins: %+v", name, current)
		}
	}
	b.publish(&arcade.Scene{Moves: 7}, 0)
	sub := watches(&b)
	if got := next(sub); got.Moves != 7 {
		t.Errorf("it begins with move %d", got.Moves)
	}
	leaves(sub)
	leaves(sub)
	b.publish(nil, 0)
	leaves(sub)
	if next(sub) != nil || b.watchers() != 0 {
		t.Errorf("%d watch that have left", b.watchers())
	}
}

// Subscribers come and leave while the player plays; this is for the race detector. The
// ones who stay see the last scene.
//
//abuse:case 17
func TestCrowdsComeAndGo(t *testing.T) {
	const crowd, joins, moves = 50, 100, 5000
	var b broadcast
	b.publish(&arcade.Scene{}, 0)
	stays := watches(&b)
	var all sync.WaitGroup
	for range crowd {
		all.Go(func() {
			for range joins {
				if sub := watches(&b); sub != nil {
					next(sub)
					all.Go(func() { leaves(sub) }) // concurrently with other ends of the watch
					leaves(sub)
				}
			}
		})
	}
	all.Go(func() {
		for range joins {
			b.watchers()
			b.newest()
			for box := range b.readers.All() {
				if box != stays.Box {
					b.readers.Remove(box) // as a watch that is no longer allowed
					break
				}
			}
		}
	})
	for n := range moves {
		b.publish(&arcade.Scene{Moves: n}, 0)
	}
	all.Wait()
	if got := next(stays); got.Moves != moves-1 {
		t.Errorf("the one who stayed sees move %d", got.Moves)
	}
	leaves(stays)
	if n := b.watchers(); n != 0 {
		t.Errorf("%d watch", n)
	}
}

// With a hundred subscribers who take nothing and as many who do, the player waits for
// none: otherwise this test would not end. Who takes nothing misses all scenes but the last.
//
//abuse:case 4
func TestPublishingWaitsForNobody(t *testing.T) {
	const each, scenes = 100, 5000
	var b broadcast
	b.publish(&arcade.Scene{}, 0)
	var readers sync.WaitGroup
	var seen atomic.Int64
	var idle []*subscriber
	for range each {
		idle = append(idle, watches(&b))
		sub := watches(&b)
		readers.Go(func() {
			for next(sub) != nil {
				seen.Add(1)
			}
		})
	}
	took := make([]time.Duration, scenes)
	for n := range took {
		scene := &arcade.Scene{Moves: n}
		began := time.Now()
		b.publish(scene, 0)
		took[n] = time.Since(began)
	}
	b.publish(nil, 0)
	readers.Wait()
	if n := seen.Load(); b.watchers() != 0 || n == 0 || n > each*(scenes+1) {
		t.Errorf("%d still watch, having taken %d scenes", b.watchers(), n)
	}
	for _, sub := range idle {
		if last := next(sub); last == nil || last.Moves != scenes-1 || next(sub) != nil {
			t.Fatalf("one who took nothing finds %+v, and perhaps more", last)
		}
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	t.Attr("reached", fmt.Sprintf("publish p99 %.2f ms to %d watchers, of whom %d take nothing", p99.Seconds()*1000, 2*each, each))
}

func leaves(sub *subscriber) { sub.broadcast.readers.Remove(sub.Box) }

// watches begins a watch, or returns nil if there is nothing to see.
func watches(b *broadcast) *subscriber {
	sub, _ := b.subscribe(context.Background(), nil)
	return sub
}
