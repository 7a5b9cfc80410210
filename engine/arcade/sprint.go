package arcade

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Sprint is an hour in which everybody plays the same secret deals of a game in the same order, each
// once, and comes and goes at any time. The zero Sprint is none.
type Sprint struct {
	Game   string // the ID
	Begins time.Time
}

const (
	// SprintLasts is how long a sprint lasts. What is finished by then counts.
	SprintLasts = time.Hour
	// SprintMost is how many deals a sprint has: more than people play in its time, and few enough that
	// points for deals given up at once are no way to win.
	SprintMost = 40
	// sprintHour is how the event of a deal names the hour (UTC).
	sprintHour = "2006-01-02T15"
)

// Ends returns when the sprint is over.
func (s Sprint) Ends() time.Time { return s.Begins.Add(SprintLasts) }

// Events returns what the events of all its deals begin with.
func (s Sprint) Events() string { return sprintPrefix + s.Begins.UTC().Format(sprintHour) + "/" }

// Event returns the event of its n-th deal, from 1 on.
func (s Sprint) Event(n int) Event { return Event(s.Events() + strconv.Itoa(n)) }

// Sprint returns when the sprint begins of which e is a deal, which one it is, and whether it is one.
func (e Event) Sprint() (begins time.Time, n int, ok bool) {
	rest, ok := strings.CutPrefix(string(e), sprintPrefix)
	if !ok {
		return begins, 0, false
	}
	hour, number, _ := strings.Cut(rest, "/")
	begins, err := time.Parse(sprintHour, hour)
	n, bad := strconv.Atoi(number)
	return begins, n, err == nil && bad == nil
}

// Unaided reports whether those who play the event have no help: no hints, and no undo past a card that was
// turned up. That is so in races and sprints.
func (e Event) Unaided() bool {
	_, race := e.Race()
	return race || strings.HasPrefix(string(e), sprintPrefix)
}

// A SprintPlan says when a host holds sprints.
type SprintPlan struct {
	Every time.Duration // from one to the next, from midnight (UTC) on: hours that divide a day; 0: there are none
	Games []string      // the IDs of their games, which take turns
}

// Sprints are those of an arcade at a time. Each may be none.
type Sprints struct{ Now, Next, Last Sprint }

// Held reports whether the arcade holds sprints.
func (s Sprints) Held() bool { return s.Next.Game != "" }

// At returns the sprints at a time.
func (p SprintPlan) At(now time.Time) (s Sprints) {
	if p.Every == 0 || len(p.Games) == 0 {
		return s
	}
	every, games := int64(p.Every/time.Second), int64(len(p.Games))
	at := func(turn int64) Sprint { return Sprint{p.Games[turn%games], time.Unix(turn*every, 0).UTC()} }
	turn := now.Unix() / every
	s.Next, s.Last = at(turn+1), at(turn)
	if now.Before(s.Last.Ends()) {
		s.Now, s.Last = s.Last, at(turn-1)
	}
	return s
}

// A SprintBoard is how the players of a sprint stand, as one of them may see it.
type SprintBoard struct {
	Rows []SprintRow // the best first
	Next int         // the player's next deal, from 1 on; above SprintMost if none is left
	Open bool        // the player has begun it
}

// A SprintRow is the sum of what a player has finished in a sprint so that it counts.
type SprintRow struct {
	Place  int    `json:"place,omitempty" jsonschema:"from 1, shared by equals; absent for guests and for the arcade's players"`
	Nick   string `json:"nick" jsonschema:"\"Somebody\" for a player who has chosen none, with a number if there are several"` // "" from a store
	Level  Level  `json:"level,omitempty" jsonschema:"of the arcade's player; absent for a person"`
	Mine   bool   `json:"mine"`
	Won    int    `json:"won"`
	Points int    `json:"points"`
	Deals  int    `json:"deals"`
}

// Add adds the result of a deal.
func (r *SprintRow) Add(points int, won bool) {
	r.Deals++
	r.Points += points
	if won {
		r.Won++
	}
}

func (r SprintRow) compare(o SprintRow) int {
	return cmp.Or(cmp.Compare(o.Won, r.Won), cmp.Compare(o.Points, r.Points))
}

// Sort puts the rows in order, of which those with a Place get theirs. Rows that differ always come in one order.
func (b SprintBoard) Sort() {
	slices.SortFunc(b.Rows, func(r, o SprintRow) int {
		return cmp.Or(r.compare(o), cmp.Compare(r.Nick, o.Nick), TrueFirst(r.Mine, o.Mine), TrueFirst(r.Place > 0, o.Place > 0),
			cmp.Compare(r.Deals, o.Deals), cmp.Compare(r.Level, o.Level))
	})
	var ranking Ranking
	var last SprintRow
	for i, r := range b.Rows {
		if r.Place > 0 {
			b.Rows[i].Place = ranking.Next(r.compare(last) == 0)
			last = r
		}
	}
}

// String returns when the sprint was or is, such as "2026-11-22 19:00".
func (s Sprint) String() string { return s.Begins.UTC().Format("2006-01-02 15:04") }
