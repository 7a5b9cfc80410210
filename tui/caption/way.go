package caption

import (
	"fmt"

	"boardwalk/engine/arcade"
)

// AtDeal is said at the deal to whoever wants to go back from there.
const AtDeal = "This is the deal."

// Way returns how many of the players in a position went a way and how they fared, long and short.
func Way(here *arcade.Crossing, w arcade.Way) (long, short string) {
	all := here.Players()
	long = fmt.Sprintf("%s: %d of %s, %.1f points on average, %d won", w.Name(), w.Players, Plural(all, "player"), w.Mean(), w.Won)
	if w.Chance != nil {
		long += "; the arcade's player then wins " + Percent(*w.Chance)
	}
	if w.Mine {
		long += "; yours, too"
	}
	return long + ".", fmt.Sprintf("%s: %d of %d, mean %.1f, %d won.", w.Name(), w.Players, all, w.Mean(), w.Won)
}

// Ways returns where players went from a position, and what each move does: a text for each way.
func Ways(here *arcade.Crossing) (all []string) {
	for _, w := range here.Ways {
		text, _ := Way(here, w)
		if !w.Move.IsZero() {
			text += " " + here.State.Describe(w.Move)
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		all = []string{"Nobody's game came here."}
	}
	if here.Partial {
		all = append(all, "The games of private players are left out here.")
	}
	return all
}
