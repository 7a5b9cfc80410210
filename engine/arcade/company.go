package arcade

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
)

// Company is what players are to each other in one session: who is here, whom the player
// follows, and signals. Nobody but the host reads a text of a player's own. Its methods
// may wait for a disk and are safe for concurrent use. Every error is a sentence that a
// player can read.
type Company interface {
	// People returns those who are here and do not hide: the player first, then those whom
	// the player follows, then the others, each by idle time.
	People() []Person
	// Regard has the player regard the one with a nick so, who does not learn of it.
	Regard(r Regard, nick string) error
	// Following returns those whom the player follows, by nick. It says nothing about
	// whether they are here.
	Following() ([]Followed, error)
	// Report tells the host something about the player with a nick, who does not learn of it.
	Report(nick, text string) error
	// Note keeps a text of at most NoteMost bytes about the player with a nick, which nobody but its writer reads;
	// "" ends that.
	Note(nick, text string) error
	// Ignored returns those whom the player ignores, by nick.
	Ignored() ([]Followed, error)
	// Other returns what the player may know of the one with a nick.
	Other(nick string) (Other, error)
	// News watches what followed players do, and the player's own nick, until ctx ends. There is a first
	// view at once, and then one whenever it has changed, at most once a second.
	News(ctx context.Context) (Watch[News], error)
	// Send sends a signal. Those who have turned signals off, or had enough of them lately,
	// do not get it, and the sender does not learn who.
	Send(s Signal, to Audience) error
	// Heard watches the signals that come for the player until ctx ends. A signal that is not
	// taken is replaced by the next one. Without a watch nothing comes.
	Heard(ctx context.Context) Watch[Heard]
}

// Why a player sends no signals.
var (
	ErrNewSender    = Refuse("you can send signals once you have begun a game here")
	ErrHiddenSender = Refuse("you are hidden, so you send no signals: your account page changes that")
)

// A Regard is what a player has to do with another from now on.
type Regard int

const (
	Follow   Regard = iota
	Unfollow        // no longer
	Ignore          // and follow no longer: no signal, note or challenge from that one arrives
	Unignore
)

// A PlayerID tells players apart and says nothing else about them. It is never shown.
type PlayerID string

// NoteMost is how many bytes a player can write about another, also to the host.
const NoteMost = 200

// FollowsMax is how many players one player can follow, and how many ignore.
const FollowsMax = 200

// Seen returns the one with a nick among people who are here. If there is none, it returns a person with that nick
// who does nothing.
func Seen(people []Person, nick string) Person {
	p, ok := engine.First(people, func(p Person) bool { return strings.EqualFold(p.Nick, nick) })
	if !ok {
		p.Nick = nick
	}
	return p
}

// A Followed is somebody whom the player follows or ignores.
type Followed struct {
	ID   PlayerID
	Nick string // "" if the player has none any more
}

// An Other is what a player may know of another: what stands on the boards, and since when there is an account.
type Other struct {
	Nick             string
	Level            Level     // of the arcade's player; 0: a person
	Since            time.Time // zero for hidden and private players
	Follows, Ignores bool      // the player does so
	Note             string    // which the player keeps
	Rating           Rating    // on this month's board of races, the zero Rating if it has none
	Games            []OtherGame
}

// An OtherGame is how another player stands on the boards of counted games of a game.
type OtherGame struct {
	Game string // the ID
	Won  int
	Best engine.Score // Max is 0 without one
	Last Result       // of the player's newest games the last that all may see, without its deal; zero if there is none
}

// A Doing is what somebody does in the arcade.
type Doing string

// What people do. Private players are Here, whatever they do, and so are those who play a duel.
const (
	Here     Doing = "here"     // between games, in private or in a duel
	Playing  Doing = "playing"  // at a table
	Racing   Doing = "racing"   // at the table of a race
	Watching Doing = "watching" // watches somebody's table
)

// A Person is somebody who is here, in one session or several.
type Person struct {
	Nick        string        `json:",omitzero"` // "" if the player has none; see Names
	Own         bool          `json:",omitzero"` // the player
	Friend      bool          `json:",omitzero"` // the player follows this person
	Ignored     bool          `json:",omitzero"` // the player ignores this person
	Doing       Doing         `json:",omitzero"` // Here for private players and in duels
	Game        string        `json:",omitzero"` // the ID of the game that is played, or ""
	Rules       string        `json:",omitzero"` // of a game that somebody made up, or ""
	Daily       bool          `json:",omitzero"` // it is a daily whose deal is still secret
	InChallenge bool          `json:",omitzero"` // it is the deal of a challenge, which is no duel
	InSprint    bool          `json:",omitzero"` // it is a deal of a sprint, which is still secret
	Table       int           `json:",omitzero"` // its number, for Spectators.Watch; 0 if the player may not watch or, in News, not everyone
	Watched     string        `json:",omitzero"` // the nick of the player who is watched, "" if there is none
	Idle        time.Duration `json:",omitzero"`
	Came        time.Time     `json:",omitzero"` // in News, when this person came; a dropped line does not count
}

// News is what followed players do, and the player's own nick, which another session may have changed.
// It is immutable.
type News struct {
	Nick string    // the player's, "" for none
	Here []Person  // those who are here, by nick
	At   time.Time // when they were
}

// Playing returns those who play or race.
func (n News) Playing() []Person {
	return slices.DeleteFunc(slices.Clone(n.Here), func(p Person) bool { return p.Doing != Playing && p.Doing != Racing })
}

// Came returns the nicks of those who have come since earlier news, none if these are the zero News.
func (n News) Came(since News) (nicks []string) {
	for _, p := range n.Here {
		if !since.At.IsZero() && p.Came.After(since.At) {
			nicks = append(nicks, p.Nick)
		}
	}
	return nicks
}

// A Signal is something that players can tell each other. There are no others: nobody can
// write to anybody.
type Signal uint8

// The signals, as they are numbered for players.
const (
	GoodGame Signal = 1 + iota
	WellPlayed
	GoodLuck
	Thanks
)

// Signals returns all signals in their order.
func Signals() []Signal { return []Signal{GoodGame, WellPlayed, GoodLuck, Thanks} }

// String returns the words of the signal, "" if there is no such signal.
func (s Signal) String() string { return signalWords[s] }

var signalWords = map[Signal]string{
	GoodGame: "good game", WellPlayed: "well played", GoodLuck: "good luck", Thanks: "thanks",
}

// An Audience says to whom a signal goes: the player of a table that the sender watches, the
// others in a race of the sender's, a player who is here or, if it is zero, those who watch the
// sender's table.
type Audience struct {
	Table  int
	Race   string // its code
	Player string // the nick; of the player of the table, if Table is set
}

// String returns to whom the signal goes, for its sender.
func (to Audience) String() string {
	switch {
	case to.Player != "":
		return to.Player
	case to.Table != 0:
		return Nameless
	case to.Race != "":
		return "all in the race"
	}
	return "all who watch"
}

// A Heard is a signal that has come.
type Heard struct {
	From   string // the sender's nick or, in a race, name in the standings; else Nameless
	Signal Signal
}

// String returns the signal as a line for the player.
func (h Heard) String() string { return h.From + ": " + h.Signal.String() }

// NickAsWritten returns a nick as its player writes it, or as it was typed if nobody is known to have it.
func NickAsWritten(c Company, nick string) string {
	if c == nil {
		return nick
	}
	o, _ := c.Other(nick) // else there is no such player, as whoever asks about that one reads
	return cmp.Or(o.Nick, nick)
}
