package server

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/hub"
)

// A Follower gives access to those whom one session's player follows. *data.Player is one.
type Follower interface {
	ID() (arcade.PlayerID, error)
	Follow(nick string, now time.Time) error
	Unfollow(nick string) error
	Following() ([]arcade.Followed, error)
	Report(nick, text string, now time.Time) error
	Ignore(nick string, now time.Time) error
	Unignore(nick string) error
	Ignored() ([]arcade.Followed, error)
}

// What a player reads who follows nobody in the end.
const (
	errNobody      userError = "nobody here has that nick"
	errOneself     userError = "that is you"
	errNotIgnored  userError = "you ignore nobody of that nick"
	errNotFollowed userError = "you follow nobody of that nick"
	errManyReports userError = "players of your network have reported many others in the last hour; please come back in an hour"
	errManyFollows userError = "players of your network have followed, unfollowed or ignored many others in the last hour; please come back in an hour"
)

// A company implements arcade.Company for one session: the hub knows who is here, and the
// store whom the player follows.
type company struct {
	hub.Company
	user *user
}

// regards reports whether a player follows another, and ignores that one; neither, if it cannot
// be read.
func (s *Server) regards(player, other arcade.PlayerID) (follows, ignores bool) {
	follows, ignores, err := s.config.Store.Regards(player, other)
	if err != nil {
		s.config.Logger.Error("read whom a player follows", "err", err)
	}
	return follows, ignores
}

// company returns the people in the arcade as the player may see them, or nil if the host
// wants no company here.
func (u *user) company() arcade.Company {
	if u.server.config.Alone {
		return nil
	}
	return company{u.server.hub.Company(u.Session), u}
}

// Follow implements arcade.Company.
func (c company) Follow(nick string) error {
	now := c.user.server.config.Now()
	return c.change("follow a player", func() error { return c.user.data.Follow(nick, now) }, errNobody)
}

// Unfollow implements arcade.Company.
func (c company) Unfollow(nick string) error {
	return c.change("unfollow a player", func() error { return c.user.data.Unfollow(nick) }, errNotFollowed)
}

// reportMax is how many bytes a player can write about another.
const reportMax = 200

// Report implements arcade.Company.
func (c company) Report(nick, text string) error {
	text = strings.TrimSpace(clean.Text(text, len(text)))
	switch {
	case text == "":
		return userError("say what the host should know: report NICK TEXT")
	case len(text) > reportMax:
		return userError(fmt.Sprintf("that is too long: a report has at most %d letters", reportMax))
	}
	err := c.user.server.quotas.report(c.user.Addr, func() error {
		return c.user.data.Report(nick, text, c.user.server.config.Now())
	})
	switch {
	case errors.Is(err, data.ErrNotFound):
		return errNobody
	case errors.Is(err, data.ErrSame):
		return errOneself
	}
	return toUserError(c.user.log, "report a player", err)
}

// Ignore implements arcade.Company.
func (c company) Ignore(nick string) error {
	now := c.user.server.config.Now()
	err := c.change("ignore a player", func() error { return c.user.data.Ignore(nick, now) }, errNobody)
	if err == nil {
		c.DropIgnored()
	}
	return err
}

// Unignore implements arcade.Company.
func (c company) Unignore(nick string) error {
	return c.change("ignore a player no longer", func() error { return c.user.data.Unignore(nick) }, errNotIgnored)
}

// Ignored implements arcade.Company.
func (c company) Ignored() ([]arcade.Followed, error) {
	list, err := c.user.data.Ignored()
	return list, toUserError(c.user.log, "read whom a player ignores", err)
}

// change changes whom the player follows or ignores. missing is what the player reads of
// data.ErrNotFound.
func (c company) change(doing string, write func() error, missing userError) error {
	err := c.user.server.quotas.follow(c.user.Addr, write)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return missing
	case errors.Is(err, data.ErrSame):
		return errOneself
	}
	c.Refollow() // even if its outcome is in doubt
	return toUserError(c.user.log, doing, err)
}

// Following implements arcade.Company.
func (c company) Following() ([]arcade.Followed, error) {
	list, err := c.user.data.Following()
	return list, toUserError(c.user.log, "read whom a player follows", err)
}

// Send implements arcade.Company.
func (c company) Send(s arcade.Signal, to arcade.Audience) error {
	if err := c.Company.Send(s, to, c.nameIn(to.Race)); err != nil {
		return userError(err.Error())
	}
	return nil
}

// nameIn returns the player's name in the standings of a race, "" if the player is not in it.
func (c company) nameIn(code string) string {
	if code == "" {
		return ""
	}
	standings, err := c.user.races().Race(code)
	if err != nil {
		return ""
	}
	own, _ := standings.Own()
	return own.Nick
}
