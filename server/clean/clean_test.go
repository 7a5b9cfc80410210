package clean

import (
	"bytes"
	"testing"
)

//abuse:case 14
func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"ann":                       "ann",
		"\x1b]52;c;ZXZpbA==\x07":    "?]52;c;ZXZpbA==?",
		"a\nb\rc\x00":               "a?b?c?",
		"\u202egnp.exe":             "?gnp.exe",
		"zero\u200bwidth":           "zero?width",
		"b\u0308\u009b31m":          "b??31m",
		"\xff\xfe":                  "??",
		"naïve":                     "na?ve",
		string(make([]byte, 64000)): string(bytes.Repeat([]byte("?"), 40)),
	} {
		if got := Text(in, 40); got != want {
			t.Errorf("Text(%.20q) = %q, want %q", in, got, want)
		}
	}
}
