package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"boardwalk/server/command"
)

// keptSample is the number of sessions that come back to look for their games.
const keptSample = 25

// historyMost is the most games that the server returns at once.
const historyMost = 1000

// verify lets a sample of the sessions, whose connections must have been cut, come back
// and check that what was acknowledged is still there.
func (w *workload) verify(ctx context.Context) Kept {
	kept := Kept{Losses: []string{}}
	step := max((len(w.players)+keptSample-1)/keptSample, 1)
	for i := 0; i < len(w.players); i += step {
		p := w.players[i]
		found, err := p.revisit(ctx)
		if err != nil {
			w.failures.add("come back", err)
			continue
		}
		kept.Checked++
		kept.Filed += len(p.known().finished)
		kept.Tries += found.tries
		if found.open > 0 {
			kept.Open++
		}
		if losses := p.losses(found); len(losses) > 0 {
			kept.Lost++
			kept.Losses = append(kept.Losses, losses...)
		}
	}
	return kept
}

// A finding is what a player finds on coming back.
type finding struct {
	open    int // moves of the open game according to its heading; 0 if none is open
	tries   int // failed attempts to open it
	history []command.GameResult
}

// revisit logs in once more, opens the game, and only then reads the history: a game
// that was over may be filed a moment later.
func (p *player) revisit(ctx context.Context) (f finding, err error) {
	back := &player{workload: p.workload, signer: p.signer, from: p.from, game: p.game, lobbyIndex: p.lobbyIndex}
	if _, err := back.enterLobby(ctx); err != nil {
		return f, err
	}
	defer back.term.hangUp()
	if err := back.choose(); err != nil {
		return f, err
	}
	if f.open, f.tries, err = back.open(); err != nil {
		return f, err
	}
	f.history, err = back.history(historyMost)
	return f, err
}

// history returns the player's last games, which it reads over the player's current
// connection.
func (p *player) history(last int) ([]command.GameResult, error) {
	session, err := p.term.client.NewSession()
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

// open opens the chosen game in the lobby. It returns the game's moves and the number of
// failed attempts: the session that was cut off may be saving the game at that moment.
func (p *player) open() (moves, tries int, err error) {
	for {
		opened := false
		opens := func(s *screen) bool {
			moves, _, opened = s.moves()
			return opened || s.has(rows-2, "went on in another session")
		}
		if err := p.key(enter, "the open game", opens); err != nil || opened {
			return moves, tries, err
		}
		tries++
	}
}

// losses returns, in words, what was acknowledged but not found.
func (p *player) losses(f finding) (losses []string) {
	known := p.known()
	for _, d := range known.finished {
		if !slices.ContainsFunc(f.history, d.is) {
			losses = append(losses, fmt.Sprintf("%s %s with %d moves is not in the history", p.game.Info().ID, d.code, d.moves))
		}
	}
	code, acked := p.round.Record().Code, known.acked
	filed := func(g command.GameResult) bool { return g.Code == code && g.Moves >= acked }
	switch {
	case slices.ContainsFunc(f.history, filed): // it was over when the connection was cut
	case f.open < acked:
		losses = append(losses, fmt.Sprintf("%s %s has %d moves, and %d were acknowledged", p.game.Info().ID, code, f.open, acked))
	case f.open > p.round.Len():
		losses = append(losses, fmt.Sprintf("%s %s has %d moves, and %d were played", p.game.Info().ID, code, f.open, p.round.Len()))
	}
	return losses
}
