package play_test

import (
	"errors"
	"slices"
	"testing"

	"boardwalk/tui/play"
)

// Whatever comes, one call is in progress at a time, nothing that has changed is
// forgotten, and a call that failed is made again.
func TestALoop(t *testing.T) {
	down := errors.New("down")
	const begin, ok, fails, retry = "begin", "ok", "fails", "retry"
	for name, c := range map[string]struct {
		events []string
		calls  []bool // that the events lead to
		saved  bool
	}{
		"one change":                       {[]string{begin, ok}, []bool{true, false}, true},
		"two changes":                      {[]string{begin, ok, begin, ok}, []bool{true, false, true, false}, true},
		"changes during a call":            {[]string{begin, begin, begin, ok, ok}, []bool{true, false, false, true, false}, true},
		"a failure":                        {[]string{begin, fails, retry, fails, retry, ok}, []bool{true, false, true, false, true, false}, true},
		"a change after a failure":         {[]string{begin, fails, begin, ok, retry}, []bool{true, false, true, false, false}, true},
		"a change before a failure":        {[]string{begin, begin, fails, retry, ok}, []bool{true, false, false, true, false}, true},
		"a change during a repetition":     {[]string{begin, fails, retry, begin, ok, ok}, []bool{true, false, true, false, true, false}, true},
		"a retry during the call after it": {[]string{begin, fails, begin, retry, fails}, []bool{true, false, true, false, false}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var loop play.SaveLoop
			var calls []bool
			retries := false
			for _, e := range c.events {
				call, again := false, false
				switch e {
				case begin:
					call = loop.Begin()
				case ok:
					call, again = loop.End(nil)
				case fails:
					call, again = loop.End(down)
				case retry:
					call, retries = loop.Retry(), false
				}
				if again && retries {
					t.Errorf("after %s another retry is wanted", e)
				}
				retries = retries || again
				calls = append(calls, call)
			}
			if !slices.Equal(calls, c.calls) || loop.Unsaved() == c.saved || loop.Unsaved() && !retries {
				t.Errorf("calls %v, unsaved %t, retries %t", calls, loop.Unsaved(), retries)
			}
		})
	}
}
