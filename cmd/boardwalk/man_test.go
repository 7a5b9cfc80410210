package main

import (
	"strings"
	"testing"
)

func TestTheManualHasEveryCommandAndSetting(t *testing.T) {
	t.Parallel()
	page := manPage(root())
	for _, cmd := range root().Commands() {
		if want := ".SS boardwalk " + cmd.Name(); cmd.IsAvailableCommand() && !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, status := range []string{"64", "78", "130"} {
		if _, text, _ := strings.Cut(page, ".SH EXIT STATUS"); !strings.Contains(text, " with "+status+" ") && !strings.Contains(text, " and "+status+" ") {
			t.Errorf("no exit status %s", status)
		}
	}
	for _, name := range settings() {
		for _, want := range []string{".B " + roff("--"+name), roff(envName(name))} {
			if !strings.Contains(page, want) {
				t.Errorf("no %q", want)
			}
		}
	}
}

func TestRoffTakesNoTextForARequest(t *testing.T) {
	t.Parallel()
	got := roff(".so /etc/passwd\n'br a-b \\fB")
	if want := "\\&.so /etc/passwd\n\\&'br a\\-b \\efB"; got != want {
		t.Errorf("roff = %q, want %q", got, want)
	}
}
