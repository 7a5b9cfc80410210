package program

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/sequence"
)

// terminfoKeys holds the strings of all keys of the terminals that Debian's ncurses-term 6.4 and
// ncurses-base know, as they write them. With the first of these unpacked in x, this makes it:
//
//	for f in $(find x/usr/share/terminfo /lib/terminfo -type f); do
//		infocmp -A $(dirname $(dirname $f)) -1 -x $(basename $f)
//	done | sed -n 's/^\tk[^=]*=\(.*\),$/\1/p' | LC_ALL=C sort -u
//
//go:embed testdata/terminfo-keys.txt
var terminfoKeys string

// unescape returns what a string of terminfo stands for, without its delays.
func unescape(s string) string {
	var b strings.Builder
	for s != "" {
		c := s[0]
		s = s[1:]
		switch {
		case c == '$' && strings.HasPrefix(s, "<"):
			_, s, _ = strings.Cut(s, ">")
			continue
		case c == '%' && strings.HasPrefix(s, "%"):
			s = s[1:]
		case c == '^' && s != "":
			if c = s[0] & 0x1f; s[0] == '?' {
				c = 0x7f
			}
			s = s[1:]
		case c == '\\' && len(s) >= 3 && strings.Trim(s[:3], "01234567") == "":
			n, _ := strconv.ParseUint(s[:3], 8, 8)
			c, s = byte(n), s[3:]
		case c == '\\':
			const names, codes = "Eenlrtbfs0", "\x1b\x1b\n\n\r\t\b\f \x00"
			if c = s[0]; strings.IndexByte(names, c) >= 0 {
				c = codes[strings.IndexByte(names, c)]
			}
			s = s[1:]
		}
		b.WriteByte(c)
	}
	return b.String()
}

// hears returns what a decoder passes on of reads with the same gap between them.
func hears(gap time.Duration, reads ...string) (messages []string) {
	var d decoder
	emit := func(msg tea.Msg) {
		switch msg := msg.(type) {
		case tea.KeyPressMsg:
			if msg.Text != "" {
				messages = append(messages, "text:"+msg.Text)
				return
			}
			messages = append(messages, msg.String())
		case tea.PasteMsg:
			messages = append(messages, "text:"+msg.Content)
		}
	}
	for i, read := range reads {
		d.buf = append(d.buf, read...)
		d.decode(false, emit)
		left := gap
		if i == len(reads)-1 {
			left = time.Minute
		}
		for d.wait() > 0 && d.wait() <= left {
			left -= d.wait()
			d.decode(true, emit)
		}
	}
	return messages
}

func isTextMessage(message string) bool { return strings.HasPrefix(message, "text:") }

var gaps = []time.Duration{0, 10 * time.Millisecond, 80 * time.Millisecond, 300 * time.Millisecond}

// cuts calls test with a sequence cut at each byte, and at all of them.
func cuts(all string, test func(reads ...string)) {
	for i := 1; i < len(all); i++ {
		test(all[:i], all[i:])
	}
	test(strings.Split(all, "")...)
}

// No byte of a key of any known terminal is a key that types. Those that begin with a character
// cannot be told apart from typing.
func TestKeysOfAllTerminals(t *testing.T) {
	tried := 0
	for _, line := range strings.Split(strings.TrimSpace(terminfoKeys), "\n") {
		key := unescape(line)
		if key == "" || isText(key[0]) {
			continue
		}
		tried++
		if got := hears(0, key); slices.ContainsFunc(got, isTextMessage) {
			t.Errorf("%q comes to %q", key, got)
		}
		if key[0] != sequence.Escape || len(key) < 3 || !sequence.Introduces(key[1]) {
			continue
		}
		if len(key) == 4 && (key[:3] == "\x1bOP" || key[:3] == "\x1b[O" || key[2] == sequence.Escape) {
			continue // one key after another
		}
		for _, gap := range gaps {
			cuts(key, func(reads ...string) {
				if got := hears(gap, reads...); slices.ContainsFunc(got, isTextMessage) {
					t.Errorf("%q comes to %q after gaps of %v", reads, got, gap)
				}
			})
		}
	}
	if tried < 1000 {
		t.Errorf("%d keys were tried", tried)
	}
}

// The rest of a sequence that comes late comes to nothing, wherever it is cut.
func TestALateRest(t *testing.T) {
	for _, all := range []string{
		"\x1b[?61;6;7;22;23;24;28;32;42c", "\x1b[>41;354;0c", "\x1b[?1;2c", "\x1b[24;80R", "\x1b[?2026;2$y", "\x1b[?997;1n", "\x1b[8;24;80t",
		"\x1b[<0;10;10M", "\x1b[<64;1;1m", "\x1b[M !!", "\x1b[I", "\x1b[O", "\x1b[?1u", "\x1b[97;1:3u", "\x1b[1;5A", "\x1b[15~", "\x1b[5$", "\x1b[[A",
		"\x1bOP", "\x1bO5A", "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "\x1b]52;c;ZW5lcmd5\a", "\x1bP>|xterm(390)\x1b\\", "\x1bP1+r544e=787465726d\x1b\\",
		"\x1b_Gi=1;OK\x1b\\",
	} {
		for _, gap := range gaps {
			cuts(all, func(reads ...string) {
				got := hears(gap, reads...)
				if slices.ContainsFunc(got, isTextMessage) || gap >= escapeDelay && reads[0] == "\x1b" && !slices.Equal(got, []string{"esc"}) {
					t.Errorf("%q comes to %q after gaps of %v", reads, got, gap)
				}
			})
		}
	}
}

// Whoever presses Escape and goes on typing has typed that.
func TestKeysAfterEscape(t *testing.T) {
	for _, c := range []struct {
		gap   time.Duration
		reads []string
		want  []string
	}{
		{100 * time.Millisecond, []string{"\x1b", "j", "k"}, []string{"esc", "text:j", "text:k"}},
		{100 * time.Millisecond, []string{"\x1b", "\x1b", "q"}, []string{"esc", "esc", "text:q"}},
		{500 * time.Millisecond, []string{"\x1b", "[", "["}, []string{"esc", "text:[", "text:["}},
		{500 * time.Millisecond, []string{"\x1b", "O", "j"}, []string{"esc", "text:O", "text:j"}},
		{100 * time.Millisecond, []string{"\x1b", "P", "j"}, []string{"esc", "text:P", "text:j"}},
		{100 * time.Millisecond, []string{"\x1b", "\x1b[200~energy\x1b[201~", "q"}, []string{"esc", "text:energy", "text:q"}},
		{100 * time.Millisecond, []string{"\x1b", "[200~energy\r\x1b[201~", "q"}, []string{"esc", "text:energy\r", "text:q"}},
		{500 * time.Millisecond, []string{"\x1b]", "q"}, []string{"text:q"}},
	} {
		if got := hears(c.gap, c.reads...); !slices.Equal(got, c.want) {
			t.Errorf("%q comes to %q, want %q", c.reads, got, c.want)
		}
	}
}
