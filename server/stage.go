package server

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui"
)

// A stage is what others can see of one session: its table, and who watches it.
// Nothing here waits for anybody, nor does anything else while it holds the lock:
// who watches is left a scene, and takes it or finds a newer one.
type stage struct {
	count atomic.Int32 // of the audience, for who does not wait even for the lock

	mu       sync.Mutex
	scene    *tui.Scene // nil: there is nothing to see
	audience map[*onlooker]struct{}
}

// An onlooker is one session's look at a stage.
type onlooker struct {
	stage   *stage
	by      companion
	mailbox chan *tui.Scene // holds the newest; closed when the watch is over
}

// show lets all who watch see a scene: one write into each mailbox. With the last
// one of a round, and with nil, the watches end; also before one of another event,
// as who may see what depends on that.
func (s *stage) show(scene *tui.Scene) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scene != nil && scene != nil && s.scene.Event != scene.Event {
		for w := range s.audience {
			s.drop(w)
		}
	}
	s.scene = scene
	if scene != nil {
		for w := range s.audience {
			w.put(scene)
		}
	}
	if scene == nil || scene.Final {
		s.scene = nil
		for w := range s.audience {
			s.drop(w)
		}
	}
}

// now is what there is to see, nil where nothing is.
func (s *stage) now() *tui.Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scene
}

// watchers is how many watch.
func (s *stage) watchers() int { return int(s.count.Load()) }

// join begins a watch, with what there is to see; nil where nothing is.
func (s *stage) join(by companion) (*onlooker, *tui.Scene) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scene == nil {
		return nil, nil
	}
	w := &onlooker{stage: s, by: by, mailbox: make(chan *tui.Scene, 1)}
	w.put(s.scene)
	if s.audience == nil {
		s.audience = make(map[*onlooker]struct{})
	}
	s.audience[w] = struct{}{}
	s.count.Add(1)
	return w, s.scene
}

// onlookers is all who watch.
func (s *stage) onlookers() []*onlooker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.audience))
}

// drop ends a watch of the audience. The lock must be held.
func (s *stage) drop(w *onlooker) {
	delete(s.audience, w)
	s.count.Add(-1)
	close(w.mailbox)
}

// put leaves a scene in place of one that was not taken. The stage's lock must be
// held: as nobody else puts one in, there is room.
func (w *onlooker) put(scene *tui.Scene) {
	select {
	case <-w.mailbox:
	default:
	}
	w.mailbox <- scene
}

// leave ends the watch, unless it has ended.
func (w *onlooker) leave() {
	w.stage.mu.Lock()
	defer w.stage.mu.Unlock()
	if _, in := w.stage.audience[w]; in {
		w.stage.drop(w)
	}
}

// Next implements tui.Watch.
func (w *onlooker) Next(then func(*tui.Scene) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(<-w.mailbox) }
}
