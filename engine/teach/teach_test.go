package teach_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/teach"
)

func TestParse(t *testing.T) {
	d, err := teach.Parse("# A title\nneeds this\nset\n  a1 (5h) 9s\n  b1 -\nsay Do\n  it.\nwant a1b1 a1\ndone Well\n  done.\nsay Read.")
	if err != nil {
		t.Fatal(err)
	}
	l := d.Lesson
	if l.Title != "A title" || len(l.Steps) != 2 || l.Steps[0].Say != "Do it." || len(l.Steps[0].Want) != 2 || l.Steps[0].Done != "Well done." || len(l.Steps[1].Want) != 0 {
		t.Errorf("the lesson is %+v", l)
	}
	if len(d.Board) != 2 || d.Board[engine.At(1, 1)].Len() != 2 || len(d.Others) != 1 || d.Others[0] != (teach.Line{Word: "needs", Text: "this"}) {
		t.Errorf("the draft is %+v", d)
	}
}

func TestMistakes(t *testing.T) {
	set := func(map[engine.Place]engine.Pile) (engine.State, error) { return nil, errors.New("no such board") }
	for block, why := range map[string]string{
		"# L\nset\n  a9x 4s":     `lesson "L": set: "a9x" is not a place`,
		"# L\nset\n  a1 4x":      `lesson "L": set: a1: `,
		"# L\nsay Do.\nwant a1c": `lesson "L": want: `,
		"# L\nwant a1c4":         `lesson "L": want: nothing is said before it`,
		"# L\nsya Do.":           `lesson "L": no line begins with "sya"`,
		"# L\nsay Do.":           `lesson "L": no such board`,
	} {
		if _, err := teach.Lessons(block, set); err == nil || !strings.HasPrefix(err.Error(), why) {
			t.Errorf("%q: got %v, want %s", block, err, why)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# A title\nneeds this\nset\n  a1 (5h) 9s\n  b1 -\nsay Do\n  it.\nwant a1b1 a1\ndone Well.")
	f.Add("want\nset\n  \n#\n  a")
	f.Fuzz(func(t *testing.T, block string) {
		_, _ = teach.Parse(block)
		teach.Topics(block)
		for _, term := range teach.Terms(block) {
			if term.Name == "" || term.Means == "" {
				t.Errorf("an empty term: %+v", term)
			}
		}
	})
}
