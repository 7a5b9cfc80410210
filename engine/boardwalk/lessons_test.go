package boardwalk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// teachers returns the named games, by name.
func teachers(t *testing.T) map[string]engine.Teacher {
	t.Helper()
	all := make(map[string]engine.Teacher)
	for _, g := range All() {
		teacher, ok := g.(engine.Teacher)
		if !ok {
			t.Fatalf("%s does not teach", g.Info().Name)
		}
		all[g.Info().Name] = teacher
	}
	return all
}

func TestLessonsOfEachGame(t *testing.T) {
	hop := []string{"Live play", "Blockers", "Filing", "Ascending order", "Slides", "Spikes", "A whole game"}
	lucky := append(slices.Clone(hop), "Basic play", "Power play", "Blind play", "What the hand counts")
	scotsi := append(slices.Clone(lucky), "Trumps", "High trumps and holds")
	want := map[string][]string{
		"Hop 45": hop, "Boardwalk Hopscotch": hop, "Lucky Seven": lucky, "Scotsi": scotsi,
		"Cheshire": {"Favors", "Blockers", "Filing", "Ascending order", "Slides", "Spikes", "Basic play", "Power play", "Blind play", "What the hand counts",
			"Trumps", "High trumps and holds", "Coaxing"},
	}
	for name, teacher := range teachers(t) {
		var got []string
		for _, l := range teacher.Lessons() {
			got = append(got, l.Title)
		}
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s teaches %q, want %q", name, got, want[name])
		}
	}
}

func TestLessonsNeedKnobsThatExist(t *testing.T) {
	var v Variation
	for _, file := range []string{"lessons.txt", "topics.md"} {
		needs := regexp.MustCompile("(?m)^needs (.+)$").FindAllStringSubmatch(text(file), -1)
		if len(needs) == 0 {
			t.Errorf("%s has nothing for some variations only", file)
		}
		for _, line := range needs {
			for _, name := range strings.Fields(line[1]) {
				if offers(v, []string{name}) {
					t.Errorf("%s: no knob %q can be off", file, name)
				}
			}
		}
	}
}

func TestLessonsCanBePlayed(t *testing.T) {
	for name, teacher := range teachers(t) {
		t.Run(name, func(t *testing.T) { enginetest.Lessons(t, teacher) })
	}
}

// TestEveryKindOfPlayIsTaught counts the favor, the plays to rows 2, 3 and 4, and those from the hand: the
// trump, the high trump, coaxing, and the basic, power and blind play.
func TestEveryKindOfPlayIsTaught(t *testing.T) {
	taught := make(map[kind]bool)
	for _, teacher := range teachers(t) {
		for _, l := range teacher.Lessons() {
			enginetest.EachLine(t, l, func(i int, before engine.State, _ []engine.State) {
				for _, m := range l.Steps[i].Want {
					taught[before.(*State).kind(m)] = true
				}
			})
		}
	}
	if len(taught) != 10 {
		t.Errorf("taught are %d kinds of play, want 10: %+v", len(taught), taught)
	}
}

func TestLessonsOfAVariationHaveItsName(t *testing.T) {
	v := Default()
	v.Name, v.Slide = "Without slides", false
	g, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range g.Lessons() {
		if l.Title == "Slides" {
			t.Error("slides are taught")
		}
		_, err := l.Start.Play(engine.Move{From: engine.At(1, 1)})
		if err == nil || !strings.Contains(err.Error(), "Without slides has no favors") && !strings.Contains(err.Error(), "nowhere") &&
			!strings.Contains(err.Error(), "needs a destination") {
			t.Errorf("%s: got %v", l.Title, err)
		}
	}
}

func TestTopics(t *testing.T) {
	count := map[string]int{"Hop 45": 15, "Boardwalk Hopscotch": 15, "Lucky Seven": 17, "Scotsi": 20, "Cheshire": 21}
	for name, teacher := range teachers(t) {
		titles := make(map[string]bool)
		for _, topic := range teacher.Topics() {
			titles[topic.Title] = true
			if len(topic.Text) < 200 || strings.HasPrefix(topic.Text, "needs") || strings.Contains(topic.Text, "#") {
				t.Errorf("%s: %s is %q", name, topic.Title, topic.Text)
			}
		}
		if got := len(teacher.Topics()); got != count[name] || len(titles) != got {
			t.Errorf("%s has %d topics with %d titles, want %d", name, got, len(titles), count[name])
		}
	}
}

func TestTerms(t *testing.T) {
	g := All()[0].(engine.Teacher)
	terms := g.Terms()
	if items := strings.Count(text("terms.md"), "\n- "); len(terms) != items || items < 40 {
		t.Errorf("%d of %d terms can be read", len(terms), items)
	}
	names := make(map[string]bool)
	for i, term := range terms {
		if names[term.Name] || !strings.HasSuffix(term.Means, ".") || len(term.Means) < 20 {
			t.Errorf("term %d is %+v", i, term)
		}
		names[term.Name] = true
		if i > 0 && strings.ToLower(terms[i-1].Name) > strings.ToLower(term.Name) {
			t.Errorf("%s comes before %s", terms[i-1].Name, term.Name)
		}
	}
	for word, name := range map[string]string{"bloom": "flip", "thorn": "spike", "feeder stack": "pile", "Frank": "the Family Stone"} {
		i := slices.IndexFunc(terms, func(t engine.Term) bool { return t.Name == name })
		if i < 0 || !slices.Contains(terms[i].Also, word) {
			t.Errorf("%s is not another word for %s", word, name)
		}
	}
}

func TestMistakesInALessonAreErrors(t *testing.T) {
	for name, block := range map[string]string{
		"a place":     "# L\ngame boardwalk/hop-45\nset\n  a9x 4s",
		"a pile":      "# L\ngame boardwalk/hop-45\nset\n  a1 4x",
		"a move":      "# L\nsay Do.\nwant a1c",
		"a want":      "# L\nwant a1c4",
		"a game":      "# L\ngame boardwalk/hop-46\nset\n  a1 4s",
		"a knob":      "# L\ngame boardwalk/hop-45\nsutis 3\nset\n  a1 4s",
		"a half pile": "# L\ngame boardwalk/hop-45\nset\n  a1 4s",
	} {
		d, err := parseDraft(block)
		if err == nil {
			_, err = d.start("L")
		}
		if err == nil || fmt.Sprint(err) == "" {
			t.Errorf("%s is read as %+v", name, d)
		}
	}
}

// TestADeclarationThatClosesColumnsSaysSo plays the board of a lesson where the Nines leave no
// rank to the columns on their right.
func TestADeclarationThatClosesColumnsSaysSo(t *testing.T) {
	lessons := teachers(t)["Hop 45"].Lessons()
	s := lessons[slices.IndexFunc(lessons, func(l engine.Lesson) bool { return l.Title == "Ascending order" })].Start
	for word, want := range map[string]string{
		"a1a4": "9♥ to a4: begins the Nines. Closes b4 and c4 for good.",
		"a1b4": "9♥ to b4: begins the Nines. Closes c4 for good.",
		"a1c4": "9♥ to c4: begins the Nines; the next card of c3 turns up.",
		"a1a2": "9♥ to a2: begins the Nines.", // the upper walk has no order
	} {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Describe(m); got != want {
			t.Errorf("%s is %q, want %q", word, got, want)
		}
		if got := s.(engine.Warner).Warning(m); got != "" && !strings.HasSuffix(want, got) || (got == "") == strings.Contains(want, "for good") {
			t.Errorf("%s is warned of by %q", word, got)
		}
	}
	// At a deal, one that leaves columns side by side too few ranks says so.
	deal := teachers(t)["Hop 45"].(engine.Game).Deal("ABC")
	for word, want := range map[string]string{
		"a1a4": "Leaves only 9 for b4-e4.",
		"a1c4": "Leaves only 9 for d4 and e4.",
		"b1a4": "Leaves only 7-9 for b4-e4.",
		"b1b4": "", // c4 to e4 have a rank each
		"c1c4": "Closes d4 and e4 for good.",
		"d1e4": "Leaves only A-2 for a4-d4.",
	} {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		if got := deal.(engine.Warner).Warning(m); got != want || !strings.HasSuffix(deal.Describe(m), want) {
			t.Errorf("%s is warned of by %q and is %q, want %q", word, got, deal.Describe(m), want)
		}
	}
	favor := teachers(t)["Cheshire"].(engine.Game).Deal("ABC").(engine.Warner)
	if got := favor.Warning(engine.Move{From: engine.At(3, 1)}); got != "" {
		t.Errorf("a favor is warned of by %q", got)
	}
}

// A kind is a kind of play: moves of one kind have a paragraph of the rules in common.
type kind struct {
	hand    bool // from the hand
	row     int  // where to, 0 for a favor
	own, up bool // the return card is of the same column; a card blocks the column
	void    bool // the upper column that a hand card goes to is void
}

// kind returns the kind of a legal move.
func (s *State) kind(m engine.Move) kind {
	k := kind{hand: m.From.Row() == 5, row: m.To.Row()}
	switch {
	case k.hand && k.row == 4:
		above := engine.At(m.To.Col(), 3)
		k.own, k.up = m.Return == above, s.at(above).Top().IsUp()
	case k.hand && k.row == 1:
		k.void = s.at(m.To).Len() == 0
	}
	return k
}
