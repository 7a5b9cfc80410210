// Package admin has the commands of `ssh HOST admin`, with which the admins of an arcade
// run it, and of `boardwalk admin` on the host itself.
//
// They are made as those of package command are: a constructor returns the cobra.Command
// for one run, whose [Context] gives what only admins may reach, the sessions and the
// store. No player's command sees it. Whether somebody is an admin is up to the caller,
// who adds either [New] or [Refused] to the tree. [Audit] logs what was done.
package admin

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// onlyAdmins is what everyone else reads, whatever they asked for.
const onlyAdmins = "That is for the admins of this arcade: their keys are in its file of admins."

// A Store is what admins can do with an arcade's data. *data.DB is one.
type Store interface {
	// Ping returns why the store cannot be used at the moment, or nil. It is quick.
	Ping() error
	// Space returns the size of the store and its limit. It is quick.
	Space() store.Space
	Totals() (data.Totals, error)
	Players(after string, n int) ([]data.PlayerInfo, error)
	Backup(path string, progress ...func(done, total int64)) (bytes int64, err error)

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

	Moderator
}

// A Moderator is what a host can do about players and their games. *data.DB is one. Its
// argument who is as in [data.DB.Lookup].
type Moderator interface {
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
	// of the arcade, and of who came and was refused on this one since its start.
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
	Cluster(verify bool) (Cluster, bool)
	// ReloadRaces reads the running races from the store again.
	ReloadRaces()
}

// reports maps the admin commands to what they print with --json.
var reports = map[string]any{
	"players": Players{}, "export": Kept{}, "sessions": Sessions{}, "kick": Ended{}, "ban": BanReport{}, "unban": Unbanned{}, "bans": Bans{}, "invite": Invitations{}, "invitations": OpenInvitations{}, "withdraw": Withdrawn{},
	"rename": Moderated{}, "delete-player": Moderated{}, "hide": Moderated{}, "unrank": Moderated{}, "note": Moderated{}, "merge": Moderated{}, "variations": Variations{},
	"wall": Notified{}, "drain": Drained{}, "backup": BackedUp{}, "reload": Reloaded{}, "cluster": Cluster{}, "admins": Admins{}, "stats": ArcadeStats{}, "log": Log{}, "reports": Reports{},
}

// A Context is one run of a command by an admin.
type Context struct {
	*command.Context
	Store  Store
	Hub    *hub.Hub
	Server Server
	Began  time.Time // of the server; zero if none runs, so that nobody is playing

	Backups  string // folder for backups; if empty, none can be made
	Progress time.Duration
	Live     Output

	// Of the run, for the log.
	about string // the ID of the player whom the command is about; "" for none
	does  bool   // it is one that changes something
}

// An Output is where a command writes before it ends. Each write waits for the client.
type Output struct {
	Out, Err io.Writer
	Terminal bool // Out is a terminal of any kind
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
	root.AddCommand(
		newPlayers(c), newExport(c), newSessions(c), newKick(c), newBan(c), newUnban(c), newBans(c), newInvite(c), newInvitations(c), newWithdraw(c),
		newRename(c), newDeletePlayer(c), newHide(c), newUnrank(c), newNote(c), newMerge(c), newVariations(c),
		newWall(c), newDrain(c), newBackup(c), newReload(c), newAdmins(c), newStats(c), newCluster(c), newLog(c), newReports(c),
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

// Refused returns the admin command of everyone else. It refuses whatever follows it.
func Refused() *cobra.Command {
	return &cobra.Command{
		Use: "admin", Short: "For the admins of this arcade", Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error { return refusalf(onlyAdmins) },
	}
}

// refusalf returns the error of a command that was understood but cannot be done.
func refusalf(format string, args ...any) error {
	return &command.Failure{Sentence: fmt.Sprintf(format, args...)}
}

// storeFailure returns a failure of the store with its full text, because admins may read
// it.
func storeFailure(err error) error {
	if err == nil {
		return nil
	}
	return &command.Failure{Sentence: "Failed: " + err.Error() + ".", Err: err}
}
