package screen

import (
	"fmt"
	"strings"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// RaceLine returns the standings of the race, as far as they fit n columns. The player's
// own row is kept before any other, then rows from the first on. Where there is room the line says how many are left out.
func RaceLine(race *arcade.Race, now time.Time, n int) string {
	if race == nil || len(race.Racers) == 0 {
		return ""
	}
	tail := caption.Clock(race.Left(now).Milliseconds()) + " left"
	rows, shown, order := make([]string, len(race.Racers)), make([]string, len(race.Racers)), []int{max(race.Index(), 0)}
	for i, o := range race.Racers {
		order = append(order, i)
		if o.ID == race.Me {
			o.Nick = "you"
		}
		rows[i] = fmt.Sprintf("%s %d", o.Nick, o.Score.Points)
		if !race.Alone() {
			rows[i] = fmt.Sprintf("%d. %s", race.Place(i), rows[i])
		}
		if o.Gone {
			rows[i] += ", deleted"
		}
		if o.Assisted {
			rows[i] += ", assisted"
		}
		if o.Through {
			rows[i] += ", done"
		}
	}
	left, room := len(rows), n-Width(tail)
	counts := n >= 50 && Width(strings.Join(rows, "  "))+2 > room
	if counts {
		room -= len("10 more  ")
	}
	for _, i := range order {
		if need := Width(rows[i]) + 2; shown[i] == "" && need <= room {
			shown[i], room, left = rows[i]+"  ", room-need, left-1
		}
	}
	if counts {
		tail = fmt.Sprintf("%d more  %s", left, tail)
	}
	return strings.Join(shown, "") + tail
}
