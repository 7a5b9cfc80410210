package admin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// roundPattern matches the IDs of rounds; no nick is that long.
var roundPattern = regexp.MustCompile(`^[0-9A-Za-z]{26}$`)

// playerHelp explains what PLAYER can be.
const playerHelp = "PLAYER is a nick, a key SHA256:..., an ID '#...' as admin players --all lists them, or a session @N as admin sessions does."

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

// playerNamed returns the player that PLAYER names.
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
	if errors.Is(err, data.ErrNotFound) {
		return info, refusalf("%s has no account. %s", text, playerHelp)
	}
	c.about = info.ID
	return info, storeFailure(err)
}

// moderate changes a player's account and returns the report to print. Store errors that
// an admin can act on become sentences.
func moderate(c *Context, who string, change func(data.PlayerInfo) error) (Moderated, error) {
	info, err := playerNamed(c, who)
	if err != nil {
		return Moderated{}, err
	}
	switch err := change(info); {
	case errors.Is(err, data.ErrName), errors.Is(err, data.ErrTaken), errors.Is(err, data.ErrGuest):
		return Moderated{}, command.Refusal(c.UserError(c.Logger, "moderate", err))
	case err != nil:
		return Moderated{}, storeFailure(err)
	}
	c.Hub.RecheckWatches()
	if !c.offline() {
		c.Server.ReloadRaces() // the list of open races has nicks, and nobody who is hidden
	}
	return Moderated{Nick: info.Nick, ID: info.ID}, nil
}

// printModerated prints what was done to a player.
func printModerated(c *Context, m Moderated, format string, args ...any) error {
	return c.Print(m, func(out io.Writer) {
		fmt.Fprintf(out, "%s "+format+"\n", append([]any{cmp.Or(m.Nick, m.ID)}, args...)...)
	})
}

func newRename(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "rename PLAYER NICK", Short: "Give a player another nick; - takes it away",
		Args: cobra.ExactArgs(2), RunE: func(_ *cobra.Command, args []string) error {
			nick := args[1]
			if nick == "-" {
				nick = ""
			}
			m, err := moderate(c, args[0], func(p data.PlayerInfo) error { return c.Store.Rename(p.ID, nick) })
			if err != nil {
				return err
			}
			before := cmp.Or(m.Nick, m.ID)
			m.Nick = nick
			return c.Print(m, func(out io.Writer) {
				if nick == "" {
					fmt.Fprintf(out, "%s has no nick now. Anyone may choose it again: forbidden-nicks keeps words out.\n", before)
					return
				}
				fmt.Fprintf(out, "%s is %s now.\n", before, nick)
			})
		},
	}
}

func newDeletePlayer(c *Context) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "delete-player PLAYER", Short: "Delete an account with all its games",
		Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			info, err := playerNamed(c, args[0])
			if err != nil {
				return err
			}
			if !yes {
				return refusalf("This deletes %s with %s, for good: admin delete-player %s --yes", cmp.Or(info.Nick, info.ID), command.Plural(info.Rounds, "game"), args[0])
			}
			return deletePlayer(c, info)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "really")
	return cmd
}

// deletePlayer deletes an account and ends its sessions.
func deletePlayer(c *Context, info data.PlayerInfo) error {
	theirs := make(map[int]bool) // found now, because the store forgets whose sessions they are
	for _, s := range c.Hub.Everywhere().Sessions() {
		p, err := c.Store.Lookup(s.Credential.String())
		theirs[s.Number] = err == nil && p.ID == info.ID
	}
	m, err := moderate(c, info.ID, func(p data.PlayerInfo) error { return c.Store.DeletePlayer(p.ID, c.Now()) })
	if err != nil {
		return err
	}
	m.Ended = c.Hub.Everywhere().End(func(s hub.Listed) bool { return theirs[s.Number] }, "Your account was deleted by the host of this arcade.")
	if !c.offline() {
		c.Server.ReloadRaces() // a race that has not begun passes to its next racer
	}
	return printModerated(c, m, "is deleted, with %s; %s ended.", command.Plural(info.Rounds, "game"), command.Plural(m.Ended, "session"))
}

func newHide(c *Context) *cobra.Command {
	var undo bool
	cmd := &cobra.Command{
		Use: "hide PLAYER", Short: "Hide that a player is here, and let nobody watch; leaderboards stay",
		Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			m, err := moderate(c, args[0], func(p data.PlayerInfo) error { return c.Store.Conceal(p.ID, !undo) })
			if err != nil {
				return err
			}
			m.Hidden = !undo
			if undo {
				return printModerated(c, m, "is no longer hidden, unless by choice.")
			}
			return printModerated(c, m, "is hidden: nobody sees them here or watches them. Leaderboards still show their nick; rename and unrank change that.")
		},
	}
	cmd.Flags().BoolVar(&undo, "undo", false, "show the player again")
	return cmd
}

func newUnrank(c *Context) *cobra.Command {
	var (
		undo   bool
		reason string
	)
	cmd := &cobra.Command{
		Use: "unrank PLAYER|ROUND", Short: "Take a player, or one game by its ID, off the boards",
		Args: cobra.MinimumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			if roundPattern.MatchString(args[0]) {
				why := strings.TrimSpace(strings.Join(append([]string{reason}, args[1:]...), " "))
				return unrankRound(c, strings.ToUpper(args[0]), why, undo)
			}
			m, err := moderate(c, args[0], func(p data.PlayerInfo) error { return c.Store.Unrank(p.ID, !undo) })
			if err != nil {
				return err
			}
			m.Unranked = !undo
			if undo {
				return printModerated(c, m, "stands on the boards again.")
			}
			return printModerated(c, m, "stands on no board.")
		},
	}
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
	return c.Print(Moderated{Round: id, Unranked: !undo}, func(out io.Writer) {
		if undo {
			fmt.Fprintf(out, "The game %s counts again.\n", id)
			return
		}
		fmt.Fprintf(out, "The game %s is practice from now on. Its player reads: %s\n", id, text)
	})
}

func newMerge(c *Context) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "merge PLAYER INTO", Short: "Make one account of two of the same person, who has lost a key",
		Args: cobra.ExactArgs(2), RunE: func(_ *cobra.Command, args []string) error {
			goes, err := playerNamed(c, args[0])
			if err != nil {
				return err
			}
			into, err := playerNamed(c, args[1])
			if err != nil {
				return err
			}
			if !yes {
				return refusalf("This makes %s with %s part of %s, for good: admin merge %s %s --yes",
					cmp.Or(goes.Nick, goes.ID), command.Plural(goes.Rounds, "game"), cmp.Or(into.Nick, into.ID), args[0], args[1])
			}
			if err := c.Store.Merge(goes.ID, into.ID, c.Now()); err != nil {
				return command.Refusal(c.UserError(c.Logger, "merge accounts", err))
			}
			m, err := moderate(c, into.ID, func(data.PlayerInfo) error { return nil })
			if err != nil {
				return err
			}
			return printModerated(c, m, "has the keys and games of %s now.", cmp.Or(goes.Nick, goes.ID))
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "merge them, for good")
	return cmd
}

func newNote(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "note PLAYER TEXT", Short: "Keep a note about a player, for admins only; - removes it",
		Args: cobra.MinimumNArgs(2), RunE: func(_ *cobra.Command, args []string) error {
			text := strings.Join(args[1:], " ")
			if text == "-" {
				text = ""
			}
			m, err := moderate(c, args[0], func(p data.PlayerInfo) error { return c.Store.SetNote(p.ID, text) })
			if err != nil {
				return err
			}
			m.Note = text
			return printModerated(c, m, "has the note: %s", cmp.Or(text, "none"))
		},
	}
}
