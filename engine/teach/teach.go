// Package teach reads what games teach from texts: lessons on small boards, pages of advice,
// and words.
//
// A lesson is a block of lines; an indented line belongs to the line above:
//
//	# Filing
//	set
//	  a1 6h                     a place and its pile, one per line
//	say What to do.             a step; without want it is only a text
//	want a1a2 a1b4              the right moves
//	done What it has shown.
//
// Lines that begin with another word are for the game whose lesson it is.
package teach

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"boardwalk/engine"
)

// Texts are the files lessons.txt, topics.md and terms.md in a folder "lessons". A game that embeds
// them is an [engine.Teacher].
type Texts struct {
	files   fs.FS
	lessons func() []engine.Lesson
}

// New returns the texts of a game, with lessons on boards that set returns. The lessons are built
// once; it panics if they cannot be read, as the texts are fixed and tested.
func New(files fs.FS, set func(map[engine.Place]engine.Pile) (engine.State, error)) *Texts {
	t := &Texts{files: files}
	t.lessons = sync.OnceValue(func() []engine.Lesson {
		all, err := Lessons(t.Text("lessons.txt"), set)
		if err != nil {
			panic("teach: " + err.Error())
		}
		return all
	})
	return t
}

// Text returns one of the files.
func (t *Texts) Text(name string) string {
	b, err := fs.ReadFile(t.files, "lessons/"+name)
	if err != nil {
		panic("teach: " + err.Error())
	}
	return string(b)
}

// Lessons implements [engine.Teacher].
func (t *Texts) Lessons() []engine.Lesson { return t.lessons() }

// Topics implements [engine.Teacher].
func (t *Texts) Topics() []engine.Topic { return Topics(t.Text("topics.md")) }

// Terms implements [engine.Teacher].
func (t *Texts) Terms() []engine.Term { return Terms(t.Text("terms.md")) }

// A Draft is a lesson whose Start waits for the rules by which it is played.
type Draft struct {
	Lesson engine.Lesson
	Board  map[engine.Place]engine.Pile
	Others []Line // that are for the game, in their order
}

// A Line is a line of a draft: its first word, and the text after it.
type Line struct{ Word, Text string }

// An entry is a line of a block with the indented lines below it.
type entry struct {
	word  string
	lines []string
}

// text returns the lines joined by spaces.
func (e entry) text() string { return strings.Join(e.lines, " ") }

func entries(block string) []entry {
	var all []entry
	for line := range strings.Lines(strings.TrimSpace(block)) {
		line = strings.TrimRight(line, "\n")
		if more, ok := strings.CutPrefix(line, "  "); ok && len(all) > 0 {
			last := &all[len(all)-1]
			last.lines = append(last.lines, more)
			continue
		}
		word, rest, ok := strings.Cut(line, " ")
		e := entry{word: word}
		if ok {
			e.lines = []string{rest}
		}
		all = append(all, e)
	}
	return all
}

// Parse returns the draft of a block. The error names the line that cannot be read.
func Parse(block string) (Draft, error) {
	var d Draft
	for _, e := range entries(block) {
		var err error
		switch e.word {
		case "#":
			d.Lesson.Title = e.text()
		case "set":
			err = d.set(e.lines)
		case "say":
			d.Lesson.Steps = append(d.Lesson.Steps, engine.Step{Say: e.text()})
		case "want", "done":
			err = d.answer(e)
		default:
			d.Others = append(d.Others, Line{e.word, e.text()})
		}
		if err != nil {
			return d, fmt.Errorf("%s: %w", e.word, err)
		}
	}
	return d, nil
}

// set parses the piles of the board.
func (d *Draft) set(piles []string) error {
	d.Board = make(map[engine.Place]engine.Pile, len(piles))
	for _, line := range piles {
		place, cards, _ := strings.Cut(line, " ")
		at, err := engine.ParsePlace(place)
		if err != nil {
			return err
		}
		if d.Board[at], err = engine.ParsePile(cards); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

// answer parses the moves that the last step wants, or the text shown after one of them.
func (d *Draft) answer(e entry) error {
	if len(d.Lesson.Steps) == 0 {
		return errors.New("nothing is said before it")
	}
	step := &d.Lesson.Steps[len(d.Lesson.Steps)-1]
	if e.word == "done" {
		step.Done = e.text()
		return nil
	}
	moves, err := engine.ParseMoves(e.text())
	step.Want = append(step.Want, moves...)
	return err
}

// Lessons returns the lessons of a text, whose blocks have blank lines between them, on the
// boards that a game sets. A draft may have no lines for the game. The error names the lesson.
func Lessons(text string, set func(map[engine.Place]engine.Pile) (engine.State, error)) ([]engine.Lesson, error) {
	var lessons []engine.Lesson
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		d, err := Parse(block)
		if err == nil && len(d.Others) > 0 {
			err = fmt.Errorf("no line begins with %q", d.Others[0].Word)
		}
		if err == nil {
			d.Lesson.Start, err = set(d.Board)
		}
		if err != nil {
			return nil, fmt.Errorf("lesson %q: %w", d.Lesson.Title, err)
		}
		lessons = append(lessons, d.Lesson)
	}
	return lessons, nil
}

// Topics returns the sections of a page of Markdown, each with its heading of the second level
// as the title.
func Topics(page string) []engine.Topic {
	var topics []engine.Topic
	_, sections, _ := strings.Cut("\n"+page, "\n## ")
	for section := range strings.SplitSeq(sections, "\n## ") {
		title, body, _ := strings.Cut(section, "\n")
		topics = append(topics, engine.Topic{Title: title, Text: strings.TrimSpace(body)})
	}
	return topics
}

// term matches an item of a list of words: the word, other words for it and its meaning.
var term = regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*(?: \((.+?)\))?: (.+)$`)

// Terms returns the items of a list in Markdown, "- **word** (other words): Meaning.", in
// alphabetical order.
func Terms(list string) []engine.Term {
	var terms []engine.Term
	for _, item := range term.FindAllStringSubmatch(strings.ReplaceAll(list, "\n  ", " "), -1) {
		t := engine.Term{Name: item[1], Means: item[3]}
		if item[2] != "" {
			t.Also = strings.Split(item[2], ", ")
		}
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(a, b engine.Term) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return terms
}
