package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/server/command"
)

// configName is the settings file that is read if it exists beside the data.
const configName = "boardwalk.toml"

// sourceNote is the annotation of a flag that says where its value comes from.
const sourceNote = "boardwalk_source"

func configCommand() *cobra.Command {
	cmd := command.Row("config", "Print the settings that serve would use, and where each comes from", cobra.NoArgs, nil)
	cmd.Long = `Print the settings that serve would use, as TOML that --config can read, and where
each comes from: the command line, otherwise the environment
(` + envName("host-key") + ` for --host-key), otherwise the settings file
(host-key = "..."), otherwise the file boardwalk.cluster.toml beside the data, which the
machines of a cluster have in common, otherwise the default.

--write creates that file: boardwalk.toml beside the data, or the one that --config
names. Settings with their default values are commented out in it. An existing file
is left alone. The data file is not named in it, so that the arcade can be moved to
another directory. Do not redirect the output to that file with ">": the shell
empties it before boardwalk can read it.

If settings are unknown or not allowed, they are listed, and the exit code is 1.`
	c := configFlags(cmd)
	write := cmd.Flags().Bool(writeFlag, false, "create the settings file if it does not exist")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		path := configPath(cmd.Flags())
		if isStdout(path) {
			return fmt.Errorf("standard output is the settings file %s itself, and the shell has emptied it before it could be read: restore it, or remove it and run boardwalk config --write", path)
		}
		if err := c.check(cmd.Flags()); err != nil {
			return err
		}
		if *write {
			return writeConfig(cmd.OutOrStdout(), path, cmd.Flags())
		}
		var err error
		if c.data, err = filepath.Abs(c.data); err != nil {
			return fmt.Errorf("data: %w", err)
		}
		return printConfig(cmd.OutOrStdout(), cmd.Flags())
	}
	return cmd
}

// writeFlag makes config write the settings file that it otherwise reads.
const writeFlag = "write"

// isStdout reports whether standard output goes to an existing file.
func isStdout(path string) bool {
	out, err := os.Stdout.Stat()
	if err != nil || !out.Mode().IsRegular() {
		return false
	}
	file, err := os.Stat(path)
	return err == nil && os.SameFile(out, file)
}

func printConfig(w io.Writer, flags *pflag.FlagSet) error {
	var b strings.Builder
	for _, name := range settings() {
		f := flags.Lookup(name)
		source := "default"
		if note := f.Annotations[sourceNote]; note != nil {
			source = note[0]
		} else if f.Changed {
			source = "--" + name
		}
		source = strings.Trim(strconv.Quote(source), `"`)
		switch name {
		case "config": // it cannot be set in itself
		case "data":
			fmt.Fprintf(&b, "# The data file is %q, from %s.\n", f.Value, source)
		default:
			line, err := configLine(f)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%-40s # %s\n", credentials.ReplaceAllString(line, "://xxxxx@"), source)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// credentials are those in an address, which are not printed.
var credentials = regexp.MustCompile(`://[^/@\s,]+@`)

// configLine returns a setting as a line of the file.
func configLine(f *pflag.Flag) (string, error) {
	text := f.Value.String()
	if kind := f.Value.Type(); kind != "bool" && kind != "int" && kind != "MiB" {
		quoted, err := toml.Marshal(map[string]string{"": text})
		if err != nil {
			return "", fmt.Errorf("print %s: %w", f.Name, err)
		}
		_, text, _ = strings.Cut(strings.TrimSuffix(string(quoted), "\n"), " = ")
	}
	return f.Name + " = " + text, nil
}

// writeConfig writes a file of the settings among a command's flags, and says so.
func writeConfig(w io.Writer, path string, flags *pflag.FlagSet) error {
	var b strings.Builder
	b.WriteString("# Settings of this arcade. A line that begins with \"# name =\" has the default; remove the\n" +
		"# \"# \" to change it. boardwalk config prints the settings in use, and where each comes from.\n")
	for _, name := range settings() {
		if name == "config" || name == "data" {
			continue // the file is beside the data, so it need not say where that is
		}
		f := flags.Lookup(name)
		line, err := configLine(f)
		if err != nil {
			return err
		}
		if f.Value.String() == f.DefValue {
			line = "# " + line
		}
		fmt.Fprintf(&b, "\n# %s\n%s\n", f.Usage, line)
	}
	switch err := store.WriteNew(path, []byte(b.String()), 0o644); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s already exists and is left alone; boardwalk config prints the settings in use", path)
	case err != nil:
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err := fmt.Fprintf(w, "Created %s with every setting.\n", path)
	return err
}

// configPath returns the path of a command's settings file, which may not exist.
func configPath(flags *pflag.FlagSet) string {
	if path := flags.Lookup("config").Value.String(); path != "" {
		return path
	}
	return filepath.Join(filepath.Dir(flags.Lookup("data").Value.String()), configName)
}

// applySources gives each setting that the command line does not set its value from the
// environment, or otherwise from the settings file. A command without settings is left
// alone. The error names everything that is unknown or not allowed.
func applySources(cmd *cobra.Command, environ []string) error {
	flags := cmd.Flags()
	if flags.Lookup("config") == nil {
		return nil
	}
	err := applyEnv(flags, environ)
	path := configPath(flags)
	if need := flags.Lookup("config").Value.String() != "" && !flags.Changed(writeFlag); need || isThere(path) {
		err = errors.Join(err, applyFile(flags, path))
	}
	if common := filepath.Join(filepath.Dir(flags.Lookup("data").Value.String()), clusterConfigName); isThere(common) {
		err = errors.Join(err, applyFile(flags, common))
	}
	return err
}

// isThere reports whether there is a file, a link even if it leads nowhere, or something that cannot be looked at.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func applyEnv(flags *pflag.FlagSet, environ []string) error {
	names := make(map[string]string) // of settings, by variable
	for _, name := range settings() {
		names[envName(name)] = name
	}
	var errs []error
	for _, pair := range environ {
		variable, text, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(variable, envName("")) || variable == adminKeys {
			continue
		}
		name, ok := names[variable]
		if !ok {
			errs = append(errs, fmt.Errorf("the environment has %q, which is not a setting; %s", variable, orMeant(variable, slices.Sorted(maps.Keys(names)))))
			continue
		}
		errs = append(errs, applySetting(flags, name, text, variable))
	}
	return errors.Join(errs...)
}

// orMeant asks whether the nearest settings were meant, or lists all if none is near.
func orMeant(typed string, names []string) string {
	plain := make(map[string]string)
	for _, name := range names {
		plain[strings.ToLower(strings.TrimPrefix(name, envName("")))] = name
	}
	near := engine.Near(strings.ToLower(strings.TrimPrefix(typed, envName(""))), slices.Sorted(maps.Keys(plain)))
	if len(near) == 0 {
		return "the settings are " + strings.Join(names, ", ")
	}
	for i, name := range near {
		near[i] = plain[name]
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}

func applyFile(flags *pflag.FlagSet, path string) error {
	var table map[string]any
	text, err := store.ReadFile(path)
	if err == nil {
		err = toml.Unmarshal(text, &table)
	}
	if bad := new(toml.ParseError); errors.As(err, bad) && (strings.Contains(bad.Message, "expected value") || strings.Contains(bad.Message, "item to end")) {
		err = fmt.Errorf("%w; a text such as 1h needs quotes: idle = \"1h\"", err)
	}
	if err != nil {
		return fmt.Errorf("config %s: %w", path, err)
	}
	names := slices.DeleteFunc(settings(), func(name string) bool { return name == "config" })
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("config %s: %q is not a setting; %s", path, name, orMeant(name, names)))
			continue
		}
		if filepath.Base(path) == clusterConfigName && (name == "data" || strings.HasPrefix(name, "cluster")) {
			errs = append(errs, fmt.Errorf("config %s: all machines of the cluster have this file, and %s belongs in the %s of each", path, name, configName))
			continue
		}
		var text string
		switch v := table[name].(type) {
		case string, int64, float64, bool:
			text = fmt.Sprint(v)
		case []any:
			errs = append(errs, fmt.Errorf(`config %s: %s takes no list in brackets, but a text with commas, such as %s = "one, two"`, path, name, name))
			continue
		default:
			errs = append(errs, fmt.Errorf("config %s: %s takes text in quotes, a whole number such as 1000, true or false", path, name))
			continue
		}
		if name == "data" && !filepath.IsAbs(text) && text != "" {
			text = filepath.Join(filepath.Dir(path), text) // the command may run in any directory
		}
		errs = append(errs, applySetting(flags, name, text, path))
	}
	return errors.Join(errs...)
}

// applySetting sets a setting that no earlier source has set, if the command has it.
func applySetting(flags *pflag.FlagSet, name, text, source string) error {
	f := flags.Lookup(name)
	if f == nil || f.Changed {
		return nil
	}
	if err := f.Value.Set(text); err != nil {
		return fmt.Errorf("%s is %.60q in %s: %w", name, text, source, err)
	}
	f.Changed = true
	return flags.SetAnnotation(name, sourceNote, []string{source})
}

func settings() (names []string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(config).flags(all)
	all.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// adminKeys is a variable of serve that is no setting: the keys of the first admins.
const adminKeys = "BOARDWALK_ADMIN_KEYS"

func envName(name string) string {
	return "BOARDWALK_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}
