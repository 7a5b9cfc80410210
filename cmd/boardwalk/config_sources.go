package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// configName is the file of settings that is read if it is beside the data.
const configName = "boardwalk.toml"

// sourceNote is the annotation of a flag that says where its value is from.
const sourceNote = "boardwalk_source"

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print what serve would run with, and where each setting is from",
		Long: `Print what serve would run with, as TOML that --config reads back, and where
each setting is from. A setting is taken from the command line, or else from the
environment (` + envName("host-key") + ` for --host-key), or else from the file
(host-key = "..."), or else it is the default.

Settings that are unknown or not allowed are named, and the exit code is 1.`,
		Args: cobra.NoArgs,
	}
	c := configFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := c.check(cmd.Flags()); err != nil {
			return err
		}
		var err error
		if c.data, err = filepath.Abs(c.data); err != nil { // it is to be read from anywhere
			return fmt.Errorf("data: %w", err)
		}
		return printConfig(cmd.OutOrStdout(), cmd.Flags())
	}
	return cmd
}

// printConfig prints the settings among a command's flags.
func printConfig(w io.Writer, flags *pflag.FlagSet) error {
	var b strings.Builder
	for _, name := range settings() {
		if name == "config" {
			continue // it cannot be set in itself
		}
		f := flags.Lookup(name)
		text := f.Value.String()
		if kind := f.Value.Type(); kind != "bool" && kind != "int" {
			quoted, err := toml.Marshal(map[string]string{"": text})
			if err != nil {
				return fmt.Errorf("print %s: %w", name, err)
			}
			_, text, _ = strings.Cut(strings.TrimSuffix(string(quoted), "\n"), " = ")
		}
		source := "default"
		if note := f.Annotations[sourceNote]; note != nil {
			source = note[0]
		} else if f.Changed {
			source = "--" + name
		}
		fmt.Fprintf(&b, "%-40s # %s\n", name+" = "+text, strings.Trim(strconv.Quote(source), `"`))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// settle gives each setting of a command that the command line does not give
// its value from the environment, or else from the configuration file. A
// command that has no settings is left alone. The error names all that is
// unknown or not allowed.
func settle(cmd *cobra.Command, environ []string) error {
	flags := cmd.Flags()
	if flags.Lookup("config") == nil {
		return nil
	}
	err := settleEnv(flags, environ)
	path := flags.Lookup("config").Value.String()
	if path == "" {
		path = filepath.Join(filepath.Dir(flags.Lookup("data").Value.String()), configName)
		if _, missing := os.Stat(path); errors.Is(missing, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(err, settleFile(flags, path))
}

func settleEnv(flags *pflag.FlagSet, environ []string) error {
	names := make(map[string]string) // of settings, by variable
	for _, name := range settings() {
		names[envName(name)] = name
	}
	var errs []error
	for _, pair := range environ {
		variable, text, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(variable, envName("")) {
			continue
		}
		name, ok := names[variable]
		if !ok {
			errs = append(errs, fmt.Errorf("the environment has %q, which is no setting; there are %s",
				variable, strings.Join(slices.Sorted(maps.Keys(names)), ", ")))
			continue
		}
		errs = append(errs, set(flags, name, text, variable))
	}
	return errors.Join(errs...)
}

func settleFile(flags *pflag.FlagSet, path string) error {
	var table map[string]any
	if _, err := toml.DecodeFile(path, &table); err != nil {
		return fmt.Errorf("config %s: %w", path, err)
	}
	names := slices.DeleteFunc(settings(), func(name string) bool { return name == "config" })
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("config %s: %q is no setting; there are %s", path, name, strings.Join(names, ", ")))
			continue
		}
		var text string
		switch v := table[name].(type) {
		case string, int64, bool:
			text = fmt.Sprint(v)
		default:
			errs = append(errs, fmt.Errorf("config %s: %s takes text, a number, true or false", path, name))
			continue
		}
		if name == "data" && !filepath.IsAbs(text) && text != "" {
			text = filepath.Join(filepath.Dir(path), text) // a file can be read from anywhere
		}
		errs = append(errs, set(flags, name, text, path))
	}
	return errors.Join(errs...)
}

// set sets a setting that no earlier source has set, if the command has it.
func set(flags *pflag.FlagSet, name, text, source string) error {
	f := flags.Lookup(name)
	if f == nil || f.Changed {
		return nil
	}
	if err := f.Value.Set(text); err != nil {
		return fmt.Errorf("%s is %q in %s: %w", name, text, source, err)
	}
	f.Changed = true
	return flags.SetAnnotation(name, sourceNote, []string{source})
}

// settings is the names of all that can be set, in the order of the help.
func settings() (names []string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(config).flags(all)
	all.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// envName is the variable of a setting.
func envName(name string) string {
	return "BOARDWALK_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}
