package hub

import (
	"context"
	"time"

	"boardwalk/engine/arcade"
)

// followSubject is the subject of what hubs tell each other of whom players follow.
const followSubject = "follow"

// followsAge is the maximum age of what the hub knows of whom a player follows. It matters
// when one of those joins accounts; a player's own changes count at once (see Refollow).
const followsAge = time.Minute

// The follows of a hub say whom players follow and ignore. Each session keeps what was read for its
// player.
type follows struct{ hub *Hub }

// A followed holds whom a player follows and ignores, as read at a time. It is immutable.
type followed struct {
	at      time.Time
	players map[arcade.PlayerID]bool
	ignored map[arcade.PlayerID]bool
}

// of returns whom the session's player follows.
func (fs *follows) of(s *Session) map[arcade.PlayerID]bool { return fs.read(s).players }

// ignores reports whether the session's player ignores another.
func (fs *follows) ignores(s *Session, other arcade.PlayerID) bool { return fs.read(s).ignored[other] }

// read returns whom the session's player follows and ignores; nobody, if that cannot be read.
func (fs *follows) read(s *Session) *followed {
	player := s.State().Player
	if player == nil || fs.hub.config.Alone {
		return new(followed)
	}
	now, latest := fs.hub.config.Now(), s.attendance.follows.Load()
	if latest != nil && now.Sub(latest.at) < followsAge && !now.Before(latest.at) {
		return latest
	}
	following, err := player.Following()
	ignored, bad := player.Ignored()
	if err != nil || bad != nil {
		return new(followed)
	}
	f := &followed{now, setOf(following), setOf(ignored)}
	s.attendance.follows.CompareAndSwap(latest, f) // unless it has changed meanwhile
	return f
}

func setOf(list []arcade.Followed) map[arcade.PlayerID]bool {
	set := make(map[arcade.PlayerID]bool, len(list))
	for _, f := range list {
		set[f.ID] = true
	}
	return set
}

// A refollow says that a player has changed whom the player follows.
type refollow struct {
	Player arcade.PlayerID `json:"player"`
}

// outdate has the sessions of a player here read again whom the player follows.
func (fs *follows) outdate(player arcade.PlayerID) {
	for _, s := range fs.hub.Sessions() {
		if s.player() == player {
			s.attendance.follows.Store(new(followed)) // zero time, so out of date
		}
	}
}

// hear reads again whom a player follows, once the data here has the change. If the
// message is lost, it is read in followsAge.
func (fs *follows) hear(_ string, m refollow) {
	go fs.hub.guard(func() {
		ctx, cancel := context.WithTimeout(context.Background(), followsAge)
		defer cancel()
		if fs.hub.config.Cluster.Barrier(ctx) == nil {
			fs.outdate(m.Player)
		}
	})
}
