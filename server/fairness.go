package server

import (
	"fmt"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// A second key costs nothing, so a player who plays a deal twice cannot be found out. A
// host can make that harder: see Config.EventsNeedKey, DailyAge and data.RankAge.

const errNeedsKey userError = "guests cannot play dailies or races here: come back with a key (ssh-keygen makes one)"

// day is the unit in which the host sets ages.
const day = 24 * time.Hour

// mayEnter returns why a session's player may not begin the event e, or nil. With e == ""
// it returns why the player may not open or join a race.
func (s *Server) mayEnter(sess *hub.Session, e arcade.Event) error {
	st := sess.State()
	if s.config.EventsNeedKey && st.ID.Credential.IsGuest() {
		return errNeedsKey
	}
	if _, daily := e.Day(); !daily || s.config.DailyAge == 0 {
		return nil
	}
	account, err := st.Player.Account()
	if err != nil {
		return err
	}
	since, now := account.Since, s.config.Now()
	if !account.Known {
		since = now
	}
	if from := since.Add(s.config.DailyAge); from.After(now) { // Since is zero in old files
		return userError(fmt.Sprintf("dailies here are for accounts that are %s old: play other games, and dailies from %s on",
			command.Plural(int(s.config.DailyAge/day), "day"), from.UTC().Format(time.DateOnly)))
	}
	return nil
}
