package words_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

// liveRaces are races of which a test brings the views one after the other, none if views is
// nil.
type liveRaces struct {
	*races
	views chan *arcade.Race
}

// Follow implements arcade.Races.
func (l liveRaces) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	if _, err := l.races.Follow(ctx, code); err != nil {
		return nil, err
	}
	return raceViews{l.views, ctx}, nil
}

// raceViews is a watch of what comes through a channel.
type raceViews struct {
	views chan *arcade.Race
	life  context.Context
}

// Next implements arcade.Watch.
func (v raceViews) Next() (*arcade.Race, bool) {
	select {
	case view, ok := <-v.views:
		return view, ok
	case <-v.life.Done():
		return nil, false
	}
}

// A player in words is told what happens in a race, and comes to its table when it begins.
func TestRaceRoom(t *testing.T) {
	all, views := &tuitest.Races{}, make(chan *arcade.Race)
	store := &tuitest.Store{}
	e := env(store)
	e.Races, e.Events = liveRaces{all, views}, (&tuitest.Events{}).Attach(store, e.Now)
	start := e.Now()
	e.Now = func() time.Time { return start }
	d := newDialogue(t, e)
	d.types("race hop 45")

	joined := *all.List[0]
	joined.Racers = append(joined.Racers[:1:1], arcade.Racer{ID: "bob", Nick: "bob"})
	d.does(func() { views <- &joined })
	views <- &joined // which is no news
	begins := joined
	begins.Begins = start
	all.List[0] = &begins
	d.does(func() { views <- &begins })
	d.types("moves")
	through := begins
	through.Racers = append(joined.Racers[:1:1], arcade.Racer{ID: "bob", Nick: "bob", Played: true, Through: true})
	through.Racers[1].Score.Points = 6
	d.does(func() { views <- &through })
	_ = d.typed.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
	got := d.screen()
	if strings.Contains(got, "> \n\n") {
		t.Errorf("a prompt is broken by nothing:\n%s", got)
	}
	for _, want := range []string{
		"In race K7Q2M9 now: bob. 2 racers so far.", "The race has begun, and this is your table.", "a1, Seven of Hearts: a4", "bob is done, with 6 points.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("nothing says %q:\n%s", want, got)
		}
	}
}

// What happens in a race waits neither for the answer to a question, which is then asked again, nor for the reader of a
// long answer.
func TestARaceDoesNotWaitForAnAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		types []string
		wants []string
	}{
		"a question": {[]string{"play lucky seven", "hint"}, []string{"Race K7Q2M9 has begun, and the clock runs: race play goes to your table.", "A hint makes this game assisted", "yes or no>"}},
		"a page":     {[]string{"help more"}, []string{"The race has begun, and this is your table.", "a1, upper pile: Seven of Hearts"}},
	} {
		t.Run(name, func(t *testing.T) {
			all, views := &tuitest.Races{}, make(chan *arcade.Race)
			store := &tuitest.Store{}
			e := env(store)
			e.Races, e.Events = liveRaces{all, views}, (&tuitest.Events{}).Attach(store, e.Now)
			start := e.Now()
			e.Now = func() time.Time { return start }
			d := newDialogue(t, e)
			d.types("race hop 45")
			for _, line := range c.types {
				d.types(line)
			}
			before := len(d.screen())
			begins := *all.List[0]
			begins.Begins = start
			all.List[0] = &begins
			d.does(func() { views <- &begins })
			got := d.screen()[before:]
			for _, want := range c.wants {
				i := strings.Index(got, want)
				if i < 0 {
					t.Fatalf("nothing says %q:\n%s", want, got)
				}
				got = got[i:]
			}
			_ = d.typed.Close()
			if err := <-d.ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// A player at the bench hears of a race, too.
func TestARaceIsHeardOfAtTheBench(t *testing.T) {
	all, views := &tuitest.Races{}, make(chan *arcade.Race)
	e := inWorkshop(&tuitest.Store{})
	e.Races = liveRaces{all, views}
	d := newDialogue(t, e)
	d.types("race hop 45")
	d.types("workshop 1")
	joined := *all.List[0]
	joined.Racers = append(joined.Racers[:1:1], arcade.Racer{ID: "bob", Nick: "bob"})
	d.does(func() { views <- &joined })
	_ = d.typed.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
	if got := d.screen(); !strings.Contains(got, "Bench> \nIn race K7Q2M9 now: bob.") {
		t.Errorf("it says\n%s", got)
	}
}

// Nothing is said of the start of a race in words that was left in another session in its countdown.
func TestARaceThatIsGoneDoesNotBeginInWords(t *testing.T) {
	all, views := &tuitest.Races{}, make(chan *arcade.Race)
	store := &tuitest.Store{}
	e := env(store)
	e.Races, e.Events = liveRaces{all, views}, (&tuitest.Events{}).Attach(store, e.Now)
	var clock atomic.Pointer[time.Time]
	start := e.Now()
	clock.Store(&start)
	e.Now = func() time.Time { return *clock.Load() }
	d := newDialogue(t, e)
	d.types("race hop 45")
	begins := *all.List[0]
	begins.Begins = start.Add(time.Hour)
	d.does(func() { views <- &begins })
	clock.Store(&begins.Begins)
	close(views)
	d.types("moves")
	_ = d.typed.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
	if got := d.screen(); !strings.Contains(got, "begins in 3600 seconds") || strings.Contains(got, "has begun") {
		t.Errorf("it says\n%s", got)
	}
}

// A racer in words who is taken out is told who did it.
func TestARacerInWordsIsTakenOut(t *testing.T) {
	all, views := &tuitest.Races{}, make(chan *arcade.Race)
	e := env(&tuitest.Store{})
	e.Races = liveRaces{all, views}
	d := newDialogue(t, e)
	d.types("race hop 45")
	joined := *all.List[0]
	joined.Racers = []arcade.Racer{{ID: "bob", Nick: "bob"}, joined.Racers[0]}
	d.does(func() { views <- &joined })
	out := joined
	out.Racers = joined.Racers[:1]
	d.does(func() { views <- &out })
	_ = d.typed.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
	if got := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(got, "You are no longer in race K7Q2M9: bob has taken you out, or you have left it in another session.") {
		t.Errorf("it says\n%s", got)
	}
}
