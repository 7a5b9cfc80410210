package words_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

// Others are players at tables whose scenes come from the test.
type others struct {
	tuitest.Spectators
	scenes  chan *arcade.Scene // nil ends the watch
	watched context.Context
}

// Watch implements arcade.Spectators.
func (o *others) Watch(ctx context.Context, number int) (arcade.Watch[*arcade.Scene], error) {
	if number != 7 {
		return nil, errors.New("this table cannot be watched now")
	}
	o.watched = ctx
	return scenesUntil{ctx, o.scenes}, nil
}

type scenesUntil struct {
	ctx    context.Context
	scenes chan *arcade.Scene
}

// Next implements arcade.Watch.
func (s scenesUntil) Next() (*arcade.Scene, bool) {
	select {
	case scene := <-s.scenes:
		if s.ctx.Err() != nil { // it is for whoever watches next
			s.scenes <- scene
			return nil, false
		}
		return scene, scene != nil
	case <-s.ctx.Done():
		return nil, false
	}
}

// A dialogue is a session that goes on while the test looks at it.
type dialogue struct {
	t     *testing.T
	typed *io.PipeWriter
	ended chan error

	mu      sync.Mutex
	out     strings.Builder
	changed chan struct{}
}

func newDialogue(t *testing.T, e session.Ports) *dialogue {
	r, w := io.Pipe()
	d := &dialogue{t: t, typed: w, ended: make(chan error, 1), changed: make(chan struct{}, 1)}
	d.does(func() { go func() { d.ended <- words.Run(reporting(e), words.NewLines(r, d), d) }() })
	return d
}

// Write implements io.Writer.
func (d *dialogue) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.out.Write(p)
	select {
	case d.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

// screen returns all that was written.
func (d *dialogue) screen() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.ReplaceAll(d.out.String(), "\r\n", "\n")
}

// does calls what and waits for another prompt.
func (d *dialogue) does(what func()) {
	d.t.Helper()
	prompts := func() int { return strings.Count(d.screen(), "> ") }
	before := prompts()
	what()
	for prompts() == before {
		select {
		case <-d.changed:
		case <-time.After(10 * time.Second):
			d.t.Fatalf("no prompt follows:\n%s", d.screen())
		}
	}
}

// types types a line and waits for the answer.
func (d *dialogue) types(line string) {
	d.t.Helper()
	d.does(func() { _, _ = io.WriteString(d.typed, line+"\r") })
}

// TestWatching has the transcript of a table that is watched to its end, and of one that is left.
func TestWatching(t *testing.T) {
	g := catalog.All()[0]
	company := &others{scenes: make(chan *arcade.Scene, 9)}
	company.Live = []arcade.LiveTable{
		{Number: 7, Player: "ann", Game: g.Info().ID, Score: scene(t, g).Score, Moves: 3, Idle: 3 * time.Second, Watchers: 2},
		{Number: 8, Player: arcade.Nameless, Game: "boardwalk/cheshire"},
		{Number: 9, Player: arcade.Nameless, Game: "chessboard"},
	}
	company.Dailies = 1
	e := env(&tuitest.Store{}, "ABC")
	e.Spectators = company
	d := newDialogue(t, e)
	var moves []string
	s := g.Deal("R1")
	for range 3 {
		m := s.Moves()[0]
		moves = append(moves, m.String())
		s, _ = s.Play(m)
	}
	show := func(s *arcade.Scene) { d.does(func() { company.scenes <- s }) }
	d.types("watch nobody")
	d.types("watch")
	d.types("watch somebody")
	d.types("watch 2")
	d.types("play 1")
	d.types("a1a4")
	d.types("a1a4") // the first move of a newcomer is asked for twice
	company.scenes <- scene(t, g)
	d.types("watch Ann")
	show(scene(t, g, moves[:1]...))
	d.types("a1c4")
	d.types("undo")
	d.types("back")
	d.types("what changed")
	d.types("what changed")
	show(scene(t, g, moves...))
	d.types("row 3")
	d.types("what changed")
	d.types("help")
	d.types("settings pages off")
	d.types("rules 3")
	last := scene(t, g, moves...)
	last.Final = true
	show(last)
	d.types("stop")
	company.scenes <- scene(t, g)
	d.types("watch")
	d.types("watch 1")
	d.types("stop")
	if company.watched.Err() == nil {
		t.Error("the table is still watched")
	}
	company.scenes <- scene(t, g)
	d.types("watch 1")
	show(nil)
	company.scenes <- scene(t, g)
	d.types("watch 1")
	d.types("continue")
	if company.watched.Err() == nil {
		t.Error("the table is still watched")
	}
	company.scenes <- scene(t, g)
	d.types("watch 1")
	_ = d.typed.Close()
	if err := <-d.ended; err != nil || company.watched.Err() == nil {
		t.Errorf("it ends with %v, %v", err, company.watched.Err())
	}
	golden(t, "watch", d.screen())
}

// Whoever plays fast is told of once in a while, and what is between is left out.
func TestAFastPlayerIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no time passes but where the test waits for it
		g := catalog.All()[0]
		company := &others{scenes: make(chan *arcade.Scene, 1)}
		company.Live = []arcade.LiveTable{{Number: 7, Player: "ann", Game: g.Info().ID}}
		e := env(&tuitest.Store{})
		e.Now = time.Now
		e.Spectators = company
		d := newDialogue(t, e)
		company.scenes <- scene(t, g)
		d.types("watch 1")
		moves := 0
		play := func() {
			next := *scene(t, g)
			moves++
			next.Moves, next.LastAction = moves, fmt.Sprintf("This is move %d.", moves)
			company.scenes <- &next
			synctest.Wait()
		}
		told := func() int { return strings.Count(d.screen(), "This is move") }
		for range 6 { // the five that may come at once, and the one that the pause follows
			play()
		}
		if told() != 6 {
			t.Fatalf("it tells %d moves at once, want 6:\n%s", told(), d.screen())
		}
		play()
		if told() != 6 {
			t.Errorf("the next is not held back:\n%s", d.screen())
		}
		d.does(func() { time.Sleep(time.Second) })
		if told() != 7 {
			t.Errorf("the next does not come after the pause:\n%s", d.screen())
		}
		play()
		d.types("stop") // while one is held back
		if told() != 7 || !strings.HasSuffix(d.screen(), "Menu> ") {
			t.Errorf("after it was left, it shows\n%s", d.screen())
		}
		_ = d.typed.Close()
		<-d.ended
	})
}

// A table in words shows what is played there as any other does, until it is left, and its player learns how many watch.
func TestATableInWordsIsWatched(t *testing.T) {
	store := &tuitest.Store{Spectators: &tuitest.Spectators{Count: 3}}
	e := env(store, "ABC")
	e.Spectators = store.Spectators
	s := catalog.All()[0].Deal("ABC")
	first := typed(s, s.Moves()[0])
	company := newHall()
	e.Company = company
	got := talk(t, e, slices.Concat([]string{"play 1"}, first, []string{"score", "signal 4"})...)
	sees(t, got, "3 watching.")
	if len(company.Sent) != 1 || company.Sent[0] != (tuitest.Sent{Signal: arcade.Thanks}) {
		t.Errorf("sent are %v", company.Sent)
	}
	shown := store.Spectators.Shown
	if len(shown) == 0 || shown[len(shown)-1].Moves != 1 || shown[len(shown)-1].LastAction == "" {
		t.Fatalf("others see %+v", shown)
	}
	talk(t, e, "play 1", "leave")
	if store.Spectators.Newest() != nil {
		t.Error("others see a table that was left")
	}
}
