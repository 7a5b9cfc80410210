package boardwalk

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/design"
	"boardwalk/engine/enginetest"
)

// TestRulesExamples replays the worked example of each named game. Its record ends with
// the plays that the numbered steps explain. The first board is the position before those
// plays, the last board the position after them.
func TestRulesExamples(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			example := section(t, g.Rules(), "A worked example")
			record, err := engine.ParseRecord(blocks(example, "record")[0])
			if err != nil {
				t.Fatal(err)
			}
			states, err := record.Replay(g)
			if err != nil {
				t.Fatal(err)
			}
			steps := regexp.MustCompile("(?m)^[0-9]+\\. `([a-z1-5]+)`: ((?:.|\n   )+)").FindAllStringSubmatch(example, -1)
			if len(steps) < 4 || len(steps) > 8 || len(steps) > len(record.Moves) {
				t.Fatalf("%d steps for %d plays", len(steps), len(record.Moves))
			}
			before := len(record.Moves) - len(steps)
			for i, step := range steps {
				if got, want := step[1], record.Moves[before+i].String(); got != want {
					t.Errorf("step %d gives %s, the record has %s", i+1, got, want)
				}
				for _, card := range regexp.MustCompile(`\b[A2-9TJQK][shdc]\b`).FindAllString(step[2], -1) {
					if !shows(states[before+i+1], card) {
						t.Errorf("step %d names the %s, which nobody has seen", i+1, card)
					}
				}
			}
			want := []string{drawn(states[before]), drawn(states[len(states)-1])}
			if got := blocks(example, "board"); !slices.Equal(got, want) {
				t.Errorf("the boards are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestMadeUpExamples replays the generated example of each made-up game: its record has a
// share code, ends with the moves that the steps give, and leads to what it shows.
func TestMadeUpExamples(t *testing.T) {
	library := engine.Library{Families: []engine.Family{Family()}}
	for _, s := range samples(t) {
		if family.Games[s.rules()] != nil {
			continue
		}
		example := section(t, s.page, "A worked example")
		record, g, err := library.ParseRecord(strings.Join(strings.Fields(blocks(example, "record")[0]), " "))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		states, err := record.Replay(g)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		steps := regexp.MustCompile("(?m)^[0-9]+\\. `([a-z1-5]+)`: ").FindAllStringSubmatch(example, -1)
		before := len(record.Moves) - len(steps)
		if last := states[len(states)-1]; before < 0 || len(steps) < exampleMoves && !last.Over() {
			t.Fatalf("%s: %d steps for %d moves", s.name, len(steps), len(record.Moves))
		}
		for i, step := range steps {
			if got, want := step[1], record.Moves[before+i].String(); got != want {
				t.Errorf("%s: step %d gives %s, the record has %s", s.name, i+1, got, want)
			}
		}
		got := enginetest.Position(t, blocks(example, "position")[0])
		for at, pile := range states[len(states)-1].Position() {
			if up := pile.Cards()[pile.Down():]; !slices.Equal(got[at].Cards(), up) {
				t.Errorf("%s: %s shows %v, want %v", s.name, at, got[at], up)
			}
		}
		if strings.ContainsAny(example, "♠♥♦♣≈") || strings.Contains(example, "The - ") {
			t.Errorf("%s: %s", s.name, example)
		}
	}
}

// section returns the text of a page below one of its headings.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("the page has no section %q", heading)
	}
	text, _, _ := strings.Cut(rest, "\n## ")
	return text
}

// blocks returns the fenced blocks of a kind.
func blocks(text, kind string) []string {
	var found []string
	for _, m := range regexp.MustCompile("(?s)```"+kind+"\n(.*?)```").FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// shows reports whether a card, "7h", lies face up.
func shows(s engine.State, card string) bool {
	for _, pile := range s.Position() {
		if slices.ContainsFunc(pile.Cards(), func(c engine.Card) bool { return c.String() == card }) {
			return true
		}
	}
	return false
}

// A sample is a variation with its page.
type sample struct {
	name string
	Variation
	page string
}

// samples returns the named games, some variations at the edges of what is allowed, and
// many random ones.
func samples(t *testing.T) []sample {
	t.Helper()
	var all []sample
	for _, p := range presets() {
		all = append(all, sample{p.Name, p.Variation, newGame(p).Rules()})
	}
	add := func(name string, v Variation) {
		v.Name = name
		g, err := New(v)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, sample{name, g.Variation, g.Rules()})
	}
	for i, object := range []string{
		`{"orderedRanks": 4, "suits": 2, "upper": 1, "lower": 3}`,
		`{"orderedRanks": 0, "wilds": true, "frees": true, "jokers": true, "upper": 1, "lower": 1, "handColumns": 1, "handPower": true, "handBasic": false, "handBlind": false}`,
		`{"orderedRanks": 18, "wilds": true, "frees": true, "jokers": true, "suits": 5, "upper": 8, "lower": 12, "handColumns": 1}`,
		`{"orderedRanks": 14, "lower": 9, "uniqueness": "none", "slide": false, "spikePoints": false, "despike": true}`,
		`{"orderedRanks": 15, "lower": 9, "upper": 4, "handColumns": 2, "uniqueness": "walk", "orderUpper": true, "orderLower": false, "trump": true}`,
		`{"lower": 7, "handColumns": 1, "handBasic": false, "handPower": false, "handBlind": false, "highTrump": true}`,
		`{"lower": 7, "handColumns": 1, "handBlind": false, "coax": true, "autoFlipUpper": false, "favor": true}`,
		`{"autoFlipUpper": false, "favor": true, "favorsOnDeal": 5}`,
		`{"autoFlipUpper": false, "favor": true, "openingFavors": 5}`,
	} {
		v, err := withKnobs(object)
		if err != nil {
			t.Fatal(err)
		}
		add(fmt.Sprintf("Made %d", i+1), v)
	}
	random := rand.New(rand.NewPCG(57, 66))
	for i := range 30 + *variations {
		add(fmt.Sprintf("Random %d", i), Random(random))
	}
	return all
}

// A rule is a pattern that a page, joined to one line, contains if and only if its game
// has the rule on a board of its size.
type rule struct {
	pattern string
	has     func(Variation) bool
}

func rulesOfPlay() []rule {
	holds := func(v Variation) bool { return (v.HighTrump || v.Coax) && v.Upper > 1 }
	low := func(v Variation) bool { return v.HandBasic || v.HandPower && v.Lower > 1 || v.HandBlind }
	high := func(v Variation) bool { return v.Upper > 1 && (v.Trump || v.HighTrump || v.Coax) }
	return []rule{
		{`\b[Hh]ands?\b`, func(v Variation) bool { return v.HandColumns > 0 }},
		{`no card of the hand can ever be played`, func(v Variation) bool { return v.HandColumns > 0 && !low(v) && !high(v) }},
		{`To the lower walk`, low},
		{`To the upper walk`, high},
		{`hand does not play to the upper walk`, func(v Variation) bool { return low(v) && !high(v) }},
		{`hand does not play to the lower walk`, func(v Variation) bool { return high(v) && !low(v) }},
		{`(?i)\bbasic\b`, func(v Variation) bool { return v.HandBasic }},
		{`(?i)\bpower\b`, func(v Variation) bool { return v.HandPower && v.Lower > 1 }},
		{`(?i)\bblind\b`, func(v Variation) bool { return v.HandBlind }},
		{`\*\*Trump\*\*`, func(v Variation) bool { return v.Trump && v.Upper > 1 }},
		{`(?i)high trump|juggling`, func(v Variation) bool { return v.HighTrump && v.Upper > 1 }},
		{`(?i)trump`, func(v Variation) bool { return (v.Trump || v.HighTrump) && v.Upper > 1 }},
		{`(?i)coax`, func(v Variation) bool { return v.Coax && v.Upper > 1 }},
		{`(?i)perpetual`, holds},
		{`(?i)\bheld\b`, holds},
		{`(?i)favor`, func(v Variation) bool { return v.Favor }},
		{`game begins with`, func(v Variation) bool { return v.OpeningFavors > 0 }},
		{`turn up the next card of its pile at once`, func(v Variation) bool { return v.AutoFlipUpper }},
		{`(?i)\bslide|slid\b`, func(v Variation) bool { return v.Slide }},
	}
}

func rulesOfTheTable() []rule {
	upper := func(v Variation) bool { return v.OrderUpper && v.Upper > 1 && v.OrderedRanks > 1 }
	lower := func(v Variation) bool { return v.OrderLower && v.Lower > 1 && v.OrderedRanks > 1 }
	return []rule{
		{`(?i)\bspike`, func(v Variation) bool { return v.SpikePoints }},
		{`despiked`, func(v Variation) bool { return v.Despike }},
		{`\*\*ascend\*\*`, func(v Variation) bool { return lower(v) || upper(v) }},
		{`The upper walk has no order`, func(v Variation) bool { return lower(v) && !upper(v) }},
		{`The lower walk has no order`, func(v Variation) bool { return !lower(v) && upper(v) }},
		{`No walk has an order`, func(v Variation) bool { return !lower(v) && !upper(v) }},
		{`one foundation only, of the whole table`, func(v Variation) bool { return v.Uniqueness == PerBoard }},
		{`one foundation of a walk only`, func(v Variation) bool { return v.Uniqueness == PerWalk }},
		{`on any number of foundations`, func(v Variation) bool { return v.Uniqueness == Anywhere }},
		{`crumbing`, func(v Variation) bool { return v.Uniqueness != PerBoard }},
		{`(?i)wild`, func(v Variation) bool { return v.Wilds || v.Frees || v.Jokers }},
		{"Wilds \\(W\\)", func(v Variation) bool { return v.Wilds }},
		{"Frees \\(F\\)", func(v Variation) bool { return v.Frees }},
		{"Jokers \\(Z\\)", func(v Variation) bool { return v.Jokers }},
		{"Mate \\(M\\)", func(v Variation) bool { return v.OrderedRanks > 13 }},
		{"Neptune \\(N\\)", func(v Variation) bool { return v.OrderedRanks == 18 }},
		{`oceans`, func(v Variation) bool { return v.Suits == 5 }},
	}
}

// TestRulesTellJustTheirOwn compares each page with the knobs of its game.
func TestRulesTellJustTheirOwn(t *testing.T) {
	rules := append(rulesOfPlay(), rulesOfTheTable()...)
	patterns := make([]*regexp.Regexp, len(rules))
	for i, rule := range rules {
		patterns[i] = regexp.MustCompile(rule.pattern)
	}
	for _, s := range samples(t) {
		for _, p := range presets() {
			s.page = strings.Replace(s.page, p.summary, "", 1)
		}
		line := strings.Join(strings.Fields(s.page), " ")
		for i, rule := range rules {
			if got, want := patterns[i].MatchString(line), rule.has(s.Variation); got != want {
				t.Errorf("%s: speaks of %q: %v, want %v\n%+v", s.name, rule.pattern, got, want, s.Variation)
			}
		}
		for _, number := range []string{
			fmt.Sprintf("The deck** is %d cards", s.cards()),
			fmt.Sprintf("Deal %s of %s face down", count(s.Upper, "pile"), count(s.Suits, "card")),
			fmt.Sprintf("Below that deal %s of %s face down", count(s.Lower, "pile"), count(s.Suits, "card")),
			fmt.Sprintf("The most you can score is %d", s.cards()),
		} {
			if !strings.Contains(line, number) {
				t.Errorf("%s: the page lacks %q", s.name, number)
			}
		}
	}
}

func TestRulesForm(t *testing.T) {
	for _, s := range samples(t) {
		if !strings.HasPrefix(s.page, "# ") || !strings.HasSuffix(s.page, "\n") || strings.HasSuffix(s.page, "\n\n") {
			t.Errorf("%s: the page should begin with its heading and end with one newline", s.name)
		}
		for _, bad := range []string{"{{", "}}", "<no value>", "%!", "\n\n\n", "  \n", " .", " ,", "..\n"} {
			if strings.Contains(s.page, bad) {
				t.Errorf("%s: the page has %q", s.name, bad)
			}
		}
		at := 0
		for _, heading := range []string{
			"Goal", "The table", "How to move", "Rules of declaring", "The end and points",
			"A worked example", "A little advice", "Words", "Where it comes from",
		} {
			i := strings.Index(s.page, "\n\n## "+heading+"\n\n")
			if i < at {
				t.Errorf("%s: section %q is missing or out of order", s.name, heading)
			}
			at = i
		}
		fenced := false
		for line := range strings.Lines(s.page) {
			fenced = fenced != strings.HasPrefix(line, "```")
			if n := len([]rune(line)); n > design.PageWidth+1 {
				t.Errorf("%s: longer than %d columns: %s", s.name, design.PageWidth, line)
			}
			if !fenced && regexp.MustCompile(`^\d`).MatchString(line) && !regexp.MustCompile(`^\d\. (\*\*|`+"`"+`)`).MatchString(line) {
				t.Errorf("%s: begins with a digit but is no item of a list: %s", s.name, line)
			}
		}
	}
}

func TestRulesNameAPlayerGaveIsNotMarkdown(t *testing.T) {
	v := Default()
	v.Name = "*5* <b> {{.}} [x]"
	g, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	got, _, _ := strings.Cut(g.Rules(), "\n")
	if want := `# \*5\* \<b\> {{.}} \[x\]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// drawn returns a position as the written examples draw it.
func drawn(s engine.State) string {
	rows := make([]string, 6)
	columns := 0
	for _, v := range s.Board().Piles {
		cell := "--"
		switch {
		case v.Kind == engine.Foundation && len(v.Cards) > 0:
			cell = v.Face
		case v.Top().IsDown():
			cell = "##"
		case v.Top().IsUp():
			cell = v.Top().String()
		}
		if v.Marks&engine.Held != 0 {
			cell += "!"
		}
		rows[v.At.Row()] += fmt.Sprintf("%-5s", cell)
		columns = max(columns, v.At.Col())
	}
	var b strings.Builder
	line := func(head, cells string) { b.WriteString(strings.TrimRight(head+"   "+cells, " ") + "\n") }
	var heads string
	for c := range columns {
		heads += fmt.Sprintf("%-5s", letter(c+1))
	}
	line(" ", heads)
	for row := 1; row <= 5; row++ {
		if rows[row] != "" {
			line(fmt.Sprint(row), rows[row])
		}
	}
	return b.String()
}
