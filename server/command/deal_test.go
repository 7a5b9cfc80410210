package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/tui/session"
)

// patientDeals finds a deal only where the command has no time limit and has told of its progress, if told is set.
type patientDeals struct {
	unlimited *bool
	told      lines
}

// lines receives each line that is written.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	select {
	case l <- string(p):
	default:
	}
	return len(p), nil
}

func (patientDeals) Kinds(engine.Game) []grade.Kind { return grade.Kinds() }

func (patientDeals) Looked() int { return 12 }

func (d patientDeals) Deal(_ context.Context, _ engine.Game, k grade.Kind) (engine.Code, grade.Mark, error) {
	if !*d.unlimited {
		return "", grade.Mark{}, context.Canceled
	}
	if d.told != nil {
		if line := <-d.told; line != "Looking for a winnable deal of Hop 45: 12 looked at.\n" {
			return "", grade.Mark{}, errors.New(line)
		}
	}
	return "FOUND", grade.Mark{Kind: k}, nil
}

// A search for a deal may wait behind the searches of others for longer than a command may
// take, and says how far it is.
func TestDealHasNoTimeLimit(t *testing.T) {
	var unlimited bool
	told := make(lines, 1)
	c := &Context{
		Ports: session.Ports{Games: catalog.Library(), Deals: patientDeals{&unlimited, told}},
		Out:   new(bytes.Buffer), NoTimeLimit: func() { unlimited = true }, Live: Output{Err: told}, Progress: time.Millisecond,
	}
	var errOut bytes.Buffer
	if code, err := Execute(t.Context(), c, New(c), []string{"deal", "hop-45"}, &errOut); code != ExitOK {
		t.Fatalf("exit %d, %v: %s", code, err, &errOut)
	}
	if got := c.Out.String(); got != "FOUND\n" {
		t.Errorf("deal prints %q", got)
	}
}

// A game's name of several words needs no quotes, also with other arguments around it.
func TestDealTakesTheGradeBesideTheGame(t *testing.T) {
	for args, want := range map[string]grade.Kind{
		"deal hop 45 gentle": grade.Gentle, "deal stern hop 45": grade.Stern, "deal hop 45": grade.Winnable,
		"deal Boardwalk Hopscotch Cruel": grade.Cruel, "deal hop 45 --grade fair": grade.Fair, "deal gentle": grade.Gentle,
	} {
		unlimited := true
		c := &Context{
			Ports: session.Ports{Games: catalog.Library(), Deals: patientDeals{unlimited: &unlimited}},
			Out:   new(bytes.Buffer), NoTimeLimit: func() {},
		}
		var errOut bytes.Buffer
		if code, err := Execute(t.Context(), c, New(c), append(strings.Fields(args), "--json"), &errOut); code != ExitOK {
			t.Fatalf("%s exits %d, %v: %s", args, code, err, &errOut)
		}
		if got := c.Out.String(); !strings.Contains(got, `"kind": "`+string(want)+`"`) {
			t.Errorf("%s prints %s", args, got)
		}
	}
	c := &Context{Ports: session.Ports{Games: catalog.Library(), Deals: patientDeals{}}, Out: new(bytes.Buffer), NoTimeLimit: func() {}}
	for line, want := range map[string]string{
		"deal hop 45 hard": `There is no grade "hard"; there are winnable, gentle, fair, stern, cruel`,
		"deal hop gentel":  `There is no grade "gentel"; did you mean gentle?`,
	} {
		var errOut bytes.Buffer
		if code, _ := Execute(t.Context(), c, New(c), strings.Fields(line), &errOut); code != ExitUsage || !strings.Contains(errOut.String(), want) {
			t.Errorf("%s exits %d: %s", line, code, &errOut)
		}
	}
}
