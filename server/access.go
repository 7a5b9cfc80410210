package server

import (
	"fmt"
	"strings"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
)

// What people read who may not play here.
const (
	notAllowed = "Only the keys that this arcade's host has listed may come in. Ask the host to add yours."
	notInvited = "This arcade is by invitation. If you have one: ssh HOST join CODE"
)

// authorize lets a session begin, or tells its player why it may not.
func (s *Server) authorize(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		entry := sessionOf(sess)
		account, sentence, err := s.openAccount(channelOf(sess))
		if err != nil {
			s.logOf(sess).Error("session refused", "err", err)
			sentence = notOpened
		}
		if sentence != "" {
			refuse(sess, sentence, exitFailed)
			return
		}
		id := entry.State().ID
		if s.auth.lists.Load().access == Invite && !account.Known && !id.Admin && !s.invited(sess, entry) {
			return
		}
		switch {
		case account.Nick != "":
			id.Nick, id.Name = account.Nick, account.Nick
		case id.Credential.IsLocal():
			id.Name = "this terminal"
		case !s.auth.mayBe(id.Login, id.Credential):
			id.Name = "player" // nobody appears under another player's nick
			if id.Credential.IsGuest() {
				id.Name = "guest"
			}
		}
		entry.Change(func(st *hub.State) { st.ID = id })
		next(sess)
	}
}

// openAccount opens the account of a new session, or returns the sentence why it may not
// begin.
func (s *Server) openAccount(ch *channel) (account arcade.Account, sentence string, err error) {
	sess := ch.session
	if sentence, err = s.auth.check(sess); sentence != "" || err != nil {
		return account, sentence, err
	}
	player, err := s.config.Store.Player(sess.State().ID.Credential)
	if err != nil {
		return account, "", fmt.Errorf("open the player's rows: %w", err)
	}
	careful := limitedPlayer{player, ch.conn, s.eventsOf(player), func() {
		if ban, banned, err := s.auth.banOn(sess); err == nil && banned {
			sess.End(banSentence(ban))
		}
	}, s.hub.RecheckWatches, s.races.TryReload}
	ch.player = careful
	sess.Change(func(st *hub.State) { st.Player = careful })
	account, err = player.Account()
	return account, "", err
}

// check returns the sentence why a session may not begin, or "".
func (a *auth) check(sess *hub.Session) (sentence string, err error) {
	id, lists := sess.State().ID, a.lists.Load()
	ban, banned, err := a.banOn(sess)
	switch {
	case err != nil:
		return "", err
	case banned:
		return banSentence(ban), nil
	case id.Admin:
	case lists.access == Allow && !lists.allowed[id.Credential]:
		return notAllowed, nil
	case id.Credential.IsGuest() && !a.guests():
		return notInvited, nil
	}
	return "", nil
}

// banOn returns the ban that applies to a session's player, if any. None applies to
// admins.
func (a *auth) banOn(sess *hub.Session) (data.Ban, bool, error) {
	id := sess.State().ID
	if id.Admin {
		return data.Ban{}, false, nil
	}
	return a.config.Store.Banned(id.Credential, sess.Addr, a.config.Now())
}

// banSentence returns what a banned player reads.
func banSentence(b data.Ban) string {
	text := "You are banned from this arcade"
	if !b.Until.IsZero() {
		text += " until " + b.Until.UTC().Format("2006-01-02 15:04 UTC")
	}
	if b.Reason != "" {
		text += ": " + b.Reason
	}
	return strings.TrimRight(text, ".") + "."
}
