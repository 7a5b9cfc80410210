package hub

import (
	"context"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// Why a player is not challenged or asked to race.
var (
	errAskingPace = arcade.Refuse("you may ask others once in five seconds, and 20 times an hour: wait a moment")
	errNotHere    = arcade.Refuse("no player here has that nick, and none that you follow: follow one who is away first")
	errOneself    = arcade.Refuse("that is you")
)

// ChallengePlayer tells the player with a nick, who is here or whom the player follows, of a
// challenge. It says nothing about whether that one learns of it.
func (c Company) ChallengePlayer(nick string, of arcade.ChallengeNote) error {
	to, from, err := c.reach(nick)
	if err == nil {
		of.From = from.Called()
		c.hub.Notes.Tell(to, from.ID, of)
	}
	return err
}

// Asked returns the player with a nick, who is here or whom the player follows, to be asked to race. It returns "" for
// one who ignores the player, who is not told of that.
func (c Company) Asked(nick string) (arcade.PlayerID, error) {
	to, from, err := c.reach(nick)
	if err != nil {
		return "", err
	}
	if _, ignored := c.hub.config.Regards(to, from.ID); ignored {
		return "", nil
	}
	return to, nil
}

// reach returns the player with a nick, whom the player may tell something now, and the player's account.
func (c Company) reach(nick string) (to arcade.PlayerID, from arcade.Account, err error) {
	to = c.find(nick)
	switch own := c.session.player(); {
	case to == "":
		return "", from, errNotHere
	case to == own:
		return "", from, errOneself
	}
	from, err = c.sender(errAskingPace)
	return to, from, err
}

// here returns the player with a nick, of those who are here and do not hide; "" if there is
// none.
func (c Company) here(nick string) arcade.PlayerID {
	for _, p := range c.hub.survey().people {
		if p.ID != "" && strings.EqualFold(p.Nick, nick) {
			return p.ID
		}
	}
	return ""
}

// find returns the player with a nick, of those who are here and do not hide, and those whom
// the player follows; "" if there is none.
func (c Company) find(nick string) arcade.PlayerID {
	if id := c.here(nick); id != "" {
		return id
	}
	if player := c.session.State().Player; player != nil {
		list, _ := player.Following()
		for _, f := range list {
			if f.Nick != "" && strings.EqualFold(f.Nick, nick) {
				return f.ID
			}
		}
	}
	return ""
}

// ChallengeNotes returns what the session's player is to be told of challenges, the newest
// first.
func (c Company) ChallengeNotes() []arcade.ChallengeNote {
	player := c.session.player()
	c.hub.Notes.mu.Lock()
	defer c.hub.Notes.mu.Unlock()
	return c.hub.Notes.notes(player)
}

// FollowChallengeNotes follows what ChallengeNotes returns until ctx ends.
func (c Company) FollowChallengeNotes(ctx context.Context) arcade.Watch[[]arcade.ChallengeNote] {
	n, player := c.hub.Notes, c.session.player()
	n.mu.Lock()
	box := n.readers.Add(ctx, c.session)
	box.Put(n.notes(player))
	n.mu.Unlock()
	if player != "" { // this node may not have heard of all
		peers.Publish(c.hub.config.Cluster, noteRequestSubject, player)
	}
	return box
}
