package train_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"boardwalk/engine/hopscotch/player"
	"boardwalk/engine/hopscotch/train"
)

// TestTrain takes a few steps from weights of nothing, which plays at random and never wins.
func TestTrain(t *testing.T) {
	_, before := train.Rate(new(player.Policy), 500, rand.New(rand.NewPCG(1, 2)))
	reports := 0
	y := train.Train(context.Background(), new(player.Policy), 6, rand.New(rand.NewPCG(3, 4)), func(train.Report) { reports++ })
	_, after := train.Rate(y, 500, rand.New(rand.NewPCG(1, 2)))
	if after < before+1 || reports != 6 {
		t.Errorf("%d steps lead from %.2f points to %.2f", reports, before, after)
	}
}

func TestTrainEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if y := train.Train(ctx, player.House(), 1000, rand.New(rand.NewPCG(3, 4)), nil); *y != *player.House() {
		t.Error("it went on")
	}
}

// TestRate pins what the policy of the arcade's player is worth at sight: 28.9 percent of 40,000 deals
// were won, with 37.3 points (`boardwalk survey hopscotch --advisor --tries 0 --deals 40000`).
func TestRate(t *testing.T) {
	win, points := train.Rate(player.House(), 2000, rand.New(rand.NewPCG(5, 6)))
	if win < .25 || points < 36 {
		t.Errorf("won %.4f with %.4f points", win, points)
	}
}
