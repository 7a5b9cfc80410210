package server

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The command that reads its input, and the most bytes that it reads.
const (
	importCommand = "import"
	importBytes   = 4 << 20
)

// exportAtOnce is how many bytes of an export are buffered before they are sent: a
// history can be long and a client slow.
const exportAtOnce = 64 << 10

// An Imported is what import prints.
type Imported struct {
	Read  int `json:"read" jsonschema:"games in the file"`
	Added int `json:"added" jsonschema:"of these, games that were not in the history yet"`
}

// export prints the player's games. It leaves out games whose deals others can still
// play, because a record contains the deal.
func (c *commandContext) export(cmd *cobra.Command, _ []string) error {
	player, err := c.player()
	if err != nil {
		return err
	}
	out := json.NewEncoder(c.out)
	var failed error
	secret := 0
	err = eachRound(player, func(_ int, r arcade.Result) bool {
		if c.events.Sealed(r.Event) {
			secret++
			return true
		}
		failed = out.Encode(GameRecord{c.result(r), r.Record.String()})
		return failed == nil && (c.out.Len() < exportAtOnce || c.flush())
	})
	if secret > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "Left out: %d of your games, because others can still play their deals: export again once that is over.\n", secret)
	}
	return errors.Join(err, failed)
}

// importGames imports what export has printed, here or elsewhere.
func (c *commandContext) importGames(*cobra.Command, []string) error {
	if c.in == nil {
		return &failure{sentence: "There is nothing to import here: ssh HOST import < FILE"}
	}
	defer c.in.Discard()
	text, err := c.readInput()
	if err != nil {
		return err
	}
	rounds, err := readExport(text)
	if err != nil {
		return failureOf(err)
	}
	player, err := c.player()
	if err != nil {
		return err
	}
	added := 0
	err = c.createAccount(func() (err error) {
		if len(rounds) > 0 {
			if why := c.file.count(); why != "" {
				return &failure{sentence: why}
			}
		}
		added, err = player.Import(rounds, c.config.Now())
		return err
	})
	if failed := (*failure)(nil); errors.As(err, &failed) {
		return failed
	}
	if err != nil {
		return failureOf(toUserError(c.config.Logger, "import", err))
	}
	return c.print(Imported{len(rounds), added}, func(out io.Writer) {
		fmt.Fprintf(out, "%s read, %d new in your history. What is imported is not ranked.\n", plural(len(rounds), "game"), added)
	})
}

// readInput returns the complete input of the command. A file that has a place must not
// pause for longer than Limits.Silence, because others wait for the place.
func (c *commandContext) readInput() ([]byte, error) {
	file := c.file
	silence := time.NewTimer(c.config.Limits.Silence)
	defer silence.Stop()
	for coming := file.refusal() == ""; coming; {
		select {
		case <-c.in.Ready():
			silence.Reset(c.config.Limits.Silence)
		case <-silence.C:
			if file.holdsPlace() {
				return nil, &failure{sentence: importSilent}
			}
			silence.Reset(c.config.Limits.Silence)
		case <-c.in.Ended():
			coming = false
		case <-file.evicted:
			coming = false
		case <-c.ctx.Done():
			return nil, &failure{sentence: "The file did not arrive completely."}
		}
	}
	if sentence := file.complete(); sentence != "" {
		return nil, &failure{sentence: sentence}
	}
	if c.in.Flooded() {
		return nil, &failure{sentence: fmt.Sprintf("That is too much: at most %d MiB can be imported at once.", importBytes>>20)}
	}
	return c.in.AppendTo(nil), nil
}

// readExport parses the lines of an export. The error names the line.
func readExport(text []byte) ([]arcade.Result, error) {
	var rounds []arcade.Result
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, importBytes)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var g GameRecord
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			return nil, fmt.Errorf("line %d is not a line of an export", n)
		}
		record, err := engine.ParseRecord(g.Record)
		if err != nil {
			return nil, fmt.Errorf("line %d has no record of a game: %w", n, err)
		}
		if g.Seconds < 0 || g.Seconds > (1000*time.Hour).Seconds() {
			return nil, fmt.Errorf("line %d has a time that no game takes", n)
		}
		if rounds = append(rounds, arcade.Result{Record: record, Millis: int64(math.Round(g.Seconds * 1000)), Ended: g.Ended.UnixMilli()}); len(rounds) > data.ImportMax {
			return nil, fmt.Errorf("at most %d games can be imported at once", data.ImportMax)
		}
	}
	return rounds, lines.Err()
}
