package tui_test

import (
	"context"
	"errors"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/tui/tuitest"
)

// losing returns a game of Chessboard, and its moves up to the first after which it cannot be
// won any more.
func losing(t *testing.T) (g engine.Game, words []string) {
	t.Helper()
	g = catalog.All()[catalogIndex(t, "chessboard")]
	s := g.Deal("R1")
	for len(words) < 100 {
		moves := s.Moves()
		m := moves[len(moves)-1]
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s, words = next, append(words, m.String())
		if v, err := grade.Decide(context.Background(), s, 0); err != nil || v == engine.VerdictLost {
			return g, words
		}
	}
	t.Fatal("the last move of each list never loses the game")
	return nil, nil
}

const cannotBeWon = "This game can't be won from here."

// warned returns the store of a player who wants to be told.
func warned() *tuitest.Store { return &tuitest.Store{SettingsJSON: []byte(`{"warnings":true}`)} }

func TestAPlayerIsToldWhenTheGameIsLost(t *testing.T) {
	g, words := losing(t)
	if len(words) < 2 {
		t.Fatal("the deal is lost from the first move on")
	}
	store := warned()
	r := tuitest.NewAt(t, store, catalog.All(), g.Info().ID)
	last := len(words) - 1
	play(r, words[:last]...)
	unseen(t, r, cannotBeWon, "assisted")
	play(r, words[last])
	r.Sees(cannotBeWon, "assisted")
	saved, _, _ := store.Saved(g.Info().ID)
	if saved.Tally.Warnings != 1 || saved.Class() != arcade.Assisted {
		t.Errorf("saved is %+v", saved.Tally)
	}
	r.Press("u")
	unseen(t, r, cannotBeWon)
	r.Press("U")
	r.Sees(cannotBeWon)
	if saved, _, _ = store.Saved(g.Info().ID); saved.Tally.Warnings != 1 {
		t.Errorf("the same is said %d times", saved.Tally.Warnings)
	}
	r.Press("g", "y")
	r.Sees("Assisted: told that it could no")
}

func TestNobodyIsToldUnasked(t *testing.T) {
	g, words := losing(t)
	store := &tuitest.Store{}
	r := tuitest.NewAt(t, store, catalog.All(), g.Info().ID)
	play(r, words...)
	unseen(t, r, cannotBeWon, "assisted")
	r.Press("S", "down", "down", "down", "down", "down", "down")
	r.Sees("> Tell when lost    off")
	r.Press("enter", "q")
	r.Sees(cannotBeWon, "assisted")
}

// Whoever has taken a hint is told without the setting: hints alone would lead on in a lost game.
func TestWhoTakesAHintIsToldWhenTheGameIsLost(t *testing.T) {
	g, words := losing(t)
	store := &tuitest.Store{}
	r := tuitest.NewAt(t, store, catalog.All(), g.Info().ID)
	play(r, words...)
	unseen(t, r, cannotBeWon)
	r.Press("x", "y")
	r.Sees(cannotBeWon)
	if saved, _, _ := store.Saved(g.Info().ID); saved.Tally.Hints != 1 || saved.Tally.Warnings != 1 {
		t.Errorf("saved is %+v", saved.Tally)
	}
	r.Press("u")
	unseen(t, r, cannotBeWon)
	play(r, words[len(words)-1])
	r.Sees(cannotBeWon)
}

// TestAWarningIsStoredBeforeItIsSaid holds back the store's answer.
func TestAWarningIsStoredBeforeItIsSaid(t *testing.T) {
	g, words := losing(t)
	store := warned()
	r := tuitest.NewAt(t, store, catalog.All(), g.Info().ID)
	last := len(words) - 1
	play(r, words[:last]...)
	store.Unavailable = errors.New("the disk is full")
	play(r, words[last])
	unseen(t, r, cannotBeWon)
	if saved, _, _ := store.Saved(g.Info().ID); saved.Tally.Warnings != 0 {
		t.Error("it is stored though nothing can be")
	}
	store.Unavailable = nil
	r.Tick()
	r.Press("esc") // it was said that all is saved
	r.Sees(cannotBeWon)
}

// A fresh deal that cannot be won is nobody's to know before the first move: it could be left
// for another one.
func TestNobodyIsToldBeforeTheFirstMove(t *testing.T) {
	g := catalog.All()[catalogIndex(t, "chessboard")]
	store := warned()
	r := tuitest.New(t, store, catalog.All())
	code := engine.Code("")
	for i := 1; i < 100 && code == ""; i++ {
		c := engine.Code("L" + string(rune('A'+i%26)) + string(rune('A'+i/26)))
		if v, _ := grade.Decide(context.Background(), g.Deal(c), 0); v == engine.VerdictLost {
			code = c
		}
	}
	r.Press(toGame(t, "chessboard")...)
	r.Press("d")
	r.Type(string(code))
	r.Press("enter")
	r.Sees("moves 0")
	unseen(t, r, cannotBeWon)
	play(r, g.Deal(code).Moves()[0].String())
	r.Sees(cannotBeWon)
}
