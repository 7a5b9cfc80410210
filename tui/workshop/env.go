package workshop

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// Env is what a session provides to the screens of the workshop.
type Env struct {
	Games    engine.Library
	Workshop arcade.Workshop // nil if nothing can be kept
	Drafts   *session.Drafts // the player's; only Update touches them
	Session  Session

	// Saved reads the player's open round of a game; see [arcade.Store].
	Saved func(game string) (arcade.Saved, arcade.Rev, error)
	// Deal returns a fresh code that nobody can foresee.
	Deal func() engine.Code
	// Command is what stands in front of the arcade's commands, "" if there are none.
	Command string
	// Searches are the places in which estimates search.
	Searches search.Places

	// Leaders returns the leaderboards of a game. It is nil if there are none.
	Leaders func(engine.Game) screen.Screen
	// Races returns the races, with a game to open one of. It is nil if there are none.
	Races func(engine.Game) screen.Screen
}

// A Session is where the screens of the workshop stand, with those of the other screens that
// they lead to. They call it in Update.
type Session interface {
	// Open puts a screen on top, and Back leaves the one on top.
	Open(screen.Screen) tea.Cmd
	Back() tea.Cmd
	// Rules returns the page of the rules of a game, and Page one with a text of at most as
	// many columns as it is called with.
	Rules(engine.Game) screen.Screen
	Page(title string, body func(width int, look theme.Look) string) screen.Screen
	// Visit begins a visit to the player's own table of a game.
	Visit(engine.Game) Visit
	// Unfavor takes a game off the player's favourites. It returns what puts it back, or nil
	// if it was none of them.
	Unfavor(game string) (undo func())
	// Save stores what the player has set: the drafts and the favourites. SaveAtEnd has it
	// stored when the session ends, for a screen that is closed.
	Save() tea.Cmd
	SaveAtEnd()
}

// A Visit leads to the table of the player's own round of a game.
type Visit interface {
	// Read reads what the table needs, and takes the round over from a session that plays it.
	// It is called in a command.
	Read()
	// Close prevents a visit in progress from taking over a round that another session may
	// play by then.
	Close()
	// Table returns the table: of the open round or, if there is none, of a deal that the
	// player knows, or of a fresh one if deal is "". The error is ErrOtherRules if the open
	// round cannot go on, or what went wrong in Read. It is called in Update, after Read.
	Table(deal engine.Code) (screen.Screen, error)
}

// ErrOtherRules means that a round was played by rules that its game no longer has.
var ErrOtherRules = errors.New("the open game was played by other rules and cannot go on; in the lobby Enter puts it into the history")

// ParseCode returns the design of the share code that a text is, or that stands somewhere in
// it. The error is engine.ErrNoCode if there is none, or says what is wrong with it.
func ParseCode(families []engine.Family, text string) (engine.Design, error) {
	const most = 200 // words of a text that was pasted
	words := strings.Fields(text)
	why := engine.ErrNoCode
	for _, word := range append([]string{text}, words[:min(len(words), most)]...) {
		for _, f := range families {
			d, err := f.ParseCode(word)
			if err == nil {
				return d, nil
			}
			if !errors.Is(err, engine.ErrNoCode) {
				why = err
			}
		}
	}
	return nil, why
}

// NoCode returns why a text is no share code, from the error of ParseCode.
func NoCode(families []engine.Family, err error) string {
	if errors.Is(err, engine.ErrNoCode) {
		return "This is not a share code. " + codeLike(families)
	}
	return caption.Why(err)
}

// codeLike says how a share code looks.
func codeLike(families []engine.Family) string {
	for _, f := range families {
		for _, d := range f.Designs() {
			return fmt.Sprintf("That of %s is %s.", d.Title(), d.Code())
		}
	}
	return ""
}
