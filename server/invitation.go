package server

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"boardwalk/data"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/limit"
	"boardwalk/server/port"
	"boardwalk/server/program"
	"boardwalk/tui/caption"
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
func (s *playerSession) invited() bool {
	asked := strings.Fields(clean.Text(s.sess.RawCommand(), command.MaxLength))
	_, _, terminal := s.sess.Pty()
	switch {
	case len(asked) == 2 && asked[0] == "join":
		if why := s.redeem(asked[1]); why != "" {
			refuse(s.sess, s.server.auth.asking(why), exitFailed)
			return false
		}
		_, _ = fmt.Fprintln(s.sess, welcome)
		_ = s.sess.Exit(exitOK)
		return false
	case len(asked) > 0 || !terminal:
		s.uninvited()
		refuse(s.sess, s.server.auth.asking(howToJoin(s.Command)), exitFailed)
		return false
	}
	config := s.config()
	in, out := program.NewLineReader(s.channel, config), config.Output
	defer time.AfterFunc(guessTime, func() { s.End(noCode) }).Stop()
	lines := words.NewLines(in, out)
	for range port.GuessesMax {
		_, _ = io.WriteString(out, askCode)
		code, err := lines.Next()
		if err != nil {
			break
		}
		why := s.redeem(code)
		if why == "" {
			_, _ = io.WriteString(out, welcome+"\r\n")
			return true
		}
		_, _ = io.WriteString(out, why+"\r\n")
	}
	last := in.LastWords()
	orDefault(&last, noCode)
	s.uninvited()
	refuse(s.sess, s.server.auth.asking(last), exitFailed)
	return false
}

// uninvited counts and logs a newcomer who has no invitation.
func (s *playerSession) uninvited() {
	s.Log.Info("session refused", "why", "no invitation")
	s.server.turnAway(limit.Source(s.Addr), byInvitation)
}

// howToJoin returns what a newcomer reads after a command other than join. ssh is
// what players type in front of commands.
func howToJoin(ssh string) string {
	text := "This arcade is by invitation. If you have one: " + ssh + " join CODE"
	return strings.TrimSpace(text + "\n" + caption.AboutHost(ssh))
}

// redeem uses up an invitation, or returns the sentence why it cannot.
func (s *playerSession) redeem(code string) (sentence string) {
	err := s.Redeem(code)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, port.ErrGuesses):
		return noCode
	case errors.Is(err, data.ErrCode):
		return wrongCode
	}
	return caption.Sentence(err.Error())
}
