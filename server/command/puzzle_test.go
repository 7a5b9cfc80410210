package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/tui/session"
)

// kept is a player of whom only the settings are asked.
type kept struct {
	Player
	text []byte
}

func (k *kept) Settings() ([]byte, error) { return k.text, nil }

func (k *kept) SetSettings(text []byte) error {
	k.text = text
	return nil
}

// The command shows the puzzle of the day, judges moves, and rates the first answer only.
func TestPuzzle(t *testing.T) {
	player := &kept{}
	ask := func(args ...string) (p Puzzle) {
		t.Helper()
		now := func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }
		c := &Context{Ports: session.Ports{Games: catalog.Library(), Now: now}, Out: new(bytes.Buffer), Player: player}
		var errOut bytes.Buffer
		if code, err := Execute(t.Context(), c, New(c), append([]string{"puzzle", "--json"}, args...), &errOut); code != ExitOK {
			t.Fatalf("%v: exit %d, %v: %s", args, code, err, &errOut)
		}
		if err := json.Unmarshal(c.Out.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	own := func() session.Puzzles { return session.ParseSettings(player.text).Puzzles }
	shown := ask()
	of, ok := puzzle.ByID(shown.ID)
	g, _ := catalog.All().Find(of.Game)
	at, err := of.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	if !ok || !shown.Daily || shown.Outcome != "" || fmt.Sprint(shown.Moves) != fmt.Sprint(at.Moves()) || fmt.Sprint(shown.Position) != fmt.Sprint(at.Position()) || len(player.text) > 0 {
		t.Errorf("it shows %+v", shown)
	}
	var answer []string
	for i, m := range of.Answer {
		answer = append(answer, m.String())
		want := "right"
		if i == len(of.Answer)-1 {
			want = "solved"
		}
		if got := ask(append([]string{"daily"}, answer...)...); got.Outcome != want {
			t.Errorf("after %v it is %q", answer, got.Outcome)
		}
	}
	if p := own(); p.Solved != 1 || !p.Right {
		t.Errorf("solved, it is %+v", p)
	}
	var wrong engine.Move
	for _, m := range at.Moves() {
		if m != of.Answer[0] {
			wrong = m
		}
	}
	if got := ask(of.ID, wrong.String()); got.Outcome != "wrong" {
		t.Errorf("%s is %q", wrong, got.Outcome)
	}
	if p := own(); p.Solved != 1 || p.Failed != 0 {
		t.Errorf("a second answer counts: %+v", p)
	}
	next := ask("next")
	if next.ID == of.ID || next.Daily {
		t.Errorf("the next is %+v", next)
	}
}

// What is no puzzle and no answer is refused with a sentence.
func TestNoSuchPuzzle(t *testing.T) {
	p := puzzle.All()[0]
	tooMany := []string{p.ID}
	for _, m := range p.Answer {
		tooMany = append(tooMany, m.String())
	}
	for _, args := range [][]string{{"poker"}, {p.ID, "zz"}, {p.ID, "a1a1"}, append(tooMany, "a1a2")} {
		player := &kept{}
		c := &Context{Ports: session.Ports{Games: catalog.Library(), Now: time.Now}, Out: new(bytes.Buffer), Player: player}
		var errOut bytes.Buffer
		if code, _ := Execute(t.Context(), c, New(c), append([]string{"puzzle"}, args...), &errOut); code == ExitOK || errOut.Len() == 0 || len(player.text) > 0 {
			t.Errorf("%v: exit %d, %q, stored %s", args, code, &errOut, player.text)
		}
	}
}
