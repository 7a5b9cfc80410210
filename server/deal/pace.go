package deal

import "time"

// share is the part of a core that searches take for which nobody waits: one in this many. A
// server that has just begun a day, or a game that has just been looked at, wants some ten
// seconds of search, which should not come at once when players are there: with a share of 50
// and 400 players, it was a tenth of what a key costs. Four kinds of search may take theirs at a time.
const share = 400

// These are the parts while there are at most quiet sessions: of the dailies of today, whose grades every player
// sees, and of what a player may ask for next.
const (
	quiet      = 20
	todayShare = 2
	soonShare  = 8
)

// rest returns some time after work of some length for which nobody waits, so that the work takes one part in so many
// of a core while the arcade is quiet. It returns early if somebody is in a hurry, or on Close.
func (w *worker) rest(worked time.Duration, part int) {
	if w.config.Sessions() > quiet {
		part = share
	}
	t := time.NewTimer(time.Duration(part-1) * worked)
	defer t.Stop()
	select {
	case <-t.C:
	case <-w.hurry:
	case <-w.closing.Done():
	}
}

// wake ends a rest, or the next if there is none now.
func (w *worker) wake() {
	select {
	case w.hurry <- struct{}{}:
	default:
	}
}
