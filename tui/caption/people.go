package caption

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// NoCompany is what a player reads in an arcade whose host wants no company there.
const NoCompany = "In this arcade players do not see each other."

// Unwatched says who is at play where the player cannot watch, and at what: "At play: bob in a race, cid at a
// daily.". It is "" if nobody is, or without a company.
func Unwatched(of arcade.Company) string {
	if of == nil {
		return ""
	}
	people, each := slices.Clone(of.People()), []string(nil)
	arcade.CallByName(people, func(p *arcade.Person) *string { return &p.Nick })
	for _, p := range people {
		if at, _ := unwatched(p); !p.Own && p.Table == 0 && p.Game != "" && at != "" {
			each = append(each, p.Nick+" "+at)
		}
	}
	const named = 6
	if more := len(each) - named; more > 0 {
		each = append(each[:named], fmt.Sprintf("%d more", more))
	}
	if len(each) == 0 {
		return ""
	}
	return "At play: " + strings.Join(each, ", ") + ". You can watch a deal that you have played to its end."
}

// Nowhere says that there is no table to watch, and who plays at those that the player may not watch yet: by name, or
// else how many.
func Nowhere(unwatched, secret string) string {
	return strings.TrimSpace("There is no table to watch now. " + cmp.Or(unwatched, secret))
}

// AtNoTable says why nobody can watch a person.
func AtNoTable(p arcade.Person) string {
	_, why := unwatched(p)
	return p.Nick + why + "."
}

// unwatched returns at what a person plays whom the player cannot watch, "" for nothing that is secret, and why not.
func unwatched(p arcade.Person) (at, why string) {
	switch {
	case p.Doing == arcade.Racing && p.Game != "":
		return "in a race", " is in a race: only racers who have finished it may watch"
	case p.Daily:
		return "at a daily", " plays a daily: finish the same daily to watch"
	case p.InSprint:
		return "in a sprint", " is in a sprint: finish the same sprint to watch"
	case p.InChallenge:
		return "at a challenge", " plays a challenge: only its players may watch, once they have finished"
	}
	return "", " is at no table you can watch now"
}

// Unseen says where a player who hides or plays in private stands; it is "" for others.
func Unseen(a arcade.Account) string {
	switch {
	case a.Hidden:
		return "You are hidden: others do not see you here."
	case a.Private:
		return "You play in private: others see you here, but not what you play."
	}
	return ""
}

// Regarded says what a player has to do with another from now on, by that one's nick. ignored says that the player has
// ignored that one until now.
func Regarded(r arcade.Regard, nick string, ignored bool) string {
	switch r {
	case arcade.Follow:
		if ignored {
			return "You follow " + nick + " now, and no longer ignore them. Nobody is told."
		}
		return "You follow " + nick + " now. Nobody is told."
	case arcade.Unfollow:
		return "You no longer follow " + nick + "."
	case arcade.Ignore:
		return "You ignore " + nick + " now, and do not follow them. Nobody is told."
	}
	return "You no longer ignore " + nick + "."
}

// PlayedBy returns the name of the game that somebody plays, "" if there is none. What a player has made
// up has no name for others.
func PlayedBy(games engine.Library, p arcade.Person) string {
	g, ok := games.Restore(p.Game, p.Rules)
	switch {
	case ok:
		return g.Info().Name
	case p.Game != "":
		return "a variation"
	}
	return ""
}

// Doing returns what somebody does, in a few words. name is the game's, "" if there is none.
func Doing(p arcade.Person, name string) string {
	switch {
	case p.Doing == arcade.Racing && name == "":
		return "in the room of a race"
	case p.Doing == arcade.Racing:
		return "in a race of " + name
	case p.Daily:
		return "playing the daily of " + name
	case p.InChallenge:
		return "playing a challenge of " + name
	case p.InSprint:
		return "in a sprint of " + name
	case p.Doing == arcade.Playing:
		return "playing " + name
	case p.Doing == arcade.Watching && p.Watched != "":
		return "watching " + p.Watched
	case p.Doing == arcade.Watching:
		return "watching"
	}
	return "here"
}

// Other returns what is known of another player, a sentence each: p is the player as seen here, zero if not, and
// met is how the two have met.
func Other(games engine.Library, o arcade.Other, p arcade.Person, met arcade.Rival) (says []string) {
	switch idle := Idle(p.Idle); {
	case p.Doing == "":
		says = append(says, "Not seen here now.")
	case idle != "":
		says = append(says, Sentence(Doing(p, PlayedBy(games, p))+" now, idle "+idle))
	default:
		says = append(says, Sentence(Doing(p, PlayedBy(games, p))+" now"))
	}
	if p.Game != "" && p.Table == 0 && !p.Own {
		says = append(says, AtNoTable(p))
	}
	if o.Level > 0 {
		says = append(says, fmt.Sprintf("This is the arcade's own player of level %d, of %d.", o.Level, arcade.LevelMost))
	}
	if !o.Since.IsZero() {
		says = append(says, "In the arcade since "+o.Since.UTC().Format(time.DateOnly)+".")
	}
	if o.Follows {
		says = append(says, "You follow this player.")
	}
	if o.Ignores {
		says = append(says, "You ignore this player.")
	}
	if o.Note != "" {
		says = append(says, "Your note: "+o.Note)
	}
	if o.Rating.Exists() {
		says = append(says, "Rated "+Spoken(fullRating(o.Rating, InRaces))+".")
	}
	if met.Races() > 0 {
		says = append(says, fmt.Sprintf("In races and duels against this player: %d won, %d lost, %d drawn.", met.Won, met.Lost, met.Drawn))
	}
	return says
}

// Noted says that the player has noted a text about the one with a nick, or nothing more.
func Noted(nick, text string) string {
	if text == "" {
		return NoteAbout(nick, text)
	}
	return "Note kept. Only you read it, on the page of " + nick + "."
}

// NoteAbout tells the player's note about the one with a nick.
func NoteAbout(nick, text string) string {
	if text == "" {
		return "You have no note about " + nick + "."
	}
	return Sentence("Your note about " + nick + ": " + text)
}

// OtherGame returns how a player stands on the boards of a game.
func OtherGame(games engine.Library, g arcade.OtherGame) string {
	text := fmt.Sprintf("%s: %d won", games.Name(g.Game), g.Won)
	if g.Best.Max > 0 {
		text += fmt.Sprintf(", best %d of %d", g.Best.Points, g.Best.Max)
	}
	if g.Last.ID != "" {
		text += fmt.Sprintf(", last %d, %s on %s", g.Last.Score.Points, g.Last.Outcome(games), Date(g.Last.Ended)[:len(time.DateOnly)])
	}
	return text
}

// OnNoBoard is what a page of a player says in place of games.
const OnNoBoard = "On no all-time board yet."

// Idle returns how long somebody has pressed no key, "" for less than a minute.
func Idle(d time.Duration) string {
	switch {
	case d < time.Minute:
		return ""
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d h", d/time.Hour)
}

// The title of a board that has only the player and those whom the player follows, and what it says if it is empty.
const (
	AmongFriends = "Friends"
	NoFriends    = "Neither you nor anyone you follow is on this board yet."
)

// FriendsPlaying returns a line about those who play and whom the player follows, "" if there
// are none. game returns the name of the game that somebody plays. hint says how to watch, if
// one of them can be watched; "" where nobody can be.
func FriendsPlaying(playing []arcade.Person, game func(arcade.Person) string, hint string) string {
	var text string
	switch n := len(playing); n {
	case 0:
		return ""
	case 1:
		text = playing[0].Nick + " is " + Doing(playing[0], game(playing[0])) + " now"
	case 2, 3:
		var nicks []string
		for _, p := range playing {
			nicks = append(nicks, p.Nick)
		}
		text = engine.Listed(nicks, "and") + " are playing now"
	default:
		text = fmt.Sprintf("%s and %d others you follow are playing now", playing[0].Nick, n-1)
	}
	for _, p := range playing {
		if p.Table != 0 && hint != "" {
			return text + ": " + hint + "."
		}
	}
	if len(playing) == 1 && hint != "" {
		if at, _ := unwatched(playing[0]); at != "" {
			return text + ": it cannot be watched yet."
		}
	}
	return text + "."
}

// Came says that those with these nicks have come, "" if there are none.
func Came(nicks []string) string {
	switch len(nicks) {
	case 0:
		return ""
	case 1:
		return nicks[0] + " is here."
	}
	return engine.Listed(nicks, "and") + " are here."
}

// WhoIsHere says who is here besides the player.
func WhoIsHere(people []arcade.Person) string {
	var nicks []string
	for _, p := range people {
		if !p.Own {
			nicks = append(nicks, p.Nick)
		}
	}
	const named = 5
	switch nicks = arcade.Names(nicks); {
	case len(nicks) == 0:
		return "Nobody else can be seen here."
	case len(nicks) > named:
		return fmt.Sprintf("Here: %s and %d more.", strings.Join(nicks[:named], ", "), len(nicks)-named)
	}
	return "Here: " + strings.Join(nicks, ", ") + "."
}

// Secret says how many tables cannot be watched yet, and when they can; see
// [arcade.Spectators]. It is "" if there are none.
func Secret(dailies, sprints, races int) string {
	var says []string
	add := func(n int, one, more string) {
		switch {
		case n == 1:
			says = append(says, one)
		case n > 1:
			says = append(says, fmt.Sprintf(more, n))
		}
	}
	add(dailies, "1 more plays a daily: finish the same daily to watch.", "%d more play a daily: finish the same daily to watch.")
	add(sprints, "1 more is in a sprint: finish the same sprint to watch.", "%d more are in a sprint: finish the same sprint to watch.")
	add(races, "1 more is racing: only racers who have finished may watch.", "%d more are racing: only racers who have finished may watch.")
	return strings.Join(says, " ")
}
