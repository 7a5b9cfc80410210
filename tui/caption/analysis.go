package caption

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
)

// ofHundred returns a share as games of a hundred, without its sign.
func ofHundred(share float64) int { return int(math.Round(math.Abs(share) * 100)) }

// outdoes says by how much a chance of winning is better: "wins 12 more of 100", or "loses" if by is negative.
func outdoes(by float64) string {
	does := "wins"
	if by < 0 {
		does = "loses"
	}
	return fmt.Sprintf("%s %d more of 100", does, ofHundred(by))
}

// turned says by how much cards that turned up have changed the chance of winning.
func turned(by float64) string {
	does := "raised"
	if by < 0 {
		does = "cut"
	}
	return fmt.Sprintf("%s your chance to win by %d in 100", does, ofHundred(by))
}

// Open returns what an analysis says to somebody who sees through cards, in sentences. moves
// are those of the round.
func Open(r analysis.Report, moves []engine.Move) []string {
	if r.Open == nil {
		return nil
	}
	return slices.DeleteFunc([]string{verdict(r), par(r), turn(r, moves)}, func(s string) bool { return s == "" })
}

// Found returns what an analysis says of a round, a text for each of its clocks. hidden says that its deal
// hides cards.
func Found(r analysis.Report, round arcade.Result, hidden bool) (all []string) {
	if open := strings.Join(Open(r, round.Record.Moves), " "); open != "" && hidden {
		all = append(all, "With every card known: "+open)
	} else if open != "" {
		all = append(all, open)
	}
	if fair := Fair(r, round.Tally); len(fair) > 0 {
		all = append(all, "With what you saw: "+strings.Join(fair, " "))
	}
	return all
}

func verdict(r analysis.Report) string {
	switch {
	case r.Won:
		return ""
	case r.Open.Verdict == engine.VerdictWon:
		return "This deal could be won."
	case r.Open.Verdict == engine.VerdictLost:
		return "This deal could not be won: every line was searched."
	}
	return "No win was found, but there may be one."
}

func par(r analysis.Report) string {
	points := engine.Plural(r.Open.Par, "point")
	switch {
	case r.Points >= r.Open.Par && r.Open.Most:
		return fmt.Sprintf("No line gives more than your %s.", points)
	case r.Points >= r.Open.Par:
		return fmt.Sprintf("No line is known to give more than your %s.", points)
	case r.Open.Most:
		return fmt.Sprintf("Par is %s, the most possible; you had %d.", points, r.Points)
	}
	return fmt.Sprintf("Par is %s, the most known; you had %d.", points, r.Points)
}

// turn says where the win, or points of par, were thrown away.
func turn(r analysis.Report, moves []engine.Move) string {
	t := r.Open.Turn
	if t == nil {
		return ""
	}
	could, not, never := "it could be won", "it could not", "it could not be won"
	if t.Goal == engine.GoalPoints {
		score := "a score of " + engine.Plural(r.Open.Par, "point")
		could, not, never = score+" was in reach", "it was not", score+" was out of reach"
	}
	until := fmt.Sprintf("Until move %d %s", t.In, could)
	if t.In == 0 {
		until = fmt.Sprintf("At the deal %s", could)
	}
	last := t.Out > r.Moves // nothing is known to be out of reach
	switch {
	case t.Sure() && !last:
		return fmt.Sprintf("Move %d, %s, lost %s.", t.Out, moves[t.In], goal(r))
	case t.In < 0 && last:
		return ""
	case t.In < 0:
		return fmt.Sprintf("After move %d %s; before that it is not known.", t.Out, never)
	case t.In == r.Moves:
		return fmt.Sprintf("When you stopped, %s.", strings.NewReplacer("could be", "could still be", "was in", "was still in").Replace(could))
	case last:
		return fmt.Sprintf("%s; after that it is not known.", until)
	}
	return fmt.Sprintf("%s, and after move %d %s; which move lost it is not known.", until, t.Out, not)
}

// goal returns what a round threw away.
func goal(r analysis.Report) string {
	if r.Open.Turn.Goal == engine.GoalPoints {
		return "the chance of " + engine.Plural(r.Open.Par, "point")
	}
	return "the win"
}

// Fault says of a fault, which was a move, what it threw away, and asks for a better move. state is the
// position; what lies face down in it is told where the fault is one with every card known.
func Fault(f analysis.Fault, move engine.Move, state engine.State) string {
	was := fmt.Sprintf("Your move %d was %s.", f.At+1, move)
	switch f.Goal {
	case engine.GoalWin:
		return was + " As the cards lay, it lost the win: find a move that keeps it." + FaceDown(state)
	case engine.GoalPoints:
		return was + " As the cards lay, it lost points: find a move that keeps them." + FaceDown(state)
	}
	return fmt.Sprintf("%s Another %s games: find it.", was, outdoes(f.Loss))
}

// Mended says why a move is better than a fault was.
func Mended(f analysis.Fault) string {
	if f.Why != "" {
		return "Right: it " + f.Why + "."
	}
	return "Right."
}

// NoFault says why an analysis has no fault of the player.
func NoFault(r analysis.Report) string {
	if r.Fair != nil && slices.ContainsFunc(r.Fair.Moves, func(j analysis.Judged) bool { return j.Grade() != analysis.Fine }) {
		return "The analysis found only slips (?!) of yours here. You practise mistakes (?) and blunders (??)."
	}
	return "The analysis found no mistake of yours here."
}

// Fair returns what an analysis says with what the player saw, who had the help of a tally, in sentences.
func Fair(r analysis.Report, help engine.Tally) []string {
	if r.Fair == nil || len(r.Fair.Moves) == 0 {
		return nil
	}
	counts := map[analysis.Grade]int{}
	bad, worst, loss := 0, 0, 0.0 // how many moves, and the worst by its number
	for i, j := range r.Fair.Moves {
		if g := j.Grade(); g != analysis.Fine {
			counts[g]++
			bad++
			if j.Loss > loss {
				worst, loss = i+1, j.Loss
			}
		}
	}
	var found []string
	for _, of := range []struct {
		grade analysis.Grade
		noun  string
	}{{analysis.Blunder, "blunder"}, {analysis.Mistake, "mistake"}, {analysis.Inaccuracy, "slip"}} {
		if n := counts[of.grade]; n > 0 {
			found = append(found, fmt.Sprintf("%s (%s)", engine.Plural(n, of.noun), of.grade))
		}
	}
	text := "With what you could see, no move was a mistake."
	if bad == 0 && r.Faulty() {
		text = fmt.Sprintf("With what you could see, no move was a mistake. Move %d was one only with the hidden cards known.", r.Open.Turn.In+1)
	}
	if bad > 0 { // their sum tells little: a chance that is lost can come back, and be lost again
		cost := ": it"
		if bad > 1 {
			cost = fmt.Sprintf(". The worst, move %d,", worst)
		}
		text = fmt.Sprintf("%s%s cost you %d of 100 games.", strings.Join(found, ", "), cost, ofHundred(loss))
		if help.Hints > 0 {
			text += " The hints during play think less deeply than this analysis."
		}
	}
	first := r.Fair.Moves[0].Chance + r.Fair.Moves[0].Loss
	wins := fmt.Sprintf("At first sight, the arcade's player wins %d of 100 deals that look like this one at the start.", ofHundred(first))
	return []string{wins, Sentence(text), luck(r.Fair, first)}
}

// luck says how much the cards that turned up changed a chance to win, which was first at the start.
func luck(f *analysis.Fair, first float64) string {
	sum := f.Luck()
	switch {
	case sum > 1: // as luck can come and go
		return "Luck: the cards that turned up were worth more than a whole game."
	case sum < -1:
		return "Luck: the cards that turned up cost more than a whole game."
	case math.Abs(sum) >= 0.10:
		does := "raised"
		switch {
		case -sum > first:
			cost, began := ofHundred(sum), ofHundred(first)
			return fmt.Sprintf("Luck cost you %d wins of 100: the %d you began with and %d that your moves had added.", cost, began, cost-began)
		case sum < 0:
			does = "lowered"
		}
		return fmt.Sprintf("On balance luck %s the chance to win by %d in 100.", does, ofHundred(sum))
	}
	return "Luck: good and bad cards balanced."
}

// Signs says what the signs of remarks mean: all of them, and those among words alone.
func Signs(words string) []string {
	var own []string
	for _, sign := range signs {
		if slices.Contains(strings.Fields(words), strings.Fields(sign)[0]) {
			own = append(own, sign)
		}
	}
	return []string{Sentence(strings.Join(signs, ", ")), Sentence(strings.Join(own, ", "))}
}

var signs = []string{"?! slip", "? mistake", "?? blunder", "x lost for good", "+ good luck", "- bad luck"}

// A Remark is what there is to say about one move of a round.
type Remark struct {
	Number int      // of the move, from 1
	Sign   string   // of those that [Signs] has: "x ?? +"
	Text   string   // a sentence
	Brief  []string // the same, for each of its clauses its sign and a few words
}

// Remarks returns what an analysis says about moves of the round, in their order: one for a move.
func Remarks(r analysis.Report) (all []Remark) {
	lost := 0 // the number of the move that lost the goal
	if r.Open != nil && r.Open.Turn.Sure() && r.Open.Turn.Out <= r.Moves {
		lost = r.Open.Turn.Out
	}
	for n := 1; n <= r.Moves; n++ {
		var signs, texts, briefs []string
		if n == lost {
			text := "this lost " + goal(r)
			if r.Fair != nil {
				text = "with every card known, " + text
			}
			if line := r.Open.Turn.Line; len(line) > 0 {
				text += fmt.Sprintf(" (%s kept it)", line[0])
			}
			signs, texts, briefs = append(signs, "x"), append(texts, text), append(briefs, "x lost "+goal(r))
		}
		var j analysis.Judged
		if r.Fair != nil && n <= len(r.Fair.Moves) {
			j = r.Fair.Moves[n-1]
		}
		if g := j.Grade(); g != analysis.Fine {
			text := fmt.Sprintf("what you could see favoured %s, which %s games (give or take %d)", j.Best, outdoes(j.Loss), ofHundred(max(j.Error, 0.01)))
			if j.Why != "" {
				text += ": it " + j.Why
			}
			signs, texts = append(signs, g.String()), slices.Insert(texts, 0, text) // it comes first: it can be learned from
			briefs = append(briefs, fmt.Sprintf("%s better: %s %s", g, j.Best, outdoes(j.Loss)))
		}
		if luck := j.Lucky(); luck != 0 {
			is, mark, wins := "good luck", "+", "more"
			if luck < 0 {
				is, mark, wins = "bad luck", "-", "fewer"
			}
			signs = append(signs, mark)
			texts = append(texts, fmt.Sprintf("%s: the card that turned up %s", is, turned(j.Luck)))
			briefs = append(briefs, fmt.Sprintf("%s %s: %d %s wins of 100", mark, is, ofHundred(j.Luck), wins))
		}
		if len(signs) > 0 {
			all = append(all, Remark{n, strings.Join(signs, " "), Sentence(strings.Join(texts, "; ")), briefs})
		}
	}
	return all
}

// AtDeal is said at the deal to whoever wants to go back from there.
const AtDeal = "This is the deal."

// Way returns how many of the players in a position went a way and how they fared, long and short.
func Way(here *arcade.Crossing, w arcade.Way) (long, short string) {
	all := here.Players()
	long = fmt.Sprintf("%s: %d of %s, %.1f points on average, %d won", w.Name(), w.Players, engine.Plural(all, "player"), w.Mean(), w.Won)
	if w.Chance != nil {
		long += fmt.Sprintf("; the arcade's player then wins %d of 100", ofHundred(*w.Chance))
	}
	if w.Mine {
		long += "; yours, too"
	}
	return long + ".", fmt.Sprintf("%s: %d of %d, mean %.1f, %d won.", w.Name(), w.Players, all, w.Mean(), w.Won)
}

// Ways returns where players went from a position, and what each move does: a text for each way.
func Ways(here *arcade.Crossing) (all []string) {
	for _, w := range here.Ways {
		text, _ := Way(here, w)
		if !w.Move.IsZero() {
			text += " " + here.State.Describe(w.Move)
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		all = []string{"Nobody's game came here."}
	}
	if here.Partial {
		all = append(all, "Games of private players are left out.")
	}
	return all
}

// Ghost returns how a ghost stands after a time at the table, in milliseconds, as a sentence.
func Ghost(g *arcade.Ghost, millis int64) string {
	points, moves := g.At(millis)
	stands := "Ghost"
	if millis >= g.Millis {
		stands = "Ghost done"
	}
	return fmt.Sprintf("%s: %s, %s.", stands, engine.Plural(points, "point"), engine.Plural(moves, "move"))
}

// AgainstGhost returns how a round did against a ghost, as a sentence.
func AgainstGhost(r arcade.Result, g *arcade.Ghost) string {
	points, _ := g.At(g.Millis)
	return fmt.Sprintf("You %s in %s, the ghost %d in %s.", engine.Plural(r.Score.Points, "point"), Clock(r.Millis), points, Clock(g.Millis))
}
