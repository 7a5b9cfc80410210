package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// TestEncodeAndDecodeAreInverse converts random variations there and back.
func TestEncodeAndDecodeAreInverse(t *testing.T) {
	t.Parallel()
	var objects strings.Builder
	want := []boardwalk.Variation{}
	random := rand.New(rand.NewPCG(45, 1))
	for range 2_000 {
		v := boardwalk.Random(random)
		object, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, v)
		fmt.Fprintf(&objects, "%s\n", object)
	}
	codes := converted(t, objects.String(), encodeVariation)
	back := converted(t, strings.Join(codes, "\n"), decodeVariation)
	again := converted(t, strings.Join(back, "\n"), encodeVariation)
	for i := range want {
		v, err := boardwalk.ParseVariation([]byte(back[i]))
		if v.Name = want[i].Name; err != nil || v != want[i] || again[i] != codes[i] {
			t.Fatalf("%+v is %s, which is %s and %s: %v", want[i], codes[i], back[i], again[i], err)
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
	records, err := readRecords(strings.NewReader(line))
	if err != nil || !strings.HasPrefix(line, code+"@1 X ") {
		t.Fatal(line, err)
	}
	if err := describeRecords(records, &told); err != nil || !strings.HasPrefix(told.String(), "Lucky 46, deal X\n") {
		t.Errorf("%s: %s, %v", line, told.String(), err)
	}
}
