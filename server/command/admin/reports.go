package admin

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/server/clean"
	"boardwalk/server/command"
)

// Reports is what admin reports prints, the newest last.
type Reports struct {
	Reports []ReportReport `json:"reports"`
}

// A ReportReport is what a player told the host about another. By and About are nicks, or IDs of
// players who have none.
type ReportReport struct {
	Number uint64    `json:"number"`
	At     time.Time `json:"at"` // UTC
	By     string    `json:"by"`
	About  string    `json:"about"`
	Text   string    `json:"text"`
	Closed time.Time `json:"closed,omitzero"`  // UTC; absent while it is open
	Closer string    `json:"closer,omitempty"` // the admin who closed it
}

func newReports(c *Context) *cobra.Command {
	var all bool
	cmd := command.Row("reports", "What players report of others; --all: the closed ones too; reports close N", cobra.NoArgs,
		func(*cobra.Command, []string) error {
			report, err := reportsNow(c, all)
			if err != nil {
				return err
			}
			return command.PrintList(c.Context, report, "No report is open.", "NO\tAT (UTC)\tABOUT\tBY\tCLOSED BY\tTEXT", report.Reports,
				func(r ReportReport) []any {
					return []any{r.Number, command.Minute(r.At), r.About, r.By, cmp.Or(r.Closer, "-"), r.Text}
				})
		})
	cmd.Flags().BoolVar(&all, "all", false, "the closed ones too")
	cmd.AddCommand(command.Row("close N", "Note that a report is dealt with", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			number, err := strconv.ParseUint(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("%.20q is no number of a report", args[0])
			}
			err = c.Store.CloseReport(number, c.by(), c.Now())
			if err = refusal(err, data.ErrNotFound, "No open report has the number %d: admin reports lists them.", number); err != nil {
				return err
			}
			report, err := reportsNow(c, false)
			return c.Done(err, report, "Report %d is closed. Open: %d.", number, len(report.Reports))
		}))
	return cmd
}

// reportsNow returns the reports as they are now.
func reportsNow(c *Context, all bool) (Reports, error) {
	list, err := c.Store.Reports(all)
	return Reports{command.Rows(list, func(r data.PlayerReport) ReportReport {
		return ReportReport{r.Number, r.At.UTC(), r.By, r.About, clean.Text(r.Text, len(r.Text)), r.Closed.UTC(), r.Closer}
	})}, storeFailure(err)
}
