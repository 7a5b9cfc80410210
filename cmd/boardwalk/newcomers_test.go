package main

import (
	"context"
	"strings"
	"testing"
)

// begins plays the first move of a newcomer in words, and returns what is said to it.
func (p *player) begins(a *testServer) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), waitLimit)
	defer cancel()
	cmd := p.ssh(ctx, a, "-tt")
	cmd.Env = append(cmd.Env, "TERM=dumb")
	cmd.Stdin = strings.NewReader("deal hop-45 R1\ra1a4\rquit\r")
	out, _ := cmd.Output() // ssh fails where the game is not saved
	return string(out)
}

// TestNewAccountsAreAsManyAsTheHostSays: those of a party behind one address begin, up
// to the setting; the next are told, and the host reads which network it was.
func TestNewAccountsAreAsManyAsTheHostSays(t *testing.T) {
	t.Parallel()
	const kept, refused, logged = "kept at move 1", "Many new players came from your network", "no more new accounts from this network"
	for limit, most := range map[string]int{"0": 24, "2": 2} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			a := openArcade(t, t.TempDir(), "--new-accounts-per-hour", limit)
			var last *player
			for i := range most {
				last = newPlayer(t, "guest")
				if said := last.begins(a); !strings.Contains(said, kept) || strings.Contains(said, refused) {
					t.Fatalf("newcomer %d: %s", i+1, said)
				}
			}
			if limit == "0" {
				return
			}
			for range 2 {
				if said := newPlayer(t, "guest").begins(a); strings.Contains(said, kept) || !strings.Contains(said, refused) {
					t.Errorf("one too many: %s", said)
				}
			}
			if said := last.begins(a); strings.Contains(said, refused) {
				t.Errorf("who has an account: %s", said)
			}
			a.says(t, logged)
			if n := strings.Count(a.logged(), logged); n != 1 || !strings.Contains(a.logged(), "network=127.0.0.0/24 limit="+limit) {
				t.Errorf("the log says it %d times", n)
			}
		})
	}
}
