package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
)

func (r *raceScreen) key(key string) tea.Cmd {
	switch key {
	case "q", "esc", "ctrl+c":
		return back
	case "N":
		if r.env.Accounts != nil {
			return open(newNick(r.env))
		}
		r.err = noAccounts
		return nil
	}
	if r.race == nil {
		return nil
	}
	r.err = ""
	if browse(key, &r.at, len(r.race.Racers)) {
		return nil
	}
	races, code := r.env.Races, r.code
	switch key {
	case "s":
		switch _, place := r.race.Own(); {
		case !r.race.Begins.IsZero():
			r.err = "It was started already."
		case place != 1:
			r.err = "Only " + r.race.Racers[0].Nick + " can start it now."
		default:
			return func() tea.Msg { return raceChangedMsg{r, false, races.Start(code)} }
		}
	case "l":
		if r.race.Begins.IsZero() {
			return func() tea.Msg { return raceChangedMsg{r, true, races.Leave(code)} }
		}
		r.err = "You cannot leave a race that was started: it goes on without you."
	case "enter", "space":
		return r.choose()
	}
	return nil
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
func (r *raceScreen) Hints() []Key {
	last := []Key{{"?", "keys"}, {"q", "back"}}
	if r.race == nil || r.watchEnded && !r.race.Over {
		return last
	}
	own, place := r.race.Own()
	switch {
	case r.race.Over || own.Through:
		keys := []Key{{"Enter", r.opens(own)}, {"up/down", "choose"}}
		if keys[0].Does == "" {
			keys = keys[1:]
		}
		return append(keys, last...)
	case r.race.Begins.IsZero() && place == 1:
		return append([]Key{{"s", "start"}, {"l", "leave it"}, {"N", "nick"}}, last...)
	case r.race.Begins.IsZero():
		return append([]Key{{"l", "leave it"}, {"N", "nick"}}, last...)
	case r.race.MayPlay(r.env.Now()):
		return append([]Key{{"Enter", "to your table"}}, last...)
	}
	return last
}

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
func (r *raceScreen) Keys() []Key {
	return []Key{
		{"s", "start the race, if you opened it"},
		{"Enter, space", "to your table; once you are through, watch the chosen racer or replay the round"},
		{"up down, j k", "choose a racer; Home and End: the first, the last"},
		{"PgUp, PgDn", "ten racers"},
		{"mouse", "a click chooses a racer, another is Enter"},
		{"l", "leave the race, before it is started"},
		{"N", "your nick, which the others see"},
		{"q, Esc", "back; you stay in the race"},
	}
}

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
