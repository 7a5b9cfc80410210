package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"boardwalk/engine/boardwalk"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/boardwalk/policy"
)

func start(t *testing.T, id string) compact.Table {
	t.Helper()
	g, ok := boardwalk.All().Find(id)
	if !ok {
		t.Fatalf("no game %s", id)
	}
	table, _ := g.Deal("TRAIN").(*boardwalk.State).Compact()
	return table
}

// TestGradient compares the gradients with what happens to the losses if numbers change.
func TestGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	table := start(t, "boardwalk/scotsi")
	tr := &Trainer{Net: Fresh(random), Entropy: 0.1}
	var s policy.Sight
	for range 5 {
		s.Read(table.Rules, &table.Position)
		table.Play(&table.Position, &table.Hidden, s.Arms[random.IntN(len(s.Arms))].Move)
	}
	s.Read(table.Rules, &table.Position)
	const ahead, chosen = 0.7, 2
	aim := policy.Outcome{Win: 0.9, Points: 0.2}
	loss := func() float64 {
		tr.Net.Score(&s)
		p, e := odds(nil, s.Scores), tr.Net.Expect(&s)
		l := -ahead * math.Log(float64(p[chosen]))
		for _, x := range p {
			l += float64(tr.Entropy) * float64(x) * math.Log(float64(x))
		}
		l -= float64(aim.Win)*math.Log(float64(e.Win)) + float64(1-aim.Win)*math.Log(float64(1-e.Win))
		return l + float64(e.Points-aim.Points)*float64(e.Points-aim.Points)/2
	}
	tr.Net.Score(&s)
	expect := tr.Net.Expect(&s)
	tr.learnPlay(&s, &step{chosen: chosen, odds: odds(nil, s.Scores), expect: expect}, ahead)
	tr.learnValue(&s, expect, aim)
	numbers, gradient := tr.Net.Rows(), tr.gradient.Rows()
	checked := 0
	for i, row := range gradient {
		for j, g := range row {
			if math.Abs(float64(g)) < 0.02 || random.IntN(10) > 0 && len(row) > 2 {
				continue
			}
			const d = 0.01
			was := numbers[i][j]
			numbers[i][j] = was + d
			above := loss()
			numbers[i][j] = was - d
			below := loss()
			numbers[i][j] = was
			if got := (above - below) / (2 * d); math.Abs(got-float64(g)) > 0.03*math.Abs(got)+0.003 {
				t.Errorf("number %d of row %d: the loss changes by %.4f, the gradient is %.4f", j, i, got, g)
			}
			checked++
		}
	}
	if checked < 50 {
		t.Errorf("only %d numbers have a gradient", checked)
	}
}

// TestTraining trains for a moment and looks whether that helps.
func TestTraining(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	tr := &Trainer{Net: Fresh(random), Starts: []compact.Table{start(t, "boardwalk/hop-45")}, Random: random, Lambda: 0.95, Entropy: 0.002}
	first := tr.Batch(200, 0.01)
	var last policy.Outcome
	for range 100 {
		last = tr.Batch(16, 0.01)
	}
	if last = tr.Batch(200, 0.01); last.Points < first.Points+0.1 {
		t.Errorf("points went from %.3f of all to %.3f", first.Points, last.Points)
	}
	if again := Play(tr.Net, tr.Starts[0], rand.New(rand.NewPCG(1, 1))); again != Play(tr.Net, tr.Starts[0], rand.New(rand.NewPCG(1, 1))) {
		t.Error("one deal is played in two ways")
	}
}

func TestDeal(t *testing.T) {
	table := start(t, "boardwalk/cheshire")
	before := table
	Deal(&table, rand.New(rand.NewPCG(7, 8)))
	var count [compact.None + 1]uint8
	for c := range table.Columns() {
		for _, rank := range table.Hidden[c][:table.Down[c]] {
			count[rank]++
		}
		count[table.Up[c]]++
	}
	for _, rank := range table.Hand[:table.HandCards] {
		count[rank]++
	}
	for rank, n := range table.Copies {
		if count[rank] != n {
			t.Errorf("%d cards of rank %d, want %d", count[rank], rank, n)
		}
	}
	if table.Down != before.Down || table.Hidden == before.Hidden {
		t.Error("the cards do not lie as at the start of another deal")
	}
}
