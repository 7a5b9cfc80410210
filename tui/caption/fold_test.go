package caption_test

import (
	"strings"
	"testing"

	"boardwalk/tui/caption"
)

// What is to be typed stays whole.
func TestFoldAround(t *testing.T) {
	typed := "ssh -p 22022 " + strings.Repeat("x", 60) + " join CODE"
	if got, want := caption.FoldAround("If you have one: "+typed), "If you have one:\n  "+typed; got != want {
		t.Errorf("it is folded as\n%s\nwant\n%s", got, want)
	}
}

func TestFold(t *testing.T) {
	word := strings.Repeat("x", 90)
	for _, c := range []struct {
		text   string
		indent int
		want   string
	}{
		{"", 0, ""},
		{"a short line\n  and another\n", 4, "a short line\n  and another\n"},
		{strings.Repeat("word ", 16) + "word", 0, strings.Repeat("word ", 15) + "word\nword"},
		{"  name  " + strings.Repeat("♥♥♥♥ ", 15) + "end", 8, "  name  " + strings.Repeat("♥♥♥♥ ", 13) + "♥♥♥♥\n        ♥♥♥♥ end"},
		{"see " + word + " there", 0, "see\n" + word + "\nthere"},
		{word, 2, word},
	} {
		if got := caption.Fold(c.text, c.indent); got != c.want {
			t.Errorf("%q is folded as\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}
