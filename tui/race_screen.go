package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// A raceScreen is where the racers of a race meet: before it begins, after they leave
// their tables while it goes on, and for its results. When the race begins, it opens the
// player's table by itself.
type raceScreen struct {
	env        *Env
	code       string
	ctx        context.Context
	cancel     func() // ends the watch
	watchAsked bool   // the watch has been asked for
	watch      arcade.Watch[*arcade.Race]
	race       *arcade.Race // nil until the first standings arrive
	watchEnded bool         // no more standings will come
	timeUp     bool         // the limit has ended the player's round
	err        string
	covered    bool        // another screen is on top
	visiting   *play.Saver // of the table that is about to open, nil if none is
	entered    bool        // the table was opened once; from then on only a key opens it
	reading    bool        // somebody's round is being read for a replay
	nick       string      // the player's, as the others see it
	at, top    int
	rows       rows
}

// raceWatchMsg brings the watch that a race screen has asked for, and raceMsg the
// standings of the race, nil if no more will come. beginMsg says that the race may begin
// now, raceChangedMsg brings the outcome of leaving or starting it, raceVisitMsg the
// round to play, and raceReplayMsg one to replay.
type (
	raceWatchMsg struct {
		screen *raceScreen
		watch  arcade.Watch[*arcade.Race]
		err    error
	}
	raceMsg struct {
		screen *raceScreen
		race   *arcade.Race
	}
	beginMsg       struct{ screen *raceScreen }
	raceChangedMsg struct {
		screen *raceScreen
		leave  bool
		err    error
	}
	raceVisitMsg struct {
		screen *raceScreen
		visit  visit
	}
	raceReplayMsg struct {
		screen *raceScreen
		replay *replay
		err    error
	}
)

func newRaceScreen(env *Env, code string) *raceScreen {
	r := &raceScreen{env: env, code: code, nick: env.profile.Nick}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// Init implements Screen.
func (r *raceScreen) Init() tea.Cmd {
	r.covered = false
	if r.watchAsked {
		return tea.Batch(r.enterOnceBegun(), r.rename())
	}
	r.watchAsked = true
	races, ctx, code := r.env.Races, r.ctx, r.code
	return func() tea.Msg {
		watch, err := races.Follow(ctx, code)
		return raceWatchMsg{r, watch, err}
	}
}

// pause implements pauser.
func (r *raceScreen) pause() { r.covered = true }

// onClose implements closer.
func (r *raceScreen) onClose() { r.cancel() }

// close prevents a visit in progress from taking over a round that another session may
// play by then.
func (r *raceScreen) close() error {
	if r.visiting == nil {
		return nil
	}
	r.visiting.Close()
	return nil
}

func (r *raceScreen) busy() bool { return r.visiting != nil || r.reading }

// waits reports whether something will happen without a key.
func (r *raceScreen) waits() bool { return !r.watchEnded && (r.race == nil || !r.race.Over) }

// Update implements Screen.
func (r *raceScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case raceWatchMsg:
		if msg.screen == r {
			return r.startWatch(msg)
		}
	case raceMsg:
		if msg.screen == r {
			return r.apply(msg.race)
		}
	case beginMsg:
		if msg.screen == r {
			return r.enterOnceBegun()
		}
	case raceChangedMsg:
		if msg.screen == r {
			return r.applyChange(msg)
		}
	case raceVisitMsg:
		if msg.screen == r {
			return r.openTable(msg.visit)
		}
	case raceReplayMsg:
		if msg.screen == r {
			return r.openReplay(msg)
		}
	case tea.KeyPressMsg:
		return r.key(msg.String())
	case tea.MouseMsg:
		if r.race != nil && r.rows.mouse(msg, &r.at, len(r.race.Racers)) {
			return r.key("enter")
		}
	}
	return nil
}

func (r *raceScreen) startWatch(msg raceWatchMsg) tea.Cmd {
	if msg.err != nil {
		r.err, r.watchEnded = sentence(msg.err.Error()), true
		return nil
	}
	r.watch = msg.watch
	return r.wait()
}

// wait waits for the next standings.
func (r *raceScreen) wait() tea.Cmd {
	watch := r.watch
	return func() tea.Msg {
		race, _ := watch.Next()
		return raceMsg{r, race} // nil after the last one
	}
}

// apply shows new standings. The chosen racer stays chosen.
func (r *raceScreen) apply(race *arcade.Race) tea.Cmd {
	if race == nil || len(race.Racers) == 0 {
		r.watchEnded = true
		return nil
	}
	chosen := race.Me
	if r.race != nil && r.at < len(r.race.Racers) {
		chosen = r.race.Racers[r.at].ID
	}
	if own, _ := race.Own(); r.race != nil && race.Late && !r.race.Late && !own.Through {
		r.timeUp = true
	}
	news := r.race == nil || !r.race.Begins.Equal(race.Begins)
	r.race = race
	if news {
		r.err = "" // it may be that the race was not started yet
	}
	r.at = max(slices.IndexFunc(race.Racers, func(o arcade.Racer) bool { return o.ID == chosen }), 0)
	if news {
		return tea.Batch(r.wait(), r.enterOnceBegun())
	}
	return r.wait()
}

// enterOnceBegun opens the player's table once the race has begun.
func (r *raceScreen) enterOnceBegun() tea.Cmd {
	now := r.env.Now()
	switch {
	case r.race == nil, r.race.Begins.IsZero(), r.covered, r.entered:
		return nil
	case r.race.Begun(now):
		return r.enter()
	}
	return r.env.Tick(r.race.Begins.Sub(now), func(time.Time) tea.Msg { return beginMsg{r} })
}

// enter goes to the player's table.
func (r *raceScreen) enter() tea.Cmd {
	g, ok := r.env.Games.Find(r.race.Game)
	if !ok || r.busy() || !r.race.MayPlay(r.env.Now()) {
		return nil
	}
	env := r.env
	v := visit{game: g, event: arcade.RaceEvent(r.code), saver: play.NewSaver(env.Store)}
	r.visiting, r.err = v.saver, ""
	return func() tea.Msg {
		v.read(env)
		return raceVisitMsg{r, v}
	}
}

// openTable opens the table, unless another screen covers this one by now.
func (r *raceScreen) openTable(v visit) tea.Cmd {
	r.visiting = nil
	switch {
	case v.err != nil:
		r.err = sentence(v.err.Error())
		return nil
	case r.covered:
		return nil
	}
	t, err := newRaceTable(r.env, v, r.race)
	if err != nil {
		r.err = "Your round was played by other rules and cannot go on."
		return nil
	}
	r.entered = true
	return open(t)
}
