package abuse_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/sshtest"
)

const (
	walkers     = 24                        // connections that walk one history
	walkedGames = 39_600                    // imported into it: as many as an account may, with few moves
	walkedPart  = 9900                      // of them, imported at once
	walkedEnd   = 100                       // of them, the oldest, which are walked to
	walkEvery   = time.Second * 10 / 13     // between two commands of all of them
	walkedMoves = 40                        // of a game that is walked to, at most
	walkedAge   = walkedGames * time.Minute // of the oldest game
)

// histories is the attack histories: many sessions of one address import a long history and
// walk it again and again.
func histories(ctx context.Context, a *attacker) {
	p := a.player(a.networks.Next())
	var clients []*ssh.Client
	for range walkers {
		client, err := p.Again().Connect(ctx)
		if err != nil {
			a.failed(ctx, err)
			return
		}
		defer client.Close()
		clients = append(clients, client)
	}
	game, _ := catalog.Library().Find("chessboard") // the shortest name, as names fill an account too
	for first := 0; first < walkedGames; first += walkedPart {
		if err := importHistory(clients[0], p, game, first); err != nil {
			a.failed(ctx, err)
			return
		}
	}
	began := time.Now()
	var all sync.WaitGroup
	beats := time.NewTicker(walkEvery)
	defer beats.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		<-beats.C
		all.Go(func() { a.failed(ctx, walk(ctx, a, clients[n%walkers], n, game.Info().ID)) })
	}
	for _, client := range clients {
		_ = client.Close()
	}
	all.Wait()
	a.raise("commands_per_second", Rounded(a.figure("commands")/time.Since(began).Seconds()))
}

// importHistory gives a player a part of a long history.
func importHistory(client *ssh.Client, p *Player, g engine.Game, first int) error {
	var file strings.Builder
	lines := json.NewEncoder(&file)
	oldest := time.Now().Add(-walkedAge)
	for n := first; n < first+walkedPart; n++ {
		code, info, moves := engine.Code(fmt.Sprintf("%X", n)), g.Info(), []engine.Move(nil)
		if n < walkedEnd {
			moves = PlayOut(g, code, p.Random, walkedMoves)
		}
		record := engine.Record{Game: info.ID, Version: info.Version, Code: code, Moves: moves}
		game := command.GameRecord{Record: record.String()}
		game.Ended = oldest.Add(time.Duration(n) * time.Minute)
		if err := lines.Encode(game); err != nil {
			return err
		}
	}
	sess, err := client.NewSession()
	if err != nil {
		return err
	}
	defer sess.Close()
	sess.Stdin = strings.NewReader(file.String())
	if out, err := sess.CombinedOutput("import"); err != nil {
		return fmt.Errorf("import: %w: %s", err, out)
	}
	return nil
}

// walk runs one of the commands that read a history.
func walk(ctx context.Context, a *attacker, client *ssh.Client, number int, game string) error {
	oldest := walkedGames - number%walkedEnd
	line := []string{
		"history " + game, fmt.Sprint("record ", oldest),
		fmt.Sprint("replay ", oldest, " --cast"), fmt.Sprint("analyse ", oldest),
	}[number%4]
	_, errOut, code, err := sshtest.Run(client, line)
	switch {
	case ctx.Err() != nil:
	case isShortage(err):
		a.add("sessions_refused", 1)
	case err != nil:
		return fmt.Errorf("%s: %w", line, err)
	case strings.Contains(strings.Join(strings.Fields(errOut), " "), "used up their share"):
		a.add("told_to_wait", 1)
	case code != command.ExitOK:
		return errors.New(line + ": " + errOut)
	default:
		a.add("commands", 1)
	}
	return nil
}
