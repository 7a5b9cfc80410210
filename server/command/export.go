package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The command that reads its input, and the most bytes that it reads: room for as many games
// as one import takes, of 100 moves each.
const (
	ImportCommand = "import"
	ImportBytes   = 8 << 20
)

// An Imported is what import prints.
type Imported struct {
	Read  int `json:"read" jsonschema:"games in the file"`
	Added int `json:"added" jsonschema:"of these, games that were not in the history yet"`
}

// export prints all games, the newest first. It leaves out those whose deals others can still
// play, because a record contains the deal.
func (c *Context) export(cmd *cobra.Command, _ []string) error {
	const page = 100
	out, secret := json.NewEncoder(c.Stream()), 0
	defer func() {
		if secret > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "Left out: %d of your games, because others can still play their deals: export again once that is over.\n", secret)
		}
	}()
	for before, more := "", true; more; {
		rounds, err := c.Player.History(before, page)
		if err != nil {
			return err
		}
		more = len(rounds) == page
		for _, r := range rounds {
			before = r.ID
			if c.Sealed(r.Event) {
				secret++
			} else if err := out.Encode(c.GameRecord(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// importGames adds what export has printed, here or elsewhere.
func (c *Context) importGames(cmd *cobra.Command, _ []string) error {
	if c.Upload == nil {
		return &Failure{Sentence: "There is nothing to import here: " + c.SSH("import < FILE")}
	}
	defer c.Upload.Input.Discard()
	text, err := c.Upload.read(cmd.Context())
	if err != nil {
		return err
	}
	rounds, err := readExport(text)
	if err != nil {
		return Refusal(err)
	}
	added := 0
	err = c.CreateAccount(func() (err error) {
		if len(rounds) > 0 {
			if err := c.Upload.File.count(); err != nil {
				return err
			}
		}
		added, err = c.Player.Import(rounds, c.Now(), nil)
		return err
	})
	if err != nil && added > 0 {
		refused := Refusal(err)
		refused.Sentence = fmt.Sprintf("%d of %s came in. %s", added, engine.Plural(len(rounds), "game"), refused.Sentence)
		return refused
	}
	return c.Done(err, Imported{len(rounds), added}, "%s read, %d new in your history. What is imported is unranked.", engine.Plural(len(rounds), "game"), added)
}

// An Upload is the file that a client sends to the import command.
type Upload struct {
	File  *Delivery
	Input Input
}

// An Input is where a file comes from. *program.Input is one.
type Input interface {
	Ended() <-chan struct{} // closed after the last byte
	Flooded() bool          // it ended because there was too much of it
	AppendTo(buf []byte) []byte
	Discard() // forgets the file, and gives its place back
}

// read returns the whole file.
func (u *Upload) read(ctx context.Context) ([]byte, error) {
	select {
	case <-u.Input.Ended():
	case <-u.File.welcome.Done():
	case <-ctx.Done():
		return nil, &Failure{Sentence: "The file did not arrive completely."}
	}
	if err := u.File.complete(); err != nil {
		return nil, err
	}
	if u.Input.Flooded() {
		return nil, &Failure{Sentence: fmt.Sprintf("That is too much: at most %d MiB can be imported at once.", ImportBytes>>20)}
	}
	return u.Input.AppendTo(nil), nil
}

// readExport parses the lines of an export. The error names the line.
func readExport(text []byte) ([]arcade.Result, error) {
	var rounds []arcade.Result
	text = bytes.TrimPrefix(text, []byte("\uFEFF")) // as some editors begin a file
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, ImportBytes)
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
		if g.Ended.IsZero() {
			return nil, fmt.Errorf("line %d does not say when the game ended", n)
		}
		if g.Seconds < 0 || g.Seconds > (1000*time.Hour).Seconds() {
			return nil, fmt.Errorf("line %d has a time that no game takes", n)
		}
		if rounds = append(rounds, arcade.Result{Record: record, Rules: g.Rules,
			Millis: int64(math.Round(g.Seconds * 1000)), Ended: g.Ended.UnixMilli()}); len(rounds) > data.ImportMax {
			return nil, fmt.Errorf("at most %d games can be imported at once", data.ImportMax)
		}
	}
	return rounds, lines.Err()
}
