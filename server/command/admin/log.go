package admin

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"
)

// logLines is how many lines admin log prints if no number is given.
const logLines = 20

// A Log is what admin log prints.
type Log struct {
	Lines []string `json:"lines"` // in logfmt, the newest last
}

func newLog(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "log [N]", Short: "What was done to the arcade and its accounts, and who came here and was refused since the start",
		Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
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
			return c.Print(log, func(out io.Writer) {
				for _, line := range log.Lines {
					fmt.Fprintln(out, line)
				}
				if len(log.Lines) == 0 {
					fmt.Fprintln(out, "The log is empty.")
				}
			})
		},
	}
}
