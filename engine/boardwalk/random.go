package boardwalk

import "math/rand/v2"

// Random returns a valid variation, drawing its knobs until they make a game. The variations
// of all weeks are drawn so: a change here changes those to come.
func Random(r *rand.Rand) Variation {
	coin := func() bool { return r.IntN(2) == 0 }
	for {
		v := Default()
		v.Name = "Random"
		v.OrderedRanks, v.Suits = r.IntN(19), 2+r.IntN(4)
		v.Wilds, v.Frees, v.Jokers = coin(), coin(), coin()
		v.HandColumns = r.IntN(3)
		v.Upper = 1 + r.IntN(10)
		v.Lower = len(v.Ranks()) - v.Upper - v.HandColumns
		v.OrderLower, v.OrderUpper = coin(), coin()
		v.Uniqueness = []Uniqueness{PerBoard, PerWalk, Anywhere}[r.IntN(3)]
		v.Slide, v.SpikePoints, v.Despike = coin(), coin(), coin()
		v.AutoFlipUpper = coin()
		v.Favor = !v.AutoFlipUpper
		if v.HandColumns > 0 {
			v.HandBasic, v.HandPower, v.HandBlind = coin(), coin(), coin()
			v.Trump, v.HighTrump = coin(), coin()
			v.Coax = v.Favor && coin()
		}
		if v.Favor {
			v.FavorsOnDeal = r.IntN(v.Upper + 1)
			v.OpeningFavors = r.IntN(v.Upper - v.FavorsOnDeal + 1)
		}
		if v.Validate() == nil {
			return v
		}
	}
}
