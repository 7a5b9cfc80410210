package store

import (
	"context"
	"maps"
	"strings"
	"time"

	"boardwalk/data/commitlog"
)

// Files that share a log write in rotation: after its own entry, a file waits until each of its
// rivals, the other files that write, has had its turn. Without that, the file that was first would
// have the newest entry before the others, be first again and again, and the others would run
// their groups in vain.
//
// A file whose rivals do not know it yet can be refused again and again. It then adds a mark, an
// entry without data that is never refused, and they come to know it.

const (
	turnsMax  = 4                     // how many of its own turns a file waits for another's, which has to apply an entry as well
	turnMax   = 50 * time.Millisecond // how long it waits at most
	markAfter = 3                     // how many refusals one after another are enough for a mark
)

// noteWriter notes who has written an entry. A mark is no turn.
func (r *replica) noteWriter(e commitlog.Entry) {
	name, _, ok := strings.Cut(e.ID, "-")
	switch {
	case !ok || name == r.name:
	case len(e.Data) == 0:
		r.rivals[name] = 0
	default:
		r.rivals[name] = e.Number
	}
}

// mark lets the other files know that this one wants to write. If it fails, they come to know
// it later.
func (r *replica) mark() {
	ctx, cancel := context.WithTimeout(r.life, answerTime)
	defer cancel()
	_ = r.log.Mark(ctx, r.id())
}

// mustYield reports whether a rival has not had its turn since this file's.
func (r *replica) mustYield() bool {
	for _, number := range r.rivals {
		if number < r.own {
			return true
		}
	}
	return false
}

// yieldTurn waits until all rivals have had their turn. A rival that lets its turn pass is forgotten
// until it writes again.
func (w *writer) yieldTurn() {
	r := w.replica
	for r != nil && r.mustYield() && w.file.ping() == nil {
		if !w.takeWithin(min(turnsMax*r.turn, turnMax)) {
			maps.DeleteFunc(r.rivals, func(_ string, number uint64) bool { return number < r.own })
		}
	}
}

// awaitParts waits while the parts of a large change come, as an entry between them would make
// them nothing.
func (w *writer) awaitParts() {
	for r := w.replica; r != nil && r.inParts() && w.file.ping() == nil; {
		if !w.takeWithin(turnMax) {
			return
		}
	}
}

// inParts reports whether the last entry that came is a part of a change of which more are to
// come.
func (r *replica) inParts() bool {
	if len(r.waiting) == 0 {
		return r.parts != nil
	}
	last := r.waiting[len(r.waiting)-1].Data
	return len(last) > 0 && (last[0] == entryFirst || last[0] == entryPart)
}

// takeWithin waits for entries from the log, and reports whether some came in time.
func (w *writer) takeWithin(d time.Duration) bool {
	select {
	case came := <-w.replica.entries:
		return w.take(came) == nil // ping says what is wrong
	case <-time.After(d):
		return false
	}
}
