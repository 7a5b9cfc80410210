package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// suits holds the names of the suits.
var suits = [engine.Suits]string{"Spades", "Hearts", "Diamonds", "Clubs", "Oceans"}

// spell replaces each card and suit symbol by its name, and the squares of a daily to paste by signs.
var spell = func() *strings.Replacer {
	pairs := []string{caption.Complete, "#", caption.Begun, "+", caption.Empty, "."}
	for s := range engine.Suit(engine.Suits) {
		pairs = append(pairs, s.Glyph(), suits[s])
		for r := range engine.Rank(engine.Ranks) {
			c := engine.NewCard(r, s)
			pairs = append(pairs, c.Glyph(), name(c))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// closing matches what a move that closes columns, or leaves them few ranks, is warned of with; span a part of it.
var (
	closing = regexp.MustCompile(`\b(Leaves only [^.]*|Closes [^.]* for good)\.`)
	span    = regexp.MustCompile(`\b([0-9A-Z])(?:-([0-9A-Z]))? for |\b([a-z][0-9])-([a-z][0-9])\b`)
)

// spellSpan returns a part of such a warning in words: "Ace to Two for ", "a4 to d4".
func spellSpan(text string) string {
	m := span.FindStringSubmatch(text)
	if m[3] != "" {
		return m[3] + " to " + m[4]
	}
	var ranks []string
	for _, letter := range m[1:3] {
		if r, err := engine.ParseRank(letter); err == nil {
			ranks = append(ranks, r.String())
		}
	}
	return strings.Join(ranks, " to ") + " for "
}

// plain returns a text in printable ASCII, with cards in words, and spans of ranks and places.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, spell.Replace(closing.ReplaceAllStringFunc(s, func(warning string) string {
		return span.ReplaceAllStringFunc(warning, spellSpan)
	})))
}

// name returns a card in words.
func name(c engine.Card) string {
	switch {
	case c == engine.NoCard:
		return "nothing"
	case c.IsDown():
		return "face down"
	}
	return c.Rank().String() + " of " + suits[c.Suit()]
}

// texts returns the text of each in a list.
func texts[T any](all []T, of func(T) string) []string {
	texts := make([]string, len(all))
	for i, each := range all {
		texts[i] = of(each)
	}
	return texts
}

// kind returns what a pile is for. If the piles of its kind stand in two rows or two
// columns, it also says in which: "lower tableau".
func kind(b engine.Board, v engine.View) string {
	var rows, cols []int
	for _, o := range b.Piles {
		if o.Kind == v.Kind {
			rows, cols = append(rows, o.At.Row()), append(cols, o.At.Col())
		}
	}
	if side := side(rows, v.At.Row(), "upper", "lower"); side != "" {
		return side + " " + v.Kind.String()
	}
	if side := side(cols, v.At.Col(), "left", "right"); side != "" {
		return side + " " + v.Kind.String()
	}
	return v.Kind.String()
}

// side returns first or second if all consists of two distinct numbers, of which n is the
// lower or the higher; otherwise it returns "".
func side(all []int, n int, first, second string) string {
	slices.Sort(all)
	all = slices.Compact(all)
	switch {
	case len(all) != 2:
		return ""
	case n == all[0]:
		return first
	}
	return second
}

// top returns what a pile shows and how much lies below: "Two of Spades, 2 face down".
func top(v engine.View) string {
	down := v.Down()
	up := len(v.Cards) - down
	switch {
	case len(v.Cards) == 0:
		return "empty"
	case v.Top().IsDown():
		return fmt.Sprintf("%d face down", len(v.Cards))
	}
	s := name(v.Top())
	if up > 1 {
		s += ", " + engine.Plural(up, "card")
	}
	if down > 0 {
		s += fmt.Sprintf(", %d face down", down)
	}
	return s
}

// spread returns a pile for the list of piles. For a fan it names every card from the top
// down, the top one in words and the others in short.
func spread(v engine.View) string {
	if v.Fan == engine.Squared || len(v.Cards) < 2 || v.Down() > 0 {
		return top(v)
	}
	var below []string
	for _, c := range slices.Backward(v.Cards[:len(v.Cards)-1]) {
		below = append(below, c.String())
	}
	return name(v.Top()) + ", over " + strings.Join(below, " ")
}

// overview describes every pile of a board, and its notes.
func overview(b engine.Board) []string {
	piles := texts(b.Piles, func(v engine.View) string { return inALine(b, v) })
	return append(piles, texts(b.Notes, spoken)...)
}

// inALine describes a pile in a line.
func inALine(b engine.Board, v engine.View) string {
	return strings.Join(append([]string{v.At.String(), kind(b, v) + ": " + spread(v)}, facts(v)...), ", ")
}

// pile describes the pile at a place, from bottom to top.
func pile(b engine.Board, place string) string {
	p, err := engine.ParsePlace(place)
	if err != nil {
		return caption.Sentence(err.Error())
	}
	v, ok := b.Find(p)
	if !ok {
		return fmt.Sprintf("There is no %s on this board.", p)
	}
	text := fmt.Sprintf("%s, %s: ", p, kind(b, v))
	if v.Top().IsUp() && len(v.Cards) > 1 {
		text += engine.Plural(len(v.Cards), "card") + " from the bottom: "
	}
	var cards []string
	for _, c := range v.Cards {
		if c.IsUp() {
			cards = append(cards, name(c))
		}
	}
	if down := v.Down(); down > 0 { // they lie at the bottom
		cards = append([]string{fmt.Sprintf("%d face down", down)}, cards...)
	}
	if len(cards) == 0 {
		cards = []string{"empty"}
	}
	return text + strings.Join(append(cards, facts(v)...), ", ") + "."
}

// continuations says which places can follow the beginning of a move.
func continuations(b engine.Board, m engine.Move, next []engine.Place) string {
	places := texts(next, func(p engine.Place) string {
		v, _ := b.Find(p)
		return fmt.Sprintf("%s, %s", p, top(v))
	})
	begin := m.String() + " can bring back: "
	if m.Len() == 1 {
		v, _ := b.Find(m.From)
		begin = fmt.Sprintf("%s, %s, can go to: ", m, name(v.Top()))
	}
	return begin + strings.Join(places, "; ") + "."
}

// suggestion describes a move to try.
func suggestion(s engine.State, a hint.Advice) string {
	return fmt.Sprintf("Try %s: %s", a.Move, caption.Hint(s, a))
}

// marks lists the marks that are told, in words for when they hold and for when they no
// longer do. A foundation is open if it is neither closed nor for its own card alone.
var marks = []struct {
	mark       engine.Mark
	word, gone string
}{
	{engine.Held, "held", "no longer held"},
	{engine.Blocked, "blocking", "no longer blocking"},
	{engine.Closed, "closed", "open"},
	{engine.OwnOnly, "own card only", "open"},
	{engine.Opening, "an opening", "no longer an opening"},
}

// notOpen are the marks of a foundation that is not open.
const notOpen = engine.Closed | engine.OwnOnly

// facts returns what holds for a pile apart from its cards.
func facts(v engine.View) []string {
	var facts []string
	if f := face(v); f != "" {
		facts = append(facts, f)
	}
	if v.Label != "" {
		facts = append(facts, strings.Join(texts(strings.Fields(v.Label), rank), " ")) // "next Six"
	}
	for _, m := range marks {
		if v.Marks&m.mark != 0 {
			facts = append(facts, m.word)
		}
	}
	return facts
}

// face returns a pile's face in words, or "" if the cards say as much.
func face(v engine.View) string {
	if v.Face == "" || len(v.Cards) > 0 && v.Face == fmt.Sprintf("%sx%d", v.Top().Rank().Letter(), len(v.Cards)) {
		return ""
	}
	low, high, span := strings.Cut(v.Face, "-")
	switch {
	case v.Face == "no":
		return "takes nothing"
	case !span:
		return "takes " + rank(low)
	}
	to := " to "
	if l, err := engine.ParseRank(low); err == nil && l+1 < engine.Ranks && (l+1).Letter() == high {
		to = " or "
	}
	return "takes " + rank(low) + to + rank(high)
}

// rank returns the name of the rank with a letter, or the text itself if there is no such
// rank.
func rank(letter string) string {
	if r, err := engine.ParseRank(letter); err == nil {
		return r.String()
	}
	return letter
}

// changedMax is how many changes are told after a move; for more, the player has to ask.
const changedMax = 10

// changes describes in sentences what is different on a board. Of the piles it says only that much is different,
// if that is too much to listen to.
func changes(before, now engine.Board) []string {
	all := differences(before, now)
	if len(all) <= changedMax || !samePlaces(before, now) {
		return all
	}
	return append([]string{"Much is different now: what changed tells all of it, look lists the piles."}, noted(before, now)...)
}

// differences describes in sentences all that is different on a board. Piles with the same
// change share a sentence. A board with other places is another, and is described as a whole.
func differences(before, now engine.Board) []string {
	if !samePlaces(before, now) {
		return overview(now)
	}
	type change struct{ places, what string }
	var all []change
	for _, v := range now.Piles {
		old, ok := before.Find(v.At)
		what := changed(old, v)
		if !ok || what == "" {
			continue
		}
		i := slices.IndexFunc(all, func(c change) bool { return c.what == what })
		if i >= 0 {
			all[i].places += ", " + v.At.String()
			continue
		}
		all = append(all, change{v.At.String(), what})
	}
	var sentences []string
	for _, c := range all {
		if strings.Contains(c.places, ",") {
			c.what = ofSeveral.Replace(c.what)
		}
		sentences = append(sentences, c.places+c.what+".")
	}
	return append(sentences, noted(before, now)...)
}

// noted returns what is noted on a board and was not before.
func noted(before, now engine.Board) (sentences []string) {
	for _, note := range now.Notes {
		if !slices.Contains(before.Notes, note) {
			sentences = append(sentences, spoken(note))
		}
	}
	return sentences
}

// samePlaces reports whether two boards have the same places.
func samePlaces(a, b engine.Board) bool {
	return slices.EqualFunc(a.Piles, b.Piles, func(a, b engine.View) bool { return a.At == b.At })
}

// ofSeveral puts a sentence of [changed] into the plural.
var ofSeveral = strings.NewReplacer(" now shows ", " now show ", " is now ", " are now ", " now has ", " now have ", ", takes ", ", take ")

// changed describes a pile if anything about it is different, as a text to follow its
// place. It returns "" if nothing is.
func changed(old, v engine.View) string {
	parts := append([]string{top(v)}, facts(v)...)
	if !slices.Equal(old.Cards, v.Cards) {
		verb := " now shows "
		switch {
		case len(v.Cards) == 0:
			verb = " is now "
		case v.Top().IsDown():
			verb = " now has "
		}
		return verb + strings.Join(parts, ", ")
	}
	if slices.Equal(facts(old), facts(v)) {
		return ""
	}
	for _, m := range marks {
		if old.Marks&m.mark != 0 && v.Marks&m.mark == 0 && (m.mark&notOpen == 0 || v.Marks&notOpen == 0) {
			parts = append(parts, m.gone)
		}
	}
	return ": " + strings.Join(parts, ", ")
}

// spoken returns a board's note as a sentence. A double blank in it becomes a colon.
func spoken(note string) string { return caption.Sentence(strings.ReplaceAll(note, "  ", ": ")) }
