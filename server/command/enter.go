package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/tui/caption"
)

func (c *Context) play(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("play needs the name of a game:\n  %s play hop 45\nThe lobby has them all: %s\nIn words: %s", c.terminal(), c.ssh(), caption.InWords(c.ssh()))
	}
	return c.enter("play", args)
}

func (c *Context) learn(_ *cobra.Command, args []string) error { return c.enter("learn", args) }

// enter has the session go on at the page of the game that args name, if any.
func (c *Context) enter(page string, args []string) error {
	if c.JSON {
		return errors.New(page + " has no --json")
	}
	var g engine.Game
	if len(args) > 0 {
		var err error
		if g, err = c.game(args); err != nil {
			return err
		}
	}
	c.Show = Entrance{Page: page, Game: g}
	return nil
}

// watch watches a player. Without a terminal it prints who plays.
func (c *Context) watch(cmd *cobra.Command, args []string) error {
	if !c.Window && !c.JSON && c.Company != nil {
		if err := c.who(cmd, args); err != nil {
			return err
		}
		if len(args) > 0 {
			if p := arcade.Seen(c.Company.People(), arcade.NickAsWritten(c.Company, args[0])); p.Table == 0 {
				_, err := fmt.Fprintln(c.Out, "\n"+caption.AtNoTable(p))
				return err
			}
		}
		if !slices.ContainsFunc(c.Company.People(), func(p arcade.Person) bool { return p.Table != 0 }) {
			notable, err := topOf(c, arcade.Leaderboard{Class: arcade.Counted, Kind: arcade.Notable}, c.Games.House[0], 10)
			if err != nil {
				return err
			}
			fmt.Fprintln(c.Out)
			notable.write(c.Out)
		}
		_, err := fmt.Fprintf(c.Out, "\nWatching takes a terminal:\n  %s watch NICK\n", c.terminal())
		return err
	}
	err := c.enter("watch", nil)
	for _, nick := range args {
		c.Show.Player = clean.Text(nick, 20) // a nick is no longer
	}
	return err
}

// A Rules is what rules prints: one game with its rules, or all games.
type Rules struct {
	Games []GameRules `json:"games" jsonschema:"in the order of the menu"`
}

// A GameRules is a game, as the rules command describes it.
type GameRules struct {
	Game    string `json:"game" jsonschema:"the ID"`
	Name    string `json:"name"`
	Family  string `json:"family"`
	Author  string `json:"author,omitempty"`
	Version int    `json:"version" jsonschema:"of the rules"`
	Max     int    `json:"max" jsonschema:"the most points"`
	Aim     string `json:"aim" jsonschema:"what the player is to do, in a sentence"`
	Rules   string `json:"rules,omitempty" jsonschema:"the rules page, in Markdown; only if one game was named"`
}

func (c *Context) rules(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		report := Rules{Rows(c.Games.All(), rulesOf)}
		return c.Print(report, func(out io.Writer) { report.write(out, caption.MoreGames(c.Games), c.terminal()) })
	}
	if c.Window && !c.JSON {
		return c.enter("rules", args)
	}
	g, err := c.game(args)
	if err != nil {
		return err
	}
	r := rulesOf(g)
	lines := strings.Split(strings.TrimSpace(c.Games.Rules(g)), "\n") // names in them may be those of players
	r.Rules = strings.Join(Rows(lines, func(line string) string { return clean.Text(line, len(line)) }), "\n")
	return c.Print(Rules{[]GameRules{r}}, func(out io.Writer) {
		fmt.Fprintln(out, r.Rules)
		for _, other := range c.Games.Namesakes(strings.Join(args, " "), g) {
			fmt.Fprintf(out, "\nThese are the rules of %s. For those of %s: rules %s\n", r.Name, other.Info().Name, other.Info().ID)
		}
	})
}

// rulesOf returns the report of a game, without its rules page.
func rulesOf(g engine.Game) GameRules {
	info := g.Info()
	return GameRules{
		Game: info.ID, Name: clean.Text(info.Name, len(info.Name)), Family: info.Family, Author: clean.Text(info.Author, len(info.Author)),
		Version: info.Version, Max: info.Max, Aim: info.Aim.Full,
	}
}

// write writes a line for each game, and more. terminal begins a command that takes a terminal.
func (r Rules) write(out io.Writer, more, terminal string) {
	name := len("GAME")
	for _, g := range r.Games {
		name = max(name, utf8.RuneCountInString(g.Name))
	}
	fmt.Fprintf(out, "%-*s  AIM\n", name, "GAME")
	for _, g := range r.Games {
		fmt.Fprintln(out, caption.Fold(fmt.Sprintf("%-*s  %s", name, g.Name, g.Aim), name+2))
	}
	if more != "" {
		fmt.Fprintln(out, "\n"+caption.Fold(more, 0))
	}
	fmt.Fprintf(out, "\nrules GAME prints the rules of one. This teaches it:\n  %s learn GAME\n", terminal)
}

func (c *Context) about(*cobra.Command, []string) error {
	about := c.About
	about.Name = about.Called()
	return c.Print(about, func(out io.Writer) { fmt.Fprintf(out, "%s\n\n%s\n", about.Name, about.Markdown()) })
}
