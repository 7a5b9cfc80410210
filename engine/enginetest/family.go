package enginetest

import (
	"flag"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
)

// Wander calls see with designs that random changes of knobs lead to from the family's own, each
// with the name of the knob that was changed last.
func Wander(random *rand.Rand, f engine.Family, steps int, see func(d engine.Design, last string)) {
	var d engine.Design
	for i := range steps {
		if i%40 == 0 {
			d = Pick(random, f.Designs())
		}
		k := Pick(random, d.Knobs())
		next, err := d.Set(k.Name, Pick(random, k.Values))
		if err != nil {
			panic(err)
		}
		d = next
		see(d, k.Name)
	}
}

var designs = flag.Int("designs", 100, "with how many random designs a family is checked")

// RunFamily checks what is the same for all families, with random designs: codes and texts are
// inverse to their parsers, there is one of each for any rules, and each design makes a game that
// can be played to its end and replayed from its record.
func RunFamily(t *testing.T, f engine.Family) {
	random := rand.New(rand.NewPCG(57, 57))
	library := engine.Library{Families: []engine.Family{f}}
	texts := make(map[string]string)
	for range *designs {
		d := f.Random(random)
		checkDesign(t, f, d)
		if text, ok := texts[d.Code()]; ok && text != d.Text() {
			t.Fatalf("%s is the code of two games", d.Code())
		}
		texts[d.Code()] = d.Text()
		playDesign(t, library, d, random)
	}
	Wander(random, f, *designs, func(d engine.Design, _ string) {
		if back, err := f.Parse(d.Text()); err != nil || back.Text() != d.Text() {
			t.Fatalf("%s reads back as %v, %v", d.Text(), back, err)
		}
	})
}

// checkDesign checks that a design that makes a game reads back from its code and its text.
func checkDesign(t *testing.T, f engine.Family, d engine.Design) {
	t.Helper()
	fromCode, err := f.ParseCode(d.Code())
	if err != nil || fromCode.Text() != d.Text() || fromCode.Code() != d.Code() {
		t.Fatalf("%s reads back as %v, %v", d.Code(), fromCode, err)
	}
	fromText, err := f.Parse(d.Text())
	if err != nil || fromText.Code() != d.Code() {
		t.Fatalf("%s reads back as %v, %v", d.Text(), fromText, err)
	}
}

// playDesign plays a deal at random to its end, or for as long as a record may be, and replays it.
func playDesign(t *testing.T, library engine.Library, d engine.Design, random *rand.Rand) {
	t.Helper()
	g, err := library.Make(d)
	if err != nil {
		t.Fatal(err)
	}
	r := engine.NewRound(g, "PLAY")
	for !r.State().Over() && r.Len() < engine.RecordMoves {
		if err := r.Play(Pick(random, r.State().Moves())); err != nil {
			t.Fatalf("%s, move %d: %v", d.Code(), r.Len(), err)
		}
	}
	score := r.State().Score()
	if score.Points > score.Max || score.Max != g.Info().Max {
		t.Fatalf("%s ends with %+v", d.Code(), score)
	}
	again, of, err := library.With(g).ParseRecord(engine.RecordLine(g, r.Record()))
	if err != nil {
		t.Fatal(err)
	}
	states, err := again.Replay(of)
	if err != nil {
		t.Fatalf("%s does not replay: %v", d.Code(), err)
	}
	if end := states[len(states)-1]; end.Score() != score {
		t.Fatalf("%s replays to %+v, not %+v", d.Code(), end.Score(), score)
	}
}
