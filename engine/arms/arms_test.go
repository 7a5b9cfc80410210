package arms_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"boardwalk/engine/arms"
)

// A counted race is one of arms that win a share of all worlds each, in which tries are counted.
type counted struct {
	arms.Race
	tries []int
	world float32
}

// race returns a race of arms that win shares of the worlds. Luck is worth nothing between them: an
// arm wins wherever one with a smaller share does.
func race(tries int, shares ...float32) *counted {
	c := &counted{tries: make([]int, len(shares))}
	c.Race = arms.Race{
		Arms: len(shares), Tries: tries,
		World: func(random *rand.Rand) { c.world = random.Float32() },
		Try: func(arm int) (o arms.Outcome) {
			c.tries[arm]++
			if c.world < shares[arm] {
				o.Win = 1
			}
			return o
		},
	}
	return c
}

func (c *counted) run(ctx context.Context, seed uint64) []arms.Result {
	return c.Run(ctx, rand.New(rand.NewPCG(seed, 1)))
}

func TestTheBestArmComesFirst(t *testing.T) {
	for best := range 6 {
		shares := []float32{.4, .3, .2, .35, .3, .25}
		shares[best] = .7
		c := race(100, shares...)
		c.Trust = true
		got := c.run(context.Background(), uint64(best))
		if got[0].Arm != best || got[0].Behind != 0 || got[0].Error != 0 || got[1].Behind <= 0 || got[1].Error <= 0 {
			t.Errorf("with arm %d best: got %+v", best, got)
		}
		for i, n := range c.tries {
			if n == 0 || i != best && i != 0 && n > c.tries[best] {
				t.Errorf("with arm %d best: tried %v times", best, c.tries)
			}
		}
	}
}

// A short race must not cost a long one much: worlds are used again.
func TestTriesAreNotRepeated(t *testing.T) {
	c := race(1000, .5, .49, .48, .47, .46, .45, .44, .43)
	sum := 0
	results := c.run(context.Background(), 7)
	for i, r := range results {
		if r.Tries != c.tries[r.Arm] {
			t.Errorf("result %d has %d tries, and was tried %d times", i, r.Tries, c.tries[r.Arm])
		}
		sum += r.Tries
	}
	if sum < 1000 || sum > 8000 {
		t.Errorf("%d tries in all, want 8 times 1,000 at most", sum)
	}
}

func TestAllAreTriedEvenly(t *testing.T) {
	c := race(40, .9, .1, .5)
	c.Even = true
	got := c.run(context.Background(), 3)
	if !reflect.DeepEqual(c.tries, []int{40, 40, 40}) || got[0].Arm != 0 || got[1].Arm != 2 || got[2].Arm != 1 {
		t.Errorf("tried %v times, got %+v", c.tries, got)
	}
}

// In few worlds luck decides: a trusted arm stays first, and of arms of which none is trusted the luckiest is.
func TestATrustedArmStaysFirst(t *testing.T) {
	replaced := 0
	for seed := range uint64(100) {
		c := race(1, .5, .6)
		c.Trust = true
		if got := c.run(context.Background(), seed); got[0].Arm != 0 {
			t.Fatalf("after one world, got %+v", got)
		}
		if c.Trust = false; c.run(context.Background(), seed)[0].Arm == 1 {
			replaced++
		}
	}
	if replaced == 0 {
		t.Error("an arm that was better in one world never comes first")
	}
}

// TestWhateverWasDoneCounts ends races after some tries: the results are those of whole worlds.
func TestWhateverWasDoneCounts(t *testing.T) {
	for most := range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		c := race(1_000_000, .2, .9, .1, .3)
		c.Trust = true
		try, n := c.Try, 0
		c.Try = func(arm int) arms.Outcome {
			if n++; n >= most {
				cancel()
			}
			return try(arm)
		}
		got := c.run(ctx, 5)
		if len(got) != 4 || n > max(most, 1) {
			t.Fatalf("%d tries after the end of the context, and %+v", n-most, got)
		}
		if most < 2 && (got[0].Arm != 0 || got[0].Tries != 0) || most > 60 && got[0].Arm != 1 {
			t.Errorf("after %d tries the best is %+v", most, got[0])
		}
		cancel()
	}
}

func TestNothingToTry(t *testing.T) {
	if got := race(10).run(context.Background(), 1); len(got) != 0 {
		t.Errorf("of no arms, got %+v", got)
	}
	for i, r := range race(0, .1, .2).run(context.Background(), 1) {
		if r.Arm != i || r.Tries != 0 {
			t.Errorf("without tries, result %d is %+v", i, r)
		}
	}
}

// The same numbers give the same results.
func TestARaceDependsOnItsNumbers(t *testing.T) {
	one, again := race(50, .5, .4, .6).run(context.Background(), 9), race(50, .5, .4, .6).run(context.Background(), 9)
	if !reflect.DeepEqual(one, again) {
		t.Errorf("got %+v and then %+v", one, again)
	}
}
