package race

import (
	"context"
	"sync"

	"boardwalk/engine/arcade"
)

// The rooms of races that are over are where their racers hear of rematches.
type rooms struct {
	mu     sync.Mutex
	byCode map[string]map[*roomFollower]struct{} // of races that are over
}

// A roomFollower is one session in the room of a race that is over, where it hears of
// rematches.
type roomFollower struct {
	inbox // closed at the end

	racer Racer
	shown *arcade.Race // the newest standings, nil if there are none yet
}

// show puts the standings into the mailbox. The lock of the rooms must be held.
func (f *roomFollower) show(standings *arcade.Race) {
	f.shown = standings
	f.Put(standings)
}

// enter follows the room of a race that is over until ctx ends.
func (rs *rooms) enter(ctx context.Context, code, me string, racer Racer) *roomFollower {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	f := &roomFollower{inbox: inbox{me: me}, racer: racer}
	room := rs.byCode[code]
	if room == nil {
		room = make(map[*roomFollower]struct{})
		rs.byCode[code] = room
	}
	room[f] = struct{}{}
	context.AfterFunc(ctx, func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		delete(room, f)
		if f.Close(); len(room) == 0 && len(rs.byCode[code]) == 0 {
			delete(rs.byCode, code)
		}
	})
	return f
}

// refresh reads again which rematches there are, and shows those that are new to their rooms.
func (rs *rooms) refresh() {
	rs.mu.Lock()
	racers := make(map[string]Racer)
	for code, room := range rs.byCode {
		for f := range room {
			racers[code] = f.racer
		}
	}
	rs.mu.Unlock()
	for code, racer := range racers { // without the lock: it may wait for a disk
		stored, err := racer.Race(code)
		if err != nil {
			continue // the others see it when they come back
		}
		over := raceOf(stored)
		rs.mu.Lock()
		for f := range rs.byCode[code] {
			if f.shown == nil || f.shown.Next != over.Next {
				f.show(over)
			}
		}
		rs.mu.Unlock()
	}
}

// withdraw tells the rooms to which a rematch was shown that it cannot be joined any more.
func (rs *rooms) withdraw(code string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, room := range rs.byCode {
		for f := range room {
			if f.shown != nil && f.shown.Next == code {
				alone := *f.shown
				alone.Next = ""
				f.show(&alone)
			}
		}
	}
}
