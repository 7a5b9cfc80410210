package main

import "testing"

// A shell is offered no file where none belongs.
func TestAShellIsOfferedNoFiles(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"admin"}, {"admin", "kick"}, {"rules"}, {"play"}, {"survey"}, {"survey", "chessboard"}} {
		out, code := runProgram(t, append(append([]string{"__complete"}, words...), "")...)
		if code != 0 || out != ":4\n" {
			t.Errorf("after %q: exit %d: %q", words, code, out)
		}
	}
}
