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
	"boardwalk/server"
)

// Kills is a run in which the server was killed with SIGKILL over and over, and
// each time served the same data again at once. The report's Load has the moves
// and the games: each move was acknowledged, or in flight when the server was
// killed.
type Kills struct {
	Every float64   `json:"every_ms"`           // as asked; each time up to a quarter more or less, from listening on
	Kills int       `json:"kills"`              // with SIGKILL
	Early int       `json:"kills_at_start"`     // of these, while the server came up: nobody was there
	Lives int       `json:"lives"`              // servers that came to listen; the last was not killed
	Start Quantiles `json:"start_to_listen_ms"` // of the process; in this time the data is opened
	Check Quantiles `json:"check_ms"`           // boardwalk check behind a kill, each of which passed; left out where they would take too much of the run
	Survived

	Hung int `json:"ends_hung"` // players who did not notice
}

// Survived is what players have come through: of each, and of all in a report.
type Survived struct {
	Seats int `json:"seats"` // times that somebody sat down at a table, to go on or to begin

	// In flight are moves and finishes that were not acknowledged when the server
	// was killed: they may be kept, or not.
	InFlight     int `json:"moves_in_flight"`
	InFlightKept int `json:"moves_in_flight_kept"`
	Filing       int `json:"finishes_in_flight"`
	FilingKept   int `json:"finishes_in_flight_kept"`
	Finished     int `json:"finished_games"` // each was looked for in the history

	Lost    int      `json:"lost"`    // open games with less than was acknowledged, finished ones that are not in the history
	Doubled int      `json:"doubled"` // open games with more than was played, finished ones that are there twice or still open
	Losses  []string `json:"losses"`  // each of both in words

	Abrupt  int `json:"ends_abrupt"`  // of lines, as a kill ends them
	Orderly int `json:"ends_orderly"` // of sessions by the server, or by its silence, before it was killed
}

// add adds what another one has come through.
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

// errLoss is the error of one who found less or more than there must be.
var errLoss = errors.New("something was lost or doubled")

// losses takes note of what was lost and doubled, for which the error is errLoss.
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

// settle takes note of what became of moves in flight, where so many of the round
// are there.
func (s *Survived) settle(flying []waiting, moves int) {
	for _, w := range flying {
		s.InFlight++
		if w.moves <= moves {
			s.InFlightKept++
		}
	}
}

// is tells whether a game of the history is this round.
func (d done) is(g server.GameResult) bool { return g.Code == d.code && g.Moves == d.moves }

// compare compares the newest games of a history with the rounds that were filed:
// those from one on must all be there, and none twice, and no others.
func compare(filed []done, from int, games []server.GameResult) (lost, doubled []string) {
	for _, d := range filed[from:] {
		if !slices.ContainsFunc(games, d.is) {
			lost = append(lost, fmt.Sprintf("%s with %d moves is not in the history", d.code, d.moves))
		}
	}
	for i, g := range games {
		d := done{g.Code, g.Moves}
		switch {
		case !slices.Contains(filed, d):
			doubled = append(doubled, fmt.Sprintf("%s with %d moves is in the history, and was not finished", d.code, d.moves))
		case slices.ContainsFunc(games[:i], d.is):
			doubled = append(doubled, fmt.Sprintf("%s is in the history twice", d.code))
		}
	}
	return lost, doubled
}

// killMode is a run of kills, for so long.
func killMode(every, length time.Duration) mode {
	return mode{"--kill-every " + every.String(), func(s *street, ctx context.Context) (*Abuse, error) {
		o := s.options
		o.kills, o.length, o.sessions, o.binary = every, length, killPlayers, s.program
		r, err := kills(ctx, o, s.log)
		if err != nil {
			return nil, err
		}
		return r.ofKills(), nil
	}}
}

// ofKills is what a table of abuse cases has of a run of kills.
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

// readLog counts a server's errors in its log as failures.
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
