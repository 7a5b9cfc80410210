package words

import (
	"context"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A raceRoom tells what happens in a race of the player's: who joins and leaves, that it
// begins, who is through, and how it ended. Whoever is at no table when it begins goes to the
// race's.
type raceRoom struct {
	*lobby
	code  string
	feed  *feed[*arcade.Race]
	seen  *arcade.Race // as it was told last
	begun bool         // that it has begun was told
}

// newRaceRoom follows a race that the player has just seen.
func newRaceRoom(l *lobby, now *arcade.Race) (*raceRoom, error) {
	ctx, cancel := context.WithCancel(context.Background())
	watch, err := l.env.Races.Follow(ctx, now.Code)
	if err != nil {
		cancel()
		return nil, err
	}
	room := &raceRoom{lobby: l, code: now.Code, seen: now, begun: now.Begun(l.env.Now()), feed: newWatchFeed(ctx, cancel, watch)}
	room.awaitBegin()
	return room, nil
}

// awaitBegin lets the feed wake the player when the race begins.
func (r *raceRoom) awaitBegin() {
	if !r.begun && !r.seen.Begins.IsZero() {
		time.AfterFunc(r.seen.Begins.Sub(r.env.Now()), r.feed.wake)
	}
}

// sayNews says what has happened.
func (r *raceRoom) sayNews() {
	if now, fresh := r.feed.take(); fresh {
		r.tell(now)
	}
	if !r.begun && r.seen.Begun(r.env.Now()) {
		r.begun = true
		r.begin()
	}
}

// begin leads to the table of the race, which has begun.
func (r *raceRoom) begin() {
	own, place := r.seen.Own()
	switch {
	case place == 0 || own.Through || r.seen.Over:
	case r.place == nil:
		r.say("The race has begun, and this is your table.")
		r.playRace(r.seen)
	case !r.plays(arcade.Slot(r.seen.Game, arcade.RaceEvent(r.code))):
		r.sayf("Race %s has begun, and the clock runs: race play goes to your table.", r.code)
	}
}

// tell says how the race differs from what was told last.
func (r *raceRoom) tell(now *arcade.Race) {
	before := r.seen
	r.seen = now
	if now.Index() < 0 {
		r.sayf("You are no longer in race %s: %s has taken you out, or you have left it in another session.", r.code, before.Racers[0].Nick)
		return
	}
	find := func(in *arcade.Race, id string) int {
		return slices.IndexFunc(in.Racers, func(o arcade.Racer) bool { return o.ID == id })
	}
	var joined, left []string
	for _, o := range now.Racers {
		if find(before, o.ID) < 0 {
			joined = append(joined, o.Nick)
		}
	}
	for _, o := range before.Racers {
		if find(now, o.ID) < 0 {
			left = append(left, o.Nick)
		}
	}
	so := caption.Plural(len(now.Racers), "racer") + " so far"
	if joined != nil {
		r.sayf("In race %s now: %s. %s.", r.code, strings.Join(joined, ", "), so)
	}
	if left != nil {
		r.sayf("No longer in race %s: %s. %s.", r.code, strings.Join(left, ", "), so)
	}
	if before.Begins.IsZero() && !now.Begins.IsZero() {
		if wait := now.Begins.Sub(r.env.Now()); wait > 0 {
			r.sayf("Race %s begins in %s.", r.code, caption.Plural(int((wait+time.Second-1)/time.Second), "second"))
		}
		r.awaitBegin()
	}
	if now.Over && !before.Over {
		r.sayRace(now)
		return
	}
	for _, o := range now.Racers {
		if i := find(before, o.ID); i >= 0 && o.Through && !before.Racers[i].Through && o.ID != now.Me {
			r.sayf("%s is through, with %s.", o.Nick, caption.Plural(o.Score.Points, "point"))
		}
	}
}
