package words

import (
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// sprint tells of the sprints, and how the players of the latest one stand, or goes on with that.
func (l *lobby) sprint(args string) {
	now := l.env.Events.Sprints().Now
	switch {
	case args == "":
		l.report("sprint")
		return
	case !strings.EqualFold(args, "play"):
		l.say("sprint tells of the sprints, and sprint play plays your next deal.")
		return
	case now.Game == "":
		l.say("No sprint goes on now.")
		return
	}
	board, err := l.env.Events.SprintStanding(now)
	if l.sayIfUnread(err) {
		return
	}
	g, ok := l.env.Games.Find(now.Game)
	if !ok || board.Next > arcade.SprintMost {
		l.say(caption.SprintDeal(board))
		return
	}
	l.enterOnce(g, now.Event(board.Next), board.Open || board.Next > 1)
}
