package data

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// differ returns the first line in which two texts differ.
func differ(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("got  %s\nwant %s", a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

// rowKeys returns the keys of a bucket's rows.
func rowKeys(tx *store.Tx, bucket []byte) (keys [][]byte) {
	for k := range store.Rows(tx.Bucket(bucket)) {
		keys = append(keys, slices.Clone(k))
	}
	return keys
}

// What follows from other rows comes back, whatever happens to it.
func TestRepairBringsBack(t *testing.T) {
	damages := map[string]func(b store.Bucket, key []byte) error{
		"lost":    func(b store.Bucket, key []byte) error { return b.Delete(key) },
		"damaged": func(b store.Bucket, key []byte) error { return b.Put(key, []byte("damaged")) },
		"made up": func(b store.Bucket, key []byte) error {
			other := slices.Clone(key)
			other[len(other)-1] ^= 1
			return b.Put(other, slices.Clone(b.Get(key)))
		},
	}
	for i, bucket := range [][]byte{historyBucket, sumsBucket, bestsBucket, boardsBucket, nicksBucket, alikeBucket, holdersBucket, guestsBucket, runningBucket, racersBucket, seasonsBucket, challengedBucket, listedBucket} {
		for j, name := range slices.Sorted(maps.Keys(damages)) {
			if spared(i+j) || name == "made up" && isIn(bucket, holdersBucket) { // it is taken for all that is left of a key
				continue
			}
			damage := damages[name]
			t.Run(fmt.Sprintf("%s %s", bucket, name), func(t *testing.T) {
				c := newCrowd(t)
				want, counts := c.read(t), fmt.Sprint(rows(t, c.db))
				must(t, directly(c.db, func(tx *store.Tx) error {
					for _, key := range rowKeys(tx, bucket) {
						must(t, damage(tx.Bucket(bucket), key))
					}
					return nil
				}))
				if report, err := c.db.Check(library); err != nil || len(report.Findings) == 0 && !(name == "damaged" && isIn(bucket, guestsBucket)) {
					t.Errorf("Check = %+v, %v, want findings", report, err)
				}
				must(t, c.db.Repair())
				sound(t, c.db)
				if got := c.read(t); got != want {
					t.Errorf("it reads otherwise: %s", differ(got, want))
				}
				if got := fmt.Sprint(rows(t, c.db)); got != counts {
					t.Errorf("the file has %s, want %s", got, counts)
				}
			})
		}
	}
}

func isIn(bucket []byte, buckets ...[]byte) bool {
	return slices.ContainsFunc(buckets, func(b []byte) bool { return string(b) == string(bucket) })
}

// As much of a lost player or key comes back as other rows say.
func TestRepairPlayers(t *testing.T) {
	for i, name := range []string{"ann", "bob", "dan", "gus"} {
		for j, bucket := range [][]byte{playersBucket, keysBucket} {
			for k, lost := range []bool{true, false} {
				if spared(4*i + 2*j + k) {
					continue
				}
				t.Run(fmt.Sprintf("%s of %s, lost %v", bucket, name, lost), func(t *testing.T) {
					c := newCrowd(t)
					p := c.players[name]
					id, want := accountOf(t, p), deals(t, p)
					if name == "bob" { // the one that is ann's now
						must(t, c.db.View(func(tx *store.Tx) error {
							row, _, err := playersBucket.Get(tx, id[:])
							id = playerID(row.Joined[0])
							return err
						}))
					}
					must(t, directly(c.db, func(tx *store.Tx) error {
						key := map[string][]byte{"players": id[:], "keys": p.key[:]}[string(bucket)]
						if lost {
							return tx.Bucket(bucket).Delete(key)
						}
						return tx.Bucket(bucket).Put(key, []byte("damaged"))
					}))
					if report, err := c.db.Check(library); err != nil || len(report.Findings) == 0 {
						t.Errorf("Check = %+v, %v, want findings", report, err)
					}
					must(t, c.db.Repair())
					sound(t, c.db)
					wantDeals(t, p, want...)
					if a, err := p.Account(); err != nil || a.Guest != (name == "gus") || name == "dan" && a.Nick != "dan" {
						t.Errorf("Account = %+v, %v", a, err)
					}
					finish(t, p, finished(record(hop, "ON", 1), 1000))
					sound(t, c.db)
				})
			}
		}
	}
}

// A banned player of whom only the ban and the rounds are left stays off the boards.
func TestRepairKeepsTheBan(t *testing.T) {
	c := newCrowd(t)
	id := accountOf(t, c.players["eve"])
	must(t, directly(c.db, func(tx *store.Tx) error {
		for _, hash := range keyHashes(tx, id) {
			must(t, tx.Bucket(keysBucket).Delete(hash))
			must(t, tx.Bucket(holdersBucket).Delete(slices.Concat(id[:], hash)))
		}
		return tx.Bucket(playersBucket).Delete(id[:])
	}))
	must(t, c.db.Repair())
	report, err := c.db.Check(library)
	must(t, err)
	if len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "has no key") {
		t.Errorf("Repair left %q", report.Findings)
	}
}

// What is lost for good stays reported, and nothing else.
func TestRepairLeaves(t *testing.T) {
	c := newCrowd(t)
	ann, eve := c.players["ann"], c.players["eve"]
	history, err := eve.History("", 10)
	must(t, err)
	lost, gone, last := history[2], history[4], history[0]
	must(t, directly(c.db, func(tx *store.Tx) error {
		must(t, tx.Bucket(roundsBucket).Put(key(lost), []byte("damaged")))
		must(t, tx.Bucket(roundsBucket).Delete(key(gone)))
		id, err := ann.id(tx)
		must(t, err)
		return tx.Bucket(openRoundsBucket).Put(id.openRound(hop), []byte("damaged"))
	}))
	if _, err := eve.History("", 10); err == nil {
		t.Error("the history reads over what is lost")
	}
	must(t, c.db.Repair())
	report, err := c.db.Check(library)
	must(t, err)
	for _, want := range []string{"A round cannot be read", "should have 6 rounds and has 4", "a round is missing or older than it should be, 2 rounds before the last", "The open game test/hop of player"} {
		if i := slices.IndexFunc(report.Findings, func(s string) bool { return strings.Contains(s, want) }); i >= 0 {
			report.Findings = slices.Delete(report.Findings, i, i+1)
		} else {
			t.Errorf("%q is not found", want)
		}
	}
	if len(report.Findings) > 0 {
		t.Errorf("Check found %q besides", report.Findings)
	}
	wantDeals(t, eve, string(last.Record.Code), string(history[1].Record.Code), string(history[3].Record.Code), string(history[5].Record.Code))
	must(t, c.db.View(func(tx *store.Tx) error {
		if got := tx.Bucket(roundsBucket).Get(key(lost)); string(got) != "damaged" {
			t.Errorf("what is left of the round is %q", got)
		}
		return nil
	}))
	t.Run("also where it was the last of a chain", func(t *testing.T) {
		newest := finish(t, c.players["dan"], finished(record(hop, "NEWEST", 1), 1000))
		must(t, directly(c.db, func(tx *store.Tx) error { return tx.Bucket(roundsBucket).Delete(key(newest)) }))
		must(t, c.db.Repair())
		if report, err := c.db.Check(library); err != nil || !strings.Contains(strings.Join(report.Findings, " "), "should have 12 rounds and has 11") {
			t.Errorf("Check = %+v, %v", report, err)
		}
	})
	before := fmt.Sprint(rows(t, c.db))
	must(t, c.db.Repair())
	if got := fmt.Sprint(rows(t, c.db)); got != before {
		t.Errorf("a second Repair made %s of %s", got, before)
	}
}

// If two players have the same nick, the one registered with it keeps it.
func TestRepairNicks(t *testing.T) {
	c := newCrowd(t)
	dan, eve := accountOf(t, c.players["dan"]), accountOf(t, c.players["eve"])
	must(t, directly(c.db, func(tx *store.Tx) error {
		edit(t, tx.Bucket(playersBucket), dan[:], func(row *playerRow) { row.Nick = "EVE" })
		must(t, store.Put(tx.Bucket(keysBucket), []byte("key"), keyRow{Player: []byte("x")}))
		return store.Put(tx.Bucket(nicksBucket), []byte("ann"), nickRow{Player: eve[:]})
	}))
	must(t, c.db.Repair())
	sound(t, c.db)
	for name, want := range map[string]string{"ann": "ann", "dan": "", "eve": "eve"} {
		if a, err := c.players[name].Account(); err != nil || a.Nick != want {
			t.Errorf("%s is called %q, %v", name, a.Nick, err)
		}
	}
}

// Contradictory rows of two joined players are made to agree.
func TestRepairJoins(t *testing.T) {
	for name, damage := range map[string]func(ann, bob *playerRow){
		"the one that stays forgot": func(ann, _ *playerRow) { ann.Joined = ann.Joined[1:] },
		"the one that went forgot":  func(_, bob *playerRow) { bob.Into = nil },
		"it went to nobody":         func(_, bob *playerRow) { bob.Into = make([]byte, 32) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCrowd(t)
			want := c.read(t)
			ann := accountOf(t, c.players["ann"])
			must(t, directly(c.db, func(tx *store.Tx) error {
				a, _, err := playersBucket.Get(tx, ann[:])
				must(t, err)
				id := a.Joined[0]
				b, _, err := playersBucket.Get(tx, id)
				must(t, err)
				damage(&a, &b)
				return errors.Join(store.Put(tx.Bucket(playersBucket), ann[:], a), store.Put(tx.Bucket(playersBucket), id, b))
			}))
			if report, err := c.db.Check(library); err != nil || len(report.Findings) == 0 {
				t.Errorf("Check = %+v, %v, want findings", report, err)
			}
			must(t, c.db.Repair())
			sound(t, c.db)
			if got := c.read(t); got != want {
				t.Errorf("it reads otherwise: %s", differ(got, want))
			}
		})
	}
}

// Whatever rows are damaged at once, the findings left afterwards are about rounds,
// chains, open rounds, bans, players without keys, and rules of made-up games.
func TestRepairAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	left := regexp.MustCompile(`^(A round cannot be read|A ban cannot be read|The open game|Row .* belongs to no player|` +
		`Player \w+( should have|: a round is missing|: of \d+ rounds?, only \d+ are linked| has no key)|The player of round \w+ is not known|` +
		`The rules of|.* is wrong: the rules of its game are missing|(Race|Challenge) .*, whose rules are missing)`)
	files := 2
	if *deep {
		files = 30
	}
	for range files {
		c := newCrowd(t)
		must(t, directly(c.db, func(tx *store.Tx) error {
			for range 1 + rng.IntN(20) {
				name := Schema.Buckets[1+rng.IntN(len(Schema.Buckets)-1)]
				keys := rowKeys(tx, name)
				if len(keys) == 0 {
					continue
				}
				key := keys[rng.IntN(len(keys))]
				if rng.IntN(2) == 0 {
					must(t, tx.Bucket(name).Delete(key))
				} else {
					must(t, tx.Bucket(name).Put(key, []byte("damaged")))
				}
			}
			return nil
		}))
		must(t, c.db.Repair())
		report, err := c.db.Check(library)
		must(t, err)
		for _, found := range report.Findings {
			if !left.MatchString(found) {
				t.Errorf("Repair left %q", found)
			}
		}
		for _, name := range []string{"ann", "dan", "eve"} { // nobody is locked out
			if _, err := session(t, c.db, fp(name)).History("", 100); err != nil {
				t.Errorf("%s has a history that cannot be read: %v", name, err)
			}
		}
	}
}

func TestCheckRaces(t *testing.T) {
	type file struct {
		tx   *store.Tx
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
		}, "of racers follows from no row of races."},
		{"a race of nobody", func(t *testing.T, f file) {
			must(t, store.Put(f.tx.Bucket(racesBucket), []byte("EMPTY0"), raceRow{Game: hop, Started: 1}))
		}, `Race "EMPTY0" has no players.`},
		{"a racer who is no player", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers[0].Player = []byte("short") })
		}, "73686f7274, who is not a player."},
		{"a racer who is not there", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers[0].Player = make([]byte, 32) })
		}, "000000000000, who is not a player."},
		{"a racer twice", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers = append(row.Racers, row.Racers[1]) })
		}, "has player " + "%s" + " twice."},
		{"a racer who was joined into another", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) {
				bob, _, err := playersBucket.Get(f.tx, f.bob[:])
				must(t, err)
				row.Racers[1].Player = bob.Joined[0]
			})
		}, "who is not a player."},
		{"a racer that does not list the race", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Delete(append(f.bob[:], f.code...)))
		}, "is missing from racers."},
		{"a racer that the race does not list", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(racesBucket), f.code, func(row *raceRow) { row.Racers = row.Racers[:1] })
		}, "of racers follows from no row of races."},
		{"a race of no player's", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Put(append(make([]byte, len(playerID{})), f.code...), []byte{}))
		}, "of racers follows from no row of races."},
		{"a row that is none", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Put([]byte("x"), []byte{}))
		}, `Row "x" of racers follows from no row of races.`},
		{"a running race that is not among them", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(runningBucket).Delete(f.code))
		}, "is missing from running."},
		{"a race that does not run", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(runningBucket).Put([]byte("NOBODY"), []byte{}))
		}, "of running follows from no row of races."},
		{"a row with a value", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(racersBucket).Put(append(f.bob[:], f.code...), []byte("x")))
		}, "of racers has a value."},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := openGames(t)
			ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
			join(t, bob, player(t, db, fp("cid")))
			r := started(t, ann, bob)
			finish(t, bob, raced(r, 5, 1))
			f := file{code: []byte(r.Code), bob: accountOf(t, bob)}
			sound(t, db)
			must(t, directly(db, func(tx *store.Tx) error {
				f.tx = tx
				c.damage(t, f)
				return nil
			}))
			report, err := db.Check(library)
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
	for name, damage := range map[string]func(b store.Bucket, key []byte) error{
		"lost":    func(b store.Bucket, key []byte) error { return b.Delete(key) },
		"damaged": func(b store.Bucket, key []byte) error { return b.Put(key, []byte("damaged")) },
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
			must(t, directly(db, func(tx *store.Tx) error {
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
				must(t, ann.LeaveRace(opened(t, ann, day(2)).Code, day(2)))
				join(t, player(t, db, fp("dan")), cid)
				must(t, eve.Delete(day(0)))
			})
			must(t, db.Repair())
			sound(t, db)
			got, err := ann.Race(r.Code)
			must(t, err)
			must(t, db.View(func(tx *store.Tx) error {
				row, err := raceEvents.get(tx, []byte(r.Code))
				if row.Version != 1 || row.Deal != "RACE" {
					t.Errorf("the race is of version %d and deal %q", row.Version, row.Deal)
				}
				return err
			}))
			slices.SortFunc(got.Racers, func(a, b arcade.Racer) int { return strings.Compare(a.Nick, b.Nick) })
			// The first took four seconds and ended in the fourth.
			wantRace(t, got, nil, "test/hop 9s 0s 0s 9s; "+
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
	must(t, directly(db, func(tx *store.Tx) error { return tx.Bucket(racesBucket).Put([]byte(r.Code), []byte("damaged")) }))
	_, err := ann.Race(r.Code)
	wantErr(t, "Race", err, store.ErrDamaged)
	_, err = bob.JoinRace(r.Code, day(2))
	wantErr(t, "JoinRace", err, store.ErrDamaged)
	_, err = db.EndRace(r.Code, day(2))
	wantErr(t, "EndRace", err, store.ErrDamaged)
	_, err = beginAndSave(bob, racing(r, 1, 1))
	wantErr(t, "Save", err, store.ErrDamaged)
}

// A player who cannot be read loses the place, and the others continue.
func TestRepairRacers(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	begun, waits := started(t, ann, bob), opened(t, ann, day(1))
	_, err := bob.JoinRace(waits.Code, day(1))
	must(t, err)
	must(t, directly(db, func(tx *store.Tx) error {
		for _, code := range []string{begun.Code, waits.Code} {
			edit(t, tx.Bucket(racesBucket), []byte(code), func(row *raceRow) { row.Racers[0].Player = make([]byte, len(playerID{})) })
		}
		return nil
	}))
	must(t, db.Repair())
	sound(t, db)
	got, err := bob.Race(begun.Code)
	wantRace(t, got, err, "test/hop 15m0s 0s 0s -; ; bob (mine)")
	got, err = bob.StartRace(waits.Code, day(2))
	wantRace(t, got, err, "test/hop 15m0s 24h0m0s 48h0m0s -; bob (mine)")
}
