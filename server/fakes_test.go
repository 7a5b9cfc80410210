package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/server/port"
	"boardwalk/tui"
	"boardwalk/tui/grid"
)

// A fakeStore holds players in memory, without accounts. It panics if asked for more.
type fakeStore struct {
	Store
	player func(arcade.Credential) (port.Player, error)
	ping   func() error
	ranked []arcade.Result
}

func (s fakeStore) Player(c arcade.Credential) (port.Player, error) { return s.player(c) }
func (s fakeStore) Known(arcade.Credential) (bool, error)           { return false, nil }
func (s fakeStore) Barrier(context.Context) error                   { return nil }
func (s fakeStore) Holds(string, arcade.Credential) (exists, holds bool, err error) {
	return false, false, nil
}
func (s fakeStore) Lookup(string) (data.PlayerInfo, error) {
	return data.PlayerInfo{}, data.ErrNotFound
}
func (s fakeStore) DailyChoice(game, day string) (data.DailyChoice, bool, error) {
	return data.DailyChoice{}, false, nil
}
func (s fakeStore) OpenRaces() ([]data.Race, error)        { return nil, nil }
func (s fakeStore) Space() store.Space                     { return store.Space{} }
func (s fakeStore) Totals() (data.Totals, error)           { return data.Totals{}, nil }
func (s fakeStore) Latest() (time.Time, error)             { return time.Time{}, nil }
func (s fakeStore) Sweep(time.Time) (int, error)           { return 0, nil }
func (s fakeStore) EndDailies(time.Time) (int, error)      { return 0, nil }
func (s fakeStore) DuelSealed(arcade.Event) bool           { return false }
func (s fakeStore) MarkTold(arcade.Event, time.Time) error { return nil }
func (s fakeStore) AnswerDuels(arcade.Level, time.Time) ([]arcade.Challenge, error) {
	return nil, nil
}

func (s fakeStore) Ranked(id string) (arcade.Result, string, error) {
	for _, r := range s.ranked {
		if r.ID == id {
			return r, "bob", nil
		}
	}
	return arcade.Result{}, "", data.ErrNotFound
}

func (s fakeStore) Ping() error {
	if s.ping == nil {
		return nil
	}
	return s.ping()
}

func (s fakeStore) Banned(arcade.Credential, netip.Addr, time.Time) (data.Ban, bool, error) {
	return data.Ban{}, false, nil
}

// errDisk is what a player reads while the disk fails.
var errDisk = new(data.Player).Tell(errors.New("disk full"))

// A fakePlayer holds a player's data in memory, without an account. It panics if asked
// for more.
type fakePlayer struct {
	port.Player
	account string
	rounds  []arcade.Result // newest first
	err     error

	mu     sync.Mutex  // guards what follows: all sessions of a key have the same fakePlayer
	teller data.Player // of err
	open   map[string]openRow
}

// An openRow is an open round, with how often it was stored.
type openRow struct {
	arcade.Saved
	rev arcade.Rev
}

func (p *fakePlayer) OnFailure(fn func(error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.teller.OnFailure(fn)
}

func (p *fakePlayer) Tell(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.teller.Tell(err)
}

func (p *fakePlayer) told() error                      { return p.Tell(p.err) }
func (p *fakePlayer) Account() (arcade.Account, error) { return arcade.Account{}, nil }
func (p *fakePlayer) Link(time.Time) (string, time.Time, error) {
	return "", time.Time{}, data.ErrNoAccount
}

func (p *fakePlayer) SetNick(string) error                      { return data.ErrNoAccount }
func (p *fakePlayer) SetPrivacy(bool, bool) error               { return data.ErrNoAccount }
func (p *fakePlayer) Keys() ([]arcade.Key, error)               { return nil, nil }
func (p *fakePlayer) NameKey(string, string) error              { return data.ErrNoAccount }
func (p *fakePlayer) RemoveKey(string, time.Time) error         { return data.ErrNoAccount }
func (p *fakePlayer) Join(string, time.Time) error              { return data.ErrCode }
func (p *fakePlayer) CanJoin(string, time.Time) (string, error) { return "", data.ErrCode }
func (p *fakePlayer) Race(string) (data.Race, error)            { return data.Race{}, data.ErrNotFound }
func (p *fakePlayer) Races(int) ([]data.Race, error)            { return nil, nil }
func (p *fakePlayer) OpenRace(engine.Game, engine.Code, arcade.RaceTerms, time.Time) (data.Race, error) {
	return data.Race{}, data.ErrRaces
}
func (p *fakePlayer) Rematch(string, engine.Game, engine.Code, time.Time) (data.Race, error) {
	return data.Race{}, data.ErrNotFound
}
func (p *fakePlayer) Rating(time.Time) (arcade.Rating, error) { return arcade.Rating{}, nil }
func (p *fakePlayer) CheckVisible(_ arcade.Deal, _ arcade.Event, sealed bool) error {
	if sealed && p.err == nil {
		return data.ErrUnplayed
	}
	return p.told()
}
func (p *fakePlayer) Challenge(string, time.Time) (arcade.Challenge, error) {
	return arcade.Challenge{}, data.ErrNotFound
}
func (p *fakePlayer) Challenges(int, time.Time) ([]arcade.Challenge, error) { return nil, p.told() }
func (p *fakePlayer) WaitingDuel(string, time.Time) (string, error)         { return "", p.told() }
func (p *fakePlayer) Rivals() ([]arcade.Rival, error)                       { return nil, nil }
func (p *fakePlayer) Delete(time.Time) error                                { return nil }
func (p *fakePlayer) Top(arcade.Leaderboard, int, time.Time) ([]arcade.Standing, error) {
	return nil, nil
}

func (p *fakePlayer) DailyStanding(string, string) (d arcade.DailyStatus, err error) {
	return d, p.told()
}
func (p *fakePlayer) Streak(string, string) (now, longest int, err error) { return 0, 0, p.told() }
func (p *fakePlayer) SprintBoard(arcade.Sprint) (arcade.SprintBoard, error) {
	return arcade.SprintBoard{}, p.told()
}
func (p *fakePlayer) SprintStanding(arcade.Sprint) (arcade.SprintBoard, error) {
	return arcade.SprintBoard{}, p.told()
}
func (p *fakePlayer) Turnout(string, arcade.Event) (place, players int, err error) {
	return 0, 0, p.told()
}

func (p *fakePlayer) Saved(slot string) (arcade.Saved, arcade.Rev, error) {
	p.mu.Lock()
	row := p.open[slot]
	p.mu.Unlock()
	return row.Saved, row.rev, p.told()
}
func (p *fakePlayer) Save(r arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	if err := p.told(); err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[r.Slot()].rev != prev {
		return 0, arcade.ErrConflict
	}
	if p.open == nil {
		p.open = make(map[string]openRow)
	}
	p.open[r.Slot()] = openRow{r, prev + 1}
	return prev + 1, nil
}
func (p *fakePlayer) Finish(r arcade.Result, _ arcade.Rev) (arcade.Result, error) {
	p.mu.Lock()
	delete(p.open, r.Slot())
	p.mu.Unlock()
	return r, p.told()
}

func (p *fakePlayer) History(before string, n int) ([]arcade.Result, error) {
	rounds := p.rounds
	for i, r := range rounds {
		if r.ID == before {
			rounds = rounds[i+1:]
			break
		}
	}
	return rounds[:min(n, len(rounds))], p.told()
}

func (p *fakePlayer) Numbered(game string, first, n int) (found []arcade.Numbered, err error) {
	for i, r := range p.rounds {
		if i+1 >= first && len(found) < n && (game == "" || game == r.Record.Game) {
			found = append(found, arcade.Numbered{Number: i + 1, ID: r.ID})
		}
	}
	return found, p.told()
}

func (p *fakePlayer) Result(id string) (arcade.Result, error) {
	i := slices.IndexFunc(p.rounds, func(r arcade.Result) bool { return r.ID == id })
	switch {
	case p.err != nil:
		return arcade.Result{}, p.told()
	case i < 0:
		return arcade.Result{}, data.ErrNotFound
	}
	return p.rounds[i], nil
}

func (p *fakePlayer) Follow(string, time.Time) error         { return data.ErrNoAccount }
func (p *fakePlayer) Report(string, string, time.Time) error { return data.ErrNoAccount }
func (p *fakePlayer) Note(string, string) error              { return data.ErrNoAccount }
func (p *fakePlayer) Unfollow(string) error                  { return data.ErrNoAccount }
func (p *fakePlayer) Following() ([]arcade.Followed, error)  { return nil, p.told() }
func (p *fakePlayer) Ignore(string, time.Time) error         { return data.ErrNoAccount }
func (p *fakePlayer) Unignore(string) error                  { return data.ErrNoAccount }
func (p *fakePlayer) Ignored() ([]arcade.Followed, error)    { return nil, p.told() }
func (p *fakePlayer) RegardChanges() uint64                  { return 0 }
func (p *fakePlayer) Other(string, time.Time) (arcade.Other, error) {
	return arcade.Other{}, p.told()
}
func (p *fakePlayer) Find(string) (engine.Game, bool)              { return nil, false }
func (p *fakePlayer) Own() engine.Catalog                          { return nil }
func (p *fakePlayer) Begun() ([]engine.MadeUp, error)              { return nil, p.told() }
func (p *fakePlayer) KeepVariation(engine.MadeUp, time.Time) error { return p.told() }
func (p *fakePlayer) DropVariation(string) error                   { return p.told() }
func (p *fakePlayer) SetEstimate(string, hint.Estimate) error      { return p.told() }
func (p *fakePlayer) Variation(g engine.MadeUp) (arcade.Variation, error) {
	return arcade.Variation{Game: g}, p.told()
}
func (p *fakePlayer) Variations(arcade.VariationOrder, int) ([]arcade.Variation, error) {
	return nil, p.told()
}

func (p *fakePlayer) Looks(int64, int) (int, error) { return 0, p.told() }

func (p *fakePlayer) Settings() ([]byte, error) { return nil, p.told() }
func (p *fakePlayer) SetSettings([]byte) error  { return p.told() }

func (p *fakePlayer) Best(game string, class arcade.Class) (best arcade.Result, ok bool, err error) {
	for _, r := range p.rounds {
		if r.Record.Game == game && r.Class == class && (!ok || r.Better(best)) {
			best, ok = r, true
		}
	}
	return best, ok, p.told()
}

func (p *fakePlayer) Stats() ([]arcade.GameStat, error) {
	var stats []arcade.GameStat
	for _, r := range p.rounds {
		var sum arcade.Stat
		sum.Add(r, true)
		sum.AddNewerStreak(r)
		stats = append(stats, arcade.GameStat{Game: r.Record.Game, Class: r.Class, Stat: sum})
	}
	return stats, p.told()
}

// A fakeGame has only a name.
type fakeGame struct{ info engine.Info }

func (g fakeGame) Info() engine.Info               { return g.info }
func (g fakeGame) Rules() string                   { return "# A game" }
func (g fakeGame) Deal(c engine.Code) engine.State { return catalog.All()[0].Deal(c) }
func (g fakeGame) Set(map[engine.Place]engine.Pile) (engine.State, error) {
	return nil, errors.New("no positions")
}

// A fakeApp does one thing per key: q quits, the others panic somewhere or draw without
// end.
type fakeApp struct {
	env    *tui.Env
	seen   chan string // messages as text; dropped if nobody reads them
	closed chan struct{}
	fill   rune
	bad    bool
	full   bool // nothing can be stored

	unsaved bool
	ticking bool
	drawn   int // while it ticks
}

type spin struct{}

func (a *fakeApp) Init() tea.Cmd { return nil }

func (a *fakeApp) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.see(fmt.Sprintf("size %dx%d", msg.Width, msg.Height))
	case tea.PasteMsg:
		a.see("paste " + msg.Content)
	case tea.KeyPressMsg:
		a.see("key " + msg.String())
		return a.key(msg.String())
	case spin:
		a.fill++
		if a.fill > 'z' {
			a.fill = 'a'
		}
		return func() tea.Msg { return spin{} }
	}
	return nil
}

func (a *fakeApp) key(key string) tea.Cmd {
	bad := func() tea.Msg { panic("in a command") }
	switch key {
	case "q":
		return tea.Quit
	case "U":
		panic("in Update\x1b]52;c;evil")
	case "D":
		a.bad = true
	case "F":
		a.full = true
	case "C":
		return bad
	case "B":
		return tea.Batch(bad, bad)
	case "S":
		return tea.Sequence(bad, bad)
	case "T":
		a.ticking = true
	case "W":
		return func() tea.Msg { return spin{} }
	}
	return nil
}

func (a *fakeApp) see(text string) {
	select {
	case a.seen <- text:
	default:
	}
}

func (a *fakeApp) Draw(g *grid.Grid) {
	if a.bad {
		panic("in Draw")
	}
	if a.ticking {
		a.drawn++
		a.see(fmt.Sprint("frame ", a.drawn))
	}
	g.Put(0, 0, "the lobby of "+a.env.Player, grid.Style{})
	if a.fill != 0 {
		g.Fill(0, 0, g.Width(), g.Height(), a.fill, grid.Style{})
	}
}

func (a *fakeApp) Close() error {
	close(a.closed)
	if a.full {
		return errDisk
	}
	return nil
}

func (a *fakeApp) NextFrame() time.Duration {
	if a.ticking {
		a.see("lasts")
		return time.Millisecond
	}
	return 0
}

func (a *fakeApp) Saved() bool   { return !a.unsaved }
func (a *fakeApp) CanPark() bool { return !a.unsaved }
func (a *fakeApp) Watched() bool { return false }
