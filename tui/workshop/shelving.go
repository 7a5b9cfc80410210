package workshop

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// find looks whether the player keeps the game.
func (b *Bench) find() {
	b.own = nil
	if b.work.game == nil || b.Env.Games.Shelf == nil {
		return
	}
	if g, ok := b.Env.Games.Shelf.Own().Find(b.work.game.Info().ID); ok {
		b.own, _ = g.(engine.MadeUp)
	}
}

// game returns the game on the bench, under the player's own name for it; nil if there is
// none.
func (b *Bench) game() engine.Game {
	if b.own != nil {
		return b.own
	}
	return b.work.game
}

// state says in a few words whether the game is kept.
func (b *Bench) state() string {
	_, made := b.work.game.(engine.MadeUp)
	switch {
	case b.work.game == nil:
		return "does not fit yet"
	case !made:
		return "a built-in game"
	case b.own != nil:
		return "kept"
	}
	return "not kept"
}

// proposed returns a name for the game that the player does not use for another one.
func (b *Bench) proposed() string {
	if b.own != nil {
		return b.own.Info().Name
	}
	used := func(name string) bool {
		return b.Env.Games.Shelf != nil && slices.ContainsFunc(b.Env.Games.Shelf.Own(), func(g engine.Game) bool {
			return strings.EqualFold(g.Info().Name, name)
		})
	}
	title := b.work.design.Title()
	for i := 1; i <= arcade.VariationsMax; i++ {
		name := title
		if i > 1 {
			name = fmt.Sprintf("%s (%d)", title, i)
		}
		if !used(name) && utf8.RuneCountInString(name) <= gameNameMax {
			return name
		}
	}
	return title
}

// shelve makes the design the player's draft; see [session.Work.Leave].
func (b *Bench) shelve() (changed bool) {
	return b.left.Leave(&b.Env.Settings.Settings, b.work.design, b.Env.Games)
}
