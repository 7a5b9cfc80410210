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

	shown *arcade.Race // the newest standings, nil if there are none yet
}

// show puts the standings into the mailbox. The lock of the rooms must be held.
func (f *roomFollower) show(standings *arcade.Race) {
	f.shown = standings
	f.Put(standings)
}

// enter follows the room of a race that is over until ctx ends.
func (rs *rooms) enter(ctx context.Context, code, me string) *roomFollower {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	f := &roomFollower{inbox: inbox{me: me}}
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

// announce shows the standings of a race that is over, and its rematch, to its room.
func (rs *rooms) announce(standings *arcade.Race) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for f := range rs.byCode[standings.Code] {
		f.show(standings)
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

// offer shows the standings of a race that is over to those in its room who have not been shown
// its rematch.
func (rs *rooms) offer(over *arcade.Race) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for f := range rs.byCode[over.Code] {
		if f.shown == nil || f.shown.Next != over.Next {
			f.show(over)
		}
	}
}
