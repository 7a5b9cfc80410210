package server

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
)

// TestCommandsTakeTheNamesThatArePrinted: commands accept printed names, with or without
// the quotes that a client's shell may remove, and ask if several games fit.
func TestCommandsTakeTheNamesThatArePrinted(t *testing.T) {
	a := open(t, func(c *Config) { c.Games = catalog.Library() })
	client := a.withHistory(t, 3)
	for _, c := range []struct {
		command string
		want    string
		code    int
	}{
		{`stats "Hop 45"`, "Hop 45", exitOK},
		{"stats Hop 45", "Hop 45", exitOK},
		{"stats hop 4", "Hop 45", exitOK},
		{"statistics chess", "Chessboard", exitOK},
		{"history hop-45", "Hop 45", exitOK},
		{"best HOP 45 --json", `"boardwalk/hop-45"`, exitOK},
		{"top Lucky Seven", "Lucky Seven, all time", exitOK},
		{"daily hop 45", "Hop 45", exitOK},
		{"top hopscotch", "Hopscotch (1-2-3-4), all time", exitOK},
		{"stats hop", `"hop" fits several games: boardwalk/hop-45 (Hop 45), boardwalk/hopscotch (Boardwalk Hopscotch) and hopscotch (Hopscotch (1-2-3-4)).`, exitUsage},
		{"stats hop --json", "\nTry: ssh HOST stats hop-45 --json\n", exitUsage},
		{"top Hopscotch friends", "\nTry: ssh HOST top boardwalk/hopscotch friends\n", exitUsage},
		{"explore hop 2026-11-22", "\nTry: ssh HOST explore hop-45 2026-11-22\n", exitUsage},
		{"rules hop", "\nTry: ssh HOST rules hop-45\n", exitUsage},
		{"top Hopscotch", `"Hopscotch" fits several games: boardwalk/hopscotch (Boardwalk Hopscotch) and hopscotch (Hopscotch (1-2-3-4)).`, exitUsage},
		{"race hop", `"hop" fits several games`, exitUsage},
		{"race chess", "too many open races", exitFailed}, // a race was about to be opened
		{"race no game", `There is no game "no game"; there are Hop 45, Boardwalk Hopscotch`, exitUsage},
		{"play", "Play needs the name of a game:\n  ssh -t HOST play hop 45\nThe lobby has them all: ssh HOST\n", exitUsage},
	} {
		t.Run(c.command, func(t *testing.T) {
			out, errOut, code := exec(t, client, c.command)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("exit %d, want %d with %q: %s%s", code, c.code, c.want, out, errOut)
			}
		})
	}
}
