package server

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// What people read who may not play here.
const (
	notAllowed = "Only the keys that this arcade's host has listed may come in. Ask the host to add yours."
	notInvited = "This arcade is by invitation. If you have one: ssh HOST join CODE"
)

// readKeys reads a file in the form of authorized_keys. Its error names every
// bad line. Options are bad: who wrote from="192.0.2.0/24" must not think that
// it holds. A key that is too old to log in with is not bad, but log has its line.
func readKeys(path string, log *slog.Logger) (map[arcade.Credential]bool, error) {
	keys := make(map[arcade.Credential]bool)
	if path == "" {
		return keys, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var bad []error
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
		switch {
		case err != nil, strings.Contains(line, "\r"): // base64 decoding ignores a CR
			err = errors.New("this is no public key")
		case len(options) > 0:
			err = fmt.Errorf("the option %q is not for this file: a line is a key and a comment", clean.Text(options[0], textMax))
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("%s:%d: %w", path, i+1, err))
			continue
		}
		if isOld(key) {
			log.Warn("a key in a file of keys is too old to log in with, as DSA and RSA of fewer than 2048 bits are", "line", fmt.Sprintf("%s:%d", path, i+1), "key", keyCredential(key).String())
		}
		keys[keyCredential(key)] = true
	}
	return keys, errors.Join(bad...)
}

// authorize lets a session begin, or tells its player why it may not. It judges only the
// key that signed the login, never keys that were offered or names that were given.
func (s *Server) authorize(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		entry := sessionOf(sess)
		account, sentence, err := s.openAccount(channelOf(sess))
		if err != nil {
			s.logOf(sess).Error("session refused", "err", err)
			sentence = command.NotOpened
		}
		if sentence != "" {
			refuse(sess, sentence, exitFailed)
			return
		}
		id := entry.State().ID
		if s.keyLists.Load().access == Invite && !account.Known && !id.Admin && !s.invited(sess, entry) {
			return
		}
		switch {
		case account.Nick != "":
			id.Nick, id.Name = account.Nick, account.Nick
		case id.Credential.IsLocal():
			id.Name = "this terminal"
		case !s.mayBe(id.Login, id.Credential):
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
	id, lists := sess.State().ID, s.keyLists.Load()
	if !id.Admin {
		ban, banned, err := s.config.Store.Banned(id.Credential, sess.Addr, s.config.Now())
		switch {
		case err != nil:
			return account, "", err
		case banned:
			return account, banSentence(ban), nil
		case lists.access == Allow && !lists.allowed[id.Credential]:
			return account, notAllowed, nil
		case id.Credential.IsGuest() && !s.guests():
			return account, notInvited, nil
		}
	}
	player, err := s.config.Store.Player(id.Credential)
	if err != nil {
		return account, "", fmt.Errorf("open the player's rows: %w", err)
	}
	careful := limitedPlayer{player, ch.conn, func() {
		if ban, banned, err := s.banOn(sess); err == nil && banned {
			sess.End(banSentence(ban))
		}
	}, s.hub.RecheckWatches, s.races.TryReload}
	ch.player = careful
	sess.Change(func(st *hub.State) { st.Player = s.viewerOf(careful) })
	account, err = player.Account()
	return account, "", err
}

// banOn returns the ban that applies to a session's player, if any. None applies to
// admins.
func (s *Server) banOn(sess *hub.Session) (data.Ban, bool, error) {
	id := sess.State().ID
	if id.Admin {
		return data.Ban{}, false, nil
	}
	return s.config.Store.Banned(id.Credential, sess.Addr, s.config.Now())
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
