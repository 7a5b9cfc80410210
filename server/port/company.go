package port

import (
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
)

// The refusals to follow or report a player, besides those of the data file.
var (
	errEmptyReport = arcade.Refuse("say what the host should know: report NICK TEXT")
	errLongText    = arcade.Refuse("that is too long: write %d characters at most", arcade.NoteMost)
	errManyReports = arcade.Refuse("players of your network have reported many others in the last hour; please come back in an hour")
	errManyFollows = arcade.Refuse("players of your network have followed, unfollowed or ignored many others in the last hour; please come back in an hour")
)

// A company implements arcade.Company for a user: the hub knows who is here, and the data file
// whom the player follows.
type company struct {
	hub.Company
	*User
}

func (c company) Regard(r arcade.Regard, nick string) error {
	err := c.hourly(c.arcade.quotas.follows, errManyFollows, func() error { return c.Player.Regard(r, nick, c.now()) })
	if err == nil && (r == arcade.Ignore || r == arcade.Unignore) {
		c.DropIgnored()
		c.arcade.Races.Relist()
	}
	return err
}

func (c company) Other(nick string) (arcade.Other, error) { return c.Player.Other(nick, c.now()) }

// Report implements arcade.Company. Only what is stored counts.
func (c company) Report(nick, text string) error {
	if text = strings.TrimSpace(clean.Text(text, len(text))); text == "" {
		return errEmptyReport
	}
	return c.writes(text, c.arcade.quotas.reports, errManyReports, func() error { return c.Player.Report(nick, text, c.now()) })
}

// Note implements arcade.Company.
func (c company) Note(nick, text string) error {
	text = strings.TrimSpace(clean.Text(text, len(text)))
	return c.writes(text, c.arcade.quotas.follows, errManyFollows, func() error { return c.Player.Note(nick, text) })
}

// writes runs a write of a text about another player, which counts toward a limit.
func (c company) writes(text string, limit *limit.Pace, refused error, write func() error) error {
	if len(text) > arcade.NoteMost {
		return errLongText
	}
	return c.hourly(limit, refused, write)
}

func (c company) Send(s arcade.Signal, to arcade.Audience) error {
	name := "" // in the standings of the race, if the player is in it
	if to.Race != "" {
		if standings, err := c.races().Race(to.Race); err == nil {
			own, _ := standings.Own()
			name = own.Nick
		}
	}
	return c.Company.Send(s, to, name)
}
