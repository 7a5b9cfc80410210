package server

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// codeForm is what codes look like as the arcade prints them, those of links and
// invitations: whoever reads the log could use them.
var codeForm = regexp.MustCompile(`^[0-9A-Z]{4}-[0-9A-Z]{4}$`)

// audit logs one line for an admin command: who gave it, from where, its words and
// flags, and what came of it. Commands of others are logged too, without their words:
// whatever these were meant to be, they are no command.
func (s *Server) audit(c *call, args []string, code int, err error) {
	if len(args) == 0 || args[0] != "admin" {
		return
	}
	line := []any{"user", c.who.name, "account", c.who.account, "addr", c.addr, "command", auditedWords(args[1:], c.who.admin), "ok", code == exitOK}
	var failed *failure
	switch {
	case code == exitOK:
	case !c.who.admin:
		line = append(line, "refused", "no admin")
	case errors.As(err, &failed):
		line = append(line, "refused", failed.sentence)
	default:
		line = append(line, "refused", "not understood")
	}
	s.config.Logger.Info("admin", line...)
}

// auditedWords is what the log shows of an admin command: all its words without codes,
// or its name alone, and nothing where there is no such command.
func auditedWords(words []string, all bool) string {
	name := slices.IndexFunc(words, func(word string) bool { return !strings.HasPrefix(word, "-") })
	switch {
	case name < 0 || !slices.Contains(adminVerbs(), words[name]):
		return ""
	case !all:
		return words[name]
	}
	shown := slices.Clone(words)
	for i, word := range shown {
		free := i > name+1 || words[name] == "wall" // what comes first else may be a nick
		if free && codeForm.MatchString(strings.Trim(word, ".,;:!?()\"'")) {
			shown[i] = "(code)"
		}
	}
	return strings.Join(shown, " ")
}

// adminVerbs is the names of all admin commands.
func adminVerbs() (names []string) {
	tree := (&call{who: identity{admin: true}}).admin(nil)
	for _, cmd := range tree.Commands() {
		names = append(names, cmd.Name())
	}
	return names
}
