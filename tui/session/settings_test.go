package session

import (
	"errors"
	"testing"
)

func TestMergeSettings(t *testing.T) {
	for _, c := range []struct{ base, mine, now, want string }{
		{`{"a":1,"b":1}`, `{"a":2,"b":1}`, `{"a":1,"b":3}`, `{"a":2,"b":3}`},
		{`{"a":1,"b":1}`, `{"b":1}`, `{"a":1,"b":1,"new":4}`, `{"b":1,"new":4}`},
		{`{"a":1}`, `{"a":1}`, `{"a":5}`, `{"a":5}`},
		{`{"a":1}`, `{"a":2}`, ``, `{"a":2}`},
		{`{"a":1}`, `{"a":2}`, `null`, `{"a":2}`},
		{`{"a":1}`, `{"a":2}`, `[1]`, `{"a":2}`},
		{``, `{"a":2}`, `{"c":1}`, `{"a":2,"c":1}`},
	} {
		if got := string(MergeSettings([]byte(c.base), []byte(c.mine), []byte(c.now))); got != c.want {
			t.Errorf("from %s to %s, with %s stored: got %s, want %s", c.base, c.mine, c.now, got, c.want)
		}
	}
}

type settingsStore struct {
	text             string
	unread, unstored error
	writes           int
}

func (s *settingsStore) Settings() ([]byte, error) { return []byte(s.text), s.unread }

func (s *settingsStore) SetSettings(text []byte) error {
	s.writes++
	if s.unstored == nil {
		s.text = string(text)
	}
	return s.unstored
}

func TestChange(t *testing.T) {
	store := &settingsStore{text: `{"theme":"night","later":true}`}
	learn := func(s *Settings) { s.Learn("chessboard/first") }
	s, err := Settings{}.Change(store, learn)
	if err != nil || s.Theme != "night" || !s.HasLearned("chessboard/first") {
		t.Errorf("got %+v, %v", s, err)
	}
	if want := `{"later":true,"learned":["chessboard/first"],"theme":"night"}`; store.text != want {
		t.Errorf("stored is %s, want %s", store.text, want)
	}
	if _, err := s.Change(store, learn); err != nil || store.writes != 1 {
		t.Errorf("a change that changes nothing: %v, %d writes", err, store.writes)
	}
	store.unstored = errors.New("the disk is full")
	if s, err := s.Change(store, (*Settings).deck); !errors.Is(err, store.unstored) || s.Deck != "ascii" || s.Theme != "night" {
		t.Errorf("a change that is not stored: got %+v, %v", s, err)
	}
	store.unread = errors.New("the disk is gone")
	if s, err := s.Change(store, (*Settings).deck); !errors.Is(err, store.unread) || s.Deck != "ascii" || s.Theme != "night" {
		t.Errorf("a change of what cannot be read: got %+v, %v", s, err)
	}
}

// An earlier choice stands until the player chooses again, as what was stored by an earlier program stays.
func TestAnEarlierChoiceCanBeChanged(t *testing.T) {
	store := &settingsStore{text: `{"automark":1}`}
	s := ParseSettings([]byte(store.text))
	for _, want := range []bool{true, false, true} {
		if s.Confirm != want {
			t.Fatalf("confirm is %t, want %t: stored is %s", s.Confirm, want, store.text)
		}
		if _, err := s.Change(store, func(s *Settings) { s.Confirm = !s.Confirm }); err != nil {
			t.Fatal(err)
		}
		s = ParseSettings([]byte(store.text))
	}
}

func (s *Settings) deck() { s.Deck = "ascii" }
