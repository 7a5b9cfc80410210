package command

import (
	"bytes"
	"errors"
	"strconv"
	"testing"

	"boardwalk/engine/arcade"
)

// The attack: ask for long output and read nothing of it, in many sessions.
//
// A session holds little of its output, and none is made for a client that is gone.
//
//abuse:case 52
func TestLongOutputIsNotHeldWhole(t *testing.T) {
	const line, lines = 4 << 10, 1000
	c, most, sent := &Context{Out: new(bytes.Buffer)}, 0, 0
	c.Flush = func() bool {
		most, sent = max(most, c.Out.Len()), sent+c.Out.Len()
		c.Out.Reset()
		return true
	}
	for range lines {
		if _, err := (stream{c}).Write(make([]byte, line)); err != nil {
			t.Fatal(err)
		}
	}
	if most > sendAtOnce+line || sent+c.Out.Len() != lines*line {
		t.Errorf("of %d bytes %d were held at once, %d were sent", lines*line, most, sent)
	}
	c.Flush = func() bool { return false }
	if _, err := (stream{c}).Write(make([]byte, sendAtOnce)); !errors.Is(err, errGone) {
		t.Errorf("a client that is gone is written to: %v", err)
	}
}

// A historian has as many rounds as are asked for.
type historian struct{ Player }

func (historian) Finished(id string) (arcade.Result, error) {
	return arcade.Result{ID: id, Ruling: "<&>"}, nil
}

// What is streamed of a history is the document that would be printed whole.
func TestAHistoryIsStreamed(t *testing.T) {
	for _, n := range []int{0, 1, HistoryMax} {
		c, most, text := &Context{Player: historian{}, Out: new(bytes.Buffer), JSON: true}, 0, ""
		c.Flush = func() bool {
			most, text = max(most, c.Out.Len()), text+c.Out.String()
			c.Out.Reset()
			return true
		}
		numbers, whole := make([]arcade.Numbered, n), History{Games: []GameResult{}}
		for i := range n {
			numbers[i] = arcade.Numbered{ID: strconv.Itoa(i), Number: i + 1}
			r, _ := c.Player.Finished(numbers[i].ID)
			whole.Games = append(whole.Games, c.result(r))
		}
		if err := c.streamGames(numbers); err != nil {
			t.Fatal(err)
		}
		c.Flush()
		want := &Context{Out: new(bytes.Buffer), JSON: true}
		if err := want.Print(whole, nil); err != nil || text != want.Out.String() {
			t.Errorf("%d games are streamed as\n%.300s\nwant\n%.300s", n, text, want.Out)
		}
		if most > 2*sendAtOnce {
			t.Errorf("%d bytes of %d are held at once", most, len(text))
		}
	}
}
