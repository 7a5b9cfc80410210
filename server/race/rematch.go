package race

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// FollowRematch implements arcade.Races.
func (p Player) FollowRematch(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	stored, err := p.Racer.Race(code)
	if err != nil {
		return nil, err
	}
	f := p.registry().rooms.enter(ctx, stored.Code, raceOf(stored).Me, p.Racer)
	if stored, err = p.Racer.Race(code); err != nil { // an offer may have come before the room was entered
		return nil, err
	}
	p.registry().rooms.mu.Lock()
	defer p.registry().rooms.mu.Unlock()
	f.show(raceOf(stored))
	return f, nil
}

// Rematch implements arcade.Races. Only the racer who opens it waits for a deal.
func (p Player) Rematch(code string, g engine.Game) (*arcade.Race, error) {
	old, err := p.Racer.Race(code)
	if err != nil {
		return nil, err
	}
	if old.Next != "" {
		return p.Join(old.Next)
	}
	if err = p.MayRace(); err == nil {
		err = p.MayOpen()
	}
	if err != nil {
		return nil, err
	}
	stored, err := p.Racer.Rematch(code, g, p.Deal(g), p.now())
	if err != nil {
		return nil, err
	}
	if len(stored.Racers) == 1 {
		p.registry().load(stored)
		p.registry().change.Announce()
	} else { // another racer was faster
		p.registry().refresh(p.Racer, stored.Code)
	}
	return raceOf(stored), nil
}
