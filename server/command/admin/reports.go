package admin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
	Number uint64     `json:"number"`
	At     time.Time  `json:"at"` // UTC
	By     string     `json:"by"`
	About  string     `json:"about"`
	Text   string     `json:"text"`
	Closed *time.Time `json:"closed,omitempty"` // UTC; absent while it is open
	Closer string     `json:"closer,omitempty"` // the admin who closed it
}

func newReports(c *Context) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use: "reports", Short: "What players report of others; --all: the closed ones too; reports close N",
		Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			report, err := reportsNow(c, all)
			if err != nil {
				return err
			}
			return c.Print(report, report.write)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "the closed ones too")
	cmd.AddCommand(&cobra.Command{
		Use: "close N", Short: "Note that a report is dealt with",
		Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			number, err := strconv.ParseUint(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("%.20q is no number of a report", args[0])
			}
			switch err := c.Store.CloseReport(number, c.by(), c.Now()); {
			case errors.Is(err, data.ErrNotFound):
				return refusalf("No open report has the number %d: admin reports lists them.", number)
			case err != nil:
				return storeFailure(err)
			}
			report, err := reportsNow(c, false)
			if err != nil {
				return err
			}
			return c.Print(report, func(out io.Writer) {
				fmt.Fprintf(out, "Report %d is closed. Open: %d.\n", number, len(report.Reports))
			})
		},
	})
	return cmd
}

// reportsNow returns the reports as they are now.
func reportsNow(c *Context, all bool) (Reports, error) {
	list, err := c.Store.Reports(all)
	report := Reports{Reports: []ReportReport{}}
	for _, r := range list {
		one := ReportReport{
			Number: r.Number, At: r.At.UTC(), By: r.By, About: r.About, Text: clean.Text(r.Text, len(r.Text)), Closer: r.Closer,
		}
		if !r.Closed.IsZero() {
			closed := r.Closed.UTC()
			one.Closed = &closed
		}
		report.Reports = append(report.Reports, one)
	}
	return report, storeFailure(err)
}

// write writes the reports as text.
func (r Reports) write(out io.Writer) {
	if len(r.Reports) == 0 {
		fmt.Fprintln(out, "No report is open.")
		return
	}
	command.Table(out, "NO\tAT (UTC)\tABOUT\tBY\tCLOSED BY\tTEXT", func(row func(string, ...any)) {
		for _, r := range r.Reports {
			row("%d\t%s\t%s\t%s\t%s\t%s", r.Number, command.Minute(r.At), r.About, r.By, cmp.Or(r.Closer, "-"), r.Text)
		}
	})
}
