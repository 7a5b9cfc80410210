package web

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

// A film of a run has room for the largest of its boards.
func TestAFilmHasRoomForEachBoard(t *testing.T) {
	record, err := engine.ParseRecord("run@2 R1 a1d4 a1b4 a1c4 b1a2 b1a2 b3a4 b1b4 a1b2")
	if err != nil {
		t.Fatal(err)
	}
	g, _ := catalog.All().Find("run")
	f, err := newFilm(g, record)
	if err != nil {
		t.Fatal(err)
	}
	for n, l := range f.layouts {
		if f.w < l.Width || f.h < l.Height {
			t.Errorf("the film has %d columns and %d rows; board %d has %d and %d", f.w, f.h, n, l.Width, l.Height)
		}
		for _, v := range f.states[n].Board().Piles {
			if p, ok := l.At(l.Corner(v.At)); !ok || p != v.At {
				t.Errorf("position %d has no place for %s", n, v.At)
			}
		}
	}
}
