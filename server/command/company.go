package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/tui/caption"
)

// A People is what who prints: those who are here and do not hide.
type People struct {
	People []Person `json:"people" jsonschema:"the player first, then those whom the player follows, then by idle time"`
}

// A Person is somebody who is here.
type Person struct {
	Nick     string       `json:"nick" jsonschema:"\"Somebody\" for a player who has chosen none, with a number if there are several"`
	Mine     bool         `json:"mine"`
	Followed bool         `json:"followed" jsonschema:"the player follows this person"`
	Ignored  bool         `json:"ignored,omitempty" jsonschema:"the player ignores this person"`
	Doing    arcade.Doing `json:"doing" jsonschema:"\"playing\", \"racing\", \"watching\" or, between games and in private, \"here\""`
	Game     string       `json:"game,omitempty" jsonschema:"the ID of the game that is played"`
	Name     string       `json:"name,omitempty" jsonschema:"of that game"`
	Daily    bool         `json:"daily,omitempty" jsonschema:"it is a daily that others can still play"`
	Watched  string       `json:"watched,omitempty" jsonschema:"the nick of the player who is watched"`
	Idle     int          `json:"idle" jsonschema:"seconds since the last key press"`
}

// A Following is what following prints: those whom the player follows.
type Following struct {
	Following []string `json:"following" jsonschema:"nicks, in order; \"Somebody\" for a player who has none any more"`
}

// An Ignored is what ignored prints: those whom the player ignores.
type Ignored struct {
	Ignored []string `json:"ignored" jsonschema:"nicks, in order; \"Somebody\" for a player who has none any more"`
}

// errNoCompany is the failure of commands that need others.
func errNoCompany() error { return &Failure{Sentence: caption.NoCompany} }

func newWho(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "who", Short: "Who is here, and what they play", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if c.Company == nil {
				return errNoCompany()
			}
			people := c.Company.People()
			report := People{People: make([]Person, len(people))}
			nicks := make([]string, len(people))
			for i, p := range people {
				nicks[i] = p.Nick
			}
			names := arcade.Names(nicks)
			for i, p := range people {
				row := Person{
					Nick: names[i], Mine: p.Own, Followed: p.Friend, Ignored: p.Ignored, Doing: p.Doing, Game: p.Game, Daily: p.Daily, Watched: p.Watched, Idle: int(p.Idle.Seconds()),
				}
				if g, ok := c.Games.Restore(p.Game, p.Rules); ok {
					row.Name = g.Info().Name
				}
				report.People[i] = row
			}
			return c.Print(report, func(out io.Writer) { report.write(out, people) })
		},
	}
}

// write writes the people as text.
func (r People) write(out io.Writer, people []arcade.Person) {
	if len(people) == 0 {
		fmt.Fprintln(out, "Nobody is here who can be seen.")
		return
	}
	Table(out, "PLAYER\tIS\tIDLE", func(row func(string, ...any)) {
		for i, p := range r.People {
			who := p.Nick
			switch {
			case p.Mine:
				who += " (you)"
			case p.Followed:
				who += " (followed)"
			case p.Ignored:
				who += " (ignored)"
			}
			row("%s\t%s\t%s", who, caption.Doing(people[i], playedName(p)), caption.Idle(people[i].Idle))
		}
	})
}

// playedName returns the name of the game that a person plays.
func playedName(p Person) string {
	if p.Name == "" && p.Game != "" {
		return "a variation"
	}
	return p.Name
}

func newFollow(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "follow NICK", Short: "Follow a player, who does not learn of it", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return c.regard(args[0], arcade.Company.Follow, "You follow %s now. Nobody else learns of it.\n", c.following)
		},
	}
}

func newUnfollow(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "unfollow NICK", Short: "Follow a player no longer", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return c.regard(args[0], arcade.Company.Unfollow, "You no longer follow %s.\n", c.following)
		},
	}
}

func newIgnore(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "ignore NICK", Short: "Ignore a player: no signal, note or challenge of that one reaches you", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return c.regard(args[0], arcade.Company.Ignore, "You ignore %s now. Nobody else learns of it.\n", c.ignored)
		},
	}
}

func newUnignore(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "unignore NICK", Short: "Ignore a player no longer", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return c.regard(args[0], arcade.Company.Unignore, "You no longer ignore %s.\n", c.ignored)
		},
	}
}

func newFollowing(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "following", Short: "Whom you follow", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return c.regarded(c.following) },
	}
}

func newIgnored(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "ignored", Short: "Whom you ignore", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return c.regarded(c.ignored) },
	}
}

// A regarded is a report of whom the player follows or ignores.
type regarded interface {
	nicks() []string
	write(io.Writer)
}

// regard changes whom the player follows or ignores, and says so; JSON tells who that is now.
func (c *Context) regard(nick string, change func(arcade.Company, string) error, says string, list func() (regarded, error)) error {
	if c.Company == nil {
		return errNoCompany()
	}
	if err := change(c.Company, nick); err != nil {
		return Refusal(err)
	}
	report, err := list()
	if err != nil {
		return err
	}
	nicks := report.nicks()
	if i := slices.IndexFunc(nicks, func(name string) bool { return strings.EqualFold(name, nick) }); i >= 0 {
		nick = nicks[i] // as that player writes it
	}
	return c.Print(report, func(out io.Writer) { fmt.Fprintf(out, says, nick) })
}

// A Reported is what report prints.
type Reported struct {
	Nick string `json:"nick" jsonschema:"of the player whom the host will read about"`
}

func newReport(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "report NICK TEXT", Short: "Tell the host about a player, who does not learn of it", Args: cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if c.Company == nil {
				return errNoCompany()
			}
			if err := c.Company.Report(args[0], strings.Join(args[1:], " ")); err != nil {
				return Refusal(err)
			}
			return c.Print(Reported{args[0]}, func(out io.Writer) {
				fmt.Fprintf(out, "The host will read it. %s does not learn of it.\n", clean.Text(args[0], len(args[0])))
			})
		},
	}
}

// regarded prints whom the player follows or ignores.
func (c *Context) regarded(list func() (regarded, error)) error {
	if c.Company == nil {
		return errNoCompany()
	}
	report, err := list()
	if err != nil {
		return err
	}
	return c.Print(report, report.write)
}

// following returns whom the player follows.
func (c *Context) following() (regarded, error) {
	names, err := namesOf(c.Company.Following())
	return Following{names}, err
}

// ignored returns whom the player ignores.
func (c *Context) ignored() (regarded, error) {
	names, err := namesOf(c.Company.Ignored())
	return Ignored{names}, err
}

// namesOf returns the names of players who are followed or ignored, never nil.
func namesOf(list []arcade.Followed, err error) ([]string, error) {
	nicks := make([]string, len(list))
	for i, f := range list {
		nicks[i] = f.Nick
	}
	if err != nil {
		return nil, Refusal(err)
	}
	return arcade.Names(nicks), nil
}

func (r Following) nicks() []string { return r.Following }
func (r Ignored) nicks() []string   { return r.Ignored }

// write writes whom the player follows as text, one a line.
func (r Following) write(out io.Writer) {
	writeNicks(out, r.Following, "You follow nobody: follow NICK begins it.")
}

// write writes whom the player ignores as text, one a line.
func (r Ignored) write(out io.Writer) {
	writeNicks(out, r.Ignored, "You ignore nobody: ignore NICK begins it.")
}

func writeNicks(out io.Writer, nicks []string, nobody string) {
	if len(nicks) == 0 {
		fmt.Fprintln(out, nobody)
	}
	for _, nick := range nicks {
		fmt.Fprintln(out, nick)
	}
}
