package tuitest

import (
	"context"
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

var _ arcade.Deals = (*Deals)(nil)

// Deals is an arcade.Deals whose deals have the codes STERN1, STERN2 and so on. It grades the
// deals of every game, whether there is a way to or not.
type Deals struct {
	Err   error         // returned for each deal, if set
	None  bool          // no game offers any
	Asked int           // deals that were asked for
	Seen  int           // deals that were looked at for the one that is waited for
	Comes chan struct{} // a deal comes once there is something to receive; nil: at once
}

// Kinds implements arcade.Deals.
func (d *Deals) Kinds(engine.Game) []grade.Kind {
	if d.None {
		return nil
	}
	return grade.Kinds()
}

// Looked implements arcade.Deals.
func (d *Deals) Looked() int { return d.Seen }

// Deal implements arcade.Deals.
func (d *Deals) Deal(ctx context.Context, _ engine.Game, k grade.Kind) (engine.Code, grade.Mark, error) {
	if d.Asked++; d.Comes != nil {
		select {
		case <-d.Comes:
		case <-ctx.Done():
			return "", grade.Mark{}, ctx.Err()
		}
	}
	m := grade.Mark{Kind: k}
	if k != grade.Winnable {
		m.Version = 1
	}
	code, _ := engine.ParseCode(fmt.Sprint(k, d.Asked)) // it has letters and digits alone
	return code, m, d.Err
}
