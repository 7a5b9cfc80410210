package admin

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/server/command"
)

// The message of a line that [Audit] logs, and some of its keys and values.
const (
	AuditMessage = "admin"
	AuditAbout   = "about" // the player's ID, of a command about one
	AuditReads   = "reads" // the command changes nothing
	AuditRefused = "refused"
	NoAdmin      = "not an admin"
)

// codePattern matches the codes of links and invitations as the arcade prints them. They
// are kept out of the log, because its readers could use them.
var codePattern = regexp.MustCompile(`(?i)^(--[a-z]+=)?[0-9A-Z]{4}-[0-9A-Z]{4}$`)

// Audit logs one line for an admin command: who gave it, from where, its words and flags,
// and the outcome, as command.Execute returned it. For players who are not admins it logs
// the attempt without the words, which may be anything.
func Audit(c *Context, addr string, args []string, code int, err error) {
	id := c.ID
	if len(args) == 0 || args[0] != "admin" {
		return
	}
	line := []any{"user", id.Name, "account", id.Credential.String(), "addr", addr, "command", auditedWords(args[1:], id.Admin), "ok", code == command.ExitOK}
	var failed *command.Failure
	switch {
	case code == command.ExitOK:
	case !id.Admin:
		line = append(line, AuditRefused, NoAdmin)
	case errors.As(err, &failed):
		line = append(line, AuditRefused, failed.Sentence)
	default:
		line = append(line, AuditRefused, "not understood")
	}
	if c.about != "" {
		line = append(line, AuditAbout, c.about)
	}
	if id.Admin && !c.does {
		line = append(line, AuditReads, true)
	}
	c.Logger.Info(AuditMessage, line...)
}

// auditedWords returns what the log shows of an admin command: all words, with codes
// masked, or only its name if all is false. It returns "" if there is no such command.
func auditedWords(words []string, all bool) string {
	name := slices.IndexFunc(words, func(word string) bool { return !strings.HasPrefix(word, "-") })
	commands := New(&Context{Context: &command.Context{}}).Commands()
	switch {
	case name < 0 || words[name] != "help" && !slices.ContainsFunc(commands, func(cmd *cobra.Command) bool { return cmd.Name() == words[name] }):
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

// logLines is how many lines admin log prints if no number is given.
const logLines = 20

// A Log is what admin log prints.
type Log struct {
	Lines []string `json:"lines"` // in logfmt, the newest last
}

func (c *Context) log(_ *cobra.Command, args []string) error {
	n := logLines
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return fmt.Errorf("%.20q is no number of lines", args[0])
		}
	}
	lines, err := c.Server.Log(n)
	log := Log{append([]string{}, lines...)}
	return c.Done(storeFailure(err), log, "%s", cmp.Or(strings.Join(log.Lines, "\n"), "The log is empty."))
}
