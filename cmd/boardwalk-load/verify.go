package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"boardwalk/server"
)

// keptSample is how many sessions come back to look for their games.
const keptSample = 25

// verify lets a sample of the sessions, whose lines must have been cut, come back
// and look whether what was acknowledged is still there.
func (c *crowd) verify(ctx context.Context) Kept {
	kept := Kept{Losses: []string{}}
	step := max((len(c.players)+keptSample-1)/keptSample, 1)
	for i := 0; i < len(c.players); i += step {
		p := c.players[i]
		found, err := p.comeBack(ctx)
		if err != nil {
			c.failures.add("come back", err)
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
	open    int // moves of the open game, as its heading says; 0 where none is open
	tries   int // in vain to open it
	history []server.GameResult
}

// comeBack logs in once more, opens the game, and only then reads the history: a
// game that was over may be filed a moment late.
func (p *player) comeBack(ctx context.Context) (f finding, err error) {
	back := &player{crowd: p.crowd, signer: p.signer, from: p.from, game: p.game, at: p.at}
	if _, err := back.enterLobby(ctx); err != nil {
		return f, err
	}
	defer back.term.hangUp()
	if err := back.choose(); err != nil {
		return f, err
	}
	for opened := false; !opened; {
		const elsewhere = "went on in another session" // the one that was cut off, which saves just now
		opens := func(s *screen) bool {
			f.open, _, opened = s.moves()
			return opened || s.has(rows-2, elsewhere)
		}
		if err := back.key(enter, "the open game", opens); err != nil {
			return f, err
		}
		if !opened {
			f.tries++
		}
	}
	session, err := back.term.client.NewSession()
	if err != nil {
		return f, fmt.Errorf("read the history: %w", err)
	}
	defer session.Close()
	text, err := session.Output("history --json --last 1000")
	if err != nil {
		return f, fmt.Errorf("read the history: %w", err)
	}
	var history server.History
	if err := json.Unmarshal(text, &history); err != nil {
		return f, fmt.Errorf("read the history: %w", err)
	}
	f.history = history.Games
	return f, nil
}

// losses is what was acknowledged and was not found, in words.
func (p *player) losses(f finding) (losses []string) {
	filed := func(d done, atLeast bool) bool {
		return slices.ContainsFunc(f.history, func(g server.GameResult) bool {
			return g.Code == d.code && (g.Moves == d.moves || atLeast && g.Moves > d.moves)
		})
	}
	known := p.known()
	for _, d := range known.finished {
		if !filed(d, false) {
			losses = append(losses, fmt.Sprintf("%s %s with %d moves is not in the history", p.game.Info().ID, d.code, d.moves))
		}
	}
	code, acked := p.round.Record().Code, known.acked
	switch {
	case filed(done{code, acked}, true): // it was over when the line was cut
	case f.open < acked:
		losses = append(losses, fmt.Sprintf("%s %s has %d moves, and %d were acknowledged", p.game.Info().ID, code, f.open, acked))
	case f.open > p.round.Len():
		losses = append(losses, fmt.Sprintf("%s %s has %d moves, and %d were played", p.game.Info().ID, code, f.open, p.round.Len()))
	}
	return losses
}
