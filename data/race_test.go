package data

import (
	"testing"
	"time"

	"boardwalk/engine"
)

// opened is a new race of hop's deal RACE, for a quarter of an hour.
func opened(t testing.TB, p *Player) Race {
	t.Helper()
	r, err := p.OpenRace(hop, 1, "RACE", 15*time.Minute, day(0))
	must(t, err)
	return r
}

// raceOfTwo is a race of two that has begun.
func raceOfTwo(t testing.TB, a, b *Player) Race {
	t.Helper()
	r := opened(t, a)
	_, err := b.JoinRace(r.Code, day(0))
	must(t, err)
	r, err = a.StartRace(r.Code, day(0))
	must(t, err)
	return r
}

// raced is a player's round of a race.
func raced(r Race, millis int64, points ...int) engine.Result {
	result := finished(record(hop, "RACE", points...), millis)
	result.Event = engine.Race(r.Code)
	return result
}

func TestRaceIsPlayed(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	r := raceOfTwo(t, ann, bob)
	_, err := ann.Finish(raced(r, 5, 3, 3), 0)
	must(t, err)
	live := saved(record(hop, "RACE", 2), 4)
	live.Event = engine.Race(r.Code)
	rev, err := bob.Save(live, 0)
	must(t, err)
	r, err = db.EndRace(r.Code, day(1))
	must(t, err)
	if len(r.Racers) != 2 || r.Racers[0].Result.Score.Points != 6 || r.Racers[1].Result.Score.Points != 2 || !r.Ended.Equal(day(1)) {
		t.Errorf("the race is %+v", r)
	}
	_, err = bob.Save(live, rev)
	wantErr(t, "Save", err, engine.ErrConflict)
	sound(t, db)
}
