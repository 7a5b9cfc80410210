package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/server/clean"
	"boardwalk/tui/caption"
	"boardwalk/tui/theme"
)

// variationsMax is the most variations that one list prints.
const variationsMax = 200

// cardWidth is the most columns of a share card.
const cardWidth = 76

// A Variations is what variation and its subcommands print.
type Variations struct {
	Variations []Variation `json:"variations" jsonschema:"one, or those of a list: the player's own in the order of their names"`
}

// A Variation is a game that somebody made up.
type Variation struct {
	ID       string         `json:"id" jsonschema:"of the game, the same for the same rules"`
	Name     string         `json:"name" jsonschema:"the player's own, or else the title of its design"`
	Code     string         `json:"code" jsonschema:"the share code, which is the rules and stands for the game in any command"`
	Summary  string         `json:"summary"`
	Own      bool           `json:"own" jsonschema:"the player keeps it"`
	By       string         `json:"by,omitempty" jsonschema:"who kept it first"`
	Since    time.Time      `json:"since,omitzero" jsonschema:"UTC; when it was first kept or played here"`
	Players  int            `json:"players" jsonschema:"who have finished a round of it here"`
	Rounds   int            `json:"rounds" jsonschema:"that they have finished"`
	Keepers  int            `json:"keepers" jsonschema:"players who keep it"`
	Estimate hint.Estimate  `json:"estimate,omitzero" jsonschema:"how the arcade's player fared in sample deals"`
	Knobs    map[string]any `json:"knobs,omitempty" jsonschema:"every setting, by name; of a single variation only"`
	Warnings []string       `json:"warnings,omitempty" jsonschema:"on settings that make a poor game; of a single variation only"`

	game  engine.MadeUp
	known string // for people: all that is known of it here
}

func newVariation(c *Context) *cobra.Command {
	return Row("variation|variations|workshop [CODE]", "A game that somebody made up, by its share code", cobra.ArbitraryArgs,
		func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listOwn(c)
			}
			return c.show(cmd, args)
		},
		newVariationList(c),
		Row("show GAME", "What it is, with its knobs and a sample deal", cobra.MinimumNArgs(1), c.show),
		Row("keep CODE [NAME]", "Put it into your lobby, or give yours another name", cobra.MinimumNArgs(1), c.keep),
		Row("share GAME", "A card to paste into a chat: its name, code and a sample deal", cobra.MinimumNArgs(1), c.share),
		Row("remove|drop GAME", "Keep it no longer; your rounds of it stay", cobra.MinimumNArgs(1), c.drop),
	)
}

func newVariationList(c *Context) *cobra.Command {
	var (
		by   string
		rows int
	)
	words := Rows(arcade.VariationOrders(), func(o arcade.VariationOrder) string {
		return string(o)[strings.LastIndex(string(o), " ")+1:] // "liked"
	})
	cmd := Row("list", "Yours, or with --by those kept or played here", cobra.NoArgs, func(*cobra.Command, []string) error {
		if by == "" {
			return listOwn(c)
		}
		i := slices.Index(words, by)
		switch {
		case i < 0:
			return fmt.Errorf("--by takes one of %s, not %.40q", strings.Join(words, ", "), by)
		case rows < 1 || rows > variationsMax:
			return fmt.Errorf("--rows is 1 to %d, not %d", variationsMax, rows)
		}
		list, err := c.Workshop.Variations(arcade.VariationOrders()[i], rows)
		if err != nil {
			return err
		}
		return c.printVariations(list, "Nobody has kept or played a variation here.")
	})
	cmd.Flags().StringVarP(&by, "by", "b", "", "those of all players: by "+strings.Join(words, ", "))
	cmd.Flags().IntVarP(&rows, "rows", "n", 20, fmt.Sprintf("how many rows, at most %d", variationsMax))
	return cmd
}

func (c *Context) keep(_ *cobra.Command, args []string) error {
	_, words, _ := c.gameFirst(args)
	g, err := c.madeUp(args[:len(args)-len(words)])
	if err != nil {
		return err
	}
	name := strings.Join(words, " ")
	switch {
	case strings.Contains(name, "?"):
		return errors.New("that name has a sign that commands do not take: give it with plain letters and digits, or rename it in the workshop")
	case name != "":
		g = g.Named(name)
	}
	if err := c.Workshop.Keep(g); err != nil {
		return err
	}
	return c.printVariation(g, func(out io.Writer, v Variation) {
		fmt.Fprintf(out, "%s is in your lobby now. Others get it with its code: %s\n", v.Name, v.Code)
		beware(out, v.Estimate.Warning())
	})
}

func (c *Context) share(_ *cobra.Command, args []string) error {
	g, err := c.madeUp(args)
	if err != nil {
		return err
	}
	return c.printVariation(g, func(out io.Writer, v Variation) {
		v.writeCard(c, out)
		beware(out, v.Estimate.Warning())
	})
}

func (c *Context) drop(_ *cobra.Command, args []string) error {
	g, err := c.madeUp(args)
	if err != nil {
		return err
	}
	v, err := c.Workshop.Variation(g)
	if err != nil {
		return err
	}
	info := v.Game.Info()
	if !v.Own {
		return &Failure{Sentence: fmt.Sprintf("You do not keep %s; %s has yours.", clean.Text(info.Name, len(info.Name)), c.SSH("variation list"))}
	}
	if err := c.Workshop.Drop(info.ID); err != nil {
		return err
	}
	return c.printVariation(g, func(out io.Writer, v Variation) {
		fmt.Fprintf(out, "%s is no longer in your lobby; your rounds of it stay. To have it back: %s\n",
			clean.Text(info.Name, len(info.Name)), c.SSH("variation keep "+v.Code))
	})
}

// madeUp returns the game that args name, if somebody made it up.
func (c *Context) madeUp(args []string) (engine.MadeUp, error) {
	g, err := c.game(args)
	if err != nil {
		return nil, err
	}
	made, ok := g.(engine.MadeUp)
	if !ok {
		return nil, &Failure{Sentence: fmt.Sprintf("These are the rules of %s, which is in the lobby; this is for the games that people make up.", g.Info().Name)}
	}
	return made, nil
}

func (c *Context) show(_ *cobra.Command, args []string) error {
	g, err := c.madeUp(args)
	if err != nil {
		return err
	}
	return c.printVariation(g, func(out io.Writer, v Variation) { v.write(c, out) })
}

func (c *Context) printVariation(g engine.MadeUp, text func(io.Writer, Variation)) error {
	stored, err := c.Workshop.Variation(g)
	if err != nil {
		return err
	}
	v := variationOf(stored)
	v.Knobs, v.Warnings = make(map[string]any), stored.Estimate.Warnings(v.game.Design())
	for _, k := range v.game.Design().Knobs() {
		v.Knobs[k.Name] = k.Value
		if json.Valid([]byte(k.Value)) { // a number, true or false
			v.Knobs[k.Name] = json.RawMessage(k.Value)
		}
	}
	return c.Print(Variations{[]Variation{v}}, func(out io.Writer) { text(out, v) })
}

func listOwn(c *Context) error {
	var list []arcade.Variation
	for _, g := range c.Games.Shelf.Own() {
		made, ok := g.(engine.MadeUp)
		if !ok {
			continue
		}
		v, err := c.Workshop.Variation(made)
		if err != nil {
			return err
		}
		list = append(list, v)
	}
	return c.printVariations(list, "You keep no variation: variation keep CODE puts one into your lobby, and W in the lobby makes one up.")
}

// printVariations prints a list of variations, or a sentence if there is none.
func (c *Context) printVariations(list []arcade.Variation, none string) error {
	report := Variations{Rows(list, variationOf)}
	return PrintList(c, report, none, "NAME\tBY\tCODE\tPLAYERS\tROUNDS\tKEPT BY\tARCADE WON", report.Variations,
		func(v Variation) []any {
			won := "-"
			if v.Estimate.Deals > 0 {
				won = fmt.Sprintf("%d of %d", v.Estimate.Won, v.Estimate.Deals)
			}
			return []any{v.Name, v.By, v.Code, v.Players, v.Rounds, v.Keepers, won}
		})
}

func variationOf(v arcade.Variation) Variation {
	info, design := v.Game.Info(), v.Game.Design()
	return Variation{
		ID: info.ID, Name: clean.Text(info.Name, len(info.Name)), Code: design.Code(), Summary: theme.ASCII().Translate(design.Summary()),
		Own: v.Own, By: v.By, Players: v.Players, Rounds: v.Rounds, Keepers: v.Keepers, game: v.Game, known: caption.Variation(v),
		Since: v.Since.UTC(), Estimate: v.Estimate,
	}
}

func (v Variation) write(c *Context, out io.Writer) {
	v.writeCard(c, out)
	fmt.Fprintln(out)
	deck := theme.ASCII()
	group := ""
	for _, k := range v.game.Design().Knobs() {
		if k.Idle != "" {
			continue
		}
		if k.Group != group {
			group = k.Group
			fmt.Fprintln(out, deck.Translate(group))
		}
		fmt.Fprintf(out, "  %-28s %s\n", deck.Translate(k.Label), deck.Translate(caption.Setting(k, k.Value)))
	}
	for _, w := range v.Warnings {
		fmt.Fprintln(out, ansi.Wordwrap(deck.Translate(w), cardWidth, ""))
	}
	if v.Since.IsZero() {
		v.known = "Nobody has kept or played it here."
	}
	if v.known != "" {
		fmt.Fprintf(out, "\n%s\n", v.known)
	}
	if !v.Own {
		fmt.Fprintf(out, "To have it in your lobby: %s variation keep %s\n", c.ssh(), v.Code)
	}
}

// writeCard writes what to send to a friend, in ASCII.
func (v Variation) writeCard(c *Context, out io.Writer) {
	fmt.Fprintln(out, strings.Join(c.ShareCard(v.game.Named(v.Name), c.ssh(), cardWidth), "\n"))
}
