package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The room is where the racers of a race meet: before it begins, after they leave their
// tables while it goes on, and for its results. When the race begins, it opens the
// player's table by itself.
type room struct {
	env      *Env
	code     string
	life     context.Context
	end      func() // ends the watch
	asked    bool   // the watch has been asked for
	watch    Watch[*Race]
	race     *Race // nil until the first standings arrive
	closed   bool  // no more standings will come
	late     bool  // the limit has ended the player's round
	err      string
	covered  bool    // another screen is on top
	visiting *keeper // of the table that is about to open, nil if none is
	entered  bool    // the table was opened once; from then on only a key opens it
	reading  bool    // somebody's round is being read for a replay
	nick     string  // the player's, as the others see it
	at, top  int
	rows     rows
}

// roomMsg brings the watch that a room has asked for, and raceMsg the standings of the
// race, nil if no more will come. beginMsg says that the race may begin now, doneMsg
// brings the outcome of leaving or starting it, tableMsg the round to play, and roundMsg
// one to replay.
type (
	roomMsg struct {
		screen *room
		watch  Watch[*Race]
		err    error
	}
	raceMsg struct {
		screen *room
		race   *Race
	}
	beginMsg struct{ screen *room }
	doneMsg  struct {
		screen *room
		leave  bool
		err    error
	}
	tableMsg struct {
		screen *room
		visit  visit
	}
	roundMsg struct {
		screen *room
		replay *replay
		err    error
	}
)

func newRoom(env *Env, code string) *room {
	r := &room{env: env, code: code, nick: env.profile.Nick}
	r.life, r.end = context.WithCancel(context.Background())
	return r
}

// Init implements Screen.
func (r *room) Init() tea.Cmd {
	r.covered = false
	if r.asked {
		return tea.Batch(r.begin(), r.rename())
	}
	r.asked = true
	races, life, code := r.env.Races, r.life, r.code
	return func() tea.Msg {
		watch, err := races.Follow(life, code)
		return roomMsg{r, watch, err}
	}
}

// pause implements runner.
func (r *room) pause() { r.covered = true }

// left implements leaver.
func (r *room) left() { r.end() }

// close prevents a visit in progress from taking over a round that another session may
// play by then.
func (r *room) close() error {
	if r.visiting == nil {
		return nil
	}
	return r.visiting.close(func() error { return nil })
}

func (r *room) going() bool { return r.visiting != nil || r.reading }

// waits reports whether something will happen without a key.
func (r *room) waits() bool { return !r.closed && (r.race == nil || !r.race.Over) }

// Update implements Screen.
func (r *room) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case roomMsg:
		if msg.screen == r {
			return r.follow(msg)
		}
	case raceMsg:
		if msg.screen == r {
			return r.take(msg.race)
		}
	case beginMsg:
		if msg.screen == r {
			return r.begin()
		}
	case doneMsg:
		if msg.screen == r {
			return r.done(msg)
		}
	case tableMsg:
		if msg.screen == r {
			return r.arrive(msg.visit)
		}
	case roundMsg:
		if msg.screen == r {
			return r.replay(msg)
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

func (r *room) follow(msg roomMsg) tea.Cmd {
	if msg.err != nil {
		r.err, r.closed = sentence(msg.err.Error()), true
		return nil
	}
	r.watch = msg.watch
	return r.wait()
}

// wait waits for the next standings.
func (r *room) wait() tea.Cmd {
	watch := r.watch
	return func() tea.Msg {
		race, _ := watch.Next()
		return raceMsg{r, race} // nil after the last one
	}
}

// take shows new standings. The chosen racer stays chosen.
func (r *room) take(race *Race) tea.Cmd {
	if race == nil || len(race.Racers) == 0 {
		r.closed = true
		return nil
	}
	chosen := race.Me
	if r.race != nil && r.at < len(r.race.Racers) {
		chosen = r.race.Racers[r.at].ID
	}
	if own, _ := race.Own(); r.race != nil && race.Late && !r.race.Late && !own.Through {
		r.late = true
	}
	news := r.race == nil || !r.race.Begins.Equal(race.Begins)
	r.race = race
	if news {
		r.err = "" // it may be that the race was not started yet
	}
	r.at = max(slices.IndexFunc(race.Racers, func(o Racer) bool { return o.ID == chosen }), 0)
	if news {
		return tea.Batch(r.wait(), r.begin())
	}
	return r.wait()
}

// begin opens the player's table once the race has begun.
func (r *room) begin() tea.Cmd {
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
func (r *room) enter() tea.Cmd {
	g, ok := engine.Find(r.env.Games, r.race.Game)
	if !ok || r.going() || !r.race.MayPlay(r.env.Now()) {
		return nil
	}
	env := r.env
	v := visit{game: g, event: arcade.RaceEvent(r.code), keeper: &keeper{store: env.Store}}
	r.visiting, r.err = v.keeper, ""
	return func() tea.Msg {
		v.attend(env)
		return tableMsg{r, v}
	}
}

// arrive opens the table, unless another screen covers the room by now.
func (r *room) arrive(v visit) tea.Cmd {
	r.visiting = nil
	switch {
	case v.err != nil:
		r.err = sentence(v.err.Error())
		return nil
	case r.covered:
		return nil
	}
	t, err := raceTable(r.env, v, r.race)
	if err != nil {
		r.err = "Your round was played by other rules and cannot go on."
		return nil
	}
	r.entered = true
	return open(t)
}
