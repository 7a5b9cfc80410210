// Package admin has the commands of `ssh HOST admin`, with which the admins of an arcade
// run it, and of `boardwalk admin` on the host itself.
//
// They are made as those of package command are, as rows of the table in [New]. A [Context] is one
// run, and gives what only admins may reach, the sessions and the store. No player's command sees
// it. Whether somebody is an admin is up to the caller, who adds either [New] or [Refused] to the
// tree. [Audit] logs what was done.
package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/peers"
)

// A Store is what admins can do with an arcade's data. *data.DB is one.
type Store interface {
	// Ping returns why the store cannot be used at the moment, or nil. It is quick.
	Ping() error
	// Space returns the size of the store and its limit. It is quick.
	Space() store.Space
	Totals() (data.Totals, error)
	Players(after string, n int) ([]data.PlayerInfo, error)
	// Backup copies the store, as [store.DB.Backup] does.
	Backup(ctx context.Context, path string, progress ...func(done, total int64)) (bytes int64, err error)

	Holds(nick string, c arcade.Credential) (exists, holds bool, err error)
	Ban(data.Ban) error
	Unban(who string) error
	Bans() ([]data.Ban, error)
	Invite(by string, now time.Time) (code string, until time.Time, err error)
	Invitations(now time.Time) ([]data.Invitation, error)
	Withdraw(which string) error

	AddLines([]data.Line) error
	Lines(n int) ([]data.Line, error)
	Reports(all bool) ([]data.PlayerReport, error)
	CloseReport(number uint64, by string, now time.Time) error

	// What a host can do about players and their games. who is as in [data.DB.Lookup].
	Lookup(who string) (data.PlayerInfo, error)
	Kept(who string, fn func(data.Kept) error) error
	Rename(who, nick string) error
	DeletePlayer(who string, now time.Time) error
	Conceal(who string, on bool) error
	Unrank(who string, on bool) error
	RuleOut(round, why, by string, now time.Time) error
	Reinstate(round string) error
	SetNote(who, text string) error
	Merge(who, into string, now time.Time) error

	Variations(hidden bool, order arcade.VariationOrder, n int) ([]data.VariationInfo, error)
	HideVariation(id string, on bool) error
}

// A Server is the server as its admins see it, besides its sessions.
type Server interface {
	// Admins returns the keys of the admins.
	Admins() []arcade.Credential
	// AddAdmin adds a key, as in authorized_keys or as a fingerprint, to the file of admins and
	// reads it again. RemoveAdmins takes keys out of it. An error is for the admin.
	AddAdmin(line string) (arcade.Credential, error)
	RemoveAdmins(keys []arcade.Credential) error
	// Log returns the last n lines of the log, the newest last: of what was done on any machine
	// of the arcade, and of who came to this one and was refused since its start.
	Log(n int) ([]string, error)
	// Access returns who may play: "open", "invite" or "allow".
	Access() string
	// EndBanned ends the sessions of all players who are banned, with the words for a ban,
	// and returns how many it ended.
	EndBanned(data.Ban) (n int)
	// Reload reads the settings that may change and the key files again. Its error is for
	// the admin.
	Reload() (Reloaded, error)
	// Cluster returns the state of the machines of the arcade, and whether there are several. With
	// verify, they compare their data files first.
	Cluster(verify bool) (peers.Status, bool)
	// ReloadRaces reads the running races from the store again.
	ReloadRaces()
}

// reports maps the admin commands to what they print with --json.
var reports = map[string]any{
	"players": Players{}, "export": Kept{}, "sessions": Sessions{}, "kick": Ended{}, "ban": data.Ban{}, "unban": Unbanned{}, "bans": Bans{}, "invite": Invitations{}, "invitations": OpenInvitations{}, "withdraw": Withdrawn{},
	"rename": Moderated{}, "delete-player": Moderated{}, "hide": Moderated{}, "unrank": Moderated{}, "note": Moderated{}, "merge": Moderated{}, "variations": Variations{},
	"wall": Notified{}, "drain": Drained{}, "backup": BackedUp{}, "reload": Reloaded{}, "cluster": peers.Status{}, "admins": Admins{}, "stats": ArcadeStats{}, "log": Log{}, "reports": Reports{},
}

// A Context is one run of a command by an admin.
type Context struct {
	*command.Context
	Store  Store
	Hub    *hub.Hub
	Server Server
	Began  time.Time // of the server; zero if none runs, so that nobody is playing

	Backups string // folder for backups; if empty, none can be made
	// Life ends when backups must stop, and its cause is a refusal that says why; nil never ends. BackupFailed is
	// called once a backup could not be made, unless it is nil.
	Life         context.Context
	BackupFailed func()

	// Of the run, for the log.
	about string // the player's ID, of a command about one; otherwise ""
	does  bool   // it is one that changes something
}

// offline reports whether no server runs.
func (c *Context) offline() bool { return c.Began.IsZero() }

// by returns how the admin is named in what is stored.
func (c *Context) by() string {
	return cmp.Or(c.ID.Nick, c.ID.Credential.String())
}

// New returns the admin commands.
func New(c *Context) *cobra.Command {
	root := &cobra.Command{Use: "admin", Short: "Run this arcade", Args: cobra.ArbitraryArgs}
	root.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 && args[0] == "help" {
			args = args[1:]
			if cmd, _, _ := root.Find(args); cmd != root {
				return cmd.Help()
			}
		}
		if len(args) > 0 {
			return fmt.Errorf("there is no command %q", "admin "+args[0])
		}
		_ = root.Help()
		fmt.Fprintf(c.Out, "\n%s\n%s\n", whoHelp, playerHelp)
		return nil
	}
	row, none, one, some := command.Row, cobra.NoArgs, cobra.ExactArgs(1), cobra.MinimumNArgs(1)
	root.AddCommand(
		newPlayers(c),
		row("export PLAYER", "All that is kept about a player, as JSON lines", one, c.export),
		row("sessions", "The running sessions", none, c.sessions),
		row("kick WHO [REASON]", "End a player's sessions", some, c.kick),
		newBan(c),
		row("unban WHO", "Lift a ban", one, c.unban),
		row("bans", "The bans in force", none, c.bans),
		newInvite(c),
		row("invitations", "The invitations that are still good", none, c.invitations),
		row("withdraw INVITATION", "Take an invitation back", one, c.withdraw),
		row("rename PLAYER NICK", "Give a player another nick; - takes it away", cobra.ExactArgs(2), c.rename),
		newDeletePlayer(c),
		newHide(c),
		newUnrank(c),
		row("note PLAYER TEXT", "Keep a note about a player, for admins only; - removes it", cobra.MinimumNArgs(2), c.note),
		newMerge(c),
		row("variations|variation", "The games that players made up, with who did", none, c.variations,
			row("hide ID", "Hide a variation here; players who keep it still have it", one, c.hideVariation(true)),
			row("show ID", "Show a hidden one again", one, c.hideVariation(false))),
		newWall(c),
		newDrain(c),
		row("backup [NAME]", "Copy the data file to the backup folder; - copies it to standard output", cobra.MaximumNArgs(1), c.backup),
		row("reload", "Read the key files again, and the settings that need no restart", none, c.reload),
		row("admins", "The keys of the admins; admins add, admins remove", none, c.admins,
			row("add KEY|NICK", "Make a key an admin's: the line of a .pub file, a fingerprint SHA256:..., or the nick of a player", some, c.addAdmin),
			newRemoveAdmin(c)),
		row("stats", "The arcade in numbers", none, c.stats),
		newCluster(c),
		row("log [N]", "What was done to the arcade and its accounts, and who came here and was refused since the start", cobra.MaximumNArgs(1), c.log),
		newReports(c),
		command.NewSchema(c.Context, reports),
	)
	noteDeeds(c, root.Commands())
	return root
}

// readers are the commands that change nothing, so that the log that admins read leaves them out.
var readers = []string{
	"players", "export", "sessions", "bans", "invitations", "variations", "admins", "stats", "cluster", "log", "reports", "schema",
}

// noteDeeds has the commands, and those below them, note that they change something.
func noteDeeds(c *Context, commands []*cobra.Command) {
	for _, cmd := range commands {
		run := cmd.RunE
		if run != nil && !slices.Contains(readers, strings.TrimPrefix(cmd.CommandPath(), "admin ")) {
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				c.does = true
				return run(cmd, args)
			}
		}
		noteDeeds(c, cmd.Commands())
	}
}

// ErrNotAdmin is what everybody but an admin reads, whatever was asked for.
var ErrNotAdmin = arcade.Refuse("that is for the admins of this arcade: their keys are in its file of admins")

// Refused returns the admin command of everyone else. It refuses whatever follows it.
func Refused() *cobra.Command {
	return &cobra.Command{
		Use: "admin", Short: "For the admins of this arcade", Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error { return ErrNotAdmin },
	}
}

// refusalf returns the error of a command that was understood but cannot be done.
func refusalf(format string, args ...any) error {
	return &command.Failure{Sentence: fmt.Sprintf(format, args...)}
}

// refusal returns why a change of the store was not made, nil if it was: the sentence, if err is because.
func refusal(err, because error, format string, args ...any) error {
	if errors.Is(err, because) {
		return refusalf(format, args...)
	}
	return storeFailure(err)
}

// storeFailure returns what the store refuses, or its failure with the full text, because admins
// may read it.
func storeFailure(err error) error {
	if err == nil || errors.As(err, new(*arcade.Refusal)) {
		return err
	}
	return &command.Failure{Sentence: "Failed: " + err.Error() + ".", Err: err}
}
