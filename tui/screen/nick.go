package screen

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/route"
	"boardwalk/tui/widget"
)

// NickOffer is what players without a nick read where others see them; see [Env.NickKey].
const NickOffer = "Others see you as " + arcade.Nameless + ". N chooses a nick."

// NickKey returns the key of screens where others see the player: it asks for a nick and comes
// back. The last row offers it to players who could have a nick but have none.
func (e *Env) NickKey() widget.Binding {
	return widget.Binding{
		Keys: "N", Does: "your nick, which the others see", Hint: When(e.Nameless(), "nick"), Refusal: When(e.Accounts == nil, caption.NoAccounts),
		Do: func() tea.Cmd { return e.Open(route.Nick{}) },
	}
}

// OfferingNick returns a sentence, and below it the offer of a nick to players who could have one
// but have none. In a low window there is no room: the last row and the list say it there.
func (e *Env) OfferingNick(text string, height int) string {
	switch {
	case !e.Nameless() || height < 16:
		return text
	case text == "":
		return NickOffer
	}
	return text + "\n" + NickOffer
}

// RulesKey returns the key of screens about a game, or with one on the line, that opens its rules. g may be nil.
func (e *Env) RulesKey(g engine.Game) widget.Binding {
	return widget.Binding{Keys: "F1, i", Does: "the rules of this game", Off: g == nil, Do: func() tea.Cmd { return e.Open(route.Rules{Game: g}) }}
}

// RulesOf is RulesKey of the game of a round, by its ID and the rules beside it.
func (e *Env) RulesOf(game, rules string) widget.Binding {
	g, _ := e.Games.Restore(game, rules)
	return e.RulesKey(g)
}

// PlayerKey returns the key of lists that opens the page of the player on the line, by nick.
func (e *Env) PlayerKey(nick string) widget.Binding {
	return widget.Binding{
		Keys: "p", Does: "who the player is: games, ratings, what you can do together", Off: nick == "",
		Hint:    When(e.Company != nil && !Unnamed(nick) && nick != arcade.Opponent, "player"),
		Refusal: cmp.Or(When(e.Company == nil, caption.NoCompany), When(Unnamed(nick) || nick == arcade.Opponent, "Only players with a nick have a page.")),
		Do:      func() tea.Cmd { return e.Open(route.Player{Nick: nick}) },
	}
}
