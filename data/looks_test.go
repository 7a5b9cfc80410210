package data

import "testing"

func TestLooks(t *testing.T) {
	db := openTemp(t)
	ann, bob := session(t, db, "ann"), session(t, db, "bob")
	looks := func(p *Player, day int64, more, want int) {
		t.Helper()
		got, err := p.Looks(day, more)
		must(t, err)
		if got != want {
			t.Errorf("%d more on day %d are %d, want %d", more, day, got, want)
		}
	}
	looks(ann, 20_000, 3, 0) // without a row nothing is kept
	if got := sound(t, db); got.Players != 0 {
		t.Errorf("%d players have rows", got.Players)
	}
	save(t, ann, saved(record(hop, "A", 1), 1))
	save(t, bob, saved(record(hop, "B", 1), 1))
	looks(ann, 20_000, 3, 3)
	looks(ann, 20_000, 0, 3)
	looks(session(t, db, "ann"), 20_000, 2, 5)
	looks(bob, 20_000, 0, 0)
	looks(ann, 20_001, 0, 0)
	looks(ann, 20_001, 1, 1)
	looks(ann, 20_000, 4, 0) // the clock was set back
	looks(ann, 20_001, 0, 1)
	sound(t, db)
	if got, want := (dayLooks{7, 2}).plus(dayLooks{8, 3}), (dayLooks{8, 3}); got != want {
		t.Errorf("joined accounts have %+v, want %+v", got, want)
	}
	if got, want := (dayLooks{8, 2}).plus(dayLooks{8, 3}), (dayLooks{8, 5}); got != want {
		t.Errorf("joined accounts have %+v, want %+v", got, want)
	}
}
