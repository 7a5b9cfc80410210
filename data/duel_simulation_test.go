package data

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

var duelPlayers = flag.Int("duel-players", 6, "how many players duel for 30 days in TestDuelsOfAMonth")

// TestDuelsOfAMonth has players of known strength duel for 30 days, a third of whom come each day, and
// half of whom have a rating. Some leave what they have begun, and one person has two keys on two networks,
// of which one loses to the other. Every duel ends in time, nobody meets the same one twice in a week, and
// two keys win no more than they can.
func TestDuelsOfAMonth(t *testing.T) {
	db := quick(t)
	random := rand.New(rand.NewPCG(1, 2))
	type dueller struct {
		*Player
		network string
		skill   float64 // a player of 1 comes to three points more than one of 0
	}
	var all []dueller
	for i := range *duelPlayers {
		all = append(all, dueller{Player: veteran(t, db, fmt.Sprintf("p%03d", i)), network: fmt.Sprint("net", i), skill: random.NormFloat64() / 2})
	}
	ids := []playerID{accountOf(t, all[0].Player), accountOf(t, all[1].Player)}
	const cheats = 2 // the first two are one person: the first key wins, the second loses
	points := func(i int) int {
		switch i {
		case 0:
			return 18
		case 1:
			return 0
		}
		return int(max(1, min(17, math.Round(9+3*all[i].skill+3*random.NormFloat64()))))
	}
	moves := func(points int) (moves []int) { // that come to so many points more than nine
		for range 9 {
			more := min(points, 2)
			moves, points = append(moves, 1+more), points-more
		}
		return moves
	}
	answered, waits, opened, ofArcade := 0, []float64{}, map[string]float64{}, 0
	met, cheated := map[[2]playerID]float64{}, 0
	meets := func(code string, now float64) {
		var two []playerID
		must(t, db.View(func(tx *store.Tx) error {
			row, err := challengeEvents.get(tx, []byte(code))
			two = nil
			for _, id := range row.Players.players() {
				two = append(two, id)
			}
			return err
		}))
		slices.SortFunc(two, playerID.compare)
		pair := [2]playerID(two)
		if last, ok := met[pair]; ok && now-last < 7 {
			t.Errorf("two meet again after %.1f days", now-last)
		}
		met[pair] = now
		if slices.Contains(two, ids[0]) && slices.Contains(two, ids[1]) {
			cheated++
		}
	}
	for hour := range 30 * 24 {
		now := float64(hour) / 24
		for i := range all {
			if random.Float64() > 1./3/24 {
				continue
			}
			c, err := all[i].Duel(steps{hop}, "DARE", all[i].network, day(now))
			if err != nil {
				wantErr(t, "Duel", err, ErrDuels)
				continue
			}
			if _, ok := opened[c.Code]; !ok {
				opened[c.Code] = now
			} else if len(c.Players) == 2 && c.Open == 0 {
				answered++
				meets(c.Code, now)
				waits = append(waits, 24*(now-opened[c.Code]))
			}
			s, rev, err := beginEvent(all[i].Player, steps{hop}, c.Event(), day(now))
			if err != nil {
				wantErr(t, "Begin", err, arcade.ErrConflict) // it was left
				continue
			}
			if i >= cheats && random.IntN(20) == 0 {
				continue // leaves it
			}
			r := finished(record(hop, string(s.Record.Code), moves(points(i))...), int64(100_000+random.IntN(100_000)))
			r.Event, r.Ended = c.Event(), day(now).UnixMilli()
			_, err = all[i].Finish(r, rev)
			must(t, err)
		}
		_, err := db.Sweep(day(now))
		must(t, err)
		for l := arcade.Level(1); l <= arcade.LevelMost; l++ {
			left, err := db.AnswerDuels(l, day(now))
			must(t, err)
			for _, c := range left {
				p := level(t, db, l)
				_, rev, err := beginEvent(p, steps{hop}, c.Event(), day(now))
				must(t, err)
				r := challenged(c, 150_000, moves(9)...)
				r.Ended = day(now).UnixMilli()
				_, err = p.Finish(r, rev)
				must(t, err)
				ofArcade++
			}
		}
	}
	for i := range 15 * 24 {
		_, err := db.Sweep(day(30 + float64(i)/24))
		must(t, err)
	}
	for code := range opened {
		if db.DuelSealed(arcade.ChallengeEvent(code)) {
			t.Errorf("duel %s goes on", code)
		}
	}
	slices.Sort(waits)
	type ranked struct{ skill, points float64 }
	var known []ranked
	for _, p := range all[cheats:] {
		if r := inDuels(t, p.Player); r.Races >= 3 {
			known = append(known, ranked{p.skill, float64(r.Points)})
		}
	}
	agree, pairs := 0, 0
	for i := range known {
		for j := range i {
			if pairs++; (known[i].skill > known[j].skill) == (known[i].points > known[j].points) {
				agree++
			}
		}
	}
	cheat := inDuels(t, all[0].Player)
	t.Logf("%d duels, %d answered by players, half of them within %.1f h, and %d by the arcade; of two rated players the better "+
		"has the better rating in %d of %d; two keys of one person met %d times, and the one that wins stands at %+v", len(opened), answered, waits[len(waits)/2], ofArcade, agree, pairs, cheated, cheat)
	if answered == 0 || agree*2 <= pairs {
		t.Error("ratings in duels say nothing about their players")
	}
	if cheated > 30/7+1 {
		t.Errorf("two keys of one person meet %d times in 30 days", cheated)
	}
	sound(t, db)
}
