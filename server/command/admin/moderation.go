package admin

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// roundPattern matches the IDs of rounds; no nick is that long.
var roundPattern = regexp.MustCompile(`^[0-9A-Za-z]{26}$`)

// playerHelp explains what PLAYER can be.
const playerHelp = "PLAYER is a nick, a key SHA256:..., an ID '#...' as admin players --all lists them, or a session @N as admin sessions does. " +
	"A name in brackets there is a login name and no nick: give the ID beside it."

// Moderated is what rename, delete-player, hide, unrank, note, merge, and hide and show of
// variations print.
type Moderated struct {
	Nick      string `json:"nick,omitempty"`
	ID        string `json:"id,omitempty"` // "#..."
	Round     string `json:"round,omitempty"`
	Variation string `json:"variation,omitempty"`
	Hidden    bool   `json:"hidden,omitempty"`
	Unranked  bool   `json:"unranked,omitempty"`
	Note      string `json:"note,omitempty"`
	Ended     int    `json:"sessions,omitempty"` // sessions that were ended
}

func playerNamed(c *Context, text string) (data.PlayerInfo, error) {
	w, err := parseWho(text)
	if err != nil {
		return data.PlayerInfo{}, err
	}
	name := text
	if w.isSession {
		if s, ok := c.Hub.Everywhere().Find(w.session); ok {
			name = s.Credential.String()
		}
	}
	info, err := c.Store.Lookup(name)
	c.about = info.ID
	return info, refusal(err, data.ErrNotFound, "%s has no account. %s", text, playerHelp)
}

// nameOf returns how a player is told from others.
func nameOf(info data.PlayerInfo) string { return cmp.Or(info.Nick, info.ID) }

// change changes a player's account and returns how it was before.
func change(c *Context, who string, do func(data.PlayerInfo) error) (data.PlayerInfo, error) {
	info, err := playerNamed(c, who)
	if err != nil {
		return info, err
	}
	if err := do(info); err != nil {
		return info, storeFailure(err)
	}
	c.Hub.RecheckWatches()
	if !c.offline() {
		c.Server.ReloadRaces() // the list of open races has nicks and no hidden players, and deletion may give a race to its next racer
	}
	return info, nil
}

// moderate changes a player's account, and prints the report of it with the player, or what the player is
// or has now.
func moderate(c *Context, who string, m Moderated, now string, do func(data.PlayerInfo) error) error {
	info, err := change(c, who, do)
	m.Nick, m.ID = info.Nick, info.ID
	return c.Done(err, m, "%s %s", nameOf(info), now)
}

func (c *Context) rename(_ *cobra.Command, args []string) error {
	nick := args[1]
	if nick == "-" {
		nick = ""
	}
	before, err := change(c, args[0], func(p data.PlayerInfo) error { return c.Store.Rename(p.ID, nick) })
	now := "is " + nick + " now."
	if nick == "" {
		now = "has no nick now. Anyone may choose the old one, unless it is reserved or has a word of forbidden-nicks."
	}
	return c.Done(err, Moderated{Nick: nick, ID: before.ID}, "%s %s", nameOf(before), now)
}

func newDeletePlayer(c *Context) *cobra.Command {
	var yes bool
	cmd := command.Row("delete-player PLAYER", "Delete an account with all its games", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			info, err := playerNamed(c, args[0])
			if err != nil {
				return err
			}
			if slices.ContainsFunc(c.Server.Admins(), func(key arcade.Credential) bool { return slices.Contains(info.Credentials, key) }) {
				return refuseAnAdmin(args[0])
			}
			if !yes {
				return refusalf("This deletes %s with %s, for good: admin delete-player %s --yes", nameOf(info), engine.Plural(info.Rounds, "game"), args[0])
			}
			theirs := make(map[int]bool) // found now, because the store forgets whose sessions they are
			for _, s := range c.Hub.Everywhere().Sessions() {
				p, err := c.Store.Lookup(s.Credential.String())
				theirs[s.Number] = err == nil && p.ID == info.ID
			}
			if _, err := change(c, info.ID, func(p data.PlayerInfo) error { return c.Store.DeletePlayer(p.ID, c.Now()) }); err != nil {
				return err
			}
			ended := c.Hub.Everywhere().End(func(s hub.Listed) bool { return theirs[s.Number] }, "Your account was deleted by the host of this arcade.")
			return c.Say(Moderated{Nick: info.Nick, ID: info.ID, Ended: ended}, "%s is deleted, with %s; %s ended.",
				nameOf(info), engine.Plural(info.Rounds, "game"), engine.Plural(ended, "session"))
		})
	cmd.Flags().BoolVar(&yes, "yes", false, "really")
	return cmd
}

func newHide(c *Context) *cobra.Command {
	var undo bool
	cmd := command.Row("hide PLAYER", "Hide that a player is here, and let nobody watch; leaderboards stay", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			now := "is hidden: nobody sees them here or watches them; admin hide " + args[0] + " --undo ends that. Leaderboards still show their nick; rename and unrank change that."
			if undo {
				now = "is no longer hidden, unless by choice."
			}
			return moderate(c, args[0], Moderated{Hidden: !undo}, now, func(p data.PlayerInfo) error { return c.Store.Conceal(p.ID, !undo) })
		})
	cmd.Flags().BoolVar(&undo, "undo", false, "show the player again")
	return cmd
}

func newUnrank(c *Context) *cobra.Command {
	var (
		undo   bool
		reason string
	)
	cmd := command.Row("unrank PLAYER|ROUND", "Take a player, or one game by its ID, off the boards", cobra.MinimumNArgs(1),
		func(_ *cobra.Command, args []string) error {
			why := strings.TrimSpace(strings.Join(append([]string{reason}, args[1:]...), " "))
			if roundPattern.MatchString(args[0]) {
				return unrankRound(c, strings.ToUpper(args[0]), why, undo)
			}
			if why != "" {
				return refusalf("A reason is told with one game, and %s names a player: admin note keeps one about a player.", args[0])
			}
			now := "stands on no board."
			if undo {
				now = "stands on the boards again."
			}
			return moderate(c, args[0], Moderated{Unranked: !undo}, now, func(p data.PlayerInfo) error { return c.Store.Unrank(p.ID, !undo) })
		})
	cmd.Flags().BoolVar(&undo, "undo", false, "put back")
	cmd.Flags().StringVar(&reason, "reason", "", "why, which the player reads with the game")
	return cmd
}

// unrankRound takes one round off the boards, or puts it back.
func unrankRound(c *Context, id, why string, undo bool) error {
	text := "The host of this arcade has taken this game off the boards."
	if why != "" {
		text = strings.TrimSuffix(text, ".") + ": " + strings.TrimRight(why, ".") + "."
	}
	var err error
	if undo {
		err = c.Store.Reinstate(id)
	} else {
		err = c.Store.RuleOut(id, text, c.by(), c.Now())
	}
	switch {
	case errors.Is(err, data.ErrNotFound):
		return refusalf("There is no game %s; top --json has the IDs of games on a board.", id)
	case errors.Is(err, data.ErrUnruled) && undo:
		return refusalf("No host has taken the game %s off the boards.", id)
	case errors.Is(err, data.ErrUnruled):
		return refusalf("The game %s does not count for the boards anyway.", id)
	case err != nil:
		return storeFailure(err)
	}
	if undo {
		return c.Say(Moderated{Round: id}, "The game %s counts again.", id)
	}
	return c.Say(Moderated{Round: id, Unranked: true}, "The game %s is practice from now on. Its player reads: %s", id, text)
}

func newMerge(c *Context) *cobra.Command {
	var yes bool
	cmd := command.Row("merge PLAYER INTO", "Merge two accounts of one person, who has lost a key", cobra.ExactArgs(2),
		func(_ *cobra.Command, args []string) error {
			goes, err := playerNamed(c, args[0])
			if err != nil {
				return err
			}
			into, err := playerNamed(c, args[1])
			if err != nil {
				return err
			}
			if goes.ID == into.ID {
				return data.ErrSame
			}
			if !yes {
				return refusalf("This makes %s with %s part of %s, for good: admin merge %s %s --yes",
					nameOf(goes), engine.Plural(goes.Rounds, "game"), nameOf(into), args[0], args[1])
			}
			if err := c.Store.Merge(goes.ID, into.ID, c.Now()); err != nil {
				return storeFailure(err)
			}
			return moderate(c, into.ID, Moderated{}, "has the keys and games of "+nameOf(goes)+" now.", func(data.PlayerInfo) error { return nil })
		})
	cmd.Flags().BoolVar(&yes, "yes", false, "merge them, for good")
	return cmd
}

func (c *Context) note(_ *cobra.Command, args []string) error {
	text := strings.Join(args[1:], " ")
	if text == "-" {
		text = ""
	}
	now := "has no note."
	if text != "" {
		now = "has the note: " + text
	}
	return moderate(c, args[0], Moderated{Note: text}, now, func(p data.PlayerInfo) error { return c.Store.SetNote(p.ID, text) })
}

// variationsMax is the most hidden variations that admin variations lists, and the most
// others.
const variationsMax = 1000

// Variations is what admin variations prints: the hidden ones first, then the newest.
type Variations struct {
	Variations []VariationReport `json:"variations"`
}

// A VariationReport is a game that somebody made up, as the host sees it.
type VariationReport struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`            // the title of its design
	By      string    `json:"by,omitempty"`    // the nick of the player who kept it first
	Owner   string    `json:"owner,omitempty"` // the ID of that player, can be used as PLAYER
	Code    string    `json:"code"`
	Since   time.Time `json:"since"`   // UTC; when it was first kept or played
	Players int       `json:"players"` // who have finished a round of it
	Rounds  int       `json:"rounds"`
	Keepers int       `json:"keepers"`
	Hidden  bool      `json:"hidden,omitempty"`
}

func (c *Context) variations(*cobra.Command, []string) error {
	report := Variations{[]VariationReport{}}
	for _, hidden := range []bool{true, false} {
		list, err := c.Store.Variations(hidden, arcade.ByAge, variationsMax)
		if err != nil {
			return storeFailure(err)
		}
		for _, v := range list {
			info := v.Game.Info()
			report.Variations = append(report.Variations, VariationReport{
				ID: info.ID, Name: info.Name, By: v.By, Owner: v.Owner, Code: v.Game.Design().Code(), Since: v.Since.UTC(),
				Players: v.Players, Rounds: v.Rounds, Keepers: v.Keepers, Hidden: v.Hidden,
			})
		}
	}
	head := "ID\tNAME\tBY\tSINCE (UTC)\tPLAYERS\tROUNDS\tKEPT BY\tMARKS"
	return command.PrintList(c.Context, report, "Nobody has kept or played a variation here.", head, report.Variations,
		func(v VariationReport) []any {
			marks := "-"
			if v.Hidden {
				marks = "hidden"
			}
			return []any{v.ID, v.Name, cmp.Or(v.By, v.Owner, "-"), command.Minute(v.Since), v.Players, v.Rounds, v.Keepers, marks}
		})
}

// hideVariation returns the command that hides or shows a variation, named by its ID or its share code.
func (c *Context) hideVariation(on bool) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		id := args[0]
		g, err := c.Games.Resolve(id)
		if several := new(engine.NameError); errors.As(err, &several) && len(several.Fits) > 1 {
			return err
		}
		if err == nil {
			id = g.Info().ID
		}
		now := "%s is shown again."
		if on {
			now = "%s is hidden: nobody finds it here. Players who keep it or have its code can still play it."
		}
		err = c.Store.HideVariation(id, on)
		err = refusal(err, data.ErrNotFound, "There is no variation %.60s; admin variations has their IDs.", args[0])
		return c.Done(err, Moderated{Variation: id, Hidden: on}, now, id)
	}
}

// Reports is what admin reports prints, the newest last. Times are in UTC.
type Reports struct {
	Reports []data.PlayerReport `json:"reports"`
}

func newReports(c *Context) *cobra.Command {
	var all bool
	cmd := command.Row("reports", "Reports of players about others; --all: the closed ones too; reports close N", cobra.NoArgs,
		func(*cobra.Command, []string) error {
			report, err := reportsNow(c, all)
			if err != nil {
				return err
			}
			return command.PrintList(c.Context, report, "No report is open.", "NO\tAT (UTC)\tABOUT\tBY\tCLOSED BY\tTEXT", report.Reports,
				func(r data.PlayerReport) []any {
					return []any{r.Number, command.Minute(r.At), r.About, r.By, cmp.Or(r.Closer, "-"), r.Text}
				})
		})
	cmd.Flags().BoolVar(&all, "all", false, "the closed ones too")
	cmd.AddCommand(command.Row("close N", "Note that a report is dealt with", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error {
			number, err := strconv.ParseUint(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("%.20q is no number of a report", args[0])
			}
			err = c.Store.CloseReport(number, c.by(), c.Now())
			if err = refusal(err, data.ErrNotFound, "No open report has the number %d: admin reports lists them.", number); err != nil {
				return err
			}
			report, err := reportsNow(c, false)
			return c.Done(err, report, "Report %d is closed. Open: %d.", number, len(report.Reports))
		}))
	return cmd
}

func reportsNow(c *Context, all bool) (Reports, error) {
	list, err := c.Store.Reports(all)
	return Reports{command.Rows(list, func(r data.PlayerReport) data.PlayerReport {
		r.At, r.Text, r.Closed = r.At.UTC(), clean.Text(r.Text, len(r.Text)), r.Closed.UTC()
		return r
	})}, storeFailure(err)
}
