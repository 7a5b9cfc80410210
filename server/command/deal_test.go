package command

import (
	"bytes"
	"context"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
)

// patientDeals finds a deal only where the command has no time limit.
type patientDeals struct{ unlimited *bool }

func (patientDeals) Kinds(engine.Game) []grade.Kind { return []grade.Kind{grade.Winnable} }

func (d patientDeals) Deal(_ context.Context, _ engine.Game, k grade.Kind) (engine.Code, grade.Mark, error) {
	if !*d.unlimited {
		return "", grade.Mark{}, context.Canceled
	}
	return "FOUND", grade.Mark{Kind: k}, nil
}

// A search for a deal may wait behind the searches of others for longer than a command may
// take.
func TestDealHasNoTimeLimit(t *testing.T) {
	var unlimited bool
	c := &Context{
		Arcade: Arcade{Games: catalog.Library()}, Deals: patientDeals{&unlimited},
		Out: new(bytes.Buffer), NoTimeLimit: func() { unlimited = true },
	}
	var errOut bytes.Buffer
	if code, err := Execute(t.Context(), c, New(c), []string{"deal", "hop-45"}, &errOut); code != ExitOK {
		t.Fatalf("exit %d, %v: %s", code, err, &errOut)
	}
	if got := c.Out.String(); got != "FOUND\n" {
		t.Errorf("deal prints %q", got)
	}
}
