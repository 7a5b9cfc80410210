package words

import (
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// tips are for the first game of a player's life, one a move: what to type next, the most
// useful first. None costs anything: a player who does what they say still counts. MOVE stands
// for a legal move and FROM for where one begins.
var tips = [...]string{
	"Type a move as its places, such as MOVE; moves lists all of them.",
	"A place alone tells where its card can go: FROM. look reads the board again.",
	"rules tells the rules and terms the words of the game; learn lists lessons on small boards.",
	"undo takes a move back. It asks first where a card has turned up, since the game is assisted then.",
	"finish ends the game with its points. leave goes, and the game stays open for you.",
}

// A coach helps a player with a game that the player has not finished yet. The zero coach says
// nothing.
type coach struct {
	aim      string
	tips     []string // still to be given, in the first game of all
	glossary caption.Glossary
	answers  int         // how many were explained
	weighs   bool        // the first move, if it gives something up for good, is asked for twice
	warned   engine.Move // the move that was warned of last
}

// newCoach returns the coach for a game. finished holds what the player has finished; newcomer
// says that this is the first game.
func newCoach(env *session.Ports, g engine.Game, finished []arcade.GameStat, newcomer bool) coach {
	var played engine.Catalog
	for _, s := range finished {
		if s.Game == g.Info().ID {
			return coach{}
		}
		if other, ok := env.Games.Find(s.Game); ok {
			played = append(played, other)
		}
	}
	c := coach{aim: g.Info().Aim.Full, glossary: caption.NewGlossary(g, played)}
	if newcomer {
		c.tips = tips[:]
	}
	return c
}

// tip says the next tip, if there is one, for a position with these legal moves.
func (c *coach) tip(t *terminal, legal []engine.Move) {
	if len(c.tips) == 0 || len(legal) == 0 {
		return
	}
	m := legal[0]
	t.say(strings.NewReplacer("MOVE", m.String(), "FROM", m.From.String()).Replace(c.tips[0]))
	c.tips = c.tips[1:]
}

// explain says what the words of the answer mean that the player meets for the first time.
func (c *coach) explain(t *terminal) {
	c.answers++
	t.say(c.glossary.Explain(strings.Join(t.answer, " "), c.answers, 3*widest))
}
