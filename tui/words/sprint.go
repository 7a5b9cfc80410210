package words

import (
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// sprint tells of the sprints, and how the players of the latest one stand, or goes on with that.
func (l *lobby) sprint(args string) {
	sprints := l.env.Events.Sprints()
	if !sprints.Held() {
		l.say(caption.NoSprints)
		return
	}
	now := sprints.Now
	switch plays := strings.EqualFold(args, "play"); {
	case plays && now.Game == "":
		l.say("No sprint goes on now.")
		return
	case args != "" && !plays:
		l.say("sprint tells of the sprints, and sprint play plays your next deal.")
		return
	case args == "":
		l.report("sprint")
	}
	if now.Game == "" {
		return
	}
	board, err := l.env.Events.SprintBoard(now)
	switch {
	case l.sayIfUnread(err):
	case args == "":
		l.say(caption.SprintRule, caption.SprintEnds, caption.SprintDeal(board)+" sprint play plays it.")
	default:
		g, ok := l.env.Games.Find(now.Game)
		if !ok || board.Next > arcade.SprintMost {
			l.say(caption.SprintDeal(board))
			return
		}
		l.enter(g, now.Event(board.Next))
	}
}
