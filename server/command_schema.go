package server

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
)

// reports maps commands to what they print with --json. export and import use one JSON
// document per line.
var reports = map[string]any{
	"whoami": Whoami{}, "nick": Nick{}, "stats": Stats{}, "history": History{}, "best": History{}, "record": GameRecord{},
	"export": GameRecord{}, importCommand: Imported{}, "top": Top{}, "daily": Dailies{}, "race": Races{}, "keys": Keys{}, "link": Link{}, "version": Version{},
}

// schemaCommand returns the schema command, which prints the JSON Schema of a command's
// output.
func (c *commandContext) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use: "schema COMMAND", Short: "The JSON Schema of what a command prints with --json",
		Args: cobra.MaximumNArgs(1), RunE: c.schema,
	}
}

func (c *commandContext) schema(_ *cobra.Command, args []string) error {
	commands := strings.Join(slices.Sorted(maps.Keys(reports)), ", ")
	if len(args) == 0 {
		return errors.New("this takes one of " + commands)
	}
	report, ok := reports[args[0]]
	if !ok {
		return fmt.Errorf("%.40q prints no JSON; these do: %s", args[0], commands)
	}
	schema, err := SchemaOf(report)
	if err != nil {
		return &failure{sentence: "The schema is not available.", err: err}
	}
	c.json = true
	return c.print(schema, nil)
}

// SchemaOf returns the JSON Schema of a report. It allows fields that it does not name,
// because fields may be added to reports.
func SchemaOf(report any) (*jsonschema.Schema, error) {
	schema, err := jsonschema.ForType(reflect.TypeOf(report), &jsonschema.ForOptions{})
	if err != nil {
		return nil, err
	}
	loosen(schema, map[*jsonschema.Schema]bool{})
	return schema, nil
}

// loosen allows a schema's objects to have more fields than it names.
func loosen(s *jsonschema.Schema, seen map[*jsonschema.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	s.AdditionalProperties = nil
	loosen(s.Items, seen)
	for _, p := range s.Properties {
		loosen(p, seen)
	}
}
