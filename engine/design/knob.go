package design

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
)

// A Knob is one setting of rules R: how JSON, texts and the bench name it, and where it is.
// Its values are known by their indexes.
type Knob[R any] struct {
	Name   string // camelCase
	Group  string // the heading on the bench
	Label  string
	Means  string // a sentence
	Takes  string // its values, in words
	Values []string
	Quoted bool // in JSON
	Get    func(*R) int
	Set    func(*R, int)
	// Follows reports that the other knobs leave it no choice, so share codes leave it out.
	Follows bool
}

// Number returns a knob that takes each number from least to most.
func Number[R any](name, group, label string, least, most int, means string, at func(*R) *int) Knob[R] {
	k := Knob[R]{Name: name, Group: group, Label: label, Means: means, Takes: fmt.Sprintf("%d to %d", least, most),
		Get: func(r *R) int { return *at(r) - least },
		Set: func(r *R, n int) { *at(r) = least + n }}
	for n := least; n <= most; n++ {
		k.Values = append(k.Values, strconv.Itoa(n))
	}
	return k
}

// OnOff returns a knob that takes true and false.
func OnOff[R any](name, group, label, means string, at func(*R) *bool) Knob[R] {
	return Knob[R]{Name: name, Group: group, Label: label, Means: means, Takes: "true or false", Values: []string{"false", "true"},
		Get: func(r *R) int {
			if *at(r) {
				return 1
			}
			return 0
		},
		Set: func(r *R, n int) { *at(r) = n == 1 }}
}

// Word returns a knob that takes one of some words.
func Word[R any, W ~string](name, group, label, means string, words []W, at func(*R) *W) Knob[R] {
	k := Knob[R]{Name: name, Group: group, Label: label, Means: means, Quoted: true,
		Get: func(r *R) int { return slices.Index(words, *at(r)) },
		Set: func(r *R, n int) { *at(r) = words[n] }}
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, strconv.Quote(string(w)))
		k.Values = append(k.Values, string(w))
	}
	k.Takes = engine.Listed(quoted, "or")
	return k
}

// Value returns the value of the knob as JSON has it, without quotes.
func (k Knob[R]) Value(r *R) string { return k.Values[k.Get(r)] }

// JSON returns one of the knob's values as JSON has it.
func (k Knob[R]) JSON(value string) string {
	if k.Quoted {
		return strconv.Quote(value)
	}
	return value
}

// Refuse returns an *engine.KnobError.
func Refuse(knob, format string, args ...any) error {
	return &engine.KnobError{Knob: knob, Why: fmt.Sprintf(format, args...)}
}

// onOrOff holds other words for the values of JSON.
var onOrOff = map[string]string{"true": "on", "false": "off"}

// Knobs are all knobs of a family. Texts and share codes have their order, so it is frozen.
type Knobs[R any] []Knob[R]

// Index returns the index of the knob with a name, -1 if there is none.
func (all Knobs[R]) Index(name string) int {
	return slices.IndexFunc(all, func(k Knob[R]) bool { return k.Name == name })
}

// Check returns an *engine.KnobError for the first knob of r that has none of its values.
func (all Knobs[R]) Check(r R) error {
	for _, k := range all {
		if n := k.Get(&r); n < 0 || n >= len(k.Values) {
			return Refuse(k.Name, "It takes %s.", k.Takes)
		}
	}
	return nil
}

// With returns r with one knob set as a person types it, or as JSON has it. The error is an
// *engine.KnobError.
func (all Knobs[R]) With(r R, name, value string) (next R, k Knob[R], err error) {
	k, ok := engine.First(all, func(k Knob[R]) bool { return strings.EqualFold(k.Name, name) })
	if !ok {
		return r, k, Refuse(name, "There is no knob of this name.")
	}
	n := slices.IndexFunc(k.Values, func(known string) bool {
		word, ok := onOrOff[known]
		return strings.EqualFold(known, value) || k.JSON(known) == value || ok && strings.EqualFold(word, value)
	})
	if n < 0 {
		return r, k, Refuse(k.Name, "It takes %s, not %.20q.", k.Takes, strings.Trim(value, `"`))
	}
	k.Set(&r, n)
	return r, k, nil
}

// changes says how to get from one setting to another, knob by knob: "hand columns: 1", "lower columns: 7".
func (all Knobs[R]) changes(from, to R) (parts []string) {
	for _, k := range all {
		value := k.Value(&to)
		if value == k.Value(&from) {
			continue
		}
		if word, ok := onOrOff[value]; ok {
			value = word
		}
		parts = append(parts, strings.ToLower(k.Label[:1])+k.Label[1:]+": "+value)
	}
	return parts
}

// Text returns all that the knobs are set to, a line each: "suits=4". IDs are made from it, so
// its form is frozen.
func (all Knobs[R]) Text(r R) string {
	var b strings.Builder
	b.Grow(512)
	for _, k := range all {
		b.WriteString(k.Name)
		b.WriteByte('=')
		b.WriteString(k.JSON(k.Value(&r)))
		b.WriteByte('\n')
	}
	return b.String()
}

// parse sets the knobs to what a text of Text says. It reports whether the text is one.
func (all Knobs[R]) parse(r R, text string) (R, bool) {
	lines := strings.SplitAfter(text, "\n")
	for i, k := range all[:min(len(all), len(lines))] {
		_, value, _ := strings.Cut(strings.TrimSuffix(lines[i], "\n"), "=")
		if n := slices.Index(k.Values, strings.Trim(value, `"`)); n >= 0 {
			k.Set(&r, n)
		}
	}
	return r, all.Text(r) == text
}
