package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/tui/caption"
)

// A People is what who prints: those who are here and do not hide or, of the one with a nick, what is known.
type People struct {
	People []Person `json:"people" jsonschema:"the player first, then the followed players, then by idle time; with a nick, only that one, if seen here"`
	Player *Other   `json:"player,omitempty" jsonschema:"the one with the nick"`
}

// An Other is what is known of the player with a nick.
type Other struct {
	Nick     string       `json:"nick"`
	Since    time.Time    `json:"since,omitzero" jsonschema:"UTC; of no hidden or private player"`
	Followed bool         `json:"followed"`
	Ignored  bool         `json:"ignored,omitempty"`
	Note     string       `json:"note,omitempty" jsonschema:"which the player keeps about the one with the nick"`
	Rating   Rating       `json:"rating,omitzero" jsonschema:"in races, on the board of this month"`
	Games    []OtherGame  `json:"games" jsonschema:"on whose boards of counted games the player stands"`
	Met      arcade.Rival `json:"met" jsonschema:"races and duels against this player"`
}

// An OtherGame is how a player stands on the boards of a game.
type OtherGame struct {
	Game   string `json:"game" jsonschema:"the ID"`
	Name   string `json:"name"`
	Won    int    `json:"won"`
	Points int    `json:"points,omitempty" jsonschema:"of the best game"`
	Max    int    `json:"max,omitempty"`
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

// inCompany returns what runs a command that needs others, and refuses where players do not see each other.
func (c *Context) inCompany(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if c.Company == nil {
			return &Failure{Sentence: caption.NoCompany}
		}
		return run(cmd, args)
	}
}

func (c *Context) who(_ *cobra.Command, args []string) error {
	people := slices.Clone(c.Company.People())
	arcade.CallByName(people, func(p *arcade.Person) *string { return &p.Nick })
	if len(args) > 0 {
		people = slices.DeleteFunc(people, func(p arcade.Person) bool { return !strings.EqualFold(p.Nick, args[0]) })
	}
	report := People{People: Rows(people, func(p arcade.Person) Person {
		row := Person{
			Nick: p.Nick, Mine: p.Own, Followed: p.Friend, Ignored: p.Ignored, Doing: p.Doing, Game: p.Game, Daily: p.Daily, Watched: p.Watched, Idle: int(p.Idle.Seconds()),
		}
		if g, ok := c.Games.Restore(p.Game, p.Rules); ok {
			row.Name = g.Info().Name
		}
		return row
	})}
	if len(args) > 0 {
		return c.whois(args[0], arcade.Seen(people, args[0]), report)
	}
	account, err := c.Accounts.Account()
	if err != nil {
		return err
	}
	return c.Print(report, func(out io.Writer) {
		List(out, "Nobody can be seen here.", "PLAYER\tIS\tIDLE", people, func(p arcade.Person) []any {
			who := said{p.Nick, p.Nick}
			switch {
			case p.Own:
				who = said{p.Nick + " (you)", "you"}
			case p.Friend:
				who = said{p.Nick + " (followed)", p.Nick + ", whom you follow"}
			case p.Ignored:
				who = said{p.Nick + " (ignored)", p.Nick + ", whom you ignore"}
			}
			return []any{who, caption.Doing(p, caption.PlayedBy(c.Games, p)), caption.Idle(p.Idle)}
		})
		if unseen := caption.Unseen(account); unseen != "" {
			fmt.Fprintln(out, unseen)
		}
	})
}

// whois prints what is known of the player with a nick, whom p shows if seen here.
func (c *Context) whois(nick string, p arcade.Person, report People) error {
	o, err := c.Company.Other(nick)
	if err != nil {
		return err
	}
	met, err := arcade.HeadToHead(c.Races, c.Challenges, nick)
	if err != nil {
		return err
	}
	report.Player = &Other{
		Nick: o.Nick, Since: o.Since.UTC(), Followed: o.Follows, Ignored: o.Ignores, Note: o.Note, Rating: ratingOf(o.Rating), Met: met,
		Games: Rows(o.Games, func(g arcade.OtherGame) OtherGame {
			return OtherGame{g.Game, c.Games.Name(g.Game), g.Won, g.Best.Points, g.Best.Max}
		}),
	}
	says := append([]string{o.Nick + "."}, caption.Other(c.Games, o, p, met)...)
	for _, g := range o.Games {
		says = append(says, caption.OtherGame(c.Games, g)+".")
	}
	if len(o.Games) == 0 {
		says = append(says, caption.OnNoBoard)
	}
	if c.spoken && p.Table != 0 && !p.Own {
		says = append(says, fmt.Sprintf("watch %s watches.", o.Nick))
	}
	return c.Say(report, "%s", strings.Join(says, "\n"))
}

// A regarded is whom a player follows, or ignores: how that is read, and what is printed of it.
type regarded struct {
	read   func(arcade.Company) ([]arcade.Followed, error)
	report func(nicks []string) any
	nobody string
}

var (
	followed = regarded{arcade.Company.Following, func(nicks []string) any { return Following{nicks} }, "You follow nobody: follow NICK begins it."}
	ignored  = regarded{arcade.Company.Ignored, func(nicks []string) any { return Ignored{nicks} }, "You ignore nobody: ignore NICK begins it."}
)

// names returns the names of those whom the player regards so, never nil.
func (r regarded) names(c *Context) ([]string, error) {
	list, err := r.read(c.Company)
	if err != nil {
		return nil, err
	}
	return arcade.Names(Rows(list, func(f arcade.Followed) string { return f.Nick })), nil
}

func (r regarded) list(c *Context) func(*cobra.Command, []string) error {
	return c.inCompany(func(*cobra.Command, []string) error {
		names, err := r.names(c)
		return c.Done(err, r.report(names), "%s", cmp.Or(strings.Join(names, "\n"), r.nobody))
	})
}

// change returns the command that changes it, and says so; JSON tells who that is now.
func (r regarded) change(c *Context, regard arcade.Regard) func(*cobra.Command, []string) error {
	return c.inCompany(func(_ *cobra.Command, args []string) error {
		o, _ := c.Company.Other(args[0])
		if err := c.Company.Regard(regard, args[0]); err != nil {
			return err
		}
		names, err := r.names(c)
		if err != nil {
			return err
		}
		return c.Say(r.report(names), "%s", caption.Regarded(regard, cmp.Or(o.Nick, args[0]), o.Ignores))
	})
}

// A Noted is what note prints.
type Noted struct {
	Nick string `json:"nick"`
	Note string `json:"note" jsonschema:"\"\" if there is none now"`
}

func (c *Context) note(_ *cobra.Command, args []string) error {
	o, err := c.Company.Other(args[0])
	if err != nil {
		return err
	}
	text := strings.TrimSpace(strings.Join(args[1:], " "))
	if text == "" {
		return c.Say(Noted{o.Nick, o.Note}, "%s", caption.NoteAbout(o.Nick, o.Note))
	}
	if text == "-" {
		text = ""
	}
	return c.Done(c.Company.Note(o.Nick, text), Noted{o.Nick, text}, "%s", caption.Noted(o.Nick, text))
}

// A Reported is what report prints.
type Reported struct {
	Nick string `json:"nick" jsonschema:"of the player whom the host will read about"`
}

func (c *Context) report(_ *cobra.Command, args []string) error {
	err := c.Company.Report(args[0], strings.Join(args[1:], " "))
	nick := arcade.NickAsWritten(c.Company, args[0])
	return c.Done(err, Reported{nick}, "The host will read it. %s isn't told.", clean.Text(nick, len(nick)))
}
