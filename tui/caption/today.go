package caption

import (
	"fmt"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// DailyWeek says how hard dailies are, as [arcade.DailyGrade] has it. It is "" if a daily of the day has another grade.
func DailyWeek(t arcade.Today) string {
	for _, d := range t.Dailies {
		if k := d.Grade.Kind; k != grade.Fresh && k != arcade.DailyGrade(t.Day) {
			return ""
		}
	}
	return "Where a game has grades, Monday has gentle deals, and they grow harder until Sunday."
}

// Played returns how many dailies of a day a player has played, won, and only begun.
func Played(t arcade.Today) string {
	text := fmt.Sprintf("%d of %d played", t.Played(), len(t.Dailies))
	if won := t.Won(); won > 0 {
		text += fmt.Sprintf(", %d won", won)
	}
	if begun := t.Begun(); begun > 0 {
		text += fmt.Sprintf(", %d begun", begun)
	}
	return text
}

// Today returns how a player stands in the dailies of today, in a few words.
func Today(t arcade.Today) string {
	text := Played(t)
	if best := t.Best(); best != nil {
		text += fmt.Sprintf(", %s of %d at %s", ordinal(best.Place), best.Players, best.Game.Info().Name)
	}
	return text
}

// HoursLeft returns a time in hours and minutes, as "5 h 46 min".
func HoursLeft(left time.Duration) string {
	minutes := int(left.Minutes())
	if minutes < 60 {
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
}

// Friends returns how those whom a player follows did in the daily of a game, the best first: "Hop 45:
// bob 19, you 9.". It is "" if none of them has played it.
func Friends(d arcade.TodaysGame) string {
	var each []string
	for _, s := range d.Friends {
		who := s.Nick
		if s.Mine {
			who = "you"
		}
		each = append(each, fmt.Sprintf("%s %d", who, s.Result.Score.Points))
	}
	if each == nil {
		return ""
	}
	return d.Game.Info().Name + ": " + strings.Join(each, ", ") + "."
}

// ChallengeOwed says that the player has begun a challenge or has a duel to begin, at a game with a name, as a clause.
func ChallengeOwed(c arcade.Challenge, game string) string {
	what := "challenge"
	if c.Duel {
		what = "duel"
	}
	if c.Open == 0 {
		return fmt.Sprintf("Your %s at %s is to be played", what, game)
	}
	return fmt.Sprintf("Your %s at %s is open at %s, and its clock runs", what, game, AtMove(c.Open-1))
}

// BeginOnce asks whether to begin a deal that is played once, which what names.
func BeginOnce(what string) string {
	return "Begin " + what + "? You play it once, and its clock runs until it ends."
}

// DailyOpen says that the player has begun today's daily of a game, and has played so many moves, as a clause.
func DailyOpen(g engine.Game, moves int) string {
	return fmt.Sprintf("Your daily of %s is open at %s", g.Info().Name, AtMove(moves))
}

// SprintOpen says that the player has begun a deal of the sprint of a game, as a clause.
func SprintOpen(deal int, game string) string {
	return fmt.Sprintf("Deal %d of the sprint of %s is open", deal, game)
}

// RaceGoesOn says that the player can go on with a race, as a clause.
func RaceGoesOn(r *arcade.Race, now time.Time) string {
	return fmt.Sprintf("Your race %s goes on, %s left", r.Code, Clock(r.Left(now).Milliseconds()))
}

// DuelWaits says that somebody waits for the player in a duel at a game with a name.
func DuelWaits(game string) string {
	return "A player of your strength waits for a duel at " + game + "."
}

// RaceWaits says that somebody waits for others to race, as a clause.
func RaceWaits(r arcade.WaitingRace) string {
	switch {
	case r.Rematch:
		return r.By + " wants a rematch"
	case r.Asked:
		return r.By + " asks you to a race"
	}
	return r.By + " waits for a race"
}
