package command

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/tui/caption"
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

func newNick(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "nick [NICK]", Short: "What others call you here, or a new one",
		Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := c.Account.SetNick(args[0]); err != nil {
					return Refusal(err)
				}
			}
			p, err := c.Account.Account()
			if err != nil {
				return Refusal(err)
			}
			return c.Print(Nick{p.Nick}, func(out io.Writer) {
				switch {
				case p.Guest:
					fmt.Fprintln(out, caption.GuestsHaveNoNick)
					return
				case p.Nick == "":
					fmt.Fprintln(out, "You have no nick yet: nick NICK chooses one.")
					return
				}
				fmt.Fprintln(out, p.Nick)
			})
		},
	}
}

func newKeys(c *Context) *cobra.Command {
	cmd := &cobra.Command{Use: "keys", Short: "The keys of your account", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return printKeys(c) }}
	cmd.AddCommand(
		&cobra.Command{
			Use: "name FINGERPRINT [NAME]", Short: "Give a key a name of your own",
			Args: cobra.RangeArgs(1, 2), RunE: func(_ *cobra.Command, args []string) error {
				name := strings.Join(args[1:], "")
				if err := c.Account.NameKey(args[0], name); err != nil {
					return Refusal(err)
				}
				return printKeys(c)
			},
		},
		&cobra.Command{
			Use: "remove FINGERPRINT", Short: "Remove a key from your account; the last one stays",
			Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
				if err := c.Account.RemoveKey(args[0]); err != nil {
					return Refusal(err)
				}
				fmt.Fprintln(c.Out, "The key is removed: whoever comes with it now is somebody new.")
				return nil
			},
		},
	)
	return cmd
}

// printKeys prints the keys of the player's account.
func printKeys(c *Context) error {
	stored, err := c.Account.Keys()
	if err != nil {
		return Refusal(err)
	}
	report := Keys{Keys: []AccountKey{}}
	for _, k := range stored {
		key := AccountKey{Fingerprint: k.Credential.String(), Name: k.Name, This: k.This}
		if !k.Added.IsZero() {
			added := k.Added.UTC()
			key.Added = &added
		}
		report.Keys = append(report.Keys, key)
	}
	return c.Print(report, func(out io.Writer) {
		Table(out, "KEY\tNAME\tADDED (UTC)\tTHIS", func(row func(string, ...any)) {
			for _, k := range report.Keys {
				added, this := "", ""
				if k.Added != nil {
					added = Minute(*k.Added)
				}
				if k.This {
					this = "this session's"
				}
				row("%s\t%s\t%s\t%s", k.Fingerprint, k.Name, added, this)
			}
		})
	})
}

func newLink(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "link [CODE]", Short: "Get a code that joins your other key's account with this one, or enter it",
		Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := c.Account.Join(args[0]); err != nil {
					return Refusal(err)
				}
				fmt.Fprintln(c.Out, "The accounts are one now, with the games and keys of both.")
				return nil
			}
			code, until, err := c.Account.Link()
			if err != nil {
				return Refusal(err)
			}
			return c.Print(Link{code, until.UTC()}, func(out io.Writer) {
				fmt.Fprintf(out, "%s\nGood once, until %s UTC. With your other key: %s\n", code, Minute(until), c.SSH("link "+code))
			})
		},
	}
}

func newDelete(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "delete NICK", Short: "Delete your account and all its games; your nick confirms it",
		Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			p, err := c.Account.Account()
			if err != nil {
				return Refusal(err)
			}
			switch {
			case !p.Known:
				return &Failure{Sentence: "Your account begins with your first game."}
			case p.Nick == "":
				return &Failure{Sentence: "Choose a nick first; it confirms that you mean it: nick NICK"}
			case p.Nick != args[0]:
				return &Failure{Sentence: "Nothing was deleted: that is not your nick."}
			}
			if err := c.Account.Delete(); err != nil {
				return Refusal(err)
			}
			fmt.Fprintln(c.Out, "Your account is deleted, with all its games.")
			return nil
		},
	}
}
