package words

import (
	"strings"

	"boardwalk/tui/caption"
)

// account says and changes what the player is called, and joins accounts.
type account struct{ *lobby }

// nick says the player's nick, or chooses one.
func (a account) nick(nick string) {
	if nick != "" {
		a.sayDone(a.env.Accounts.SetNick(nick), "You are %s now.", nick)
		return
	}
	p, err := a.env.Accounts.Account()
	switch {
	case a.sayIfFailed(err):
	case p.Guest:
		a.say(caption.GuestsHaveNoNick)
	case p.Nick == "":
		a.say("You have no nick yet: nick NAME chooses one, of 3 to 20 characters: the letters a to z, digits, _ and -, and leaderboards call you by it.")
		if a.env.Proposed != "" {
			a.say("nick " + a.env.Proposed + " takes your login name.")
		}
	default:
		a.say("You are " + p.Nick + ".")
	}
}

// link makes a code that joins this account with the account of another key, or enters
// one.
func (a account) link(code string) {
	if code != "" {
		a.sayDone(a.env.Accounts.Join(strings.ToLower(code)), "The accounts are one now, with the games and keys of both.")
		return
	}
	code, until, err := a.env.Accounts.Link()
	if !a.sayIfFailed(err) {
		a.sayf("The code is %s. It is good once, until %s UTC.", code, until.UTC().Format("15:04"))
		a.sayf("Spelled: %s.", caption.Spelled(code))
		a.say("With your other key, type link and the code.")
	}
}
