package server

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// A size claimed by typed input is not believed.
func TestTypedSizeIsNotBelieved(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	term.types("\x1b[8;4000;4000t\x1b[48;4000;4000;1;1tk")
	for {
		got := receive(t, term.app.seen, "key k")
		if strings.HasPrefix(got, "size") {
			t.Errorf("the app was told %q", got)
		}
		if got == "key k" {
			return
		}
	}
}

func TestChannelKeepsItsValues(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	a.play(t, client)
	// Another session of the connection has no terminal, though the library would say
	// that the connection has one.
	sess, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.Start("version"); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(text), "boardwalk v1.2.3\n"; got != want {
		t.Errorf("version = %q, want %q", got, want)
	}
	if slices.Contains(a.accounts(), "") {
		t.Error("an account without a name")
	}
}
