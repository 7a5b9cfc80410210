package boardwalk

import (
	"embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"boardwalk/engine"
)

// texts holds what a player can learn from, for the whole family: lessons.txt, topics.md
// and terms.md. A lesson or topic with a line "needs" is only for variations in which all
// the knobs it names are on.
//
// A lesson is a block of lines; an indented line belongs to the line above:
//
//	# Filing
//	needs trump                 unless it is for every variation
//	game boardwalk/hop-45       the game whose rules its board has,
//	suits 3                     with these knobs changed, as in JSON
//	set
//	  a1 6h                     a place and its pile, one per line
//	say What to do.             a step; without want it is only a text
//	want a1a2 a1b4              the right moves
//	done What it has shown.
//
//go:embed lessons
var texts embed.FS

// text returns the file name of texts.
func text(name string) string {
	b, err := texts.ReadFile("lessons/" + name)
	if err != nil {
		panic(fmt.Sprintf("boardwalk: %v", err)) // it is embedded
	}
	return string(b)
}

// drafts holds all lessons, in the order of lessons.txt.
var drafts = func() (all []draft) {
	for block := range strings.SplitSeq(text("lessons.txt"), "\n\n") {
		d, err := parseDraft(block)
		if err != nil {
			panic(fmt.Sprintf("boardwalk: lesson %q: %v", d.lesson.Title, err)) // the texts are fixed and tested
		}
		all = append(all, d)
	}
	return all
}()

// Lessons implements [engine.Teacher]. It builds the boards at each call.
func (g *Game) Lessons() []engine.Lesson {
	var lessons []engine.Lesson
	for _, d := range drafts {
		if !offers(g.Variation, d.needs) {
			continue
		}
		start, err := d.start(g.Name)
		if err != nil {
			panic(fmt.Sprintf("boardwalk: lesson %q: %v", d.lesson.Title, err)) // the texts are fixed and tested
		}
		lesson := d.lesson
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
		if on, ok := k.at(&v).(*bool); ok && !*on && slices.Contains(needs, k.name) {
			return false
		}
	}
	return true
}

// A draft is a lesson that is being parsed.
type draft struct {
	lesson engine.Lesson
	needs  []string
	rules  preset
	board  map[engine.Place]engine.Pile
}

// An entry is a line of a draft: its first word, and the rest of the line with the
// indented lines below it.
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

func parseDraft(block string) (draft, error) {
	var d draft
	for _, e := range entries(block) {
		var err error
		switch e.word {
		case "#":
			d.lesson.Title = e.text()
		case "needs":
			d.needs = strings.Fields(e.text())
		case "game":
			err = d.of(e.text())
		case "set":
			err = d.set(e.lines)
		case "say":
			d.lesson.Steps = append(d.lesson.Steps, engine.Step{Say: e.text()})
		case "want", "done":
			err = d.answer(e)
		default:
			d.rules.Variation, err = d.rules.Override(fmt.Appendf(nil, "{%q: %s}", e.word, e.text()))
		}
		if err != nil {
			return d, fmt.Errorf("%s: %w", e.word, err)
		}
	}
	return d, nil
}

// of sets the rules to those of a named game; the lines that follow change knobs.
func (d *draft) of(game string) error {
	i := slices.IndexFunc(presets(), func(p preset) bool { return p.id == game })
	if i < 0 {
		return fmt.Errorf("no game %q", game)
	}
	d.rules = presets()[i]
	return nil
}

// set parses the piles of the board.
func (d *draft) set(piles []string) error {
	d.board = make(map[engine.Place]engine.Pile, len(piles))
	for _, line := range piles {
		place, cards, _ := strings.Cut(line, " ")
		at, err := engine.ParsePlace(place)
		if err != nil {
			return err
		}
		if d.board[at], err = engine.ParsePile(cards); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

// answer parses the moves that the last step wants, or the text shown after one of them.
func (d *draft) answer(e entry) error {
	if len(d.lesson.Steps) == 0 {
		return errors.New("nothing is said before it")
	}
	step := &d.lesson.Steps[len(d.lesson.Steps)-1]
	if e.word == "done" {
		step.Done = e.text()
		return nil
	}
	moves, err := engine.ParseMoves(e.text())
	step.Want = append(step.Want, moves...)
	return err
}

// start returns the board under the rules of the draft. The rules take the name of the
// game that is being learned, which the sentences of refusals show.
func (d draft) start(name string) (engine.State, error) {
	d.rules.Name = name
	return newGame(d.rules).Set(d.board)
}

// Topics implements [engine.Teacher].
func (g *Game) Topics() []engine.Topic {
	var topics []engine.Topic
	_, sections, _ := strings.Cut(text("topics.md"), "\n## ")
	for section := range strings.SplitSeq(sections, "\n## ") {
		title, body, _ := strings.Cut(section, "\n")
		first, rest, _ := strings.Cut(body, "\n")
		needs, some := strings.CutPrefix(first, "needs ")
		if some {
			body = rest
		}
		if offers(g.Variation, strings.Fields(needs)) || !some {
			topics = append(topics, engine.Topic{Title: title, Text: fill(strings.TrimSpace(body))})
		}
	}
	return topics
}

// term matches an item of terms.md: the word, other words for it and its meaning.
var term = regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*(?: \((.+?)\))?: (.+)$`)

// Terms implements [engine.Teacher]. They are the same for every variation.
func (g *Game) Terms() []engine.Term {
	var terms []engine.Term
	items := strings.ReplaceAll(text("terms.md"), "\n  ", " ")
	for _, item := range term.FindAllStringSubmatch(items, -1) {
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
