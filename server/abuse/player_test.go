package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

const (
	// Enter is the key that plays and chooses.
	Enter = "\r"

	// TermName is the kind of terminal that players have.
	TermName = "xterm-256color"

	// user is longer than any nick can be, so it is nobody's.
	user = "boardwalk-load-generator"
)

// ErrTimeUp is the error of a key that would come after the end of the run.
var ErrTimeUp = errors.New("the time is up")

// A Player is one session. It knows its deal and follows the position.
type Player struct {
	From       netip.Addr // connects from here
	Random     *rand.Rand
	Game       engine.Game
	LobbyIndex int // the game's number in the lobby

	Wire *Wire
	Keyboard
	Round *engine.Round
	Plan  []engine.Move   // the moves of the round still to be played
	Life  context.Context // ends when the connection does

	Ledger // what is stored; guarded by Term's lock

	key    ssh.Signer
	client *ssh.Client
	cut    chan struct{} // tells the player to hang up and come back
}

// Connect logs in and returns the connection, on which nothing runs yet. It ends with ctx.
func (p *Player) Connect(ctx context.Context) (*ssh.Client, error) {
	var err error
	if p.Wire, err = DialFrom(ctx, p.crowd.Target.String(), p.From); err != nil {
		return nil, err
	}
	client, err := sshtest.Login(p.Wire, ssh.ClientConfig{User: user, Auth: []ssh.AuthMethod{ssh.PublicKeys(p.key)}})
	if err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	return client, nil
}

// EnterLobby logs in and returns the time until the complete lobby was on the screen. The
// connection ends with ctx.
func (p *Player) EnterLobby(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	var err error
	if p.client, err = p.Connect(ctx); err != nil {
		return 0, err
	}
	t, at, err := sshtest.Enter(p.client, TermName, sshtest.Columns, sshtest.Rows, "the lobby", InLobby)
	if t != nil { // otherwise the one before it, if any, is still to be hung up
		p.Term = t
	}
	if err != nil {
		return 0, err
	}
	return at.Sub(began), nil
}

// arrive logs in and sits down at a table, or stays in the lobby.
func (p *Player) arrive() error {
	tally := p.crowd.Tally()
	took, err := p.EnterLobby(p.Life)
	if err != nil {
		return err
	}
	tally.Login(took)
	if p.crowd.Lobby {
		return nil
	}
	return p.StartRound()
}

// StartRound chooses the game in the lobby and deals it. From here on the player records
// what is acknowledged.
func (p *Player) StartRound() error {
	p.RecordAcks()
	if err := p.Choose(); err != nil {
		return err
	}
	return p.deal()
}

// RecordAcks records what the screen acknowledges from now on.
func (p *Player) RecordAcks() { p.Term.OnOutput(p.OnOutput) }

// Choose moves to the player's game in the lobby. That begins at a game that is open, once it
// knows of one; from the first key on only keys move it.
func (p *Player) Choose() error {
	for _, asks := range []struct {
		key string
		yes bool
	}{{"q", true}, {"n", false}} {
		if _, _, err := p.Term.Press(asks.key, "an answer in the lobby", func(s *tuitest.Terminal) bool { return Says(s, "Leave the arcade?") == asks.yes }); err != nil {
			return err
		}
	}
	at := 0
	p.Term.Look(func(s *tuitest.Terminal) {
		at = slices.IndexFunc(p.crowd.Games, func(g engine.Game) bool { return chosen(s, g) })
	})
	for at != p.LobbyIndex {
		key, next := "j", at+1
		if at > p.LobbyIndex {
			key, next = "k", at-1
		}
		if err := p.Key(key, "the next game in the lobby", func(s *tuitest.Terminal) bool { return chosen(s, p.crowd.Games[next]) }); err != nil {
			return err
		}
		at = next
	}
	return nil
}

// browse moves the cursor of the lobby to the second game and back to the first, where it begins,
// again and again.
func (p *Player) browse() error {
	for i := 1; ; i = 1 - i {
		if err := p.Key("kj"[i:i+1], "another game in the lobby", func(s *tuitest.Terminal) bool { return chosen(s, p.crowd.Games[i]) }); err != nil {
			return err
		}
	}
}

// chosen reports whether the cursor of the lobby is at a game.
func chosen(s *tuitest.Terminal, g engine.Game) bool {
	for y := range sshtest.Rows {
		if line := s.Row(y); strings.HasPrefix(line, ">") && strings.Contains(line, g.Info().Name+" ") {
			return true
		}
	}
	return false
}

// deal deals a new round by its code, from the lobby.
func (p *Player) deal() error {
	code, moves := plan(p.Game, p.Random)
	const prompt = "Deal code (for practice):"
	if err := p.Key("d", "the question for the code", func(s *tuitest.Terminal) bool { return s.Has(sshtest.Rows-2, prompt) }); err != nil {
		return err
	}
	for i := range code {
		typed := string(code[:i+1])
		if err := p.Key(typed[i:], "a letter of the code", func(s *tuitest.Terminal) bool { return s.Has(sshtest.Rows-2, prompt+" "+typed) }); err != nil {
			return err
		}
	}
	p.Round = engine.NewRound(p.Game, code)
	p.Round.SetAuto(true)
	p.Plan = moves
	p.Term.Look(func(*tuitest.Terminal) { p.Acked = 0 })
	return p.Key(Enter, "the table", AtTable(0, func(s *tuitest.Terminal) bool { return s.Has(0, p.Game.Info().Name) }))
}

// Stay plays, or only sits at the table if the rate is 0, until the run ends; in the lobby it
// browses. Its error is then ErrTimeUp.
func (p *Player) Stay() error {
	switch {
	case p.crowd.Lobby:
		return p.browse()
	case p.crowd.Rate > 0:
		return p.Play()
	}
	for {
		select {
		case <-p.Running.Done():
			return ErrTimeUp
		case <-p.Term.Ended:
			return p.Term.Lost("the end of the run")
		case <-p.cut:
			if err := p.reconnect(); err != nil {
				return err
			}
		}
	}
}

// Play plays until no more keys are to be typed. Its error is then ErrTimeUp.
func (p *Player) Play() error {
	for {
		var err error
		switch {
		case p.Round.State().Over():
			err = p.leave()
		case p.isCut():
			err = p.reconnect()
		case len(p.Plan) == 0:
			err = p.giveUp()
		default:
			err = p.Move(p.Next())
		}
		if err != nil {
			return err
		}
	}
}

// Next returns the next move of the plan, which must not be empty.
func (p *Player) Next() engine.Move {
	m := p.Plan[0]
	p.Plan = p.Plan[1:]
	return m
}

// Move types a legal move: the key that begins it, its places, and Enter.
func (p *Player) Move(m engine.Move) error {
	n, word := p.Round.Len(), m.String()
	if err := p.Key("t", "the line for a move", AtTable(n, func(s *tuitest.Terminal) bool { return Says(s, "_ ") })); err != nil {
		return err
	}
	for i := range word {
		shows := func(s *tuitest.Terminal) bool { return Says(s, word[:i+1]+"_ ") }
		if i+1 == len(word) { // the complete move: the line says what it will do
			shows = func(s *tuitest.Terminal) bool { return s.Has(sshtest.Rows-1, "Enter play") }
		}
		if err := p.Key(word[i:i+1], "a letter of "+word, AtTable(n, shows)); err != nil {
			return err
		}
	}
	if err := p.Round.Play(m); err != nil {
		return err // never happens: the move is legal
	}
	t, err := p.turn()
	if err != nil {
		return err
	}
	p.Expect(t.tally)
	return p.press(t, Enter, "the board after a move", AtTable(p.Round.Len(), func(*tuitest.Terminal) bool { return true }))
}

// leave goes from a finished round back to the lobby, which files the round.
func (p *Player) leave() error {
	if err := p.Key("q", "the lobby, with the game filed", InLobby); err != nil {
		return err
	}
	// A filed round is stored, even if the table closed before it said so.
	p.Term.Look(func(*tuitest.Terminal) {
		p.Acknowledge(p.Round.Len(), time.Now())
		p.Finished = append(p.Finished, FiledRound{p.Round.Record().Code, p.Round.Len()})
	})
	p.crowd.Tally().Finished()
	return p.deal()
}

// giveUp finishes a round with the points that it has.
func (p *Player) giveUp() error {
	if err := p.Key("g", "the question whether to finish", func(s *tuitest.Terminal) bool { return Says(s, "Finish this game") }); err != nil {
		return err
	}
	if err := p.Key("y", "the end of the game", func(s *tuitest.Terminal) bool { return s.Has(sshtest.Rows-1, "new deal") }); err != nil {
		return err
	}
	return p.leave()
}

// isCut reports, once, whether the player is to hang up.
func (p *Player) isCut() bool {
	select {
	case <-p.cut:
		return true
	default:
		return false
	}
}

// reconnect hangs up once everything is stored, and comes back to the same game.
func (p *Player) reconnect() error {
	p.AwaitAcks()
	p.Term.HangUp()
	<-p.Term.Ended
	tally := p.crowd.Tally()
	took, err := p.EnterLobby(p.Life)
	if err != nil {
		return err
	}
	tally.Login(took)
	if p.crowd.Rate > 0 {
		p.Due = time.Now().Add(p.crowd.keyInterval())
	}
	p.RecordAcks()
	if err := p.Choose(); err != nil {
		return err
	}
	if p.Round.Len() == 0 {
		err = p.deal() // a game without moves is not stored
	} else {
		err = p.resumeGame()
	}
	if err == nil {
		p.crowd.Tally().reconnected()
	}
	return err
}

// resumeGame opens the open game from the lobby.
func (p *Player) resumeGame() error {
	moves, err := p.open()
	if err == nil && moves != p.Round.Len() {
		err = fmt.Errorf("the game has %d moves, and %d were stored", moves, p.Round.Len())
	}
	return err
}
