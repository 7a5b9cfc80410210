package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
)

// converted returns the answers to lines.
func converted(t *testing.T, lines string, answer func([]byte) (string, error)) []string {
	t.Helper()
	var out bytes.Buffer
	if err := answerVariations(strings.NewReader(lines), &out, answer); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestEncodeAndDecodeAreInverse converts the share codes of random variations there and back.
func TestEncodeAndDecodeAreInverse(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(45, 1))
	var want []string
	for range 2_000 {
		want = append(want, boardwalk.Random(random).Design().Code())
	}
	objects := converted(t, strings.Join(want, "\n"), decodeVariation)
	codes := converted(t, strings.Join(objects, "\n"), encodeVariation)
	for i := range want {
		if codes[i] != want[i] {
			t.Fatalf("%s is %s, which is %s", want[i], objects[i], codes[i])
		}
	}
}

// TestDesignsOfAllFamiliesAreInverse converts share codes of all families there and back.
func TestDesignsOfAllFamiliesAreInverse(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(45, 2))
	for _, f := range catalog.Library().Families {
		for range 200 {
			code := f.Random(random).Code()
			object := converted(t, code, decodeVariation)[0]
			if got := converted(t, object, encodeVariation)[0]; got != code {
				t.Fatalf("%s becomes %s, and that %s", code, object, got)
			}
		}
	}
}

func TestVariationsOfTheHouseReadBack(t *testing.T) {
	t.Parallel()
	for _, d := range boardwalk.Family().Designs() {
		object, err := decodeVariation([]byte(d.Code()))
		if err != nil {
			t.Fatal(err)
		}
		if code, err := encodeVariation([]byte(object)); err != nil || code != d.Code() {
			t.Errorf("%s is %s, which is %s, %v", d.Code(), object, code, err)
		}
	}
}

func TestHandPlaysDefaultToWhetherThereIsAHand(t *testing.T) {
	t.Parallel()
	object, err := decodeVariation([]byte(converted(t, `{"handColumns": 1, "lower": 7, "handBlind": false}`, encodeVariation)[0]))
	if want := `"handBasic":true,"handPower":true,"handBlind":false`; err != nil || !strings.Contains(object, want) {
		t.Errorf("got %s, %v, want %s", object, err, want)
	}
}

// A name that is no rule's is still not that of another game, unless the rules are those of that game.
func TestNamesOfVariations(t *testing.T) {
	t.Parallel()
	for object, refused := range map[string]bool{
		`{"name": "Hop 45", "orderedRanks": 9, "suits": 3, "upper": 4, "lower": 5}`: false,
		`{"name": " Hopscotch (1-2-3-4) ", "suits": 3}`:                             true,
		`{"name": "Mine", "suits": 3}`:                                              false,
		`{"name": "", "suits": 3}`:                                                  true,
		`{"name": null, "suits": 3}`:                                                true,
		`{"name": 3, "suits": 3}`:                                                   true,
		`{"game": "Calculation", "name": "chessboard", "reserves": 3}`:              true,
	} {
		var knob *engine.KnobError
		if _, err := encodeVariation([]byte(object)); (err != nil) != refused || refused && (!errors.As(err, &knob) || knob.Knob != "name") {
			t.Errorf("%s: %v", object, err)
		}
	}
}

func TestEncodeRefusesByKnob(t *testing.T) {
	t.Parallel()
	lines := []struct{ object, knob string }{
		{`{"upper": 6}`, "geometry"},
		{`{"trump": true}`, "trump"},
		{`{"suits": 9}`, "suits"},
		{`{"suits": "4"}`, "suits"},
		{`{"shoes": 4}`, "shoes"},
		{`{"a\nb": 4}`, "a?b"},
		{`{"name": "Chessboard", "upper": 6, "lower": 7}`, "name"},
		{`{"name": "Scotsi", "upper": 6, "lower": 7}`, "name"},
		{`{"handColumns": 1, "lower": 7, "highTrump": true, "perpetualRule": false}`, "perpetualRule"},
		{``, "variation"},
		{`[1]`, "variation"},
		{`[]`, "variation"},
		{`null`, "variation"},
		{`{"suits": 3, "name": ""}`, "name"},
		{`{"suits": 3, "name": "a\u0007b"}`, "name"},
		{`{"suits": 3, "name": "a\u202eb"}`, "name"},
		{`{"suits": 3, "name": "Twenty-five characters ..."}`, "name"},
		{`{"suits": 3, "name": "hop 45"}`, "name"},
		{`{"suits": 3, "name": null}`, "name"},
		{`{"shoes": 2}`, "shoes"},
		{`{"Suits": 4}`, "Suits"},
		{`{"orderedRanks": -1}`, "orderedRanks"},
		{`{"orderedRanks": 19}`, "orderedRanks"},
		{`{"orderedRanks": 0, "wilds": true}`, "orderedRanks"},
		{`{"wilds": 1}`, "wilds"},
		{`{"suits": 1}`, "suits"},
		{`{"suits": 6}`, "suits"},
		{`{"suits": 4.5}`, "suits"},
		{`{"suits": 1e99}`, "suits"},
		{`{"upper": 0}`, "upper"},
		{`{"upper": 11}`, "upper"},
		{`{"lower": 0}`, "lower"},
		{`{"lower": 14}`, "lower"},
		{`{"handColumns": 3}`, "handColumns"},
		{`{"lower": 9}`, "geometry"},
		{`{"lower": 7}`, "geometry"},
		{`{"handColumns": 1, "lower": 7, "handBasic": false, "handPower": false, "handBlind": false}`, "handColumns"},
		{`{"handBlind": true}`, "handBlind"},
		{`{"highTrump": true}`, "highTrump"},
		{`{"coax": true}`, "coax"},
		{`{"handColumns": 1, "lower": 7, "coax": true}`, "coax"},
		{`{"autoFlipUpper": false}`, "autoFlipUpper"},
		{`{"favor": true}`, "favor"},
		{`{"favorsOnDeal": 1}`, "favorsOnDeal"},
		{`{"favorsOnDeal": 6, "favor": true, "autoFlipUpper": false}`, "favorsOnDeal"},
		{`{"openingFavors": 1}`, "openingFavors"},
		{`{"openingFavors": 4, "favorsOnDeal": 2, "favor": true, "autoFlipUpper": false}`, "openingFavors"},
		{`{"openingFavors": -1}`, "openingFavors"},
		{`{"uniqueness": "never"}`, "uniqueness"},
		{`{"game": 5}`, "game"},
		{`{"game": "run"}`, "variation"},
		{`{"game": "Calculation", "reserves": "4"}`, "reserves"},
	}
	var in strings.Builder
	for _, l := range lines {
		in.WriteString(l.object + "\n")
	}
	answers := converted(t, in.String(), encodeVariation)
	for i, l := range lines {
		if !strings.HasPrefix(answers[i], "error: "+l.knob+": ") || !strings.HasSuffix(answers[i], ".") {
			t.Errorf("%s is answered with %s", l.object, answers[i])
		}
	}
	for _, bad := range []string{"", "hello", "BW1-", "BW1-0000-0000-0000", "BW1-38J2-4102-SES8", "bw2-38j2-4102-sesb", "\xff"} {
		if got := converted(t, bad+"\n", decodeVariation)[0]; !strings.HasPrefix(got, "error: code: ") || !strings.HasSuffix(got, ".") {
			t.Errorf("%q is answered with %s", bad, got)
		}
	}
}

// TestACodeStandsForAGame asks the commands that take a game's name.
func TestACodeStandsForAGame(t *testing.T) {
	t.Parallel()
	code, err := encodeVariation([]byte(`{"orderedRanks": 11, "suits": 3, "upper": 4, "lower": 6, "handColumns": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := catalog.Library().Resolve(code)
	if err != nil {
		t.Fatal(err)
	}
	if out, status := runProgram(t, "rules", strings.ToLower(code)); status != 0 || !strings.HasPrefix(out, "# Lucky 46\n") {
		t.Errorf("rules %s: exit %d, %.80s", code, status, out)
	}
	got := ask(t, `{"game":"`+code+`","seed":"X"}`)
	if got.Game != g.Info().ID || got.Score.Max != 33 {
		t.Errorf("got %+v", got)
	}
	if got := ask(t, `{"game":"`+code+`","seed":"X","variation":{"suits":2}}`); got.Error != nil || got.Score.Max != 22 {
		t.Errorf("with a knob changed: %+v", got)
	}
	if got := ask(t, `{"game":"BW1-0000-0000-0000","seed":"X"}`); got.Error == nil || got.Error.Field != "game" || got.Error.Code != "bad-share-code" {
		t.Errorf("a mistyped code: %+v", got.Error)
	}
	round := engine.NewRound(g, "X")
	if err := round.Play(round.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	var told bytes.Buffer
	line := engine.RecordLine(g, round.Record())
	exported, err := json.Marshal(map[string]string{"record": round.Record().String(), "rules": engine.RulesOf(g)})
	if err != nil || !strings.HasPrefix(line, code+"@1 X ") {
		t.Fatal(line, err)
	}
	for _, line := range []string{line, string(exported)} {
		told.Reset()
		records, err := readRecords(strings.NewReader(line))
		if err != nil {
			t.Fatal(line, err)
		}
		if err := describeRecords(records, &told); err != nil || !strings.HasPrefix(told.String(), "Lucky 46, deal X\n") {
			t.Errorf("%s: %s, %v", line, told.String(), err)
		}
	}
}

// FuzzVariation checks that a JSON object of knobs, whatever they are, becomes a game or that a knob is named.
//
//abuse:case 27
func FuzzVariation(f *testing.F) {
	for _, d := range boardwalk.Family().Designs() {
		object, err := decodeVariation([]byte(d.Code()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(object))
	}
	f.Add([]byte(`{"suits": 1e99, "name": "\u0000"}`))
	f.Fuzz(func(t *testing.T, object []byte) {
		g, err := withKnobs(nil, object)
		if err == nil {
			g.Deal("A").Moves()
			return
		}
		var knob *engine.KnobError
		if !errors.As(err, &knob) {
			t.Fatalf("%s: got %v, want a knob to be named", object, err)
		}
	})
}
