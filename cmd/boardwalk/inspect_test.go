package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

// answers returns what inspect writes about some lines.
func answers(t *testing.T, lines string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := inspectAll(context.Background(), strings.NewReader(lines), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// A reply is an answer as a bot reads it.
type reply struct {
	Game     string            `json:"game"`
	Version  int               `json:"version"`
	Seed     string            `json:"seed"`
	Position map[string]string `json:"position"`
	Legal    []string          `json:"legal"`
	Over     bool              `json:"over"`
	Score    struct {
		Points, Max  int
		Won, Perfect bool
	} `json:"score"`
	Error *struct {
		Field, Code, Why, Word string
		Move                   int
	} `json:"error"`
}

// ask returns the answer to one line.
func ask(t *testing.T, line string) (r reply) {
	t.Helper()
	got := answers(t, line+"\n")
	if len(got) != 1 {
		t.Fatalf("%s has %d answers: %q", line, len(got), got)
	}
	if err := json.Unmarshal([]byte(got[0]), &r); err != nil {
		t.Fatalf("%s is answered with %s: %v", line, got[0], err)
	}
	return r
}

func TestInspectRefusesByField(t *testing.T) {
	for _, test := range []struct{ line, field, code, why string }{
		{`7`, "line", "syntax", "one JSON object"},
		{`null`, "line", "syntax", "one JSON object"},
		{`{"game":"hopscotch","seed":"X"} {}`, "line", "syntax", "one JSON object"},
		{`{"game":"hopscotch","seed":"X","speed":1}`, "speed", "unknown-field", "game, seed or set, variation and moves"},
		{`{}`, "game", "syntax", "a string"},
		{`{"game":["hopscotch"],"seed":"X"}`, "game", "syntax", "a string"},
		{`{"game":"poker","seed":"X"}`, "game", "unknown-game", "Hop 45, "},
		{`{"game":"Hopscotch","seed":"X"}`, "game", "several-games", "boardwalk/hopscotch (Boardwalk Hopscotch) and hopscotch"},
		{`{"game":"Hopscotch","seed":"X","variation":{}}`, "game", "several-games", "fits several games"},
		{`{"game":"hopscotch"}`, "seed", "missing", "a seed or sets the position"},
		{`{"game":"hopscotch","seed":4}`, "seed", "syntax", "a string"},
		{`{"game":"hopscotch","seed":null}`, "seed", "syntax", "a string"},
		{`{"game":"hopscotch","seed":"A-B"}`, "seed", "bad-code", "not '-'"},
		{`{"game":"hopscotch","seed":"X","set":{}}`, "set", "two-positions", "not both"},
		{`{"game":"hopscotch","set":["a1"]}`, "set", "syntax", "an object"},
		{`{"game":"hopscotch","set":{"a10":"-"}}`, "set", "bad-place", "a10"},
		{`{"game":"hopscotch","set":{"a1":"10h"}}`, "set", "bad-pile", "a1: "},
		{`{"game":"hopscotch","set":{"a1":"-"}}`, "set", "bad-position", "."},
		{`{"game":"boardwalk/hop-45","set":{"a1":"7h","a3":"7h","a2":"-","a4":"-","b3":"-","b4":"-"}}`, "set", "bad-position", "The position cannot be set: "},
		{`{"game":"hopscotch","seed":"X","moves":"a1"}`, "moves", "syntax", "array of words"},
		{`{"game":"hopscotch","seed":"X","moves":0}`, "moves", "syntax", "array of words"},
		{`{"game":"hopscotch","seed":"X","solve":1}`, "solve", "syntax", "true or false"},
		{`{"game":"hopscotch","seed":"X","solve":null}`, "solve", "syntax", "true or false"},
		{`{"game":"hopscotch","seed":"X","goal":"win"}`, "goal", "nothing-to-solve", "\"solve\": true"},
		{`{"game":"hopscotch","seed":"X","ms":5,"solve":false}`, "ms", "nothing-to-solve", "\"solve\": true"},
		{`{"game":"hopscotch","seed":"X","solve":true,"goal":"all"}`, "goal", "syntax", "\"win\", \"points\" or \"shortest\""},
		{`{"game":"hopscotch","seed":"X","solve":true,"goal":3}`, "goal", "syntax", "\"win\", \"points\" or \"shortest\""},
		{`{"game":"hopscotch","seed":"X","solve":true,"ms":0}`, "ms", "syntax", "1 to 60000"},
		{`{"game":"hopscotch","seed":"X","solve":true,"ms":60001}`, "ms", "syntax", "1 to 60000"},
		{`{"game":"hopscotch","seed":"X","solve":true,"ms":1.5}`, "ms", "syntax", "1 to 60000"},
		{`{"game":"run","seed":"X","variation":{}}`, "variation", "no-knobs", "Run has no knobs"},
		{`{"game":"hopscotch","seed":"X","variation":{"reserves":9}}`, "reserves", "variation", "1 to 6"},
		{`{"game":"hopscotch","seed":"X","variation":[]}`, "variation", "variation", "object of knobs"},
		{`{"game":"hopscotch","seed":"X","variation":null}`, "variation", "variation", "object of knobs"},
		{`{"game":"custom","seed":"X"}`, "variation", "missing", "knobs"},
		{`{"game":"boardwalk/hop-45","seed":"X","variation":[]}`, "variation", "variation", "JSON object"},
		{`{"game":"boardwalk/hop-45","seed":"X","variation":{"colour":1}}`, "colour", "variation", "no knob"},
		{`{"game":"boardwalk/hop-45","seed":"X","variation":{"suits":"four"}}`, "suits", "variation", "2 to 5"},
		{`{"game":"boardwalk/hop-45","seed":"X","variation":{"upper":9}}`, "geometry", "variation", "."},
	} {
		got := ask(t, test.line)
		if got.Error == nil || got.Error.Field != test.field || got.Error.Code != test.code || !strings.Contains(got.Error.Why, test.why) {
			t.Errorf("%s\ngot  %+v\nwant %s, %s, %s", test.line, got.Error, test.field, test.code, test.why)
		}
		if got.Game != "" || got.Position != nil {
			t.Errorf("%s: a line that asks nothing is answered with more than its error: %+v", test.line, got)
		}
	}
}

func TestInspectDeals(t *testing.T) {
	got := ask(t, `{"game":"boardwalk/hop-45","seed":"boardwalk1","moves":["c1c4","c1b4"]}`)
	if got.Game != "boardwalk/hop-45" || got.Version != 1 || got.Seed != "BOARDWALK1" || got.Over || got.Error != nil {
		t.Errorf("got %+v", got)
	}
	if got.Score.Points != 2 || got.Score.Max != 27 || len(got.Position) != 18 || got.Position["b4"] != "4h" {
		t.Errorf("got %+v, want 2 of 27 points and the 4h at b4", got)
	}
	if again := ask(t, `{"moves":["c1c4","c1b4"],"seed":"BoardWalk1","game":"boardwalk/hop-45"}`); again.Position["c1"] != got.Position["c1"] {
		t.Errorf("the same deal in other letters has %s at c1, not %s", again.Position["c1"], got.Position["c1"])
	}
	for _, name := range []string{"hop-45", "Hop 45", "hop 4"} {
		if named := ask(t, `{"game":"`+name+`","seed":"boardwalk1"}`); named.Game != got.Game || named.Error != nil {
			t.Errorf("%s is answered with %+v", name, named)
		}
	}
}

func TestInspectSets(t *testing.T) {
	const set = `"set":{"a1":"(7h) 4c","a2":"-","a3":"(5h) (6h)","a4":"-","b3":"(2c) (3c)","b4":"-"}`
	got := ask(t, `{"game":"boardwalk/hop-45",`+set+`,"moves":["a1a4"]}`)
	want := map[string]string{"a1": "7h", "a2": "-", "a3": "(5h) 6h", "a4": "4c", "b3": "(2c) (3c)", "b4": "-"}
	for place, pile := range want {
		if got.Position[place] != pile {
			t.Errorf("%s has %q, want %q", place, got.Position[place], pile)
		}
	}
	if got.Seed != "" || got.Error != nil || strings.Join(got.Legal, " ") != "a1a2 a1b4 a3b4" {
		t.Errorf("got %+v", got)
	}
}

func TestInspectShowsThePositionBeforeARefusedMove(t *testing.T) {
	for _, test := range []struct {
		word, code string
	}{
		{"b1c4", "blocked"},
		{"z9", "no-such-place"},
		{"C1C4", "syntax"},
		{"", "syntax"},
	} {
		got := ask(t, `{"game":"boardwalk/hop-45","seed":"BOARDWALK1","moves":["c1c4","`+test.word+`","c1b4"]}`)
		if got.Error == nil || got.Error.Move != 1 || got.Error.Word != test.word || got.Error.Code != test.code || got.Error.Why == "" {
			t.Errorf("%q: got %+v, want move 1 refused: %s", test.word, got.Error, test.code)
		}
		if got.Score.Points != 1 || got.Position["c4"] != "5d" || len(got.Legal) != 8 {
			t.Errorf("%q: got %+v, want the position after the first move", test.word, got)
		}
	}
}

func TestInspectVariations(t *testing.T) {
	free := ask(t, `{"game":"boardwalk/hop-45","seed":"X","variation":{"uniqueness":"none"}}`)
	if !strings.HasPrefix(free.Game, "custom/") || len(free.Game) != len("custom/")+12 {
		t.Errorf("with a knob changed the game is %s", free.Game)
	}
	for place, pile := range ask(t, `{"game":"boardwalk/hop-45","seed":"X"}`).Position {
		if free.Position[place] != pile {
			t.Errorf("with rules of declaring changed %s is dealt %s, not %s", place, free.Position[place], pile)
		}
	}
	own := ask(t, `{"game":"custom","seed":"X","variation":{"name":"Mine","orderedRanks":3,"suits":2,"upper":1,"lower":2}}`)
	if own.Score.Max != 6 || len(own.Position) != 6 {
		t.Errorf("a game of 6 cards on 3 columns is answered with %+v", own)
	}
	if again := ask(t, `{"game":"custom","seed":"X","variation":{"name":"Other","lower":2,"orderedRanks":3,"suits":2,"upper":1}}`); again.Game != own.Game {
		t.Errorf("under another name it is %s, not %s: no rule depends on the name", again.Game, own.Game)
	}
}

func TestInspectAnswersEachLineInOrder(t *testing.T) {
	long := `{"game":"` + strings.Repeat("x", inspectLine) + `"}`
	got := answers(t, "{}\n\n"+long+"\n"+`{"game":"hopscotch","seed":"A"}`+"\r\n"+`{"game":"chessboard","seed":"B"}`)
	want := []string{`"field":"game"`, `"field":"line","code":"syntax"`, `"code":"too-long"`, `"seed":"A"`, `"seed":"B"`}
	if len(got) != len(want) {
		t.Fatalf("got %d answers, want %d", len(got), len(want))
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("answer %d is %.120s, want %s in it", i, got[i], want[i])
		}
	}
}

func TestInspectEndsWhereNobodyReadsOrWrites(t *testing.T) {
	broken := errors.New("broken pipe")
	if err := inspectAll(context.Background(), iotest.ErrReader(broken), &bytes.Buffer{}); !errors.Is(err, broken) {
		t.Errorf("reading comes to %v", err)
	}
	if err := inspectAll(context.Background(), strings.NewReader("{}\n"), noWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("writing comes to %v", err)
	}
}

type noWriter struct{ err error }

func (w noWriter) Write([]byte) (int, error) { return 0, w.err }

// FuzzInspect checks that any line is answered with one line of JSON that has a position
// or an error.
//
//abuse:case 27
func FuzzInspect(f *testing.F) {
	for _, line := range []string{
		`{"game":"boardwalk/hop-45","seed":"BOARDWALK1","moves":["c1c4","b1c4"]}`,
		`{"game":"boardwalk/lucky-seven","seed":"1","moves":["b5c4d3"]}`,
		`{"game":"boardwalk/hop-45","set":{"a1":"(7h) 4c","a2":"-","a3":"(5h) 6h","a4":"-","b3":"(2c) 3c!","b4":"-"}}`,
		`{"game":"hopscotch","set":{"a1":"-","b1":"7h","a2":"Ac","b2":"2c","c2":"3c","d2":"4c"},"moves":["a1"]}`,
		`{"game":"chessboard","seed":"X","moves":["a1b2"]}`,
		`{"game":"custom","seed":"X","variation":{"orderedRanks":18,"wilds":true,"suits":5,"upper":10,"lower":9}}`,
		`{"game":"boardwalk/cheshire","seed":"X","variation":{"openingFavors":4,"favorsOnDeal":0}}`,
		"{}\n[]\n\xff",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := strings.Count(text, "\n")
		if !strings.HasSuffix(text, "\n") && text != "" {
			want++
		}
		var out bytes.Buffer
		if err := inspectAll(context.Background(), strings.NewReader(text), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(out.String(), "\n"); got != want {
			t.Fatalf("%d lines have %d answers: %q", want, got, out.String())
		}
		for line := range strings.Lines(out.String()) {
			var r reply
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			asked := r.Game != "" && r.Position != nil && r.Legal != nil
			if !asked && (r.Error == nil || r.Error.Why == "") {
				t.Fatalf("neither a position nor an error: %s", line)
			}
		}
	})
}
