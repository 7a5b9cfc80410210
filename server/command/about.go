package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func (c *Context) about(*cobra.Command, []string) error {
	about := c.About
	about.Name = about.Called()
	return c.Print(about, func(out io.Writer) { fmt.Fprintf(out, "# %s\n\n%s\n", about.Name, about.Markdown()) })
}
