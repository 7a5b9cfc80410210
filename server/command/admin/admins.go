package admin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// An Admins is what admin admins prints.
type Admins struct {
	Admins []string    `json:"admins"` // fingerprints of their keys
	Who    []AdminName `json:"who"`    // the same, in the same order
}

// An AdminName is an admin's key, and the player whose key it is.
type AdminName struct {
	Key  string `json:"key"`
	Nick string `json:"nick,omitempty"`
}

func adminsNow(c *Context) Admins {
	keys := command.Rows(c.Server.Admins(), arcade.Credential.String)
	slices.Sort(keys)
	return Admins{keys, command.Rows(keys, func(key string) AdminName {
		player, _ := c.Store.Lookup(key) // a key that never played has no nick
		return AdminName{key, player.Nick}
	})}
}

func (a Admins) count() string {
	switch n := len(a.Admins); n {
	case 0:
		return "No key has admin rights now; boardwalk admin on the host works without one."
	case 1:
		return "One key is an admin's."
	default:
		return fmt.Sprintf("%d keys are admins'.", n)
	}
}

func (c *Context) admins(*cobra.Command, []string) error {
	list := adminsNow(c)
	lines := command.Rows(list.Who, func(who AdminName) string { return strings.TrimSpace(who.Key + " " + who.Nick) })
	return c.Say(list, "%s", cmp.Or(strings.Join(lines, "\n"), "No key is an admin's."))
}

func (c *Context) addAdmin(_ *cobra.Command, args []string) error {
	lines := []string{strings.Join(args, " ")}
	if len(args) == 1 && !keyPattern.MatchString(args[0]) {
		player, err := playerNamed(c, args[0])
		if err != nil {
			return err
		}
		lines = command.Rows(keysOf(player), func(key arcade.Credential) string { return strings.TrimSpace(key.String() + " " + player.Nick) })
		if len(lines) == 0 {
			return refusalf("%s has no key that is known.", nameOf(player))
		}
	}
	var added []string
	for _, line := range lines {
		key, err := c.Server.AddAdmin(line)
		if err != nil {
			return refusalf("Nobody was made an admin, because of this:\n%v", err)
		}
		added = append(added, key.String())
	}
	list, text := adminsNow(c), ""
	for _, key := range added {
		text += key + " is an admin's key now. "
	}
	return c.Say(list, "%s%s", text, list.count())
}

func newRemoveAdmin(c *Context) *cobra.Command {
	var yes bool
	cmd := command.Row("remove KEY|NICK", "Take admin rights from a key, or from all keys of a player", cobra.ExactArgs(1),
		func(_ *cobra.Command, args []string) error { return c.removeAdmin(args[0], yes) })
	cmd.Flags().BoolVar(&yes, "yes", false, "also if no admin is left")
	return cmd
}

func (c *Context) removeAdmin(who string, yes bool) error {
	var keys []arcade.Credential
	if key, err := arcade.ParseCredential(who); err == nil {
		keys = append(keys, key)
	} else {
		player, err := playerNamed(c, who)
		if err != nil {
			return err
		}
		keys = keysOf(player)
	}
	admins := c.Server.Admins()
	keys = slices.DeleteFunc(keys, func(key arcade.Credential) bool { return !slices.Contains(admins, key) })
	if len(keys) == 0 {
		return refusalf("%s is no admin: admin admins lists them.", who)
	}
	if len(keys) == len(admins) && !yes && !c.ID.Credential.IsLocal() {
		return refusalf("No admin is left then, and only the host can make one, with boardwalk admin: admin admins remove %s --yes", who)
	}
	if err := c.Server.RemoveAdmins(keys); err != nil {
		return refusalf("Nothing has changed, because of this:\n%v", err)
	}
	list := adminsNow(c)
	return c.Say(list, "%s is no admin any more. %s", who, list.count())
}

// keysOf returns the keys of a player that are known.
func keysOf(player data.PlayerInfo) []arcade.Credential {
	return slices.DeleteFunc(slices.Clone(player.Credentials), func(c arcade.Credential) bool { return !c.IsKey() })
}
