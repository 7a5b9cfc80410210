package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/server/command"
)

// Kills is the report of a run in which the server was killed with SIGKILL over and over,
// and each time served the same data again at once. Each move of the report's Load was
// either acknowledged, or in flight when the server was killed.
type Kills struct {
	Every float64   `json:"every_ms"`           // as asked; each life is up to a quarter longer or shorter, counted from listening
	Kills int       `json:"kills"`              // kills with SIGKILL
	Early int       `json:"kills_at_start"`     // of Kills, those while the server started and nobody played
	Lives int       `json:"lives"`              // servers that got to listen; the last was not killed
	Start Quantiles `json:"start_to_listen_ms"` // from the start of the process; includes opening the data
	Check Quantiles `json:"check_ms"`           // boardwalk check after a kill, each of which passed; some are left out to save time
	Survived

	Hung int `json:"ends_hung"` // players who did not notice the end
}

// Survived is what players found after kills: for one player, or summed up in a report.
type Survived struct {
	Seats int `json:"seats"` // how often a player sat down at a table, to go on or to begin

	// In flight are moves and finishes that were not acknowledged when the server was
	// killed. They may have been kept, or not.
	InFlight     int `json:"moves_in_flight"`
	InFlightKept int `json:"moves_in_flight_kept"`
	Filing       int `json:"finishes_in_flight"`
	FilingKept   int `json:"finishes_in_flight_kept"`
	Finished     int `json:"finished_games"` // each was looked for in the history

	Lost    int      `json:"lost"`    // open games with fewer moves than acknowledged, and finished ones missing from the history
	Doubled int      `json:"doubled"` // open games with more moves than played, and finished ones that are there twice or still open
	Losses  []string `json:"losses"`  // each loss and each double in words

	Abrupt  int `json:"ends_abrupt"`  // connections that broke, as by a kill
	Orderly int `json:"ends_orderly"` // sessions that the server ended, or left unanswered, before it was killed
}

// add adds the figures of another player.
func (s *Survived) add(o Survived) {
	s.Seats += o.Seats
	s.InFlight += o.InFlight
	s.InFlightKept += o.InFlightKept
	s.Filing += o.Filing
	s.FilingKept += o.FilingKept
	s.Finished += o.Finished
	s.Lost += o.Lost
	s.Doubled += o.Doubled
	s.Losses = append(s.Losses, o.Losses...)
	s.Abrupt += o.Abrupt
	s.Orderly += o.Orderly
}

// errLoss is the error of a player who found less or more than there must be.
var errLoss = errors.New("something was lost or doubled")

// losses records what was lost and doubled. It returns errLoss if there is anything.
func (s *Survived) losses(g engine.Game, lost, doubled []string) error {
	s.Lost += len(lost)
	s.Doubled += len(doubled)
	for _, words := range slices.Concat(lost, doubled) {
		s.Losses = append(s.Losses, g.Info().ID+" "+words)
	}
	if len(s.Losses) > 0 {
		return errLoss
	}
	return nil
}

// countInFlight records what became of the moves in flight, given the number of moves of
// the round that are there.
func (s *Survived) countInFlight(flying []pendingMove, moves int) {
	for _, w := range flying {
		s.InFlight++
		if w.moves <= moves {
			s.InFlightKept++
		}
	}
}

// is reports whether a game of the history is this round.
func (d filedRound) is(g command.GameResult) bool { return g.Code == d.code && g.Moves == d.moves }

// compare compares the newest games of a history with the rounds that were filed. The
// filed rounds from index from on must all be there. No round may be there twice, and
// none that was not filed.
func compare(filed []filedRound, from int, games []command.GameResult) (lost, doubled []string) {
	for _, d := range filed[from:] {
		if !slices.ContainsFunc(games, d.is) {
			lost = append(lost, fmt.Sprintf("%s with %d moves is not in the history", d.code, d.moves))
		}
	}
	for i, g := range games {
		d := filedRound{g.Code, g.Moves}
		switch {
		case !slices.Contains(filed, d):
			doubled = append(doubled, fmt.Sprintf("%s with %d moves is in the history, and was not finished", d.code, d.moves))
		case slices.ContainsFunc(games[:i], d.is):
			doubled = append(doubled, fmt.Sprintf("%s is in the history twice", d.code))
		}
	}
	return lost, doubled
}

// killMode returns the attack by kills, made for the given length.
func killMode(every, length time.Duration) mode {
	return mode{"--kill-every " + every.String(), func(s *suite, ctx context.Context) (*Abuse, error) {
		o := s.options
		o.kills, o.length, o.sessions, o.binary = every, length, defaultKillPlayers, s.program
		r, err := kills(ctx, o, s.log)
		if err != nil {
			return nil, err
		}
		return r.ofKills(), nil
	}}
}

// ofKills returns the figures of a run of kills for the table of abuse cases.
func (r *Report) ofKills() *Abuse {
	a := &Abuse{Name: "kills", Case: 20, Seconds: r.Load.Seconds, Errors: r.Errors, Figures: map[string]float64{
		"kills": float64(r.Kills.Kills), "checks_passed": float64(r.Kills.Check.Count), "moves_acknowledged": float64(r.Load.Acknowledged),
		"games_finished": float64(r.Kills.Finished), "lost": float64(r.Kills.Lost), "doubled": float64(r.Kills.Doubled),
	}}
	for _, l := range []limit{
		{"kills", 1, true}, {"checks_passed", 1, true}, {"moves_acknowledged", 1, true}, {"games_finished", 1, true},
		{"lost", 0, false}, {"doubled", 0, false},
	} {
		a.Bounds = append(a.Bounds, l.judge(a.Figures))
	}
	return a
}

// readLog adds the errors in a server's log as failures.
func (f *failures) readLog(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var event struct{ Level string }
		if json.Unmarshal(lines.Bytes(), &event) != nil || event.Level == "ERROR" {
			f.add("log", errors.New(lines.Text()))
		}
	}
	return lines.Err()
}
