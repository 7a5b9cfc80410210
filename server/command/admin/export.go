package admin

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/server/command"
	"boardwalk/tui/caption"
)

// A Kept is a line of what admin export prints: one thing that is kept about a player.
type Kept struct {
	Kind string              `json:"kind" jsonschema:"as data.Kept has it: account, key, open, round and others"`
	Name string              `json:"name,omitempty" jsonschema:"a fingerprint, nick, game, code, month, slot or round"`
	Kept json.RawMessage     `json:"kept,omitempty" jsonschema:"as it is stored; times are Unix milliseconds"`
	Game *command.GameRecord `json:"game,omitempty" jsonschema:"of a round: as export prints it"`
}

// export prints all that is kept about a player. It leaves out games
// whose deals others can still play, because a record contains the deal.
func (c *Context) export(cmd *cobra.Command, args []string) error {
	info, err := playerNamed(c, args[0])
	if err != nil {
		return err
	}
	out := json.NewEncoder(c.Stream())
	secret := 0
	var failed error
	err = c.Store.Kept(info.ID, func(k data.Kept) error {
		line := Kept{Kind: k.Kind, Name: k.Name, Kept: k.Row}
		event := k.Event
		if k.Kind == data.KeptRound {
			record := c.GameRecord(k.Round)
			line.Game, event = &record, k.Round.Event
		}
		if c.Sealed(event) {
			secret++
			return nil
		}
		failed = out.Encode(line)
		return failed
	})
	if secret > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "Left out: %s of games whose deals others can still play: export again once that is over.\n",
			caption.Plural(secret, "line"))
	}
	if failed != nil || errors.Is(err, data.ErrNotFound) {
		return failed
	}
	return storeFailure(err)
}
