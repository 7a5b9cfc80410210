package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/server/command"
)

// A value that stands apart from its switch is refused with how it is written, for every switch of
// every command.
func TestTheValueOfASwitchIsWrittenWithIt(t *testing.T) {
	t.Parallel()
	var switches int
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		if !cmd.HasParent() {
			return
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal == "" || f.Name == "help" || f.Name == "version" {
				return
			}
			switches++
			fresh, rest, err := root().Find(append(strings.Fields(cmd.CommandPath())[1:], "--"+f.Name, "false"))
			if err != nil {
				t.Fatal(err)
			}
			if err := fresh.ParseFlags(rest); err != nil {
				t.Fatal(err)
			}
			want := "true or false goes directly after the flag and an =: --" + f.Name + "=false"
			if err := fresh.ValidateArgs(fresh.Flags().Args()); err == nil || err.Error() != want {
				t.Errorf("%s --%s false: %v", cmd.CommandPath(), f.Name, err)
			}
		})
	}
	walk(root())
	if switches < 15 {
		t.Errorf("there are only %d switches", switches)
	}
	// Without a switch, they are words as any other.
	if err := command.SwitchError(&cobra.Command{}, []string{"true"}); err != nil {
		t.Error(err)
	}
}
