package server

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui"
)

// A stage is what others can see of one session: its table and the sessions that watch
// it. Nothing here blocks or does other work while it holds the lock: an onlooker finds
// the newest scene in its mailbox, whenever it looks.
type stage struct {
	count atomic.Int32 // size of the audience, readable without the lock

	mu       sync.Mutex
	scene    *tui.Scene // nil: nothing to see
	audience map[*onlooker]struct{}
}

// An onlooker is one session that watches a stage.
type onlooker struct {
	stage   *stage
	by      companion
	mailbox chan *tui.Scene // holds the newest scene; closed when the watch is over
}

// show shows a scene to all onlookers: one write into each mailbox. The watches end after
// the last scene of a round and with nil. They also end before a scene of another event,
// because each event decides who may watch.
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

// now returns the scene, or nil if there is nothing to see.
func (s *stage) now() *tui.Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scene
}

// watchers returns how many sessions watch.
func (s *stage) watchers() int { return int(s.count.Load()) }

// join begins a watch and returns it with the current scene, or nil if there is none.
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

// onlookers returns all who watch.
func (s *stage) onlookers() []*onlooker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.audience))
}

// drop ends a watch. The lock must be held.
func (s *stage) drop(w *onlooker) {
	delete(s.audience, w)
	s.count.Add(-1)
	close(w.mailbox)
}

// put replaces the scene in the mailbox. The stage's lock must be held: with no other
// sender, there is room and put does not block.
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
