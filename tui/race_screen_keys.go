package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/widget"
)

// bindings returns what the keys do. Until the first standings, the race has no racers.
func (r *raceScreen) bindings() []widget.Binding {
	race, none := r.race, r.race == nil
	if none {
		race = new(arcade.Race)
	}
	own, place := race.Own()
	started := !race.Begins.IsZero()
	var start, leave, nick, enter, choose string // what the last row offers
	switch {
	case none, r.watchEnded && !race.Over:
	case race.Over || own.Through:
		enter, choose = r.opens(own), "choose"
	case !started:
		start, leave, nick = "start", "leave it", "nick"
	case race.MayPlay(r.env.Now()):
		enter = "to your table"
	}
	var noStart, noLeave string // why not
	switch {
	case started:
		noStart = "It was started already."
		noLeave = "You cannot leave a race that was started: it goes on without you."
	case place != 1 && !none:
		noStart = "Only " + race.Racers[0].Nick + " can start it now."
	}
	races, code := r.env.Races, r.code
	return []widget.Binding{
		{Keys: "s", Does: "start the race, if you opened it", Hint: start, Off: none, Refusal: noStart, Do: func() tea.Cmd {
			return func() tea.Msg { return raceChangedMsg{r, false, races.Start(code)} }
		}},
		{Keys: "Enter, space", Does: "to your table; once you are through, watch the chosen racer or replay the round", Hint: enter, Off: none, Do: r.choose},
		{Keys: "up down, j k", Also: "Home End", Does: "choose a racer; Home and End: the first, the last", Hint: choose, DoKey: browsing(&r.at, len(race.Racers))},
		{Keys: "PgUp, PgDn", Does: "ten racers", DoKey: browsing(&r.at, len(race.Racers))},
		{Keys: "mouse", Does: "a click chooses a racer, another is Enter"},
		{Keys: "l", Does: "leave the race, before it is started", Hint: leave, Off: none, Refusal: noLeave, Do: func() tea.Cmd {
			return func() tea.Msg { return raceChangedMsg{r, true, races.Leave(code)} }
		}},
		{Keys: "N", Does: "your nick, which the others see", Hint: nick, Refusal: unless(r.env.Accounts != nil, noAccounts), Do: func() tea.Cmd { return open(newNick(r.env)) }},
		keysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back; you stay in the race", Hint: "back", Do: goBack},
	}
}

func (r *raceScreen) key(key string) tea.Cmd {
	if r.race != nil { // else it says why there is none
		r.err = ""
	}
	return widget.Press(r.bindings(), key, func(why string) { r.err = why })
}

func (r *raceScreen) applyChange(msg raceChangedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		r.err = sentence(msg.err.Error())
	case msg.leave:
		return back
	}
	return nil
}

// choose goes to the player's own table or, once that round has ended, shows the round of
// the chosen racer.
func (r *raceScreen) choose() tea.Cmd {
	o := r.race.Racers[min(r.at, len(r.race.Racers)-1)]
	own, _ := r.race.Own()
	switch {
	case r.race.MayPlay(r.env.Now()):
		return r.enter()
	case !r.race.Over && !own.Through:
		return nil
	case o.Round != "":
		return r.readRound(o.Round)
	case o.ID == own.ID, r.race.Over:
		return nil
	case o.Table == 0 || r.env.Spectators == nil:
		r.err = o.Nick + " is at no table now."
		return nil
	}
	return open(newWatchScreen(r.env, arcade.LiveTable{Number: o.Table, Player: o.Nick, Game: r.race.Game}))
}

// Hints implements Screen.
func (r *raceScreen) Hints() []Key { return hintsOf(r.bindings()) }

// opens returns what Enter does at the chosen racer once the player's own round has
// ended, "" if it does nothing.
func (r *raceScreen) opens(own arcade.Racer) string {
	o := r.race.Racers[min(r.at, len(r.race.Racers)-1)]
	switch {
	case o.Round != "" && r.env.Accounts != nil:
		return "replay"
	case o.Round == "" && o.ID != own.ID && !r.race.Over && o.Table != 0 && r.env.Spectators != nil:
		return "watch"
	}
	return ""
}

// Keys implements Screen.
func (r *raceScreen) Keys() []Key { return keysOf(r.bindings()) }

// readRound reads a racer's round, in a command.
func (r *raceScreen) readRound(id string) tea.Cmd {
	if r.env.Accounts == nil {
		return nil
	}
	r.reading = true
	env := r.env
	return func() tea.Msg {
		round, err := env.Accounts.Ranked(id)
		if err != nil {
			return raceReplayMsg{screen: r, err: err}
		}
		shown, err := env.replay(round)
		return raceReplayMsg{r, shown, err}
	}
}

func (r *raceScreen) openReplay(msg raceReplayMsg) tea.Cmd {
	r.reading = false
	if msg.err != nil {
		r.err = sentence(msg.err.Error())
		return nil
	}
	return open(msg.replay)
}

// rename shows the others a nick that the player has chosen in the meantime.
func (r *raceScreen) rename() tea.Cmd {
	if r.nick == r.env.profile.Nick || r.race == nil || !r.race.Begins.IsZero() {
		return nil
	}
	r.nick = r.env.profile.Nick
	races, code := r.env.Races, r.code
	return func() tea.Msg {
		_, _ = races.Join(code) // joining again tells all who are in it
		return nil
	}
}
