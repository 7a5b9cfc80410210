// Package grade says how hard a deal is, and which kinds of deals a game can offer, without
// knowing any rules.
//
// The grades of a deal that can be won are gentle, fair, stern and cruel. They are measured:
// a ladder of players tries the deal, some who slip and some who think for longer, and the more of
// their rounds they lose the harder it is. A [Scale] has what a measurement needs, and where one grade
// ends and the next begins. It is made from a survey, so that each grade is a quarter of the deals that
// can be won.
//
//	scale, ok := grade.ScaleOf(game)
//	...
//	m, err := scale.Measure(ctx, game, code)
//	if m.Verdict == engine.VerdictWon {
//		fmt.Println(scale.Grade(m.Hardness)) // "stern"
//	}
package grade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
)

// A Kind is a kind of deals that a player can ask for.
type Kind string

// The kinds: a fresh deal as it comes, of which nothing is known; one that can be won by a
// player who sees every card; and those by grade, which can be won, too.
const (
	Fresh    Kind = ""
	Winnable Kind = "winnable"
	Gentle   Kind = "gentle"
	Fair     Kind = "fair"
	Stern    Kind = "stern"
	Cruel    Kind = "cruel"
)

// Grades returns the grades, the easiest first.
func Grades() []Kind { return []Kind{Gentle, Fair, Stern, Cruel} }

// Kinds returns every kind but Fresh, Winnable first and then the grades.
func Kinds() []Kind { return append([]Kind{Winnable}, Grades()...) }

// CutKind returns the kind that the first or the last of words names in full, and the other words. It is
// Fresh, which has no name here, if neither does. The error says so of a last word that nearly names one.
func CutKind(words []string) (k Kind, rest []string, err error) {
	if len(words) == 0 {
		return Fresh, words, nil
	}
	last := len(words) - 1
	for _, at := range []int{0, last} {
		if k := Kind(strings.ToLower(words[at])); slices.Contains(Kinds(), k) {
			return k, slices.Concat(words[:at], words[at+1:]), nil
		}
	}
	if len(engine.Near(strings.ToLower(words[last]), names())) > 0 {
		err = NoKind(words[last])
	}
	return Fresh, words, err
}

// NoKind returns the error of a word that names no kind.
func NoKind(word string) error { return engine.NoSuch("grade", word, names()) }

func names() (all []string) {
	for _, k := range Kinds() {
		all = append(all, k.String())
	}
	return all
}

// String returns the kind as a word.
func (k Kind) String() string {
	if k == Fresh {
		return "fresh"
	}
	return string(k)
}

// KindsOf returns the kinds of deals that a game can offer besides fresh ones: none if it
// has no [engine.Solver], Winnable if it has, and the grades if they have been measured, too.
func KindsOf(g engine.Game) []Kind {
	if _, ok := g.Deal("0").(engine.Solver); !ok {
		return nil
	}
	if _, ok := ScaleOf(g); !ok {
		return []Kind{Winnable}
	}
	return Kinds()
}

// A Mark says of which kind a deal is and by which measure: as text "stern@2". Its zero
// value, "", is that of a fresh deal.
type Mark struct {
	Kind    Kind
	Version int // of the scale; 0 for Winnable, which has none
}

// String returns the mark as ParseMark takes it.
func (m Mark) String() string {
	if m.Version == 0 {
		return string(m.Kind)
	}
	return fmt.Sprintf("%s@%d", m.Kind, m.Version)
}

// ParseMark parses the text of a mark.
func ParseMark(text string) (Mark, error) {
	if text == "" {
		return Mark{}, nil
	}
	name, version, measured := strings.Cut(text, "@")
	m := Mark{Kind: Kind(name)}
	if measured {
		m.Version, _ = strconv.Atoi(version)
	}
	if !slices.Contains(Kinds(), m.Kind) || m.Version < 0 || m.String() != text {
		return Mark{}, fmt.Errorf("%.40q is not a kind of deals, such as stern@1", text)
	}
	return m, nil
}
