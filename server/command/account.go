package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
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
	Fingerprint string    `json:"fingerprint" jsonschema:"\"SHA256:...\""`
	Name        string    `json:"name"`
	Added       time.Time `json:"added,omitzero" jsonschema:"UTC; absent for an account's first key if not known"`
	This        bool      `json:"this" jsonschema:"the one of this session"`
}

// A Link is what link prints: a code that joins another key's account.
type Link struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until" jsonschema:"UTC"`
}

func (c *Context) nick(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		if err := c.Accounts.SetNick(args[0]); err != nil {
			return err
		}
	}
	p, err := c.Accounts.Account()
	if err != nil {
		return err
	}
	text := p.Nick
	switch {
	case p.Guest:
		text = caption.GuestsHaveNoNick
	case p.Nick == "":
		text = "You have no nick yet: nick NAME chooses one, of 3 to 20 characters: the letters a to z, digits, _ and -, and leaderboards call you by it."
		if c.Proposed != "" {
			text += "\nThis takes your login name: " + c.SSH("nick "+c.Proposed)
		}
	case c.spoken:
		text = "You are " + p.Nick + "."
	}
	return c.Say(Nick{p.Nick}, "%s", text)
}

func newKeys(c *Context) *cobra.Command {
	return Row("keys", "The keys of your account", cobra.NoArgs,
		func(*cobra.Command, []string) error { return printKeys(c) },
		Row("name FINGERPRINT [NAME]", "Give a key a name of your own", cobra.RangeArgs(1, 2),
			func(_ *cobra.Command, args []string) error {
				name := strings.Join(args[1:], "")
				if err := c.Accounts.NameKey(args[0], name); err != nil {
					return err
				}
				return printKeys(c)
			}),
		Row("remove FINGERPRINT", "Remove a key from your account; the last one stays", cobra.ExactArgs(1),
			func(_ *cobra.Command, args []string) error {
				return c.Done(c.Accounts.RemoveKey(args[0]), nil, "The key is removed: whoever logs in with it now is a new player.")
			}),
	)
}

func printKeys(c *Context) error {
	stored, err := c.Accounts.Keys()
	if err != nil {
		return err
	}
	stored = slices.DeleteFunc(stored, func(k arcade.Key) bool { return k.Credential.IsGuest() })
	report := Keys{Rows(stored, func(k arcade.Key) AccountKey {
		return AccountKey{k.Credential.String(), k.Name, k.Added.UTC(), k.This}
	})}
	return PrintList(c, report, "A guest has no keys.", "KEY\tNAME\tADDED (UTC)\tIN USE", report.Keys,
		func(k AccountKey) []any {
			this, added := "", ""
			if k.This {
				this = "yes"
			}
			if !k.Added.IsZero() {
				added = k.Added.Format(time.DateOnly)
			}
			return []any{k.Fingerprint, k.Name, added, this}
		})
}

func (c *Context) link(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		p, err := c.Accounts.Account()
		if err != nil {
			return err
		}
		means, why := cmp.Or(p.Nick, "yes"), ""
		if len(args) > 1 {
			if why = fmt.Sprintf("%.40q is not your nick.", args[1]); p.Nick == "" {
				why = "You have no nick: yes confirms it."
			}
		}
		if p.Known && (len(args) == 1 || args[1] != means) {
			into, err := c.Accounts.CanJoin(args[0])
			if err != nil {
				return err
			}
			return &Failure{Sentence: "Nothing was joined. " + cmp.Or(why, caption.BecomesPart(p, into)) + " If you mean it:\n  " + c.SSH("link "+args[0]+" "+means)}
		}
		return c.Done(c.Accounts.Join(args[0]), nil, "%s", caption.Joined(c.Accounts))
	}
	code, until, err := c.Accounts.Link()
	enters := caption.WithOption(c.SSH("link "+code), arcade.NewKey)
	return c.Done(err, Link{code, until.UTC()}, "%s\nGood once, until %s UTC. On your other machine, run this (%s):\n  %s", code, Minute(until), arcade.KeepNewKey, enters)
}

func (c *Context) delete(_ *cobra.Command, args []string) error {
	p, err := c.Accounts.Account()
	if err != nil {
		return err
	}
	switch {
	case !p.Known:
		return &Failure{Sentence: "Your account begins with your first game, puzzle or lesson: play one, then come back."}
	case p.Nick == "":
		return &Failure{Sentence: "Choose a nick first; it confirms that you mean it: nick NICK"}
	case p.Nick != args[0]:
		return &Failure{Sentence: "Nothing was deleted: that is not your nick."}
	}
	return c.Done(c.Accounts.Delete(), nil, "Your account is deleted, with all its games.")
}
