package server

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// A Moderator is what a host can do about players and their games. *data.DB is one. For
// who, see [data.DB.Lookup].
type Moderator interface {
	Lookup(who string) (data.PlayerInfo, error)
	Rename(who, nick string) error
	DeletePlayer(who string, now time.Time) error
	Conceal(who string, on bool) error
	Unrank(who string, on bool) error
	RuleOut(round, why, by string, now time.Time) error
	Reinstate(round string) error
	SetNote(who, text string) error
}

// roundPattern matches the IDs of rounds; no nick is that long.
var roundPattern = regexp.MustCompile(`^[0-9A-Za-z]{26}$`)

// playerHelp explains what PLAYER can be.
const playerHelp = "PLAYER is a nick, a key SHA256:..., an ID '#...' as admin players --all lists them, or a session @N as admin sessions does."

// moderation returns the commands that decide what others see of players.
func (a *admin) moderation() []*cobra.Command {
	undo := func(cmd *cobra.Command, usage string) *cobra.Command {
		cmd.Flags().BoolVar(&a.undo, "undo", false, usage)
		return cmd
	}
	remove := a.newCommand("delete-player PLAYER", "Delete an account with all its games", cobra.ExactArgs(1), a.deletePlayer)
	remove.Flags().BoolVar(&a.yes, "yes", false, "really")
	unrank := undo(a.newCommand("unrank PLAYER|ROUND", "Take a player, or one game by its ID, off the boards", cobra.MinimumNArgs(1), a.unrank), "put back")
	unrank.Flags().StringVar(&a.reason, "reason", "", "why, which the player reads with the game")
	return []*cobra.Command{
		a.newCommand("rename PLAYER NICK", "Give a player another nick; - takes it away", cobra.ExactArgs(2), a.rename),
		remove,
		undo(a.newCommand("hide PLAYER", "Hide that a player is here, and let nobody watch; leaderboards stay", cobra.ExactArgs(1), a.hide), "show the player again"),
		unrank,
		a.newCommand("note PLAYER TEXT", "Keep a note about a player, for admins only; - removes it", cobra.MinimumNArgs(2), a.note),
	}
}

// playerNamed returns the player that PLAYER names.
func (a *admin) playerNamed(text string) (data.PlayerInfo, error) {
	w, err := parseWho(text)
	if err != nil {
		return data.PlayerInfo{}, err
	}
	name := text
	if s := a.server.hub.Find(w.session); w.isSession && s != nil {
		name = s.State().ID.Credential.String()
	}
	info, err := a.server.config.Store.Lookup(name)
	if errors.Is(err, data.ErrNotFound) {
		return info, refusalf("%s has no account. %s", text, playerHelp)
	}
	return info, adminFailure(err)
}

// moderate changes a player's account and returns the report to print. Store errors that
// an admin can act on become sentences.
func (a *admin) moderate(who string, change func(data.PlayerInfo) error) (Moderated, error) {
	info, err := a.playerNamed(who)
	if err != nil {
		return Moderated{}, err
	}
	switch err := change(info); {
	case errors.Is(err, data.ErrName):
		_, why, _ := strings.Cut(err.Error(), data.ErrName.Error()+": ")
		return Moderated{}, command.Refusal(userError(why))
	case errors.Is(err, data.ErrTaken), errors.Is(err, data.ErrGuest):
		return Moderated{}, command.Refusal(toUserError(a.Logger, "moderate", err))
	case err != nil:
		return Moderated{}, adminFailure(err)
	}
	a.server.hub.RecheckWatches()
	return Moderated{Nick: info.Nick, ID: info.ID}, nil
}

// printModerated prints what was done to a player.
func (a *admin) printModerated(m Moderated, format string, args ...any) error {
	return a.Print(m, func(out io.Writer) {
		fmt.Fprintf(out, "%s "+format+"\n", append([]any{cmp.Or(m.Nick, m.ID)}, args...)...)
	})
}

func (a *admin) rename(_ *cobra.Command, args []string) error {
	nick := args[1]
	if nick == "-" {
		nick = ""
	}
	m, err := a.moderate(args[0], func(p data.PlayerInfo) error { return a.server.config.Store.Rename(p.ID, nick) })
	if err != nil {
		return err
	}
	before := cmp.Or(m.Nick, m.ID)
	m.Nick = nick
	return a.Print(m, func(out io.Writer) {
		if nick == "" {
			fmt.Fprintf(out, "%s has no nick now. Anyone may choose it again: forbidden-nicks keeps words out.\n", before)
			return
		}
		fmt.Fprintf(out, "%s is %s now.\n", before, nick)
	})
}

func (a *admin) deletePlayer(_ *cobra.Command, args []string) error {
	info, err := a.playerNamed(args[0])
	if err != nil {
		return err
	}
	if !a.yes {
		return refusalf("This deletes %s with %s, for good: admin delete-player %s --yes", cmp.Or(info.Nick, info.ID), command.Plural(info.Rounds, "game"), args[0])
	}
	theirs := make(map[*hub.Session]bool) // found now, because the store forgets whose sessions they are
	for _, s := range a.server.hub.Sessions() {
		p, err := a.server.config.Store.Lookup(s.State().ID.Credential.String())
		theirs[s] = err == nil && p.ID == info.ID
	}
	m, err := a.moderate(info.ID, func(p data.PlayerInfo) error { return a.server.config.Store.DeletePlayer(p.ID, a.Now()) })
	if err != nil {
		return err
	}
	m.Ended = a.server.hub.End(func(s *hub.Session) bool { return theirs[s] }, "Your account was deleted by the host of this arcade.")
	if !a.offline() {
		a.server.races.TryReload() // a race that has not begun passes to its next racer
	}
	return a.printModerated(m, "is deleted, with %s; %s ended.", command.Plural(info.Rounds, "game"), command.Plural(m.Ended, "session"))
}

func (a *admin) hide(_ *cobra.Command, args []string) error {
	m, err := a.moderate(args[0], func(p data.PlayerInfo) error { return a.server.config.Store.Conceal(p.ID, !a.undo) })
	if err != nil {
		return err
	}
	m.Hidden = !a.undo
	if a.undo {
		return a.printModerated(m, "is no longer hidden, unless by choice.")
	}
	return a.printModerated(m, "is hidden: nobody sees them here or watches them. Leaderboards still show their nick; rename and unrank change that.")
}

func (a *admin) unrank(_ *cobra.Command, args []string) error {
	why := strings.TrimSpace(strings.Join(append([]string{a.reason}, args[1:]...), " "))
	if roundPattern.MatchString(args[0]) {
		return a.unrankRound(strings.ToUpper(args[0]), why)
	}
	m, err := a.moderate(args[0], func(p data.PlayerInfo) error { return a.server.config.Store.Unrank(p.ID, !a.undo) })
	if err != nil {
		return err
	}
	m.Unranked = !a.undo
	if a.undo {
		return a.printModerated(m, "stands on the boards again.")
	}
	return a.printModerated(m, "stands on no board.")
}

// unrankRound takes one round off the boards, or puts it back.
func (a *admin) unrankRound(id, why string) error {
	text := "The host of this arcade has taken this game off the boards."
	if why != "" {
		text = strings.TrimSuffix(text, ".") + ": " + strings.TrimRight(why, ".") + "."
	}
	var err error
	if a.undo {
		err = a.server.config.Store.Reinstate(id)
	} else {
		err = a.server.config.Store.RuleOut(id, text, cmp.Or(a.ID.Nick, a.ID.Credential.String()), a.Now())
	}
	switch {
	case errors.Is(err, data.ErrNotFound):
		return refusalf("There is no game %s; top --json has the IDs of games on a board.", id)
	case errors.Is(err, data.ErrUnruled) && a.undo:
		return refusalf("No host has taken the game %s off the boards.", id)
	case errors.Is(err, data.ErrUnruled):
		return refusalf("The game %s does not count for the boards anyway.", id)
	case err != nil:
		return adminFailure(err)
	}
	return a.Print(Moderated{Round: id, Unranked: !a.undo}, func(out io.Writer) {
		if a.undo {
			fmt.Fprintf(out, "The game %s counts again.\n", id)
			return
		}
		fmt.Fprintf(out, "The game %s is practice from now on. Its player reads: %s\n", id, text)
	})
}

func (a *admin) note(_ *cobra.Command, args []string) error {
	text := strings.Join(args[1:], " ")
	if text == "-" {
		text = ""
	}
	m, err := a.moderate(args[0], func(p data.PlayerInfo) error { return a.server.config.Store.SetNote(p.ID, text) })
	if err != nil {
		return err
	}
	m.Note = text
	return a.printModerated(m, "has the note: %s", cmp.Or(text, "none"))
}
