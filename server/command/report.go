package command

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// reports maps commands to what they print with --json. export and import use one JSON
// document per line. The names of a report's fields are stable: fields may be added, but
// none is removed or changes its meaning.
var reports = map[string]any{
	"whoami": Whoami{}, "nick": Nick{}, "stats": Stats{}, "history": History{}, "best": History{}, "record": GameRecord{}, "analyse": Analysis{},
	"export": GameRecord{}, ImportCommand: Imported{}, "rules": Rules{}, "about": arcade.About{}, "top": Top{},
	"daily": Dailies{}, "sprint": Sprints{}, "today": Today{}, "explore": Explored{}, "puzzle": Puzzle{}, "deal": Deal{}, "race": Races{}, "challenge": Challenges{}, "challenges": Challenges{}, "duel": Challenges{},
	"variation": Variations{}, "keys": Keys{}, "link": Link{}, "version": Version{},
	"who": People{}, "follow": Following{}, "unfollow": Following{}, "report": Reported{}, "note": Noted{}, "following": Following{},
	"ignore": Ignored{}, "unignore": Ignored{}, "ignored": Ignored{},
}

// A GameResult is a finished round, in several reports.
type GameResult struct {
	ID      string         `json:"id"`
	Game    string         `json:"game" jsonschema:"the ID"`
	Name    string         `json:"name"`
	Version int            `json:"version" jsonschema:"of the game's rules"`
	Code    engine.Code    `json:"code" jsonschema:"of the deal; \"\" while it can still be played, and on leaderboards of the games of others"`
	Event   arcade.Event   `json:"event,omitempty" jsonschema:"such as \"daily/2026-11-22\""`
	Class   arcade.Class   `json:"class"`
	Points  int            `json:"points"`
	Max     int            `json:"max"`
	Won     bool           `json:"won"`
	Perfect bool           `json:"perfect"`
	Outcome arcade.Outcome `json:"outcome" jsonschema:"\"won\", \"won spiked\": with every point, some of cards that stayed face down, \"perfect\", \"lost\": no move was left, \"given up\", or \"time up\": its race, day or sprint was over"`
	Moves   int            `json:"moves"`
	Undos   int            `json:"undos"`
	Hints   int            `json:"hints"`
	Warned  int            `json:"warned,omitempty" jsonschema:"how often the player was told that the game could no longer be won"`
	Grade   string         `json:"grade,omitempty" jsonschema:"the kind of deal that the player asked for, with the version of the measure, such as \"stern@1\"; none for a fresh deal"`
	Seconds float64        `json:"seconds" jsonschema:"at the table; for a daily or race the same as elapsed"`
	Elapsed float64        `json:"elapsed" jsonschema:"in seconds, from the first sight of the deal to the end"`
	Ended   time.Time      `json:"ended" jsonschema:"UTC"`
	Ruling  string         `json:"ruling,omitempty" jsonschema:"why its class is not the one it ended with"`

	class  string // as players read it
	called string // the game, as they read it
	number int    // in the history, if known: from 1, the newest
}

// nickOf returns the nick of a player as a cell, which says whether it is the reader's own.
func nickOf(nick string, mine bool) said {
	if mine {
		return said{nick + " (you)", nick + ", you"}
	}
	return said{nick, nick}
}

// pointsOf returns points, and how many there are, as a cell: "14/27".
func pointsOf(points, most int) said {
	return said{fmt.Sprintf("%d/%d", points, most), fmt.Sprintf("%d of %s", points, engine.Plural(most, "point"))}
}

// clock returns a time in seconds as a cell.
func clock(seconds float64) said {
	return said{Clock(seconds), caption.Duration(int64(seconds * 1000))}
}

// A said is a cell of a list that is said in other words than it is shown.
type said struct{ shown, aloud string }

// String returns the cell as it is shown.
func (s said) String() string { return s.shown }

// shown returns a cell that is not said.
func shown(cell any) said { return said{shown: fmt.Sprint(cell)} }

// A page is the text of a report. Rows of lists are sentences in one that is spoken.
type page struct {
	strings.Builder
	spoken bool
}

// sentence returns a row of a list as it is said: "1: ann, 24 of 27 points, won, place 3." A number has the name of
// its column, and an empty cell is left out.
func sentence(head []string, cells []any) string {
	var says []string
	for i, cell := range cells {
		text := fmt.Sprint(cell)
		if s, ok := cell.(said); ok {
			text = s.aloud
		} else if i > 0 && text != "" && text[0] >= '0' && text[0] <= '9' {
			name, _, _ := strings.Cut(strings.ToLower(head[i]), " (")
			one, many := strings.CutSuffix(name, "s")
			if n, ok := cell.(int); ok && many {
				text = engine.Plural(n, one)
			} else {
				text = name + " " + text
			}
		}
		if text != "" && text != "-" {
			says = append(says, text)
		}
	}
	if len(says) == 1 {
		return says[0] + "."
	}
	return says[0] + ": " + strings.Join(says[1:], ", ") + "."
}

// List prints rows in aligned columns, each with its cells, below a head with a tab between columns, or as
// sentences on a page that is spoken. If there is no row it prints none instead, and nothing for "".
func List[T any](out io.Writer, none, head string, rows []T, cells func(T) []any) {
	if len(rows) == 0 {
		if none != "" {
			fmt.Fprintln(out, none)
		}
		return
	}
	if p, ok := out.(*page); ok && p.spoken {
		for _, row := range rows {
			fmt.Fprintln(out, sentence(strings.Split(head, "\t"), cells(row)))
		}
		return
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, row := range rows {
		for i, cell := range cells(row) {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, cell)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush()
}

// PrintList prints a report as JSON, or rows of it as List does.
func PrintList[T any](c *Context, report any, none, head string, rows []T, cells func(T) []any) error {
	return c.Print(report, func(out io.Writer) { List(out, none, head, rows, cells) })
}

// Rows returns the row of a report of each in a list. None are [] in JSON, not null.
func Rows[T, Row any](list []T, of func(T) Row) []Row {
	rows := make([]Row, 0, len(list))
	for _, each := range list {
		rows = append(rows, of(each))
	}
	return rows
}

func seconds(millis int64) float64 { return float64(millis) / 1000 }

// Clock formats a time in seconds as 0:48 or 1:02:03.
func Clock(seconds float64) string { return caption.Clock(int64(seconds * 1000)) }

// Minute formats a time in UTC to the minute, and returns "" of none.
func Minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return caption.Date(t.UnixMilli())
}

// NewSchema returns the command schema for commands that print reports, by their names.
func NewSchema(c *Context, reports map[string]any) *cobra.Command {
	return Row("schema COMMAND", "The JSON Schema of what a command prints with --json", cobra.MaximumNArgs(1),
		func(_ *cobra.Command, args []string) error {
			commands := strings.Join(slices.Sorted(maps.Keys(reports)), ", ")
			if len(args) == 0 {
				return errors.New("this takes one of " + commands)
			}
			report, ok := reports[args[0]]
			if !ok {
				return fmt.Errorf("%.40q prints no JSON; these do: %s", args[0], commands)
			}
			schema, err := jsonschema.ForType(reflect.TypeOf(report), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
				reflect.TypeFor[engine.Move](): {Type: "string", Description: "a move, such as \"b5c4d3\""},
			}})
			if err != nil {
				return &Failure{Sentence: "The schema is not available.", Err: err}
			}
			loosen(schema)
			c.JSON = true
			return c.Print(schema, nil)
		})
}

// loosen allows a schema's objects to have more fields than it names, because fields may be added to
// reports.
func loosen(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.AdditionalProperties = nil
	loosen(s.Items)
	for _, p := range s.Properties {
		loosen(p)
	}
}
