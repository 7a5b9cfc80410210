package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/widget"
)

// nickOffer is what players without a nick read where others see them; see [Env.nickKey].
const nickOffer = "Others see you as " + arcade.Nameless + ". N chooses a nick."

// nickKey returns the key of screens where others see the player: it asks for a nick and comes
// back. The last row offers it to players who could have a nick but have none.
func (e *screenEnv) nickKey() widget.Binding {
	return widget.Binding{
		Keys: "N", Does: "your nick, which the others see", Hint: when(e.nameless(), "nick"), Refusal: screen.Unless(e.Accounts != nil, caption.NoAccounts),
		Do: func() tea.Cmd { return e.to(route.Account{}) },
	}
}

// offeringNick returns a sentence, and below it the offer of a nick to players who could have one
// but have none. In a low window there is no room: the last row and the list say it there.
func (e *screenEnv) offeringNick(text string, height int) string {
	switch {
	case !e.nameless() || height < 16:
		return text
	case text == "":
		return nickOffer
	}
	return text + "\n" + nickOffer
}
