package words

import (
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// daily says how the player stands in the dailies of today, or plays one.
func (s *session) daily(name string) {
	if s.env.Events == nil {
		s.say("There is no daily in this session.")
		return
	}
	if name != "" {
		s.playDaily(name)
		return
	}
	day, left := s.env.Events.Today()
	s.say(fmt.Sprintf("The daily of %s goes on for %s: one deal of each game, the same for everyone. You play each once.",
		day, duration(left.Truncate(time.Minute).Milliseconds())))
	for i, g := range s.env.Games {
		d, err := s.env.Events.Daily(g.Info().ID, day)
		if s.unread(err) {
			return
		}
		s.say(fmt.Sprintf("%d: %s: %s.", i+1, g.Info().Name, dailyText(d)))
	}
	s.say("daily NAME plays one.")
}

// dailyText returns how a player did in a daily.
func dailyText(d arcade.DailyStatus) string {
	text := "to be played"
	switch {
	case d.Open > 0:
		text = fmt.Sprintf("begun, at move %d", d.Open-1)
	case d.Result != nil:
		text = "played, " + outcome(d.Result.Score)
		if d.Result.Class != arcade.Counted {
			text += ", " + string(d.Result.Class)
		}
	}
	if d.Streak > 1 {
		text += fmt.Sprintf("; %d days in a row", d.Streak)
	}
	return text
}

// playDaily goes on with the daily of a game, including yesterday's if that is still
// open, or deals today's.
func (s *session) playDaily(name string) {
	g, ok := s.find(name)
	if !ok {
		return
	}
	day, left := s.env.Events.Today()
	// Go back by days in UTC: in the server's time zone a day can have 23 hours.
	midnight := s.env.Now().UTC().Add(left)
	yesterday := midnight.AddDate(0, 0, -2).Format(time.DateOnly)
	event, id := arcade.DailyEvent(day), g.Info().ID
	for _, event := range []arcade.Event{arcade.DailyEvent(yesterday), event} {
		slot := arcade.Slot(id, event)
		if s.playsSlot(slot) && !s.table.filed {
			s.say("You are playing it.")
			return
		}
		_, rev, err := s.env.Store.Saved(slot)
		if s.unread(err) {
			return
		}
		if rev != 0 {
			if s.table == nil || s.leave() {
				s.resumeRound(g, event)
			}
			return
		}
	}
	if s.table != nil && !s.leave() {
		return
	}
	s.failed(s.beginEvent(g, event))
}

// beginEvent begins the player's round in an event, or goes on with it if another session
// has just begun it.
func (s *session) beginEvent(g engine.Game, e arcade.Event) error {
	saver := play.NewSaver(s.env.Store)
	saved, fresh, err := saver.Enter(s.env.Events, g, e)
	if err != nil {
		return err
	}
	t, err := resumeTable(s.env, g, saved, saver)
	if err != nil {
		return err
	}
	t.fresh = fresh
	s.openTable(t)
	return nil
}
