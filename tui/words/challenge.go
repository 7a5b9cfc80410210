package words

import (
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// challengesListed is how many challenges are listed.
const challengesListed = 20

// listChallenges says how the player's challenges stand.
func (l *lobby) listChallenges() {
	all, err := l.env.Challenges.Challenges(challengesListed)
	if l.sayIfFailed(err) {
		return
	}
	if l.settings.Signals {
		for _, n := range l.env.Challenges.Notes() {
			l.sayf("%s: challenge %s.", caption.ChallengeNote(n, l.env.Games.NameOf(n.Game, n.Rules)), n.Code)
			if !n.Finished {
				l.bench.sayWarningOf(n.Game, n.Rules)
			}
		}
	}
	for _, each := range all {
		l.sayf("%s, %s: %s.", each.Code, l.env.Games.NameOf(each.Game, each.Rules), caption.ChallengeStatus(each))
	}
	if len(all) == 0 {
		l.say("You have no challenge yet.")
	}
	l.say("challenge CODE enters a friend's, challenge play CODE plays its deal, challenge leave CODE declines one, leaves one that you have not begun, or withdraws yours, challenge CODE to NICK challenges a player, and challenge NUMBER or challenge NUMBER to NICK passes on the deal of a game of your history: 1 is the newest.")
}

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

// challenge passes on the deal of a game of the history, enters a challenge or plays it.
func (l *lobby) challenge(args string) {
	word, rest, _ := strings.Cut(args, " ")
	nick, to := strings.CutPrefix(rest, "to ")
	_, noNumber := strconv.Atoi(word)
	switch {
	case args == "":
		l.listChallenges()
	case strings.EqualFold(word, "to"):
		l.say("The code is missing: challenge CODE to NICK challenges a player.")
	case strings.EqualFold(word, "play"):
		l.withCode(rest, l.playChallenge)
	case strings.EqualFold(word, "leave"):
		l.withCode(rest, func(code string) {
			l.ask("Decline, leave or withdraw challenge "+code+"?", "It stays on your list.", func() {
				l.sayDone(l.env.Challenges.Leave(code), "Challenge %s is off your list.", code)
			})
		})
	case noNumber == nil && len(word) < arcade.ChallengeCodeLen && (rest == "" || to):
		l.passOn(word, strings.TrimSpace(nick))
	case to:
		nick = strings.TrimSpace(nick)
		l.withCode(word, func(code string) {
			l.sayDone(l.env.Challenges.Tell(code, nick), "%s is challenged to the deal of %s.", arcade.NickAsWritten(l.env.Company, nick), code)
		})
	default:
		l.withCode(args, func(code string) { l.sayStanding(l.env.Challenges.Enter(code)) })
	}
}

// withCode calls do with the code that was typed.
func (l *lobby) withCode(text string, do func(code string)) {
	code, err := arcade.ParseChallengeCode(strings.ReplaceAll(text, " ", ""))
	if !l.sayIfFailed(err) {
		do(code)
	}
}

// passOn passes on the deal of a game of the history, 1 for the newest: to the player with a nick, or to all if that
// is "".
func (l *lobby) passOn(number, nick string) {
	r, ok := l.numbered(number, "challenge")
	if !ok {
		return
	}
	if nick != "" {
		dared, err := l.env.Challenges.Dare(r.ID, nick)
		l.sayDone(err, "%s is challenged to the deal of %s.", arcade.NickAsWritten(l.env.Company, nick), dared.Code)
		return
	}
	passed, err := l.env.Challenges.PassOn(r.ID)
	if l.sayIfFailed(err) {
		return
	}
	l.sayf("Challenge %s is open, with your deal of %s. Friends enter it with its code: %s.", passed.Code, l.env.Games.NameOf(passed.Game, passed.Rules), caption.Spelled(passed.Code))
}

// duel asks before it enters a duel, of the game with a name if there is one, and says how it stands.
func (l *lobby) duel(name string) {
	var g engine.Game
	if name != "" {
		var ok bool
		if g, ok = l.find(name); !ok {
			return
		}
		name = g.Info().Name
	} else if name = l.env.Games.Name(l.env.Challenges.WaitingDuel()); name == "" { // then it can only be one to finish
		l.sayStanding(l.env.Challenges.Duel(nil))
		return
	}
	l.ask(caption.AskDuel(name), "No duel, then.", func() { l.sayStanding(l.env.Challenges.Duel(g)) })
}

// sayStanding says how the players of a challenge did, as far as the player may know, or why it failed.
func (l *lobby) sayStanding(from arcade.Challenge, err error) {
	if l.sayIfFailed(err) {
		return
	}
	what := "Challenge"
	if from.Duel {
		what = "Duel"
	}
	l.sayf("%s %s, %s.", what, from.Code, l.env.Games.NameOf(from.Game, from.Rules))
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
			l.sayf("%s: the account was deleted.", who)
		case r == nil:
			l.sayf("%s: not finished.", who)
		case !from.Finished():
			l.sayf("%s: %d of %s, %s.", who, r.Score.Points, engine.Plural(r.Score.Max, "point"), r.ClassName())
		default:
			l.sayf("%s: %s, %s, %s, %s.", who, ended(*r, l.env.Games), engine.Plural(len(r.Record.Moves), "move"), caption.Duration(r.Span), r.ClassName())
		}
	}
	if l.say(caption.HelpRanks(from)); from.Duel {
		l.say(caption.DuelNote(from))
	}
	if from.Finished() {
		return
	}
	l.bench.sayWarningOf(from.Game, from.Rules)
	if from.Open > 0 {
		l.sayf("You have begun it: challenge play %s goes on.", from.Code)
		return
	}
	if from.Elsewhere {
		l.say(caption.Elsewhere)
		return
	}
	l.sayf("You play the same deal %s challenge play %s begins it.", caption.OncePlayed, from.Code)
}

// playChallenge goes to the player's table in a challenge.
func (l *lobby) playChallenge(code string) {
	from, err := l.env.Challenges.Challenge(code)
	if l.sayIfFailed(err) {
		return
	}
	g, ok := l.env.Games.Restore(from.Game, from.Rules)
	switch {
	case !ok || l.env.Events == nil:
		l.say(caption.NoRules)
	case from.Finished():
		l.sayStanding(from, nil)
	default:
		l.enter(g, from.Event())
	}
}
