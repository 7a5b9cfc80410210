package words

import (
	"strings"

	"boardwalk/tui/caption"
)

// nick says the player's nick, or chooses one.
func (l *lobby) nick(nick string) {
	if nick != "" {
		l.sayDone(l.env.Accounts.SetNick(nick), "You are %s now.", nick)
		return
	}
	p, err := l.env.Accounts.Account()
	switch {
	case l.sayIfFailed(err):
	case p.Guest:
		l.say(caption.GuestsHaveNoNick)
	case p.Nick == "":
		l.say("You have no nick yet: nick NAME chooses one, of 3 to 20 characters: the letters a to z, digits, _ and -, and leaderboards call you by it.")
		if l.env.Proposed != "" {
			l.say("nick " + l.env.Proposed + " takes your login name.")
		}
	default:
		l.say("You are " + p.Nick + ".")
	}
}

// link makes a code that joins this account with the account of another key, or enters
// one.
func (l *lobby) link(code string) {
	if code != "" {
		l.sayDone(l.env.Accounts.Join(strings.ToLower(code)), "The accounts are one now, with the games and keys of both.")
		return
	}
	code, until, err := l.env.Accounts.Link()
	if !l.sayIfFailed(err) {
		l.sayf("The code is %s. It is good once, until %s UTC.", code, until.UTC().Format("15:04"))
		l.sayf("Spelled: %s.", caption.Spelled(code))
		l.say("With your other key, type link and the code.")
	}
}
