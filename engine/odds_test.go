package engine_test

import (
	"math"
	"strings"
	"testing"

	"boardwalk/engine"
)

// TestInterval compares with published intervals.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		share     engine.Share
		low, high float64
	}{
		{engine.Share{}, 0, 1}, {engine.Share{Of: 10}, 0, .27753}, {engine.Share{Part: 10, Of: 10}, .72247, 1},
		{engine.Share{Part: 81, Of: 263}, .25529, .36621}, {engine.Share{Part: 760_900, Of: 1_000_000}, .760063, .761735},
	} {
		low, high := c.share.Interval()
		if math.Abs(low-c.low) > 1e-5 || math.Abs(high-c.high) > 1e-5 {
			t.Errorf("%v: %v to %v, want %v to %v", c.share, low, high, c.low, c.high)
		}
	}
}

func TestOddsInWords(t *testing.T) {
	share := func(part, of int) engine.Share { return engine.Share{Part: part, Of: of} }
	for want, o := range map[string]engine.Odds{
		"": {},
		"76 of 100 deals can be won; the arcade's player wins 69.":         {Winnable: share(760_900, 1_000_000), House: share(690, 1000)},
		"99.7 of 100 deals can be won; the arcade's player wins 0.4.":      {Winnable: share(997, 1000), House: share(4, 1000)},
		"Nearly all deals can be won; the arcade's player wins 20 of 100.": {Winnable: share(9999, 10_000), House: share(20, 100)},
		"All deals tried can be won; the arcade's player wins 20 of 100.":  {Winnable: share(100, 100), House: share(20, 100)},
		"0 of 100 deals can be won; the arcade's player wins 0.":           {Winnable: share(0, 100), House: share(0, 100)},
		"98 of 100 deals can be won.":                                      {Winnable: share(98, 100)},
		"The arcade's player wins 62 of 100 deals.":                        {House: share(31, 50)},
	} {
		if got := o.String(); got != want {
			t.Errorf("%+v: got %q, want %q", o, got, want)
		}
	}
}

func TestOddsOnAPage(t *testing.T) {
	share := func(part, of int) engine.Share { return engine.Share{Part: part, Of: of} }
	const head = "## How often it is won\n\n"
	for want, o := range map[string]engine.Odds{
		"": {},
		head + "Of 1,000 deals, 98.0 % can be won by somebody who sees every card (95 % interval 96.9 to 98.7). It is proved that 1.0 % cannot; of the others nobody knows.\n": {Winnable: share(980, 1000), Lost: 10},
		head + "Of 1,000,000 deals, 76.1 % can be won by somebody who sees every card (95 % interval 76.0 to 76.2). It is proved that the others cannot. " +
			"The arcade's player sees what a player sees. It won 69.0 % of 1,000 deals (95 % interval 66.1 to 71.8), with 34.2 of 52 points on average.\n": {
			Winnable: share(760_900, 1_000_000), Lost: 239_100, House: share(690, 1000), Points: 34.2},
		head + "All of 10 deals can be won by somebody who sees every card.\n":                                                              {Winnable: share(10, 10)},
		head + "Of 10 deals, 90.0 % can be won by somebody who sees every card (95 % interval 59.6 to 98.2). Of the others nobody knows.\n": {Winnable: share(9, 10)},
	} {
		got := o.Markdown(52)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") || !strings.HasPrefix(got, want[:min(len(want), len(head))]) {
			t.Errorf("%+v: got\n%s, want\n%s", o, got, want)
		}
		for line := range strings.Lines(got) {
			if len(line) > 77 {
				t.Errorf("a line is too long: %s", line)
			}
		}
	}
}
