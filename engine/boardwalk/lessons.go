package boardwalk

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/design"
	"boardwalk/engine/teach"
)

// files holds what a player can learn from, for the whole family: lessons.txt, topics.md
// and terms.md. A lesson or topic with a line "needs" is only for variations in which all
// the knobs it names are on.
//
// A lesson has the form of package teach, with lines of its own:
//
//	needs trump                 unless it is for every variation
//	game boardwalk/hop-45       the game whose rules its board has,
//	suits 3                     with these knobs changed, as in JSON
//
//go:embed lessons
var files embed.FS

var text = teach.New(files, nil).Text

// drafts holds all lessons, in the order of lessons.txt.
var drafts = sync.OnceValue(func() (all []draft) {
	for block := range strings.SplitSeq(text("lessons.txt"), "\n\n") {
		d, err := parseDraft(block)
		if err != nil {
			panic(fmt.Sprintf("boardwalk: lesson %q: %v", d.Lesson.Title, err)) // the texts are fixed and tested
		}
		all = append(all, d)
	}
	return all
})

// Lessons implements [engine.Teacher].
func (g *Game) Lessons() []engine.Lesson {
	if g.lessons != nil {
		return g.lessons()
	}
	return g.newLessons()
}

// newLessons builds the boards of the lessons.
func (g *Game) newLessons() []engine.Lesson {
	var lessons []engine.Lesson
	for _, d := range drafts() {
		if !offers(g.Variation, d.needs) {
			continue
		}
		start, err := d.start(g.Name)
		if err != nil {
			panic(fmt.Sprintf("boardwalk: lesson %q: %v", d.Lesson.Title, err)) // the texts are fixed and tested
		}
		lesson := d.Lesson
		lesson.Start = start
		lessons = append(lessons, lesson)
	}
	return lessons
}

// offers reports whether all these knobs are on and have any effect on a variation's
// board.
func offers(v Variation, needs []string) bool {
	v = playable(v)
	for _, k := range knobs {
		if slices.Contains(needs, k.Name) && k.Value(&v) == "false" {
			return false
		}
	}
	return true
}

// A draft is a lesson with the rules of its board.
type draft struct {
	teach.Draft
	needs []string
	rules preset
}

func parseDraft(block string) (d draft, err error) {
	if d.Draft, err = teach.Parse(block); err != nil {
		return d, err
	}
	for _, line := range d.Others {
		switch line.Word {
		case "needs":
			d.needs = strings.Fields(line.Text)
		case "game":
			i := slices.IndexFunc(presets(), func(p preset) bool { return p.id == line.Text })
			if i < 0 {
				return d, fmt.Errorf("no game %q", line.Text)
			}
			d.rules = presets()[i]
		default:
			d.rules.Variation, _, err = knobs.With(d.rules.Variation, line.Word, line.Text)
		}
		if err != nil {
			return d, fmt.Errorf("%s: %w", line.Word, err)
		}
	}
	return d, nil
}

// start returns the board under the rules of the draft. The rules take the name of the
// game that is being learned, which the sentences of refusals show.
func (d draft) start(name string) (engine.State, error) {
	d.rules.Name = name
	return newGame(d.rules).Set(d.Board)
}

// Topics implements [engine.Teacher].
func (g *Game) Topics() []engine.Topic {
	var topics []engine.Topic
	for _, t := range teach.Topics(text("topics.md")) {
		if needs, rest, some := needed(t.Text); some {
			if !offers(g.Variation, needs) {
				continue
			}
			t.Text = rest
		}
		topics = append(topics, engine.Topic{Title: t.Title, Text: design.Fill(t.Text)})
	}
	return topics
}

// needed returns the knobs that the first line of a text needs, and the rest of the text.
// some is false if it has no such line.
func needed(text string) (knobs []string, rest string, some bool) {
	first, rest, _ := strings.Cut(text, "\n")
	needs, some := strings.CutPrefix(first, "needs ")
	return strings.Fields(needs), strings.TrimSpace(rest), some
}

// Terms implements [engine.Teacher]. They are the same for every variation.
func (g *Game) Terms() []engine.Term { return teach.Terms(text("terms.md")) }
