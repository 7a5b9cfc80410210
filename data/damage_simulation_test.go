package data

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data/store"
)

// TestSimulationOfDamage has writers on three files, and damages the log or a file while they
// write, all by a seed: the log loses its end, or an entry, or has one that nobody wrote; or a
// file is set back to an earlier copy. Afterwards the files whose log can be followed are the same,
// the others say why not, and what was acknowledged is in one of the files.
func TestSimulationOfDamage(t *testing.T) {
	for seed := range *simulations {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { simulateDamage(t, uint64(seed)) })
		})
	}
}

func simulateDamage(t *testing.T, seed uint64) {
	s := &simulation{t: t, rng: rand.New(rand.NewPCG(seed, 8)), log: NewLog(), kept: map[string]bool{}}
	s.log.Meddle(s.fate)
	s.dbs = nodes(t, s.log, 3, s.opts()...)
	damage := []func(){s.setLogBack, s.loseEntry, s.forgeEntry, s.setFileBack}[s.chance(4)]
	var wg sync.WaitGroup
	for w := range simulatedWriters {
		wg.Go(func() {
			for i := range simulatedWords {
				s.tryOften(fmt.Sprintf("%d-%d", w, i), 3)
				s.pause()
			}
		})
	}
	wg.Go(func() {
		for range 1 + s.chance(8) {
			s.pause()
		}
		damage()
	})
	wg.Wait()
	s.mu.Lock()
	s.calm = true
	s.mu.Unlock()
	s.log.Deliver()
	for i := range 5 { // which others follow, or find that they cannot
		time.Sleep(time.Minute)
		s.tryOften(fmt.Sprint("end-", i), 9)
	}
	time.Sleep(time.Minute)

	var follow []*DB
	for i, db := range s.dbs {
		switch err := db.Ping(); {
		case err == nil:
			follow = append(follow, db)
		case !errors.Is(err, store.ErrNoQuorum):
			t.Errorf("file %d says %v", i, err)
		}
	}
	if len(follow) > 0 {
		settled(t, follow...)
	}
	there := ""
	for _, db := range s.dbs {
		must(t, db.View(func(tx *store.Tx) error {
			for _, words := range store.Rows(tx.Bucket(nicksBucket)) {
				there += " " + string(words)
			}
			return nil
		}))
	}
	words := strings.Fields(there)
	for word := range s.kept {
		if !slices.Contains(words, word) {
			t.Errorf("%s was acknowledged and is in no file", word)
		}
	}
	for _, db := range s.dbs {
		_ = db.Close()
	}
}

// tryOften tries to add a word a number of times: afterwards some nodes save nothing any more.
func (s *simulation) tryOften(word string, times int) {
	for n := 0; n < times && !s.try(word); n++ {
	}
}

// entry returns the number of some entry that a file has.
func (s *simulation) entry() uint64 {
	return 1 + uint64(s.chance(int(max(s.dbs[s.chance(3)].Applied(), 1))))
}

func (s *simulation) setLogBack() { s.log.SetBack(s.entry()) }
func (s *simulation) loseEntry()  { s.log.Lose(s.entry()) }
func (s *simulation) forgeEntry() { s.log.Forge(s.entry()) }

// setFileBack has a file be what it was some time ago.
func (s *simulation) setFileBack() {
	i := s.chance(3)
	s.mu.Lock()
	db := s.dbs[i]
	s.mu.Unlock()
	var earlier bytes.Buffer
	must(s.t, db.View(func(tx *store.Tx) error {
		_, err := tx.WriteTo(&earlier)
		return err
	}))
	s.pause()
	_ = db.Close()
	must(s.t, os.WriteFile(db.Path(), earlier.Bytes(), 0o600))
	s.reopen(i)
}
