package tui_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

// pictureBytes is the maximum number of bytes of the picture at the end of a won round, of
// all its frames and of the panel that follows.
const pictureBytes = 4096

// aboutToWin returns a robot whose next Enter wins the round, at a table of some settings.
func aboutToWin(t *testing.T, size [2]int, settings string) *tuitest.Robot {
	t.Helper()
	g := posed{Game: catalog.All()[hop45], over: true, won: true}
	r := tuitest.New(t, &tuitest.Store{SettingsJSON: []byte(settings)}, engine.Catalog{g})
	r.Resize(size[0], size[1])
	r.Press("enter", "t")
	r.Type(line(t, g.Game, "R1", 1)[0])
	return r
}

// TestTheEndOfAWonRoundIsAPicture compares its frames with golden files, counts their
// bytes, and checks that it shows once.
func TestTheEndOfAWonRoundIsAPicture(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			r := aboutToWin(t, size, `{}`)
			r.Press("enter")
			sent, shown, frames := 0, r.Grid(), 0
			var seen []string
			for left := r.App.NextFrame(); left > 0 && frames < 20; left = r.App.NextFrame() {
				r.Clock += left.Milliseconds()
				next := r.Grid()
				sent += len(grid.Diff(nil, shown, next, grid.ANSI256))
				shown = next
				frames++
				seen = append(seen, next.String())
			}
			t.Logf("%d bytes in %d frames", sent, frames)
			if sent > pictureBytes || frames < 5 {
				t.Errorf("the picture is %d bytes in %d frames", sent, frames)
			}
			if size[0] > 120 {
				return // the same picture
			}
			golden(t, filepath.Join("testdata", "won", fmt.Sprintf("%dx%d.txt", size[0], size[1])), seen[len(seen)/2+1]+"\n")
			r.Sees("Won: ")
			r.Press("u", "U")
			rest(r)
			unseen(t, r, "~~")
		})
	}
}

// Each game has a picture of its own, in a small window and in a large one, and any other game has
// one too. In the ASCII deck they are ASCII.
func TestEachGameHasItsPicture(t *testing.T) {
	suits, ascii := theme.Default().Deck, theme.ASCII()
	seen := make(map[string]string)
	ids := []string{"a variation"}
	for _, g := range catalog.All() {
		ids = append(ids, g.Info().ID)
	}
	for _, id := range ids {
		small, large := suits.Win(id, 36, 4), suits.Win(id, 58, 7)
		if len(small) == 0 || len(large) <= len(small) {
			t.Errorf("%s has pictures of %d and %d rows", id, len(small), len(large))
		}
		for _, rows := range [][]string{small, large} {
			picture := strings.Join(rows, "\n")
			if other, ok := seen[picture]; ok {
				t.Errorf("%s has the picture of %s", id, other)
			}
			seen[picture] = id
			for _, row := range ascii.Win(id, 58, len(rows)) {
				if strings.ContainsFunc(row, func(r rune) bool { return r > '~' }) || len(row) != utf8.RuneCountInString(rows[0]) {
					t.Errorf("%s has a row %q in ASCII", id, row)
				}
			}
		}
	}
	if rows := suits.Win("a variation", 36, 3); rows != nil {
		t.Errorf("a picture of %d rows fits 3", len(rows))
	}
}

// TestAKeySkipsThePicture checks that keys do not wait for it, that the round is stored by
// then, that keys about the board only skip it, and that there is no picture without motion.
func TestAKeySkipsThePicture(t *testing.T) {
	r := aboutToWin(t, [2]int{80, 24}, `{}`)
	r.Press("enter")
	rest(r)
	r.Sees("~~")
	r.Press("g")
	r.Sees("Won: ")
	if len(r.Store.Results) != 1 {
		t.Errorf("%d results are stored", len(r.Store.Results))
	}

	for _, key := range []string{"enter", "space", "esc", "right", "v"} { // which hide the panel once it shows
		r = aboutToWin(t, [2]int{40, 12}, `{}`)
		r.Press("enter")
		rest(r)
		r.Sees("~~")
		r.Press(key)
		r.Sees("Won: ", "It counts.")
		unseen(t, r, "~~")
	}

	r = aboutToWin(t, [2]int{80, 24}, `{"motion":false}`)
	r.Press("enter")
	r.Sees("Won: ")
	unseen(t, r, "~~")
}
