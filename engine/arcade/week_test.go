package arcade_test

import (
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

func TestWeek(t *testing.T) {
	for day := time.Date(2019, 12, 20, 12, 0, 0, 0, time.UTC); day.Year() < 2028; day = day.AddDate(0, 0, 1) {
		w := arcade.WeekOf(day)
		if want := arcade.WeekOf(day.AddDate(0, 0, -7)); !w.Valid() || w.Before() != want || want >= w {
			t.Fatalf("%s: the week before %s is %s, want %s", day.Format(time.DateOnly), w, w.Before(), want)
		}
	}
	for _, w := range []arcade.Week{"", "2026-W00", "2026-W54", "2025-W53", "2026-W4", "2026-W040", "2026-40", "26-W40", "fastest", "2026-W4x"} {
		if w.Valid() || w.Before() != w {
			t.Errorf("%q is valid, and before it is %q", w, w.Before())
		}
	}
}
