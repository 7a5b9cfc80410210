package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/server/command"
)

// refusal returns what the program says on standard error, in a directory without files, with
// variables added to its environment. It must refuse.
func refusal(t *testing.T, environ []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(programPath(), args...)
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), environ...)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err == nil || errors.Is(err, exec.ErrNotFound) {
		t.Errorf("%q ends with %v", args, err)
	}
	return said.String()
}

// A setting that is misspelt is answered with the one that is meant, wherever it is.
func TestAMisspeltSettingIsAnsweredWithTheNearest(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.toml")
	if err := os.WriteFile(file, []byte("heath_addr = \"127.0.0.1:1\"\nMOTD = \"x\"\nadress = \":1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, said := range map[string]string{
		`"heath_addr" is not a setting; did you mean health-addr?`:                       refusal(t, nil, "config", "--config", file),
		`"adress" is not a setting; the settings are `:                                   refusal(t, nil, "config", "--config", file),
		`"MOTD" is not a setting; did you mean motd?`:                                    refusal(t, nil, "config", "--config", file),
		`"BOARDWALK_GESTS", which is not a setting; did you mean BOARDWALK_GUESTS?`:      refusal(t, []string{"BOARDWALK_GESTS=false"}, "config"),
		`"BOARDWALK_WHATEVER", which is not a setting; the settings are BOARDWALK_ACCES`: refusal(t, []string{"BOARDWALK_WHATEVER=x"}, "serve"),
		"unknown flag: --gests; did you mean --guests?":                                  refusal(t, nil, "serve", "--gests=false"),
		"unknown flag: --repare; did you mean --repair?":                                 refusal(t, nil, "check", "--repare"),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it says %q, want %q", said, want)
		}
	}
}

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

// A command on a data file that is not there says so.
func TestThereIsNoFile(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"compact"}, {"check"}, {"check", "--repair"}, {"check", "--let-go"}, {"salvage", "new.db"}, {"restore", "boardwalk.db"}, {"admin", "players"}, {"cluster", "status"},
	} {
		if said := refusal(t, nil, args...); said != "boardwalk: there is no file boardwalk.db\n" {
			t.Errorf("%q: %q", args, said)
		}
	}
}
