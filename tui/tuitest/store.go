package tuitest

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"boardwalk/engine/arcade"
)

// A Store is a arcade.Store in memory. The zero Store is empty. Tests may use its fields
// only while no call is in progress.
type Store struct {
	Open         map[string]arcade.Saved // by slot
	Results      []arcade.Result         // oldest first
	Saves        int
	LooksDay     int64  // the day of Looked
	Looked       int    // deals looked at and left
	SettingsJSON []byte // the settings
	Reading      func() // if set, called before each page of the history
	Asked        func() // if set, called before each call about an open round
	Unavailable  error  // if set, the store is unavailable for this reason
	Term         string // the name of the player's terminal
	Refusal      error  // if set, each save and finish returns it, though the store is available

	OnFinish func(*arcade.Result) // changes what a finish keeps, and returns, if set

	Accounts   *Accounts   // the player's account, nil for a session without
	Spectators *Spectators // the others, nil for a session that meets none
	Company    *Company    // nil for a session without
	About      arcade.About
	Events     *Events      // nil for a session without
	Races      *Races       // nil for a session without
	Challenges *Challenges  // nil for a session without
	Deals      *Deals       // nil for a session in which all deals are fresh
	Workshop   *Workshop    // nil for a session without
	Analyses   *Analyses    // nil for a session without
	Admin      arcade.Admin // nil for a session of a player who is no admin

	mu    sync.Mutex
	revs  map[string]arcade.Rev
	known map[string]string // the IDs of results, by what identifies a result
}

// Unavailable returns an error with the text of err that matches arcade.ErrUnavailable, or nil if
// err is nil.
func Unavailable(err error) error {
	if err == nil {
		return nil
	}
	return unavailable{err}
}

type unavailable struct{ error }

func (unavailable) Is(target error) bool { return target == arcade.ErrUnavailable }

func (s *Store) asked() {
	if s.Asked != nil {
		s.Asked()
	}
}

// Saved implements arcade.Store.
func (s *Store) Saved(slot string) (arcade.Saved, arcade.Rev, error) {
	s.asked()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Open[slot], s.revs[slot], Unavailable(s.Unavailable)
}

// Save implements arcade.Store.
func (s *Store) Save(saved arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	s.asked()
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := saved.Slot()
	switch err := cmp.Or(Unavailable(s.Unavailable), s.Refusal); {
	case err != nil:
		return 0, err
	case s.revs[slot] != prev:
		return 0, arcade.ErrConflict
	case s.Open == nil:
		s.Open, s.revs = make(map[string]arcade.Saved), make(map[string]arcade.Rev)
	}
	s.Saves++
	s.Open[slot], s.revs[slot] = saved, arcade.Rev(s.Saves)
	return s.revs[slot], nil
}

// Finish implements arcade.Store.
func (s *Store) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	s.asked()
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := r.Slot()
	if err := cmp.Or(Unavailable(s.Unavailable), s.Refusal); err != nil {
		return r, err
	}
	key := fmt.Sprint(r.Record, r.Class, r.Score, r.Ended)
	if id, ok := s.known[key]; ok {
		r.ID = id
		return r, nil
	}
	if s.revs[slot] != prev {
		return r, arcade.ErrConflict
	}
	if s.known == nil {
		s.known = make(map[string]string)
	}
	if s.OnFinish != nil {
		s.OnFinish(&r)
	}
	delete(s.Open, slot)
	delete(s.revs, slot)
	r.ID = fmt.Sprintf("%08d", len(s.Results)+1)
	s.known[key] = r.ID
	s.Results = append(s.Results, r)
	return r, nil
}

// History implements arcade.Store.
func (s *Store) History(before string, n int) ([]arcade.Result, error) {
	if s.Reading != nil {
		s.Reading()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var page []arcade.Result
	for _, r := range slices.Backward(s.Results) {
		if (before == "" || r.ID < before) && len(page) < n {
			page = append(page, r)
		}
	}
	return page, Unavailable(s.Unavailable)
}

// Looks implements arcade.Store.
func (s *Store) Looks(day int64, more int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Unavailable == nil {
		if s.LooksDay != day {
			s.LooksDay, s.Looked = day, 0
		}
		s.Looked += more
	}
	return s.Looked, Unavailable(s.Unavailable)
}

// Settings implements arcade.Store.
func (s *Store) Settings() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.SettingsJSON, Unavailable(s.Unavailable)
}

// SetSettings implements arcade.Store.
func (s *Store) SetSettings(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Unavailable == nil {
		s.SettingsJSON = text
	}
	return Unavailable(s.Unavailable)
}

// Stats implements arcade.Store.
func (s *Store) Stats() ([]arcade.GameStat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	type key struct {
		game  string
		class arcade.Class
	}
	sums := map[key]arcade.Stat{}
	for _, r := range s.Results {
		k, counted := key{r.Record.Game, r.Class}, key{r.Record.Game, arcade.Counted}
		sum := sums[k]
		sum.Add(r, true)
		sum.AddNewerStreak(r)
		sums[k] = sum
		if sum, ok := sums[counted]; ok && k != counted { // whose streak this result may end
			sum.AddNewerStreak(r)
			sums[counted] = sum
		}
	}
	var stats []arcade.GameStat
	for k, sum := range sums {
		stats = append(stats, arcade.GameStat{Game: k.game, Class: k.class, Stat: sum})
	}
	slices.SortFunc(stats, func(a, b arcade.GameStat) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Class, b.Class))
	})
	return stats, Unavailable(s.Unavailable)
}

// Best implements arcade.Store.
func (s *Store) Best(game string, class arcade.Class) (best arcade.Result, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.Results {
		if r.Record.Game == game && r.Class == class && r.Event == "" && (!ok || r.Better(best)) {
			best, ok = r, true
		}
	}
	return best, ok, Unavailable(s.Unavailable)
}
