package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func newAbout(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "about", Short: "What the host says: message of the day, house rules, contact",
		Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			about := c.About
			about.Name = about.Called()
			return c.Print(about, func(out io.Writer) { fmt.Fprintf(out, "# %s\n\n%s\n", about.Name, about.Markdown()) })
		},
	}
}
