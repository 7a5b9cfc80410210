package main

import (
	"strings"
	"testing"
)

// Wrong arguments are answered with what to type, and a long value of a flag is not printed whole.
func TestWrongArgumentsAreToldInASentence(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"restore needs FILE:":          {"restore"},
		"that is too much for compact": {"compact", "x"},
		`--name is "` + strings.Repeat("x", 60) + `"...: it takes one line`: {"serve", "--name", strings.Repeat("x", 500)},
	} {
		if _, said, code := runCommand(t, args...); code == 0 || !strings.Contains(said, want) || strings.Contains(said, strings.Repeat("x", 61)) {
			t.Errorf("%.40q: exit %d: %s", args, code, said)
		}
	}
}
