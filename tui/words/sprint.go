package words

import (
	"fmt"
	"strings"

	"boardwalk/engine"
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
	of, plays := sprints.Now, strings.EqualFold(args, "play")
	if of.Game == "" {
		of = sprints.Last
	}
	board, err := l.env.Events.SprintBoard(of)
	switch {
	case l.sayIfUnread(err):
		return
	case plays && of == sprints.Now:
		l.playSprint(of, board)
		return
	case plays:
		l.say("No sprint goes on now.")
		return
	case args != "":
		l.say("sprint tells of the sprints, and sprint play plays your next deal.")
		return
	}
	now, next, last := caption.Sprints(sprints, l.env.Games, l.env.Now())
	l.say(now[0], next[0], last[0])
	if of == sprints.Now {
		l.say(caption.SprintRule, caption.SprintEnds, caption.SprintDeal(board)+" sprint play plays it.")
	}
	arcade.CallByName(board.Rows, func(r *arcade.SprintRow) *string { return &r.Nick })
	if len(board.Rows) == 0 && of == sprints.Now {
		l.say(caption.NoSprintRows)
	}
	for _, r := range board.Rows {
		who := r.Nick
		if r.Place > 0 {
			who = fmt.Sprintf("%d: %s", r.Place, who)
		}
		if r.Mine {
			who += ", you"
		}
		l.sayf("%s, %d won, %s in %s.", who, r.Won, engine.Plural(r.Points, "point"), engine.Plural(r.Deals, "deal"))
	}
}

// playSprint goes to the table of the player's next deal of a sprint.
func (l *lobby) playSprint(s arcade.Sprint, board arcade.SprintBoard) {
	g, ok := l.env.Games.Find(s.Game)
	if !ok || board.Next > arcade.SprintMost {
		l.say(caption.SprintDeal(board))
		return
	}
	l.enter(g, s.Event(board.Next))
}
