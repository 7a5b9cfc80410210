package words

import (
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// challenges passes deals on, enters challenges, plays them and tells how they stand.
type challenges struct{ *lobby }

// challengesListed is how many challenges are listed.
const challengesListed = 20

// list says how the player's challenges stand.
func (c challenges) list() {
	all, err := c.env.Challenges.Challenges(challengesListed)
	if c.sayIfFailed(err) {
		return
	}
	if c.settings.Signals {
		for _, n := range c.env.Challenges.Notes() {
			c.sayf("%s: challenge %s.", caption.ChallengeNote(n, c.env.Games.NameOf(n.Game, n.Rules)), n.Code)
			if !n.Finished {
				c.bench.estimates.sayWarningOf(n.Game, n.Rules)
			}
		}
	}
	for _, each := range all {
		c.sayf("%s, %s: %s.", each.Code, c.env.Games.NameOf(each.Game, each.Rules), caption.ChallengeStatus(each))
	}
	if len(all) == 0 {
		c.say("You have no challenge yet.")
	}
	c.say("challenge CODE enters a friend's, challenge play CODE plays its deal, challenge leave CODE declines one, leaves one that you have not begun, or withdraws yours, challenge CODE to NICK challenges a player, and challenge NUMBER passes on the deal of a game of your history: 1 is the newest.")
}

// challenge passes on the deal of a game of the history, enters a challenge or plays it.
func (c challenges) challenge(args string) {
	word, rest, _ := strings.Cut(args, " ")
	nick, to := strings.CutPrefix(rest, "to ")
	number, numberErr := strconv.Atoi(args)
	switch {
	case args == "":
		c.list()
	case strings.EqualFold(word, "play"):
		c.withCode(rest, c.play)
	case strings.EqualFold(word, "leave"):
		c.withCode(rest, func(code string) { c.sayDone(c.env.Challenges.Leave(code), "Challenge %s is off your list.", code) })
	case to:
		nick = strings.TrimSpace(nick)
		c.withCode(word, func(code string) { c.sayDone(c.env.Challenges.Tell(code, nick), "You challenge %s.", nick) })
	case numberErr == nil && len(args) < arcade.ChallengeCodeLen:
		c.passOn(number)
	default:
		c.withCode(args, c.enter)
	}
}

// withCode calls do with the code that was typed.
func (c challenges) withCode(text string, do func(code string)) {
	code, err := arcade.ParseChallengeCode(strings.ReplaceAll(text, " ", ""))
	if !c.sayIfFailed(err) {
		do(code)
	}
}

// passOn passes on the deal of a game of the history, 1 for the newest.
func (c challenges) passOn(number int) {
	results, err := c.env.Store.History("", historyMax)
	switch {
	case c.sayIfUnread(err):
		return
	case number < 1 || number > len(results):
		c.sayf("Your history has %s here: history tells more.", caption.Plural(len(results), "game"))
		return
	}
	passed, err := c.env.Challenges.PassOn(results[number-1].ID)
	if c.sayIfFailed(err) {
		return
	}
	c.sayf("Challenge %s is open, with your deal of %s. Friends enter it with its code: %s.", passed.Code, c.env.Games.NameOf(passed.Game, passed.Rules), caption.Spelled(passed.Code))
}

// duel enters a duel, of the game with a name if there is one, and says how it stands.
func (c challenges) duel(name string) {
	var g engine.Game
	if name != "" {
		var ok bool
		if g, ok = c.find(name); !ok {
			return
		}
	}
	if entered, err := c.env.Challenges.Duel(g); !c.sayIfFailed(err) {
		c.sayStanding(entered)
	}
}

// enter enters a challenge and says how it stands.
func (c challenges) enter(code string) {
	if entered, err := c.env.Challenges.Enter(code); !c.sayIfFailed(err) {
		c.sayStanding(entered)
	}
}

// sayStanding says how the players of a challenge did, as far as the player may know.
func (c challenges) sayStanding(from arcade.Challenge) {
	what := "Challenge"
	if from.Duel {
		what = "Duel"
	}
	c.sayf("%s %s, %s.", what, from.Code, c.env.Games.NameOf(from.Game, from.Rules))
	for _, p := range from.Players {
		who := p.Nick
		if p.ID == from.Me {
			who = "you"
		}
		if p.First {
			who += ", who passed the deal on"
		}
		who += caption.RacerRating(p.Level, p.Rating, caption.InDuels)
		switch r := p.Result; {
		case p.Gone:
			c.sayf("%s: the account was deleted.", who)
		case r == nil:
			c.sayf("%s: not finished.", who)
		case !from.Finished():
			c.sayf("%s: %d of %s, %s.", who, r.Score.Points, caption.Plural(r.Score.Max, "point"), r.Class)
		default:
			c.sayf("%s: %s, %s, %s, %s.", who, ended(*r, c.env.Games), caption.Plural(len(r.Record.Moves), "move"), duration(r.Span), r.Class)
		}
	}
	if from.Duel {
		c.say(caption.DuelNote(from))
	}
	if from.Finished() {
		return
	}
	c.bench.estimates.sayWarningOf(from.Game, from.Rules)
	if from.Open > 0 {
		c.sayf("You have begun it: challenge play %s goes on.", from.Code)
		return
	}
	c.sayf("You play the same deal, once: challenge play %s begins it.", from.Code)
}

// play goes to the player's table in a challenge.
func (c challenges) play(code string) {
	from, err := c.env.Challenges.Challenge(code)
	if c.sayIfFailed(err) {
		return
	}
	g, ok := c.env.Games.Restore(from.Game, from.Rules)
	switch {
	case !ok || c.env.Events == nil:
		c.say("The rules of this game are not known here.")
	case from.Finished():
		c.sayStanding(from)
	default:
		c.lobby.enter(g, from.Event())
	}
}
