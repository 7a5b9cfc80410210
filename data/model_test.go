package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"boardwalk/engine"
)

// A model is what the file should hold, as plain maps.
type model struct {
	rng     *rand.Rand
	now     int64
	players []*modelPlayer
}

type modelPlayer struct {
	name     string
	live     map[string]modelLive
	rounds   []engine.Result // the oldest first
	settings string
	sessions []*modelSession
}

type modelLive struct {
	saved engine.Saved
	rev   engine.Rev
}

type modelSession struct {
	p   *Player
	rev map[string]engine.Rev // what it saw last
}

func (m *model) connect(t *testing.T, db *DB) {
	for _, p := range m.players {
		p.sessions = nil
		for range 2 {
			p.sessions = append(p.sessions, &modelSession{session(t, db, p.name), map[string]engine.Rev{}})
		}
	}
}

func (m *model) record() engine.Record {
	r := record([]string{hop, scotsi}[m.rng.IntN(2)], fmt.Sprint("D", m.rng.IntN(50)))
	for range m.rng.IntN(10) {
		r.Moves = append(r.Moves, step(1+m.rng.IntN(3)))
	}
	return r
}

func TestAgainstModel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	m := &model{rng: rand.New(rand.NewPCG(1, 2)), now: 1}
	for i := range 4 {
		m.players = append(m.players, &modelPlayer{name: fmt.Sprint("player ", i), live: map[string]modelLive{}})
	}
	for range 5 {
		db, err := Open(path)
		must(t, err)
		m.connect(t, db)
		for range 350 {
			m.now++
			p := m.players[m.rng.IntN(len(m.players))]
			s := p.sessions[m.rng.IntN(len(p.sessions))]
			switch m.rng.IntN(8) {
			case 0, 1, 2:
				m.save(t, p, s)
			case 3:
				m.finish(t, p, s)
			case 4, 5:
				m.saved(t, p, s)
			case 6:
				m.history(t, p, s)
			default:
				m.set(t, p, s)
			}
		}
		for _, p := range m.players {
			m.compare(t, p, session(t, db, p.name))
		}
		sound(t, db)
		must(t, db.Close())
		if t.Failed() {
			return
		}
	}
}

func (m *model) save(t *testing.T, p *modelPlayer, s *modelSession) {
	t.Helper()
	state := saved(m.record(), m.now)
	state.Tally.Undos = m.rng.IntN(3)
	game := state.Record.Game
	rev, err := s.p.Save(state, s.rev[game])
	if s.rev[game] != p.live[game].rev {
		if !errors.Is(err, engine.ErrConflict) {
			t.Errorf("Save = %v, want ErrConflict", err)
		}
		return
	}
	must(t, err)
	p.live[game], s.rev[game] = modelLive{state, rev}, rev
}

func (m *model) finish(t *testing.T, p *modelPlayer, s *modelSession) {
	t.Helper()
	if len(p.rounds) > 0 && m.rng.IntN(5) == 0 {
		old := p.rounds[m.rng.IntN(len(p.rounds))]
		if got, err := s.p.Finish(old, s.rev[old.Record.Game]); err != nil || !reflect.DeepEqual(got, old) {
			t.Errorf("Finish again = %+v, %v, want %+v", got, err, old)
		}
		return
	}
	r := finished(m.record(), m.now)
	r.Class = []engine.Class{engine.Counted, engine.Assisted, engine.Practice}[m.rng.IntN(3)]
	r.Millis = m.rng.Int64N(3)
	game := r.Record.Game
	got, err := s.p.Finish(r, s.rev[game])
	if s.rev[game] != p.live[game].rev {
		if !errors.Is(err, engine.ErrConflict) {
			t.Errorf("Finish = %v, want ErrConflict", err)
		}
		return
	}
	must(t, err)
	p.rounds = append(p.rounds, got)
	delete(p.live, game)
	s.rev[game] = 0
}

func (m *model) saved(t *testing.T, p *modelPlayer, s *modelSession) {
	t.Helper()
	game := m.record().Game
	got, rev, err := s.p.Saved(game)
	want := p.live[game]
	if err != nil || rev != want.rev || !reflect.DeepEqual(got, want.saved) {
		t.Errorf("Saved = %+v, %v, %v, want %+v", got, rev, err, want)
	}
	s.rev[game] = rev
}

func (m *model) history(t *testing.T, p *modelPlayer, s *modelSession) {
	t.Helper()
	from, before := len(p.rounds), ""
	if from > 0 && m.rng.IntN(2) == 0 {
		from = m.rng.IntN(from)
		before = p.rounds[from].ID
	}
	n := m.rng.IntN(20)
	want := slices.Clone(p.rounds[max(0, from-n):from])
	slices.Reverse(want)
	got, err := s.p.History(before, n)
	if err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("History(%q, %d) = %+v, %v, want %+v", before, n, got, err, want)
	}
}

func (m *model) set(t *testing.T, p *modelPlayer, s *modelSession) {
	t.Helper()
	if len(p.live) == 0 && len(p.rounds) == 0 {
		return // would stay with the session
	}
	p.settings = fmt.Sprintf(`{"n":%d}`, m.now)
	must(t, s.p.SetSettings([]byte(p.settings)))
}

// compare reads all of a player.
func (m *model) compare(t *testing.T, p *modelPlayer, got *Player) {
	t.Helper()
	for _, game := range []string{hop, scotsi} {
		open, rev, err := got.Saved(game)
		if want := p.live[game]; err != nil || rev != want.rev || !reflect.DeepEqual(open, want.saved) {
			t.Errorf("Saved = %+v, %v, %v, want %+v", open, rev, err, want)
		}
	}
	settings, err := got.Settings()
	if err != nil || string(settings) != p.settings {
		t.Errorf("Settings = %s, %v, want %s", settings, err, p.settings)
	}
	stats, err := got.Stats()
	must(t, err)
	played := 0
	for _, s := range stats {
		played += s.Played
		best, ok, err := got.Best(s.Game, s.Class)
		if want := modelBest(p.rounds, s.Game, s.Class); err != nil || !ok || best.ID != want.ID {
			t.Errorf("Best = %+v, %v, %v, want %+v", best, ok, err, want)
		}
	}
	if played != len(p.rounds) {
		t.Errorf("Stats has %d rounds, want %d", played, len(p.rounds))
	}
}

func modelBest(rounds []engine.Result, game string, class engine.Class) (best engine.Result) {
	for _, r := range rounds {
		if r.Record.Game == game && r.Class == class && (best.ID == "" || r.Better(best)) {
			best = r
		}
	}
	return best
}
