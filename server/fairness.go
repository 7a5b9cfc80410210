package server

import (
	"fmt"
	"time"

	"boardwalk/engine"
)

// A second key is free, so who plays a deal twice cannot be found out. A host can make that
// dearer: see Config.EventsNeedKey, DailyAge and data.RankAge.

const errNeedsKey sentence = "guests play no dailies and races here: come back with a key (ssh-keygen makes one)"

// day is what the host gives ages in.
const day = 24 * time.Hour

// mayEnter returns why the player of a session may not begin an event, or open or join a
// race, where the event is "": nil where nothing keeps the player from it.
func (s *Server) mayEnter(here *session, e engine.Event) error {
	who := here.now()
	if s.config.EventsNeedKey && who.who.guest {
		return errNeedsKey
	}
	if _, daily := e.Day(); !daily || s.config.DailyAge == 0 {
		return nil
	}
	account, err := who.rows.Account()
	if err != nil {
		return err
	}
	since, now := account.Since, s.config.Now()
	if !account.Known {
		since = now
	}
	if from := since.Add(s.config.DailyAge); from.After(now) { // that of old files is zero
		return sentence(fmt.Sprintf("dailies here are for accounts that are %d days old: play other games, and dailies from %s on",
			s.config.DailyAge/day, from.UTC().Format(time.DateOnly)))
	}
	return nil
}
