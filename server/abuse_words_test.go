package server

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"
)

// Abuse case 14: nothing that a client says of itself, wherever it can, reaches another
// terminal, the log or an export as more than plain text.
//
//abuse:case 14
func TestHostileWordsReachNobody(t *testing.T) {
	t.Parallel()
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "")
	watching := r.play(t, r.dial(t, "watcher"))
	line := `{"game":"hop","record":"%s","code":"%s","class":"%[1]s","ended":"%[1]s"}`
	said := 0
	for name, evil := range map[string]string{
		"ESC": "a\x1bcb", "CSI": "a\x1b[31m\x1b[2J", "an 8-bit CSI": "a\u009b31m", "OSC 52": "\x1b]52;c;ZXZpbA==\x07",
		"a title": "\x1b]0;evil\x1b\\", "bidi": "\u202egnp.exe\u2066", "zero width": "an\u200bn\u200d\ufeff", "newlines": "a\nINFO msg=forged\r\n\u2028",
		"NUL": "a\x00b", "no UTF-8": "\xff\xfe\xc0\x80", "a tag": "\U000e0041", "64 KB": strings.Repeat("\x1b[1mA", 16<<10),
	} {
		t.Run(name, func(t *testing.T) {
			short := evil[:min(len(evil), 200)]
			for _, methods := range [][]gossh.AuthMethod{{gossh.PublicKeys(key)}, {asGuest()}} {
				client, err := r.tryDial(evil, methods...)
				if err != nil {
					continue // refused, which is safe too
				}
				for _, command := range []string{
					"whoami", "nick " + short, "keys name " + short, "link " + short, "top " + short, "history " + short, "record " + short,
					"join " + short, "delete " + short, short, "--" + short, "variation " + short, "variation keep BW1-" + short, "variation list --by " + short, "race BW1-" + short, "admin wall " + short, "help " + short,
					"follow " + short, "unfollow " + short, "ignore " + short, "unignore " + short, "note " + short, "report " + short + " it cheats",
					"race hop-45 to " + short, "race out " + short, "challenge R1 to " + short, "challenge 1 to " + short, "duel " + short, "follow --json " + short,
				} {
					out, errOut, _ := exec(t, client, command)
					harmless(t, command, out+errOut)
					said++
				}
				for _, text := range []string{evil, fmt.Sprintf(line, short, "R1"), fmt.Sprintf(line, "hop 1 R1", short)} {
					out, errOut, _ := execWith(t, client, "import", text)
					harmless(t, "import", out+errOut)
					said++
				}
				term := newTerminal(t, client, short, 24, 80)
				_ = term.sess.Setenv("LANG", short) // refused if it is too long
				_ = client.Close()
			}
			own := r.dial(t, "someone", gossh.PublicKeys(key))
			harmless(t, "export", prints(t, own, "export"))
			for _, command := range []string{"sessions", "players --all", "bans", "stats", "sessions --json", "players --all --json"} {
				harmless(t, "admin "+command, r.admin(t, command))
			}
			_ = own.Close()
		})
	}
	if said == 0 {
		t.Error("no client that says such words got in")
	}
	harmless(t, "the log", r.log.String())
	watching.types("k")
	watching.sees("key k")
	if shown := watching.out.String(); strings.Contains(shown, "evil") || strings.Contains(shown, "gnp") {
		t.Errorf("another player was shown %q", shown)
	}
	t.Attr("reached", fmt.Sprintf("0 of %d hostile words left as more than letters", said))
}

// harmless fails the test if a text would do more than show on the terminal that prints
// it.
func harmless(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s has bytes that are no text: %.80q", what, text)
	}
	for i, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)) {
			t.Errorf("%s has %U: %.80q", what, r, text[max(0, i-20):])
			return
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "INFO msg=forged") {
			t.Errorf("%s has a forged line", what)
		}
	}
}
