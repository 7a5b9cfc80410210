package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Today is what today prints: how the player stands in the dailies of the day, and what waits.
type Today struct {
	Day        string        `json:"day" jsonschema:"UTC, such as \"2026-11-22\""`
	Games      int           `json:"games" jsonschema:"how many dailies there are"`
	Played     int           `json:"played" jsonschema:"how many of them the player has played to their end"`
	Won        int           `json:"won" jsonschema:"how many of those were won"`
	Days       int           `json:"days" jsonschema:"as in daily"`
	Boards     []TodaysBoard `json:"boards" jsonschema:"of the dailies that a followed player has played"`
	Races      []OpenRace    `json:"races" jsonschema:"that wait for others, as in race list"`
	Challenges []Waiting     `json:"challenges" jsonschema:"to the player, as in challenges"`
	Begun      string        `json:"begun,omitempty" jsonschema:"the code of the challenge or duel that the player has begun and not finished"`
}

// A TodaysBoard is how the player and those whom the player follows did in the daily of a game.
type TodaysBoard struct {
	Game string      `json:"game" jsonschema:"the ID"`
	Name string      `json:"name"`
	Rows []TodaysRow `json:"rows" jsonschema:"the best first"`
}

// A TodaysRow is the row of a player.
type TodaysRow struct {
	Nick   string `json:"nick"`
	Mine   bool   `json:"mine"`
	Points int    `json:"points"`
}

func (c *Context) today(*cobra.Command, []string) error {
	t, err := arcade.ReadToday(c.Games.House, c.Events, c.Accounts, "")
	if err != nil {
		return err
	}
	entered, err := c.Challenges.Challenges(challengesPrinted)
	if err != nil {
		return err
	}
	report := Today{
		Day: t.Day, Games: len(t.Dailies), Played: t.Played(), Won: t.Won(), Days: t.Days, Boards: []TodaysBoard{},
		Races: Rows(c.Races.Waiting(), c.openRace), Challenges: c.waiting(entered),
	}
	for _, d := range t.Dailies {
		if len(d.Friends) > 0 {
			rows := Rows(d.Friends, func(s arcade.Standing) TodaysRow { return TodaysRow{s.Nick, s.Mine, s.Result.Score.Points} })
			report.Boards = append(report.Boards, TodaysBoard{d.Game.Info().ID, d.Game.Info().Name, rows})
		}
	}
	says := fmt.Sprintf("Daily: %s. Races waiting: %d. Challenges to you: %d.", caption.Today(t), len(report.Races), len(report.Challenges))
	if owed, ok := arcade.Owed(entered); ok {
		if owed.Open > 0 {
			report.Begun = owed.Code
		}
		says += fmt.Sprintf(" %s: %s challenge %s", caption.ChallengeOwed(owed, c.Games.NameOf(owed.Game, owed.Rules)), c.terminal(), owed.Code)
	}
	return c.Say(report, "%s", says)
}
