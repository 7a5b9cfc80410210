package workshop

import (
	"errors"
	"fmt"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/caption"
)

// ParseCode returns the design of the share code that a text is, or that stands somewhere in
// it. The error is engine.ErrNoCode if there is none, or says what is wrong with it.
func ParseCode(games engine.Library, text string) (engine.Design, error) {
	const most = 200 // words of a text that was pasted
	words := strings.Fields(text)
	why := engine.ErrNoCode
	for _, word := range append([]string{text}, words[:min(len(words), most)]...) {
		switch d, err := games.ParseCode(word); {
		case err == nil:
			return d, nil
		case !errors.Is(err, engine.ErrNoCode):
			why = err
		}
	}
	return nil, why
}

// noCode returns why a text is no share code, from the error of ParseCode.
func noCode(families []engine.Family, err error) string {
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
