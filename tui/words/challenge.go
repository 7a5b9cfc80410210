package words

import (
	"strconv"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// challengesListed is among how many challenges the one that is owed is looked for.
const challengesListed = 20

// owed returns the challenge that the player has begun, or a duel to begin. ok is false if there is none.
func (l *lobby) owed() (c arcade.Challenge, ok bool) {
	if l.env.Challenges == nil {
		return c, false
	}
	list, _ := l.env.Challenges.Challenges(challengesListed) // challenge tells the error
	return arcade.Owed(list)
}

// sayOwed says which challenge the player has begun, or which duel waits, if any.
func (l *lobby) sayOwed() {
	if c, ok := l.owed(); ok {
		l.sayf("%s: challenge play %s goes there.", caption.ChallengeOwed(c, l.env.Games.NameOf(c.Game, c.Rules)), c.Code)
	}
}

// challenge tells the player's challenges, passes on the deal of a game of the history, enters a challenge or plays it.
func (l *lobby) challenge(args string) {
	word, rest, _ := strings.Cut(args, " ")
	of, nick, told := strings.Cut(args, " to ")
	_, noNumber := strconv.Atoi(args)
	switch {
	case args == "":
		l.report("challenges")
		l.say("challenge CODE enters a friend's, challenge play CODE plays its deal, challenge leave CODE declines one, leaves one that you have not begun, or withdraws yours, challenge CODE to NICK challenges a player, and challenge NUMBER or challenge NUMBER to NICK passes on the deal of a game of your history: 1 is the newest.")
	case strings.EqualFold(word, "play"):
		l.withCode(rest, l.playChallenge)
	case strings.EqualFold(word, "leave"):
		l.withCode(rest, func(code string) {
			l.ask("Decline, leave or withdraw challenge "+code+"?", "It stays on your list.", func() { l.report("challenge", "leave", code) })
		})
	case told:
		l.report("challenge", "--", strings.ReplaceAll(of, " ", ""), "to", strings.TrimSpace(nick))
	case strings.EqualFold(word, "to"), noNumber == nil && len(args) < arcade.ChallengeCodeLen:
		l.report("challenge", "--", word)
	default:
		l.withCode(args, func(code string) {
			if _, err := l.env.Challenges.Enter(code); !l.sayIfFailed(err) {
				l.report("challenge", code)
			}
		})
	}
}

// withCode calls do with the code that was typed. Without one it lists those that there are.
func (l *lobby) withCode(text string, do func(code string)) {
	if text == "" {
		l.report("challenges")
		l.say("challenge play CODE plays the deal of one, challenge leave CODE declines or leaves it.")
		return
	}
	code, err := arcade.ParseChallengeCode(strings.ReplaceAll(text, " ", ""))
	if !l.sayIfFailed(err) {
		do(code)
	}
}

// duel asks before it enters a duel, of the game with a name if there is one, and says how it stands.
func (l *lobby) duel(name string) {
	enter, at := []string{"duel", "--yes", "--"}, l.env.Games.Name(l.env.Challenges.WaitingDuel())
	if name != "" {
		g, ok := l.find(name)
		if !ok {
			return
		}
		enter, at = append(enter, reference(g)), g.Info().Name
	}
	if at == "" { // then it can only be one to finish
		l.report(enter...)
		return
	}
	l.ask(caption.AskDuel(at), "No duel, then.", func() { l.report(enter...) })
}

// playChallenge goes to the player's table in a challenge.
func (l *lobby) playChallenge(code string) {
	from, err := l.env.Challenges.Challenge(code)
	if l.sayIfFailed(err) {
		return
	}
	g, ok := l.env.Games.Restore(from.Game, from.Rules)
	switch {
	case !ok:
		l.say(caption.NoRules)
	case from.Finished():
		l.report("challenge", code)
	default:
		l.enterOnce(g, from.Event(), from.Open > 0)
	}
}
