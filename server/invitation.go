package server

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/program"
	"boardwalk/tui/words"
)

// guessTime is how long a newcomer may take to enter a code, because a session that only
// asks takes up a player's place.
const guessTime = 2 * time.Minute

// What a newcomer reads where an invitation is needed.
const (
	askCode   = "This arcade is by invitation. Type your code: "
	wrongCode = "There is no such invitation, or it was used or has expired."
	noCode    = "Ask the arcade's host for an invitation, then come back."
	welcome   = "Welcome. This key may come in from now on."
)

// invited asks a newcomer for an invitation: either the command is "join CODE", or the
// newcomer types a code when asked. It reports whether the session goes on.
func (s *Server) invited(sess ssh.Session, entry *hub.Session) bool {
	asked := strings.Fields(clean.Text(sess.RawCommand(), command.MaxLength))
	_, _, terminal := sess.Pty()
	switch {
	case len(asked) == 2 && asked[0] == "join":
		if why := s.redeem(sess, entry, asked[1]); why != "" {
			refuse(sess, why, exitFailed)
			return false
		}
		_, _ = fmt.Fprintln(sess, welcome)
		_ = sess.Exit(exitOK)
		return false
	case len(asked) > 0 || !terminal:
		refuse(sess, notInvited, exitFailed)
		return false
	}
	config := s.programConfigOf(sess)
	in, out := program.NewLineReader(channelOf(sess), config), config.Output
	defer time.AfterFunc(guessTime, func() { entry.End(noCode) }).Stop()
	lines := words.NewLines(in, out)
	for range guessesMax {
		_, _ = io.WriteString(out, askCode)
		code, err := lines.Next()
		if err != nil {
			break
		}
		why := s.redeem(sess, entry, code)
		if why == "" {
			_, _ = io.WriteString(out, welcome+"\r\n")
			return true
		}
		_, _ = io.WriteString(out, why+"\r\n")
	}
	last := in.LastWords()
	orDefault(&last, noCode)
	refuse(sess, last, exitFailed)
	return false
}

// redeem uses up an invitation, or returns the sentence why it cannot.
func (s *Server) redeem(sess ssh.Session, entry *hub.Session, code string) (sentence string) {
	err := channelOf(sess).player.Redeem(code, s.config.Now())
	switch {
	case err == nil:
		s.logOf(sess).Info("invitation redeemed")
		return ""
	case errors.Is(err, errGuesses):
		return noCode
	case errors.Is(err, data.ErrCode):
		return wrongCode
	}
	s.logOf(sess).Error("redeem an invitation", "err", err)
	return command.NotOpened
}
