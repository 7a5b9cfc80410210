package command

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Sprints is what sprint prints: the sprint that goes on, the next one and the last one.
type Sprints struct {
	Held bool    `json:"held" jsonschema:"the host holds sprints; else nothing follows"`
	Now  *Sprint `json:"now,omitempty" jsonschema:"absent while none goes on"`
	Next *Sprint `json:"next,omitempty"`
	Last *Sprint `json:"last,omitempty"`
}

// A Sprint is a sprint, and how its players stand.
type Sprint struct {
	Game   string             `json:"game" jsonschema:"the ID"`
	Name   string             `json:"name"`
	Begins time.Time          `json:"begins" jsonschema:"UTC"`
	Ends   time.Time          `json:"ends" jsonschema:"UTC"`
	Deal   int                `json:"deal,omitempty" jsonschema:"the first that the player has not finished, from 1 on; absent of the next sprint"`
	Open   bool               `json:"open,omitempty" jsonschema:"the player has begun that"`
	Rows   []arcade.SprintRow `json:"rows,omitempty" jsonschema:"most won first, then most points"`
}

func (c *Context) sprint(*cobra.Command, []string) error {
	sprints := c.Events.Sprints()
	switch {
	case !sprints.Held():
		return c.Say(Sprints{}, caption.NoSprints)
	case c.Window && !c.JSON:
		return c.enter("sprint", nil)
	}
	last, err := c.sprintOf(sprints.Last)
	if err != nil {
		return err
	}
	next := sprints.Next
	report := Sprints{Held: true, Last: &last, Next: &Sprint{Game: next.Game, Name: c.Games.Name(next.Game), Begins: next.Begins, Ends: next.Ends()}}
	if sprints.Now.Game != "" {
		now, err := c.sprintOf(sprints.Now)
		if err != nil {
			return err
		}
		report.Now = &now
	}
	return c.Print(report, func(out io.Writer) {
		now, next, last := caption.Sprints(sprints, c.Games, c.Now())
		fmt.Fprintln(out, now[0])
		if report.Now != nil {
			listSprint(out, *report.Now)
			plays := "sprint"
			if c.spoken {
				plays = "sprint play"
			}
			next := caption.SprintDeal(arcade.SprintBoard{Next: report.Now.Deal, Open: report.Now.Open})
			fmt.Fprintf(out, "%s\n%s\n%s This plays it: %s\n", caption.SprintRule, caption.SprintEnds, next, c.typed(plays))
		}
		fmt.Fprintf(out, "%s\n%s\n", next[0], last[0])
		if len(report.Last.Rows) > 0 {
			listSprint(out, *report.Last)
		}
	})
}

// listSprint prints how the players of a sprint stand.
func listSprint(out io.Writer, s Sprint) {
	List(out, caption.NoSprintRows, "PLACE\tPLAYER\tWON\tPOINTS\tDEALS", s.Rows, func(r arcade.SprintRow) []any {
		place := "-"
		if r.Place > 0 {
			place = strconv.Itoa(r.Place)
		}
		return []any{place, nickOf(r.Nick, r.Mine), r.Won, r.Points, r.Deals}
	})
}

// sprintOf returns the report of a sprint.
func (c *Context) sprintOf(s arcade.Sprint) (Sprint, error) {
	b, err := c.Events.SprintBoard(s)
	arcade.CallByName(b.Rows, func(r *arcade.SprintRow) *string { return &r.Nick })
	report := Sprint{
		Game: s.Game, Name: c.Games.Name(s.Game), Begins: s.Begins, Ends: s.Ends(), Deal: b.Next, Open: b.Open,
		Rows: b.Rows,
	}
	return report, err
}
