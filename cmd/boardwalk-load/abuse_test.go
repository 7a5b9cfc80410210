package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// TestEachAttack makes each attack for a second. It does not check bounds that depend on
// how fast the machine is.
func TestEachAttack(t *testing.T) {
	for _, a := range abuses() {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			o, err := parse([]string{
				"--addr", serve(t), "--sessions", "2", "--rate", "10", "--for", "1s", "--ramp", "100", "--abuse", a.name,
			}, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			r, err := load(t.Context(), o, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			// Whether the server reads a visitor's first words before it takes the
			// visitor for silent depends on how fast the machine is.
			r.Errors = slices.DeleteFunc(r.Errors, func(f Failure) bool { return f.What == "log in beside the others" })
			if len(r.Errors) > 0 || len(r.Abuse.Errors) > 0 || r.Kept.Lost > 0 || r.Sessions.Began != 2 {
				t.Errorf("errors %+v, of the attack %+v; kept %+v, sessions %+v", r.Errors, r.Abuse.Errors, r.Kept, r.Sessions)
			}
			if r.Calm == nil || r.Calm.Keys+r.Load.Keys == 0 {
				t.Errorf("calm %+v, then %+v", r.Calm, r.Load)
			}
			if len(r.Abuse.Bounds) != len(a.bounds) {
				t.Errorf("%d bounds were judged of %d", len(r.Abuse.Bounds), len(a.bounds))
			}
			for _, b := range r.Abuse.Bounds {
				if (b.Held == nil) == (b.Why == "") || (b.Got == nil) != (b.Held == nil) || (b.Least == nil) == (b.Most == nil) {
					t.Errorf("%+v is no verdict", b)
				}
				if b.Figure == "accounts" || b.Figure == "accepted_at_once" || b.Figure == "games_lost" {
					if b.Held != nil && !*b.Held {
						t.Errorf("%s is %v", b.Figure, *b.Got)
					}
				}
			}
		})
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	what := &abuse{least: 10 * time.Second, bounds: []limit{
		{honestP99, 100, false}, {moreCores, 0.5, false}, {moreMemory, 1, false}, {"refused_share", 0.95, true}, {"never", 1, false},
	}}
	figures := func(p99, cores, after, peak float64) Figures {
		return Figures{KeyToFrame: Quantiles{Count: 1, P99: p99}, Server: &Server{Cores: cores, RSSAfter: after, RSSPeak: peak, MemoryPeak: peak}}
	}
	judged := func(seconds float64) (held map[string]bool, all bool) {
		a := &Abuse{Seconds: seconds, Figures: map[string]float64{"refused_share": 0.9}}
		a.judge(what, figures(1, 0.1, 50, 50), figures(100, 0.7, 51, 50.5), Course{Full: Vitals{Memory: 50}})
		held = map[string]bool{}
		for _, b := range a.Bounds {
			if b.Held != nil {
				held[b.Figure] = *b.Held
			}
		}
		return held, allHeld(a.Bounds)
	}
	got, all := judged(10)
	want := map[string]bool{honestP99: true, moreCores: false, moreMemory: true, "refused_share": false}
	if len(got) != len(want) || all {
		t.Errorf("held: %v, all %v, want %v", got, all, want)
	}
	for figure, held := range want {
		if got[figure] != held {
			t.Errorf("%s held: %v, want %v", figure, got[figure], held)
		}
	}
	if got, all := judged(9); len(got) != 1 || !got[honestP99] || !all {
		t.Errorf("after too short an attack: %v, all %v", got, all)
	}
}

// Any refusal except of too many sessions is the server's fault.
func TestShortage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"too many sessions": {&ssh.OpenChannelError{Reason: ssh.ResourceShortage, Message: "too many sessions"}, true},
		"another refusal":   {&ssh.OpenChannelError{Reason: ssh.Prohibited, Message: "too many sessions"}, false},
		"a broken line":     {io.EOF, false},
		"none":              {nil, false},
	} {
		err := test.err
		if err != nil {
			err = fmt.Errorf("open a session: %w", err)
		}
		if got := isShortage(err); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestEveryAttackHasAName(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, a := range abuses() {
		if a.name == "" || seen[a.name] || a.number == 0 || a.does == "" || a.run == nil || len(a.bounds) == 0 || a.connections == 0 {
			t.Errorf("%+v", a)
		}
		if a.bounds[0].figure != honestP99 || math.IsNaN(a.bounds[0].bound) {
			t.Errorf("the first bound of %s is not of honest players", a.name)
		}
		seen[a.name] = true
	}
}
