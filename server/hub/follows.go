package hub

import (
	"time"

	"boardwalk/engine/arcade"
)

// followsAge is the maximum age of what the hub knows of whom a player follows. It matters
// when one of those joins accounts; a player's own changes count at once.
const followsAge = time.Minute

// A followed holds whom a player follows and ignores, as read at a time. It is immutable.
type followed struct {
	at      time.Time
	changes uint64 // before it was read
	players map[arcade.PlayerID]bool
	ignored map[arcade.PlayerID]bool
}

// followed returns whom the session's player follows and ignores; nobody, if that cannot be read. Each
// session keeps it.
func (h *Hub) followed(s *Session) *followed {
	player := s.State().Player
	if player == nil || h.config.Alone {
		return new(followed)
	}
	now, changes, latest := h.config.Now(), player.RegardChanges(), s.follows.Load()
	if latest != nil && latest.changes == changes && now.Sub(latest.at) < followsAge && !now.Before(latest.at) {
		return latest
	}
	following, err := player.Following()
	ignored, bad := player.Ignored()
	if err != nil || bad != nil {
		return new(followed)
	}
	f := &followed{now, changes, setOf(following), setOf(ignored)}
	s.follows.Store(f)
	return f
}

func setOf(list []arcade.Followed) map[arcade.PlayerID]bool {
	set := make(map[arcade.PlayerID]bool, len(list))
	for _, f := range list {
		set[f.ID] = true
	}
	return set
}
