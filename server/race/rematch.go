package race

import (
	"context"
	"errors"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// A roomFollower is one session in the room of a race that is over, where it hears of
// rematches.
type roomFollower struct {
	mailbox.Box[*arcade.Race] // closed at the end

	me    string       // the player's racer ID
	shown *arcade.Race // the newest standings, nil if there are none yet
}

// Next implements arcade.Watch.
func (f *roomFollower) Next() (*arcade.Race, bool) {
	standings, ok := f.Box.Next()
	if !ok {
		return nil, false
	}
	own := *standings
	own.Me = f.me
	return &own, true
}

// show puts the standings into the mailbox. The Registry's lock must be held.
func (f *roomFollower) show(standings *arcade.Race) {
	f.shown = standings
	f.Put(standings)
}

// enterRoom follows the room of a race that is over until ctx ends.
func (rs *Registry) enterRoom(ctx context.Context, code, me string) *roomFollower {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	f := &roomFollower{me: me}
	room := rs.rooms[code]
	if room == nil {
		room = make(map[*roomFollower]struct{})
		rs.rooms[code] = room
	}
	room[f] = struct{}{}
	context.AfterFunc(ctx, func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		delete(room, f)
		if f.Close(); len(room) == 0 && len(rs.rooms[code]) == 0 {
			delete(rs.rooms, code)
		}
	})
	return f
}

// announce shows the standings of a race that is over, and its rematch, to its room.
func (rs *Registry) announce(standings *arcade.Race) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for f := range rs.rooms[standings.Code] {
		f.show(standings)
	}
}

// withdraw tells the rooms to which a rematch was shown that it cannot be joined any more.
func (rs *Registry) withdraw(code string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, room := range rs.rooms {
		for f := range room {
			if f.shown != nil && f.shown.Next == code {
				alone := *f.shown
				alone.Next = ""
				f.show(&alone)
			}
		}
	}
}

// FollowRematch implements arcade.Races.
func (p Player) FollowRematch(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	stored, err := p.Racer.Race(code)
	if err != nil {
		return nil, p.userErrorIn("follow a rematch", err)
	}
	f := p.registry().enterRoom(ctx, stored.Code, raceOf(stored).Me)
	if stored, err = p.Racer.Race(code); err != nil { // an offer may have come before the room was entered
		return nil, p.userErrorIn("follow a rematch", err)
	}
	p.registry().mu.Lock()
	defer p.registry().mu.Unlock()
	f.show(raceOf(stored))
	return f, nil
}

// Rematch implements arcade.Races. Only the racer who opens it waits for a deal.
func (p Player) Rematch(code string, g engine.Game) (*arcade.Race, error) {
	old, err := p.Racer.Race(code)
	if err != nil {
		return nil, p.userErrorIn("offer a rematch", err)
	}
	if old.Next != "" {
		return p.Join(old.Next)
	}
	if err := p.MayRace(); err != nil {
		return nil, p.userError("offer a rematch", err)
	}
	if !p.MayOpen() {
		return nil, ErrMany
	}
	stored, err := p.Racer.Rematch(code, g, p.Deal(g), p.now())
	switch {
	case errors.Is(err, data.ErrGoesOn):
		return nil, ErrGoesOn
	case err != nil:
		return nil, p.userErrorIn("offer a rematch", err)
	}
	if len(stored.Racers) == 1 {
		p.registry().load(stored)
		p.registry().nodes.changed()
	} else { // another racer was faster
		p.registry().refresh(p.Racer, stored.Code)
	}
	if old, err = p.Racer.Race(code); err == nil { // else the others see it when they come back
		p.registry().announce(raceOf(old))
		p.registry().nodes.offer(raceOf(old))
	}
	return raceOf(stored), nil
}
