package server

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
)

// A Nick is what nick prints.
type Nick struct {
	Nick string `json:"nick" jsonschema:"what others call the player, \"\" if none was chosen"`
}

// A Keys is what keys prints.
type Keys struct {
	Keys []AccountKey `json:"keys" jsonschema:"in the order they were added"`
}

// An AccountKey is one of the keys of the player's own account.
type AccountKey struct {
	Fingerprint string     `json:"fingerprint" jsonschema:"\"SHA256:...\""`
	Name        string     `json:"name"`
	Added       *time.Time `json:"added,omitempty" jsonschema:"UTC; absent for an account's first key if not known"`
	This        bool       `json:"this" jsonschema:"the one of this session"`
}

// A Link is what link prints: a code that joins another key's account.
type Link struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until" jsonschema:"UTC"`
}

// accountCommands returns the commands for the player's own account.
func (c *commandContext) accountCommands() []*cobra.Command {
	keys := &cobra.Command{Use: "keys", Short: "The keys of your account", Args: cobra.NoArgs, RunE: c.keys}
	keys.AddCommand(
		&cobra.Command{Use: "name FINGERPRINT [NAME]", Short: "Give a key a name of your own", Args: cobra.RangeArgs(1, 2), RunE: c.nameKey},
		&cobra.Command{Use: "remove FINGERPRINT", Short: "Remove a key from your account; the last one stays", Args: cobra.ExactArgs(1), RunE: c.removeKey},
	)
	return []*cobra.Command{
		{Use: "nick [NICK]", Short: "What others call you here, or a new one", Args: cobra.MaximumNArgs(1), RunE: c.nick},
		keys,
		{Use: "link [CODE]", Short: "Get a code that joins your other key's account with this one, or enter it", Args: cobra.MaximumNArgs(1), RunE: c.link},
		{Use: "export", Short: "All your games as JSON lines", Args: cobra.NoArgs, RunE: c.export},
		{Use: importCommand, Short: "Add games exported elsewhere to your history, from standard input", Args: cobra.NoArgs, RunE: c.importGames},
		{Use: "delete NICK", Short: "Delete your account and all its games; your nick confirms it", Args: cobra.ExactArgs(1), RunE: c.delete},
	}
}

// account returns the caller's account, whose errors are what a player reads.
func (c *commandContext) account() (arcade.Accounts, error) {
	p, err := c.player()
	if err != nil {
		return nil, err
	}
	log := c.config.Logger.With("user", c.id.Name, "account", c.id.Credential.String(), "addr", c.addr)
	return Accounts(p, c.config.Store.Ranked, c.events, c.config.Now, log), nil
}

// failureOf turns an error of the account into a failure with its sentence.
func failureOf(err error) error {
	if err == nil {
		return nil
	}
	text := clean(err.Error(), len(err.Error())) // it may quote the client
	return &failure{sentence: strings.ToUpper(text[:1]) + text[1:] + "."}
}

func (c *commandContext) nick(_ *cobra.Command, args []string) error {
	account, err := c.account()
	if err != nil {
		return err
	}
	if len(args) == 1 {
		if err := account.SetNick(args[0]); err != nil {
			return failureOf(err)
		}
	}
	p, err := account.Account()
	if err != nil {
		return failureOf(err)
	}
	return c.print(Nick{p.Nick}, func(out io.Writer) {
		if p.Nick == "" {
			fmt.Fprintln(out, "You have no nick yet: nick NICK chooses one.")
			return
		}
		fmt.Fprintln(out, p.Nick)
	})
}

func (c *commandContext) keys(*cobra.Command, []string) error {
	account, err := c.account()
	if err != nil {
		return err
	}
	stored, err := account.Keys()
	if err != nil {
		return failureOf(err)
	}
	report := Keys{Keys: []AccountKey{}}
	for _, k := range stored {
		key := AccountKey{Fingerprint: k.Fingerprint, Name: k.Name, This: k.This}
		if !k.Added.IsZero() {
			added := k.Added.UTC()
			key.Added = &added
		}
		report.Keys = append(report.Keys, key)
	}
	return c.print(report, func(out io.Writer) {
		table(out, "KEY\tNAME\tADDED (UTC)\tTHIS", func(row func(string, ...any)) {
			for _, k := range report.Keys {
				added, this := "", ""
				if k.Added != nil {
					added = k.Added.Format("2006-01-02 15:04")
				}
				if k.This {
					this = "this session's"
				}
				row("%s\t%s\t%s\t%s", k.Fingerprint, k.Name, added, this)
			}
		})
	})
}

func (c *commandContext) nameKey(cmd *cobra.Command, args []string) error {
	account, err := c.account()
	if err != nil {
		return err
	}
	name := ""
	if len(args) == 2 {
		name = args[1]
	}
	if err := account.NameKey(args[0], name); err != nil {
		return failureOf(err)
	}
	return c.keys(cmd, nil)
}

func (c *commandContext) removeKey(cmd *cobra.Command, args []string) error {
	account, err := c.account()
	if err != nil {
		return err
	}
	if err := account.RemoveKey(args[0]); err != nil {
		return failureOf(err)
	}
	fmt.Fprintln(c.out, "The key is removed: whoever comes with it now is somebody new.")
	return nil
}

func (c *commandContext) link(_ *cobra.Command, args []string) error {
	account, err := c.account()
	if err != nil {
		return err
	}
	if len(args) == 1 {
		if err := account.Join(args[0]); err != nil {
			return failureOf(err)
		}
		fmt.Fprintln(c.out, "The accounts are one now, with the games and keys of both.")
		return nil
	}
	code, until, err := account.Link()
	if err != nil {
		return failureOf(err)
	}
	return c.print(Link{code, until.UTC()}, func(out io.Writer) {
		fmt.Fprintf(out, "%s\nGood once, until %s UTC. With your other key: ssh HOST link %s\n", code, until.UTC().Format("2006-01-02 15:04"), code)
	})
}

func (c *commandContext) delete(_ *cobra.Command, args []string) error {
	account, err := c.account()
	if err != nil {
		return err
	}
	p, err := account.Account()
	if err != nil {
		return failureOf(err)
	}
	switch {
	case !p.Known:
		return &failure{sentence: "Your account begins with your first game."}
	case p.Nick == "":
		return &failure{sentence: "Choose a nick first; it confirms that you mean it: nick NICK"}
	case p.Nick != args[0]:
		return &failure{sentence: "Nothing was deleted: that is not your nick."}
	}
	if err := account.Delete(); err != nil {
		return failureOf(err)
	}
	fmt.Fprintln(c.out, "Your account is deleted, with all its games.")
	return nil
}
