package words

import (
	"fmt"
	"strings"

	"boardwalk/engine/arcade"
)

// topRows is how many rows of a leaderboard are shown.
const topRows = 10

// account returns the player's account. ok is false if the session has none, which
// account then says.
func (s *session) account() (arcade.Accounts, bool) {
	if s.env.Accounts == nil {
		s.say("There are no accounts and leaderboards in this session.")
		return nil, false
	}
	return s.env.Accounts, true
}

// nick says the player's nick, or chooses one. A chosen nick keeps its upper and lower
// case.
func (s *session) nick(args string) {
	account, ok := s.account()
	if !ok {
		return
	}
	if args != "" {
		_, nick, _ := strings.Cut(s.typed, " ")
		if !s.failed(account.SetNick(strings.TrimSpace(nick))) {
			s.say("You are " + strings.TrimSpace(nick) + " now.")
		}
		return
	}
	p, err := account.Account()
	switch {
	case s.failed(err):
	case p.Nick == "":
		s.say("You have no nick yet: nick NAME chooses one, of 3 to 20 characters: the letters a to z, digits, _ and -, and leaderboards call you by it.")
		if s.env.Proposed != "" {
			s.say("nick " + s.env.Proposed + " takes your login name.")
		}
	default:
		s.say("You are " + p.Nick + ".")
	}
}

// link makes a code that joins this account with the account of another key, or enters
// one.
func (s *session) link(code string) {
	account, ok := s.account()
	if !ok {
		return
	}
	if code != "" {
		if !s.failed(account.Join(code)) {
			s.say("The accounts are one now, with the games and keys of both.")
		}
		return
	}
	code, until, err := account.Link()
	if !s.failed(err) {
		s.say(fmt.Sprintf("The code is %s. It is good once, until %s UTC.", code, until.UTC().Format("15:04")))
		s.say(fmt.Sprintf("Spelled: %s.", strings.Join(strings.Split(strings.ReplaceAll(code, "-", ""), ""), " ")))
		s.say("With your other key, type link and the code.")
	}
}

// top lists the first rows of a game's leaderboard, and the player's own.
func (s *session) top(name string) {
	account, ok := s.account()
	if !ok {
		return
	}
	g := s.env.Games[0]
	if s.table != nil {
		g = s.table.game()
	}
	if name != "" {
		if g, ok = s.find(name); !ok {
			return
		}
	}
	info := g.Info()
	rows, err := account.Top(arcade.Leaderboard{Game: info.ID, Class: arcade.Counted, Kind: arcade.AllTime}, topRows)
	if s.failed(err) {
		return
	}
	if len(rows) == 0 {
		s.say("Nobody stands on the leaderboard of " + info.Name + " yet.")
		return
	}
	s.say(info.Name + ", the best counted games of all time.")
	nicks := make([]string, len(rows))
	for i, r := range rows {
		nicks[i] = r.Nick
	}
	names := arcade.Names(nicks)
	for i, r := range rows {
		who := names[i]
		if r.Mine {
			who = "you"
		}
		s.say(fmt.Sprintf("%d: %s, %s.", r.Rank, who, outcome(r.Result.Score)))
	}
}
