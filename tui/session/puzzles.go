package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/puzzle"
	"boardwalk/engine/rating"
	"boardwalk/engine/search"
)

// Puzzles are how a player does at puzzles. They are part of the player's settings.
type Puzzles struct {
	Rating rating.Rating `json:"rating,omitzero"` // zero before the first try
	Solved int           `json:"solved,omitempty"`
	Failed int           `json:"failed,omitempty"`
	Shown  []string      `json:"shown,omitempty"`  // IDs of the latest puzzles, the newest last
	Streak int           `json:"streak,omitempty"` // the longest
	Row    int           `json:"row,omitempty"`    // the puzzles solved in the streak that goes on
	Own    []string      `json:"own,omitempty"`    // puzzles of games that the player has played, as text, the newest last

	Day   string `json:"day,omitempty"`   // of the latest try that was rated, in UTC: "2026-11-28"
	Today int    `json:"today,omitempty"` // rated tries on that day
	Daily bool   `json:"daily,omitempty"` // the puzzle of that day was tried,
	Right bool   `json:"right,omitempty"` // and solved
}

const (
	// shownMost is how many puzzles are remembered, so that none comes twice soon.
	shownMost = 300
	// ownMost is how many puzzles of the player's own games are kept until they are answered.
	ownMost = 6
	// puzzleDeviation is how sure the rating of a puzzle is, in points.
	puzzleDeviation = 60
	// A streak begins with a puzzle of streakBegins points, and each is streakStep harder.
	streakBegins, streakStep = 800, 50
)

// Strength returns the player's rating, or that of a beginner before the first try. Most begin with
// little experience, so it is lower and surer than that of a player of unknown strength.
func (p Puzzles) Strength() rating.Rating {
	if p.Solved+p.Failed == 0 {
		return rating.Rating{Points: 1000, Deviation: 200, Volatility: rating.New().Volatility}
	}
	return p.Rating
}

// joined returns how the player of two accounts does: as the one that has solved more, which matters more than a
// rating that few tries have made. Neither account is asked again what the other has been shown.
func (p Puzzles) joined(o Puzzles) Puzzles {
	if cmp.Or(cmp.Compare(o.Solved, p.Solved), cmp.Compare(o.Rating.Points, p.Rating.Points)) > 0 {
		p, o = o, p
	}
	p.Streak = max(p.Streak, o.Streak)
	p.Shown = union(o.Shown, p.Shown)
	p.Own = slices.DeleteFunc(union(o.Own, p.Own), func(text string) bool {
		id, _, _ := strings.Cut(text, " ")
		return slices.Contains(p.Shown, id)
	})
	p.Shown, p.Own = p.Shown[max(len(p.Shown)-shownMost, 0):], p.Own[max(len(p.Own)-ownMost, 0):]
	return p
}

// On returns how the player does on a day: what was done on an earlier one is forgotten.
func (p Puzzles) On(day string) Puzzles {
	if p.Day != day {
		p.Day, p.Today, p.Daily, p.Right = day, 0, false, false
	}
	return p
}

// near returns the puzzle closest to a rating, of those not shown lately.
func (p Puzzles) near(points float64) (best puzzle.Puzzle) {
	off := math.Inf(1)
	for _, of := range puzzle.All() {
		if d := math.Abs(of.Rating - points); d < off && !slices.Contains(p.Shown, of.ID) {
			best, off = of, d
		}
	}
	return best
}

// Keep keeps a puzzle of a game that the player has played until it is answered.
func (p *Puzzles) Keep(of puzzle.Puzzle) {
	if text := of.String(); len(text) <= mistakeBytes && !slices.Contains(p.Own, text) && !slices.Contains(p.Shown, of.ID) {
		p.Own = append(slices.Clone(p.Own), text)
		p.Own = p.Own[max(len(p.Own)-ownMost, 0):]
	}
}

// own returns the puzzles of the player's own games, the newest first.
func (p Puzzles) own() (all []puzzle.Puzzle) {
	for _, text := range slices.Backward(p.Own) {
		if of, err := puzzle.Parse(text); err == nil {
			all = append(all, of)
		}
	}
	return all
}

var errNoneOwn = errors.New("no puzzle of your own waits: they come from games that you have played, " +
	"if there was a position in which one move alone kept the win")

// ParsePuzzle returns a player's try of a kind, of the next if name is "", or at the puzzle with an ID. The
// error says what there is.
func (p Puzzles) ParsePuzzle(name, day string) (*Try, error) {
	k := PuzzleKind(strings.ToLower(name))
	switch k {
	case "":
		return p.Try(NextPuzzle, day), nil
	case NextPuzzle, DailyPuzzle, PuzzleStreak:
		return p.Try(k, day), nil
	case OwnPuzzle:
		if len(p.own()) == 0 {
			return nil, errNoneOwn
		}
		return p.Try(k, day), nil
	}
	for _, of := range p.own() {
		if strings.EqualFold(of.ID, name) {
			return &Try{Puzzle: of, Kind: OwnPuzzle}, nil
		}
	}
	of, ok := puzzle.ByID(name)
	if !ok {
		return nil, engine.NoSuch("puzzle", name, []string{"daily", "next", "own", "streak", "or the ID of one"})
	}
	if daily := p.Try(DailyPuzzle, day); daily.ID == of.ID {
		return daily, nil
	}
	return &Try{Puzzle: of, Kind: NextPuzzle}, nil
}

// byRating returns all puzzles, the easiest first.
var byRating = sync.OnceValue(func() []puzzle.Puzzle {
	return slices.SortedStableFunc(slices.Values(puzzle.All()), func(a, b puzzle.Puzzle) int { return cmp.Compare(a.Rating, b.Rating) })
})

// A PuzzleKind is why a player is shown a puzzle.
type PuzzleKind string

// The kinds: a puzzle about as hard as the player is strong, everybody's puzzle of the day, one of a game that
// the player has played, and one of a streak: each is harder than the one before, and an error ends it. Streaks
// are not rated.
const (
	NextPuzzle   PuzzleKind = "next"
	DailyPuzzle  PuzzleKind = "daily"
	OwnPuzzle    PuzzleKind = "own"
	PuzzleStreak PuzzleKind = "streak"
)

// A Try is a player at a puzzle. Only the first answer counts.
type Try struct {
	puzzle.Puzzle
	Kind     PuzzleKind
	Row      int    // the puzzles solved in the streak
	Answered bool   // a move was played, or shown
	Failed   bool   // and it was wrong
	Result   string // what the answer has changed, in a sentence
	cost     string // the part of it that a wrong answer tells
	hints    []string
}

// Try returns a player's next try of a kind on a day in UTC, formatted as time.DateOnly. The puzzle that is everybody's
// on a day is neither among the easiest nor among the hardest.
func (p Puzzles) Try(k PuzzleKind, day string) *Try {
	if k == DailyPuzzle {
		all, hash := byRating(), fnv.New32a()
		_, _ = hash.Write([]byte(day)) // never fails
		of := all[len(all)/4+int(hash.Sum32()%uint32(len(all)/2))]
		return &Try{Puzzle: of, Kind: k}
	}
	return (&Try{Kind: k}).Next(p)
}

// Last reports whether no try follows once this one is solved.
func (t *Try) Last() bool { return t.Kind == PuzzleStreak && t.Failed }

// Next returns the try after t, unless that is the last.
func (t *Try) Next(p Puzzles) *Try {
	if t.Kind == PuzzleStreak {
		return &Try{Puzzle: p.near(float64(streakBegins + streakStep*p.Row)), Kind: t.Kind, Row: p.Row}
	}
	if own := p.own(); t.Kind == OwnPuzzle && len(own) > 0 {
		return &Try{Puzzle: own[0], Kind: t.Kind}
	}
	return &Try{Puzzle: p.near(p.Strength().Points), Kind: NextPuzzle}
}

// Costs returns what a hint costs, in a sentence, "" after an answer.
func (t *Try) Costs() string {
	if t.Answered {
		return ""
	}
	return "With a hint, this puzzle counts as not solved."
}

// Count counts an answer on a day, if it is the first that the player has given lately. It reports whether p
// has changed, and is to be stored.
func (t *Try) Count(p *Puzzles, solved bool, day string) bool {
	if t.Answered {
		return false
	}
	t.Answered, t.Failed = true, !solved
	now := p.On(day)
	switch {
	case slices.Contains(now.Shown, t.ID): // also in another window
		t.Result = "That is the move. Only your first answer counts."
		return false
	case t.Kind == PuzzleStreak:
		t.answerInStreak(&now)
	default:
		t.rate(&now)
	}
	now.Own = slices.DeleteFunc(slices.Clone(now.Own), func(text string) bool { return strings.HasPrefix(text, t.ID+" ") })
	now.Shown = append(slices.Clone(now.Shown), t.ID)
	now.Shown = now.Shown[max(len(now.Shown)-shownMost, 0):]
	*p = now
	return true
}

func (t *Try) answerInStreak(p *Puzzles) {
	if t.Failed {
		p.Row = 0
		t.cost = fmt.Sprintf(" The streak has ended with %d solved; your longest has %d.", t.Row, p.Streak)
		t.Result = "That is the move." + t.cost
		return
	}
	t.Row = p.Row + 1
	p.Row = t.Row
	p.Streak = max(p.Streak, t.Row)
	t.Result = fmt.Sprintf("Solved: %d in a row.", t.Row)
}

// rate changes the rating of the player. That of the puzzle stands still, as it was measured.
func (t *Try) rate(p *Puzzles) {
	score, how := 1.0, "Solved."
	if t.Failed {
		score, how = 0, "Not solved: that is the move."
	}
	before := p.Strength()
	against := rating.Rating{Points: t.Rating, Deviation: puzzleDeviation, Volatility: before.Volatility}
	p.Rating = before.After([]rating.Game{{Opponent: against, Score: score}}, 1, 0)
	if t.Failed {
		p.Failed++
	} else {
		p.Solved++
	}
	p.Today++
	if t.Kind == DailyPuzzle {
		p.Daily, p.Right = true, !t.Failed
	}
	now := fmt.Sprintf(" Your rating for puzzles is %.0f (%+.0f).", p.Rating.Points, math.Round(p.Rating.Points)-math.Round(before.Points))
	if t.Result = how + now; t.Failed {
		t.cost = now
	}
}

// Standing says how the player stands with a kind of puzzles on a day.
func (p Puzzles) Standing(k PuzzleKind, day string) string {
	now := p.On(day)
	switch {
	case k == OwnPuzzle:
		return fmt.Sprintf("%d from your games", len(now.own()))
	case k == NextPuzzle:
		return fmt.Sprintf("%d played today, no limit", now.Today)
	case k == PuzzleStreak && now.Row > 0:
		return fmt.Sprintf("goes on at %d in a row (longest: %d)", now.Row, now.Streak)
	case k == PuzzleStreak:
		return fmt.Sprintf("until one is wrong (longest: %d)", now.Streak)
	case now.Right:
		return "solved"
	case now.Daily:
		return "missed"
	}
	return "the same for everybody today"
}

// Sum says how strong the player is at puzzles, "" before the first.
func (p Puzzles) Sum() string {
	if p.Solved+p.Failed == 0 {
		return ""
	}
	return fmt.Sprintf("rating %.0f, %d of %d solved", p.Rating.Points, p.Solved, p.Solved+p.Failed)
}

// Lesson returns the puzzle as a lesson of its game, with a step for each move of the answer. The error
// says that the game is missing, or cannot set it up.
func (t *Try) Lesson(games engine.Library) (g engine.Game, l engine.Lesson, err error) {
	g, ok := games.Find(t.Game)
	if !ok {
		return nil, l, fmt.Errorf("there is no game %q here", t.Game)
	}
	l.Title = fmt.Sprintf("Puzzle %s, %s", t.ID, g.Info().Name)
	if l.Start, err = t.Start(g); err != nil {
		return g, l, err
	}
	s := l.Start
	t.hints = nil
	for i, m := range t.Answer {
		step := engine.Step{Say: "One move alone keeps the win. Find it.", Want: []engine.Move{m}}
		if i > 0 {
			step.Say = "Right. Again one move alone keeps the win."
		}
		if i == len(t.Answer)-1 {
			step.Done = "Solved."
		}
		l.Steps = append(l.Steps, step)
		hint := fmt.Sprintf("The move begins at %s.", m.From)
		if e, ok := s.(engine.Explainer); ok && e.Why(m) != "" {
			does, _, _ := strings.Cut(e.Why(m), ", and ") // a row of the screen
			hint = fmt.Sprintf("The move %s.", does)
		}
		t.hints = append(t.hints, hint)
		if s, err = s.Play(m); err != nil {
			return g, l, err
		}
	}
	return g, l, nil
}

// Wrong answers a wrong move that was counted, and says once what the answer has cost.
func (t *Try) Wrong(m engine.Move) string {
	cost := t.cost
	t.cost = ""
	return fmt.Sprintf("After %s it can no longer be won.", m) + cost
}

// continuationMost is the most positions that Continuation looks at: a fraction of a second.
const continuationMost = 20_000

// Continuation returns how the game goes on at best from a position after a wrong answer. The line begins with that answer.
// It waits for a turn to search, as long as ctx lasts.
func Continuation(ctx context.Context, places search.Places, s engine.State, wrong engine.Move) (line []engine.Move, err error) {
	if s, err = s.Play(wrong); err != nil {
		return nil, err
	}
	turn, err := search.TakeTurn(ctx, places)
	if err != nil {
		return nil, err
	}
	defer turn.End()
	found, err := engine.Solve(turn, s, engine.Question{Goal: engine.GoalPoints, Positions: continuationMost})
	if err != nil { // only the wrong answer is known
		return []engine.Move{wrong}, nil
	}
	return append([]engine.Move{wrong}, found.Line...), nil
}

// Hint says in a clause what the move of a step does, once there is a [Try.Lesson].
func (t *Try) Hint(step int) string { return t.hints[step] }
