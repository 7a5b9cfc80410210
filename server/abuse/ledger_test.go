package abuse_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// ackLimit is how long the last move of a run may take to be stored.
const ackLimit = 10 * time.Second

// A Ledger is what a player knows to be stored. Revisit looks for it once the connection
// is cut.
type Ledger struct {
	Moves    int           // the moves in the heading that was seen last
	Acked    int           // the number of acknowledged moves of the round
	Finished []FiledRound  // the rounds that were filed
	Unstored []PendingMove // the moves not acknowledged yet
	allAcked chan struct{} // closed once Unstored is empty; nil if nobody waits
}

// Known returns what the player now knows to be stored.
func (p *Player) Known() (l Ledger) {
	p.Term.Look(func(*tuitest.Terminal) { l = p.Ledger })
	return l
}

// A FiledRound is a round that was filed.
type FiledRound struct {
	Code  engine.Code
	Moves int
}

// Is reports whether a game of the history is this round.
func (d FiledRound) Is(g command.GameResult) bool { return g.Code == d.Code && g.Moves == d.Moves }

// A PendingMove is a move whose star is not gone yet.
type PendingMove struct {
	Moves int // the number in the heading
	since time.Time
	tally *Tally
}

// Expect counts the move that is about to be entered, and waits in the background for its
// star to go.
func (p *Player) Expect(tally *Tally) {
	tally.moved()
	p.Term.Look(func(*tuitest.Terminal) {
		p.Unstored = append(p.Unstored, PendingMove{p.Round.Len(), time.Now(), tally})
	})
}

// OnOutput reads the heading whenever something was shown. Term calls it.
func (p *Player) OnOutput(s *tuitest.Terminal, at time.Time) {
	n, stored, ok := Heading(s)
	if ok {
		p.Moves = n
	}
	if ok && stored {
		p.Acknowledge(n, at)
	}
}

// Acknowledge records that the given number of moves of the round are stored. The
// terminal's lock must be held.
func (l *Ledger) Acknowledge(moves int, at time.Time) {
	l.Acked = moves
	for len(l.Unstored) > 0 && l.Unstored[0].Moves <= moves {
		l.Unstored[0].tally.acknowledged(at.Sub(l.Unstored[0].since))
		l.Unstored = l.Unstored[1:]
	}
	if len(l.Unstored) == 0 && l.allAcked != nil {
		close(l.allAcked)
		l.allAcked = nil
	}
}

// AwaitAcks waits until every move is acknowledged, the session has ended, or ackLimit
// has passed.
func (p *Player) AwaitAcks() {
	allAcked := make(chan struct{})
	p.Term.Look(func(*tuitest.Terminal) {
		if len(p.Unstored) == 0 {
			close(allAcked)
			return
		}
		p.allAcked = allAcked
	})
	late := time.NewTimer(ackLimit)
	defer late.Stop()
	select {
	case <-allAcked:
	case <-p.Term.Ended:
	case <-late.C:
	}
}

// A Finding is what a player finds on coming back.
type Finding struct {
	open    int // moves of the open game according to its heading; 0 if none is open
	history []command.GameResult
}

// Again returns the same player in another session, who has not connected yet.
func (p *Player) Again() *Player {
	return &Player{Keyboard: Keyboard{crowd: p.crowd}, key: p.key, From: p.From, Game: p.Game, LobbyIndex: p.LobbyIndex}
}

// Revisit logs in once more, opens the game, and only then reads the history: a game
// that was over may be filed a moment later.
func (p *Player) Revisit(ctx context.Context) (f Finding, err error) {
	back := p.Again()
	if _, err := back.EnterLobby(ctx); err != nil {
		return f, err
	}
	defer back.Term.HangUp()
	if err := back.Choose(); err != nil {
		return f, err
	}
	if f.open, err = back.open(); err != nil {
		return f, err
	}
	f.history, err = back.History(command.HistoryMax)
	return f, err
}

// History returns the player's last games, which it reads over the player's current
// connection.
func (p *Player) History(last int) ([]command.GameResult, error) {
	session, err := p.client.NewSession()
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	defer session.Close()
	text, err := session.Output(fmt.Sprintf("history --json --last %d", last))
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	var history command.History
	if err := json.Unmarshal(text, &history); err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	return history.Games, nil
}

// open opens the chosen game in the lobby, and returns its moves.
func (p *Player) open() (moves int, err error) {
	err = p.Key(Enter, "the open game", func(s *tuitest.Terminal) (opened bool) {
		moves, _, opened = Heading(s)
		return opened
	})
	return moves, err
}

// Losses returns, in words, what was acknowledged but not found.
func (p *Player) Losses(f Finding) (losses []string) {
	known := p.Known()
	for _, d := range known.Finished {
		if !slices.ContainsFunc(f.history, d.Is) {
			losses = append(losses, fmt.Sprintf("%s %s with %d moves is not in the history", p.Game.Info().ID, d.Code, d.Moves))
		}
	}
	code, acked := p.Round.Record().Code, known.Acked
	filed := func(g command.GameResult) bool { return g.Code == code && g.Moves >= acked }
	switch {
	case slices.ContainsFunc(f.history, filed): // it was over when the connection was cut
	case f.open < acked:
		losses = append(losses, fmt.Sprintf("%s %s has %d moves, and %d were acknowledged", p.Game.Info().ID, code, f.open, acked))
	case f.open > p.Round.Len():
		losses = append(losses, fmt.Sprintf("%s %s has %d moves, and %d were played", p.Game.Info().ID, code, f.open, p.Round.Len()))
	}
	return losses
}

func TestLosses(t *testing.T) {
	t.Parallel()
	g, ok := catalog.All().Find("hopscotch")
	if !ok {
		t.Fatal("there is no hopscotch")
	}
	r := engine.NewRound(g, "NOW")
	for range 7 {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	p := &Player{Game: g, Round: r, Keyboard: Keyboard{Term: new(sshtest.Terminal)}, Ledger: Ledger{Acked: 6, Finished: []FiledRound{{"OLD", 12}}}}
	history := func(games ...command.GameResult) []command.GameResult { return games }
	old := command.GameResult{Code: "OLD", Moves: 12}
	for name, test := range map[string]struct {
		found Finding
		want  int
	}{
		"as acknowledged":          {Finding{open: 6, history: history(old)}, 0},
		"as played":                {Finding{open: 7, history: history(old)}, 0},
		"a move lost":              {Finding{open: 5, history: history(old)}, 1},
		"a move doubled":           {Finding{open: 8, history: history(old)}, 1},
		"the open game lost":       {Finding{history: history(old)}, 1},
		"over, and filed since":    {Finding{history: history(command.GameResult{Code: "NOW", Moves: 7}, old)}, 0},
		"filed with a move lost":   {Finding{history: history(command.GameResult{Code: "NOW", Moves: 5}, old)}, 1},
		"a finished game lost":     {Finding{open: 6}, 1},
		"a finished game's moves":  {Finding{open: 6, history: history(command.GameResult{Code: "OLD", Moves: 11})}, 1},
		"everything lost":          {Finding{}, 2},
		"another game is no proof": {Finding{open: 6, history: history(command.GameResult{Code: "ELSE", Moves: 12})}, 1},
	} {
		if got := p.Losses(test.found); len(got) != test.want {
			t.Errorf("%s: %q, want %d losses", name, got, test.want)
		}
	}
}
