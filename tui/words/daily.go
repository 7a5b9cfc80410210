package words

import (
	"fmt"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// dailies lists the deals of the day and goes to their tables.
type dailies struct {
	*terminal
	env   *tui.Env
	lobby *lobby
}

// daily says how the player stands in the dailies of today, or plays one.
func (d *dailies) daily(name string) {
	if d.env.Events == nil {
		d.say(caption.NoDailies)
		return
	}
	if name != "" {
		d.playDaily(name)
		return
	}
	day, left := d.env.Events.Today()
	d.sayf("The daily of %s goes on for %s: one deal of each game, the same for everyone. You play each once.",
		day, duration(left.Truncate(time.Minute).Milliseconds()))
	for i, g := range d.env.Games.House {
		status, err := d.env.Events.Daily(g.Info().ID, day)
		if d.sayIfUnread(err) {
			return
		}
		d.sayf("%d: %s%s: %s.", i+1, g.Info().Name, kindText(status), dailyText(status))
	}
	d.say("daily NAME plays one.")
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
func (d *dailies) playDaily(name string) {
	g, ok := d.lobby.find(name)
	if !ok {
		return
	}
	if _, ok := d.env.Games.House.Find(g.Info().ID); !ok {
		d.sayf("The daily has a deal of each game of the house, and %s is none of them. play with its name, number or code begins a deal of it.", d.lobby.called(g))
		return
	}
	day, left := d.env.Events.Today()
	// Go back by days in UTC: in the server's time zone a day can have 23 hours.
	midnight := d.env.Now().UTC().Add(left)
	yesterday := midnight.AddDate(0, 0, -2).Format(time.DateOnly)
	event, id := arcade.DailyEvent(day), g.Info().ID
	for _, event := range []arcade.Event{arcade.DailyEvent(yesterday), event} {
		slot := arcade.Slot(id, event)
		if d.lobby.plays(slot) && d.lobby.table().seat.State() != play.Finished {
			d.say("You are playing it.")
			return
		}
		_, rev, err := d.env.Store.Saved(slot)
		if d.sayIfUnread(err) {
			return
		}
		if rev != 0 {
			if d.lobby.leaveTable() {
				d.lobby.continueRound(g, event)
			}
			return
		}
	}
	if d.lobby.leaveTable() {
		d.sayIfFailed(d.lobby.beginEvent(g, event))
	}
}
