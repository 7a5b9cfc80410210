package engine

import (
	"fmt"
	"math"
	"strings"
)

// A Share is how many of a number of deals have something in common.
type Share struct{ Part, Of int }

// Percent returns the share in percent, 0 if there are no deals.
func (s Share) Percent() float64 {
	if s.Of == 0 {
		return 0
	}
	return 100 * float64(s.Part) / float64(s.Of)
}

// Interval returns the 95 percent score interval of E. B. Wilson, from 0 to 1: the shares of
// all deals at which Part of Of would be no surprise. Of no deals it is 0 to 1.
func (s Share) Interval() (low, high float64) {
	if s.Of == 0 {
		return 0, 1
	}
	const z = 1.959964 // of the normal distribution, for 95 percent
	n := float64(s.Of)
	p := float64(s.Part) / n
	middle := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return max(0, (middle-half)/scale), min(1, (middle+half)/scale)
}

// OfHundred returns the share as a number of a hundred: "76". It is "0" or "100" only if the
// share is none or all, and else has a decimal there: "99.7".
func (s Share) OfHundred() string {
	p := s.Percent()
	if p != 0 && p < 0.5 || p != 100 && p >= 99.5 {
		return fmt.Sprintf("%.1f", min(max(p, 0.1), 99.9))
	}
	return fmt.Sprintf("%.0f", p)
}

// Level returns how hard a game is of which somebody who plays well wins this share of the deals:
// easy from 60 percent on, medium from 30 and hard from 12. It is Unrated of no deals.
func (s Share) Level() Level {
	switch {
	case s.Of == 0:
		return Unrated
	case 100*s.Part >= 60*s.Of:
		return Easy
	case 100*s.Part >= 30*s.Of:
		return Medium
	case 100*s.Part >= 12*s.Of:
		return Hard
	}
	return VeryHard
}

// Odds are how often a game is won, as surveys of many deals found it. The zero Odds are of
// no survey.
type Odds struct {
	// Winnable is the share of deals that can be won by somebody who sees every card, and
	// Lost how many of them are proved to be lost. The others are not known.
	Winnable Share
	Lost     int
	// House is the share of deals that the arcade wins by its own advice, which sees what a
	// player sees, and Points is the mean of its points.
	House  Share
	Points float64
}

// String returns the odds as a sentence: "76 of 100 deals can be won; the arcade's player wins 69." It
// is "" without a survey.
func (o Odds) String() string {
	var winnable, house string
	switch p := o.Winnable.Percent(); {
	case o.Winnable.Of == 0:
	case o.Winnable.Part == o.Winnable.Of:
		winnable = "All deals tried can be won"
	case p >= 99.95:
		winnable = "Nearly all deals can be won"
	default:
		winnable = o.Winnable.OfHundred() + " of 100 deals can be won"
	}
	switch {
	case o.House.Of == 0:
	case winnable != "" && strings.Contains(winnable, "100"):
		house = "the arcade's player wins " + o.House.OfHundred()
	case winnable != "":
		house = "the arcade's player wins " + o.House.OfHundred() + " of 100"
	default:
		house = "The arcade's player wins " + o.House.OfHundred() + " of 100 deals"
	}
	switch {
	case winnable == "" && house == "":
		return ""
	case winnable == "" || house == "":
		return winnable + house + "."
	}
	return winnable + "; " + house + "."
}

// Markdown returns a section for the rules page of a game, which says how often it is won. It
// is "" without a survey.
func (o Odds) Markdown(most int) string {
	var told []string
	if s := o.Winnable; s.Of > 0 {
		text := fmt.Sprintf("All of %s deals can be won by somebody who sees every card.", grouped(s.Of))
		if s.Part < s.Of {
			text = fmt.Sprintf("Of %s deals, %s can be won by somebody who sees every card%s.", grouped(s.Of), percent(s), interval(s))
		}
		switch lost, unknown := (Share{o.Lost, s.Of}), (Share{s.Of - s.Part - o.Lost, s.Of}); {
		case lost.Part > 0 && unknown.Part > 0:
			text += fmt.Sprintf(" It is proved that %s cannot; of the others nobody knows.", percent(lost))
		case lost.Part > 0:
			text += " It is proved that the others cannot."
		case unknown.Part > 0:
			text += " Of the others nobody knows."
		}
		told = append(told, text)
	}
	if s := o.House; s.Of > 0 {
		told = append(told, fmt.Sprintf("The arcade's player sees what a player sees. It won %s of %s deals%s, with %.1f of %d points on average.",
			percent(s), grouped(s.Of), interval(s), o.Points, most))
	}
	if len(told) == 0 {
		return ""
	}
	return "## How often it is won\n\n" + filled(strings.Join(told, " ")) + "\n"
}

// filled breaks a text into lines as wide as those of rules pages.
func filled(text string) string {
	const width = 76
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column > 0 && column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		case column > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// percent returns a share as people read it: "76.1 %".
func percent(s Share) string { return fmt.Sprintf("%.1f %%", s.Percent()) }

// interval returns the interval of a share in brackets.
func interval(s Share) string {
	low, high := s.Interval()
	return fmt.Sprintf(" (95 %% interval %.1f to %.1f)", 100*low, 100*high)
}

// Plural returns a number with its noun: "1 card", "2 cards".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Listed lists words as a sentence does, with another one before the last: "a, b or c".
func Listed(words []string, before string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + before + " " + words[last]
}

// grouped returns a number with commas: "1,000,000".
func grouped(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
