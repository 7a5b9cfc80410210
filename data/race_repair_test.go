package data

import (
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

func TestCheckRaces(t *testing.T) {
	type file struct {
		tx   *bbolt.Tx
		code []byte
		bob  playerID
	}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, f file)
		want   string
	}{
		{"a byte of a race", func(t *testing.T, f file) {
			value := slices.Clone(f.tx.Bucket(racesBucket).Get(f.code))
			value[20] ^= 1
			must(t, f.tx.Bucket(racesBucket).Put(f.code, value))
		}, "A race cannot be read: the data file is damaged: the checksum of row"},
		{"a race that is gone", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racesBucket).Delete(f.code))
		}, "is not in race"},
		{"a race of nobody", func(t *testing.T, f file) {
			must(t, put(f.tx.Bucket(racesBucket), []byte("EMPTY0"), raceRow{Game: hop, Started: 1}))
		}, `Race "EMPTY0" has no racers.`},
		{"a racer who is no player", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers[0].Player = []byte("short") })
		}, "73686f7274, that is not a player."},
		{"a racer who is not there", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers[0].Player = make([]byte, 32) })
		}, "000000000000, that is not a player."},
		{"a racer twice", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers = append(row.Racers, row.Racers[1]) })
		}, "has player " + "%s" + " twice."},
		{"a racer who was joined into another", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) {
				var bob playerRow
				_, err := get(f.tx.Bucket(playersBucket), f.bob[:], &bob)
				must(t, err)
				row.Racers[1].Player = bob.Joined[0]
			})
		}, "that is not a player."},
		{"a racer that does not list the race", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Delete(f.bob.race(f.code)))
		}, "is missing from the races of player"},
		{"a racer that the race does not list", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers = row.Racers[:1] })
		}, "is not in race"},
		{"a race of no player's", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Put(playerID{1}.race(f.code), []byte{}))
		}, "belongs to no player."},
		{"a row that is none", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Put([]byte("x"), []byte{}))
		}, `Row "x" of the racers does not name a player and a race.`},
		{"a row with a value", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Put(f.bob.race(f.code), []byte("x")))
		}, "of the racers does not name a player and a race."},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := openGames(t)
			ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
			join(t, bob, player(t, db, fp("cid")))
			r := started(t, ann, bob)
			finish(t, bob, raced(r, 5, 1))
			f := file{code: []byte(r.Code), bob: accountOf(t, bob)}
			sound(t, db)
			must(t, db.bolt.Update(func(tx *bbolt.Tx) error {
				f.tx = tx
				c.damage(t, f)
				return nil
			}))
			report, err := db.Check(find)
			must(t, err)
			want := strings.ReplaceAll(c.want, "%s", f.bob.String())
			if got := strings.Join(report.Findings, "\n"); !strings.Contains(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
			for _, s := range report.Findings {
				if !strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
					t.Errorf("%q is no sentence", s)
				}
			}
			must(t, db.Repair())
			sound(t, db)
		})
	}
}

// A lost race comes back from its rounds, as far as they determine it.
func TestRepairLostRace(t *testing.T) {
	for name, damage := range map[string]func(b *bbolt.Bucket, key []byte) error{
		"lost":    func(b *bbolt.Bucket, key []byte) error { return b.Delete(key) },
		"damaged": func(b *bbolt.Bucket, key []byte) error { return b.Put(key, []byte("damaged")) },
	} {
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
			eve := player(t, db, fp("eve"))
			r, unplayed, waits := started(t, ann, bob, cid), started(t, ann, bob, eve), opened(t, cid, day(1))
			_, err := playOut(ann, raced(r, 4000, 3))
			must(t, err)
			_, err = playOut(bob, raced(r, 9000, 1))
			must(t, err)
			_, err = db.EndRace(r.Code, day(1))
			must(t, err)
			want, err := ann.Rivals()
			must(t, err)
			must(t, db.bolt.Update(func(tx *bbolt.Tx) error {
				for _, key := range rowKeys(tx, racesBucket) {
					must(t, damage(tx.Bucket(racesBucket), key))
				}
				return nil
			}))
			t.Run("nobody else is kept out", func(t *testing.T) {
				for _, p := range []*Player{ann, bob} {
					if races, err := p.Races(9); err != nil || len(races) != 0 {
						t.Errorf("Races = %+v, %v", races, err)
					}
					if rivals, err := p.Rivals(); err != nil || len(rivals) != 0 {
						t.Errorf("Rivals = %+v, %v", rivals, err)
					}
				}
				if races, err := db.OpenRaces(); err != nil || len(races) != 0 {
					t.Errorf("OpenRaces = %+v, %v", races, err)
				}
				_, err := db.Sweep(day(2))
				must(t, err)
				must(t, ann.LeaveRace(opened(t, ann, day(2)).Code))
				join(t, player(t, db, fp("dan")), cid)
				must(t, eve.Delete(day(0)))
			})
			must(t, db.Repair())
			sound(t, db)
			got, err := ann.Race(r.Code)
			must(t, err)
			slices.SortFunc(got.Racers, func(a, b Racer) int { return strings.Compare(a.Nick, b.Nick) })
			// The first took four seconds and ended in the fourth.
			wantRace(t, got, nil, "test/hop@1 RACE 9s 0s 0s 9s; "+
				"ann (mine) 3 in 4000 ms, 1 moves; bob 1 in 9000 ms, 1 moves; cid")
			if rivals, err := ann.Rivals(); err != nil || !slices.Equal(rivals, want) {
				t.Errorf("Rivals = %+v, %v, want %+v", rivals, err, want)
			}
			for _, r := range []Race{unplayed, waits} {
				_, err := cid.Race(r.Code)
				wantErr(t, "Race", err, ErrNotFound)
			}
		})
	}
}

// A race that cannot be read refuses everything that belongs to it.
func TestDamagedRace(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	r := started(t, ann, bob)
	must(t, db.bolt.Update(func(tx *bbolt.Tx) error { return tx.Bucket(racesBucket).Put([]byte(r.Code), []byte("damaged")) }))
	_, err := ann.Race(r.Code)
	wantErr(t, "Race", err, ErrDamaged)
	_, err = bob.JoinRace(r.Code, day(2))
	wantErr(t, "JoinRace", err, ErrDamaged)
	_, err = db.EndRace(r.Code, day(2))
	wantErr(t, "EndRace", err, ErrDamaged)
	_, err = beginAndSave(bob, racing(r, 1, 1))
	wantErr(t, "Save", err, ErrDamaged)
}

// A player who cannot be read loses the place, and the others continue.
func TestRepairRacers(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	begun, waits := started(t, ann, bob), opened(t, ann, day(1))
	_, err := bob.JoinRace(waits.Code, day(1))
	must(t, err)
	must(t, db.bolt.Update(func(tx *bbolt.Tx) error {
		for _, code := range []string{begun.Code, waits.Code} {
			edit(t, tx.Bucket(racesBucket), []byte(code), func(row *raceRow) { row.Racers[0].Player = make([]byte, len(playerID{})) })
		}
		return nil
	}))
	must(t, db.Repair())
	sound(t, db)
	got, err := bob.Race(begun.Code)
	wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s -; ; bob (mine)")
	got, err = bob.StartRace(waits.Code, day(2))
	wantRace(t, got, err, "test/hop@1 RACE 15m0s 24h0m0s 48h0m0s -; bob (mine)")
}
