package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// The size of a recorded terminal: the window that every game is made for.
const castWidth, castHeight = 80, 24

// castHeader is the first line of an asciicast, version 2. It has no timestamp, so that
// the same record always gives the same file.
type castHeader struct {
	Version int               `json:"version"`
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Title   string            `json:"title"`
	Env     map[string]string `json:"env"`
}

// WriteCast writes a record, in the default look, as an asciicast, version 2, the format of asciinema
// and its players: a header and then events, each a line of JSON, with a move a second. It fails if
// the record does not replay, before anything is written, or if w fails.
func WriteCast(w io.Writer, g engine.Game, record engine.Record) error {
	look := theme.Default()
	states, err := record.Replay(g)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	score := states[len(states)-1].Score()
	err = lines.Encode(castHeader{2, castWidth, castHeight,
		fmt.Sprintf("%s, deal %s: %d of %d points", g.Info().Name, record.Code, score.Points, score.Max),
		map[string]string{"TERM": "xterm-256color"}})
	event := func(seconds int, data []byte) {
		err = errors.Join(err, lines.Encode([]any{seconds, "o", string(data)}))
	}
	r := newReplay(&screen.Env{Ports: new(session.Ports)}, g, arcade.Result{Record: record}, states)
	frame, shown := grid.New(castWidth, castHeight), grid.New(0, 0)
	for r.at = range states {
		frame.Clear()
		text, _ := r.coming()
		r.drawState(frame, look, text, look.Text)
		event(r.at, grid.Diff(nil, shown, frame, grid.ANSI256))
		if err != nil {
			return err
		}
		shown.CopyFrom(frame)
	}
	// The end stays for as long as two moves. The cursor goes to the last row, so that a
	// shell's prompt appears below the recording.
	frame.Cursor = grid.Cursor{Y: castHeight - 1, Visible: true}
	event(r.last()+2, grid.Diff(nil, shown, frame, grid.ANSI256))
	return err
}
