package admin

import (
	"errors"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// codePattern matches the codes of links and invitations as the arcade prints them. They
// are kept out of the log, because its readers could use them.
var codePattern = regexp.MustCompile(`(?i)^(--[a-z]+=)?[0-9A-Z]{4}-[0-9A-Z]{4}$`)

// Audit logs one line for an admin command: who gave it, from where, its words and flags,
// and the outcome, as command.Execute returned it. For players who are not admins it logs
// the attempt without the words, which may be anything.
func Audit(log *slog.Logger, id hub.Identity, addr string, args []string, code int, err error) {
	if len(args) == 0 || args[0] != "admin" {
		return
	}
	line := []any{"user", id.Name, "account", id.Credential.String(), "addr", addr, "command", auditedWords(args[1:], id.Admin), "ok", code == command.ExitOK}
	var failed *command.Failure
	switch {
	case code == command.ExitOK:
	case !id.Admin:
		line = append(line, "refused", "not an admin")
	case errors.As(err, &failed):
		line = append(line, "refused", failed.Sentence)
	default:
		line = append(line, "refused", "not understood")
	}
	log.Info("admin", line...)
}

// auditedWords returns what the log shows of an admin command: all words, with codes
// masked, or only its name if all is false. It returns "" if there is no such command.
func auditedWords(words []string, all bool) string {
	name := slices.IndexFunc(words, func(word string) bool { return !strings.HasPrefix(word, "-") })
	switch {
	case name < 0 || !slices.Contains(commandNames(), words[name]):
		return ""
	case !all:
		return words[name]
	}
	shown := slices.Clone(words)
	for i, word := range shown {
		free := i > name+1 || words[name] == "wall" // the first argument of any other command may be a nick
		if free && codePattern.MatchString(strings.Trim(word, ".,;:!?()\"'")) {
			shown[i] = "(code)"
		}
	}
	return strings.Join(shown, " ")
}

// commandNames returns the names of all admin commands.
func commandNames() (names []string) {
	for _, cmd := range New(&Context{Context: &command.Context{}}).Commands() {
		names = append(names, cmd.Name())
	}
	return names
}
