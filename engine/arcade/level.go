package arcade

import (
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine/grade"
)

// A Level is one of the arcade's players, against whom people race: 1 is the weakest and
// [LevelMost] the strongest. It sees what a person at the same table would see. 0 is none of them.
type Level int

// LevelMost is the strongest level.
const LevelMost = Level(len(levels) - 1)

// levels has what there is to know of each Level.
var levels = [...]struct {
	player grade.Player
	points int
}{
	1: {grade.Player{Tries: 1, Slips: 20}, 1265},
	2: {grade.Player{Tries: 1, Slips: 5}, 1425},
	3: {grade.Player{Tries: 1}, 1500},
	4: {grade.Player{Tries: 10}, 1551},
	5: {grade.Player{Tries: 100}, 1584},
}

// Player returns how the level plays.
func (l Level) Player() grade.Player { return levels[l].player }

// Rating returns the rating of the level, which never changes. It is of a pool of its own, in which
// people are rated by their races against the arcade. The points are those of 4,200 races of the
// levels among themselves, as boardwalk-train levels --deals 60 --seed a plays them; they are certain
// to 30 points either way (95 percent).
func (l Level) Rating() Rating { return Rating{Points: levels[l].points, Races: 1} }

// Nick returns the level's nick, such as "arcade-3". Nobody else may have it.
func (l Level) Nick() string { return fmt.Sprint("arcade-", int(l)) }

// Credential returns the credential of the level's account.
func (l Level) Credential() Credential { return Credential{fmt.Sprint(levelPrefix, int(l))} }

// ErrUnanswered is returned for challenges to the arcade's players.
var ErrUnanswered = Refuse("the arcade's players take no challenges: race them")

// NearestLevel returns the level whose rating is the nearest to one of its pool: the one in the
// middle for a player who has none.
func NearestLevel(r Rating) Level {
	if !r.Exists() {
		return (LevelMost + 1) / 2
	}
	l := Level(1)
	for l < LevelMost && levels[l].points+levels[l+1].points < 2*r.Points {
		l++
	}
	return l
}

// ParseLevel parses the number of a level. ok is false if there is none.
func ParseLevel(text string) (l Level, ok bool) {
	n, err := strconv.Atoi(text)
	return Level(n), err == nil && n >= 1 && n <= int(LevelMost)
}

// Level returns the level whose credential c is, or 0.
func (c Credential) Level() Level {
	text, arcade := strings.CutPrefix(c.text, levelPrefix)
	if l, ok := ParseLevel(text); arcade && ok {
		return l
	}
	return 0
}
