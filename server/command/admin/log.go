package admin

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

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
	if err != nil {
		return storeFailure(err)
	}
	log := Log{append([]string{}, lines...)}
	return c.Say(log, "%s", cmp.Or(strings.Join(log.Lines, "\n"), "The log is empty."))
}
