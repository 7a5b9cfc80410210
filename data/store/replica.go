package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/data/commitlog"
)

// A replica is what the writer of a file does so that it stays the same as the others that
// share its log. Each transaction of any of them is an entry of the log, so the order of the
// log is the order of all transactions, and each has seen everything before it:
//
//  1. In a transaction the writer applies the entries of others that wait for it, makes the
//     changes of a group, and records their delta.
//  2. It appends the delta as the entry after the last one that it has applied.
//  3. If the log takes it, the transaction is committed together with the new position.
//  4. If another file's entry has come first, the transaction is rolled back, and all is done
//     again with that entry.
//
// If the log does not answer, the entry may be in it or not. The writer asks again until it knows
// or logPatience is over. Then its callers are told that it is not known, and nothing is written until
// the log answers. Reads go on.
//
// A delta that is too large for an entry becomes several, which count as one change once the last is
// there; if the entry of another file comes between them, they are nothing.
//
// Only the writer calls its methods, except reached and barrier, which may be called from any goroutine,
// and read, which runs in one of its own. They ask the log by misses and last, and use no other field that
// the writer changes.
type replica struct {
	file *file
	log  commitlog.Log

	life    context.Context // ends when the writer stops
	end     context.CancelFunc
	stop    context.CancelFunc // ends the reading of the log
	entries chan arrival       // what comes from the log

	at           commitlog.Position // also past entries that are nothing to the file
	waiting      []commitlog.Entry  // those after it that have come, and are to be applied
	parts        []byte             // of a delta of which not all entries have come; nil if there is none
	digests      atomic.Bool        // one is being made
	unacked      *commitlog.Entry   // it may be in the log, after entry unacked.Number
	disconnected bool               // the log does not answer, or says what nobody here understands
	ended        bool               // the log has an entry that this file cannot follow, and is followed no more
	unread       error              // why the log cannot be read, or nil

	name   string            // begins the IDs of this file's entries
	sent   uint64            // how many entries it has tried to append
	own    uint64            // the latest of them that the log took
	turn   time.Duration     // what the latest group took
	rivals map[string]uint64 // the latest entries of the other files that write, by their names

	traffic struct{ appended, bytes, behind, asked, applied atomic.Uint64 } // see Traffic

	mu    sync.Mutex
	told  uint64        // the number of at, for others
	moved chan struct{} // closed when told changes
}

// An arrival is what came from the log: entries, or why it cannot be read. After ErrTrimmed and
// ErrForged nothing comes.
type arrival struct {
	entries []commitlog.Entry
	err     error
}

// The first byte of an entry says what follows.
const (
	entryWhole byte = iota + 1 // a delta
	entryFirst                 // the first part of one
	entryPart                  // another part
	entryLast                  // the last part
)

// How the writer asks the log.
const (
	answerTime  = 2 * time.Second        // for one answer
	askAgain    = 100 * time.Millisecond // after no answer
	logPatience = 10 * time.Second       // longer than the log needs to find a new leader
	readAgain   = 10 * time.Second       // the longest pause after reading has failed
)

// newReplica returns the replica of a file that is at a place in the log.
func newReplica(f *file, place commitlog.Position) *replica {
	r := &replica{file: f, log: f.options.Log, name: rand.Text(), rivals: map[string]uint64{}, moved: make(chan struct{})}
	r.life, r.end = context.WithCancel(context.Background())
	r.stop = func() {}
	r.resume(place)
	return r
}

// resume reads the log from after a place on.
func (r *replica) resume(place commitlog.Position) {
	r.stop()
	ctx, stop := context.WithCancel(r.life)
	entries := make(chan arrival, 1)
	r.entries, r.stop = entries, stop
	r.at, r.waiting, r.parts, r.unread = place, nil, nil, nil
	r.publish()
	go r.read(ctx, place.Number, entries)
}

// read reads the log from after a number on until ctx ends, and sends what comes. Of reads that
// fail it sends the first ErrHole, and another error once they have failed for as long as logPatience
// is, as the log may be looking for a new leader, if there is something to read.
func (r *replica) read(ctx context.Context, from uint64, to chan<- arrival) {
	var failing time.Time // since when reads fail; zero if they do not
	wait, told := askAgain, false
	for ctx.Err() == nil {
		began := time.Now()
		for got, err := range r.log.Follow(ctx, from) {
			if ctx.Err() != nil {
				return
			}
			last := errors.Is(err, commitlog.ErrTrimmed) || errors.Is(err, commitlog.ErrForged)
			switch {
			case err == nil:
				from, began = got[len(got)-1].Number, time.Now()
				failing, wait, told = time.Time{}, askAgain, false
			case failing.IsZero() || time.Since(began) >= logPatience: // it waited for entries before it failed
				failing = time.Now()
			}
			if err == nil || !told && (last || errors.Is(err, commitlog.ErrHole) || time.Since(failing) >= logPatience && r.misses(from)) {
				select {
				case to <- arrival{got, err}:
					told = err != nil
				case <-ctx.Done():
				}
			}
			if last {
				return
			}
			if err != nil {
				pause(ctx, wait)
				wait = min(2*wait, readAgain)
			}
		}
	}
}

// misses reports whether the log has more than the entries up to a number, or does not answer.
func (r *replica) misses(number uint64) bool {
	last, err := r.last(r.life)
	return err != nil || last > number
}

// last asks the log for the number of its last entry.
func (r *replica) last(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	return r.log.Last(ctx)
}

// pause waits, at most until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// add appends a delta after a place, and returns the place that it has with it.
// The error is ErrBehind, after which nothing was changed, or ErrNoQuorum.
func (r *replica) add(place commitlog.Position, d *delta) (commitlog.Position, error) {
	for _, part := range partsOf(d.encode()) {
		e := commitlog.Entry{Number: place.Number, ID: r.id(), Data: part, After: place.Hash}
		if err := r.append(e); err != nil {
			return place, err
		}
		place.Number, place.Hash = place.Number+1, e.Hash()
		r.traffic.appended.Add(1)
		r.traffic.bytes.Add(uint64(len(part)))
	}
	return place, nil
}

// id returns the ID of another entry of this file.
func (r *replica) id() string {
	r.sent++
	return fmt.Sprintf("%s-%d", r.name, r.sent)
}

// partsOf returns the data of the entries for a delta.
func partsOf(text []byte) (parts [][]byte) {
	for chunk := range slices.Chunk(text, commitlog.EntryMax-1) {
		parts = append(parts, append([]byte{entryPart}, chunk...))
	}
	parts[0][0], parts[len(parts)-1][0] = entryFirst, entryLast
	if len(parts) == 1 {
		parts[0][0] = entryWhole
	}
	return parts
}

// append appends an entry after entry e.Number, and asks until the log has answered.
func (r *replica) append(e commitlog.Entry) error {
	for began := time.Now(); ; {
		err := r.ask(e)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, commitlog.ErrBehind):
			r.traffic.behind.Add(1)
			return err
		}
		r.traffic.asked.Add(1)
		if time.Since(began) >= logPatience || r.life.Err() != nil {
			r.unacked = &e
			return fmt.Errorf("%w: %w", ErrNoQuorum, err)
		}
		pause(r.life, askAgain)
	}
}

// ask appends an entry after entry e.Number, or finds out whether that was done before.
func (r *replica) ask(e commitlog.Entry) error {
	ctx, cancel := context.WithTimeout(r.life, answerTime)
	defer cancel()
	return r.log.Append(ctx, e.Number, e)
}

// resolve finds out whether the log answers again, and what became of an entry in doubt. A log that
// cannot be read does not, if there is something to read.
func (r *replica) resolve() error {
	if r.unread != nil && r.misses(r.at.Number) {
		return r.unread
	}
	if r.unacked == nil {
		_, err := r.last(r.life)
		return err
	}
	if err := r.ask(*r.unacked); err != nil && !errors.Is(err, commitlog.ErrBehind) {
		return err
	}
	r.unacked = nil // if it is in the log, it comes from there
	return nil
}

// An advance is how far a file comes in the log.
type advance struct {
	at      commitlog.Position
	parts   []byte // of a delta of which not all entries have come; nil if there is none
	changed bool   // rows were changed
	cached  bool   // some of them of buckets that the program has in memory too
	common  bool   // some of them texts that all machines have in common
}

// apply makes the changes of the waiting entries in a transaction.
func (r *replica) apply(tx *Tx) (p advance, err error) {
	p = advance{at: r.at, parts: r.parts}
	for _, e := range r.waiting {
		after := p.at.Number
		p.at.Number = e.Number
		if len(e.Data) == 0 { // it changes nothing, and a delta that it interrupts was given up
			p.parts = nil
			continue
		}
		switch {
		case e.After == p.at.Hash:
		case e.Number > after+1:
			return p, fmt.Errorf("entries %d to %d of the log: %w", after+1, e.Number-1, commitlog.ErrHole)
		default:
			return p, fmt.Errorf("entry %d of the log: %w", e.Number, commitlog.ErrParted)
		}
		p.at.Hash = e.Hash()
		kind, text := e.Data[0], e.Data[1:]
		switch {
		case kind == entryWhole:
			p.parts, err = nil, p.change(tx, r.file.schema, text)
		case kind == entryFirst:
			p.parts = append([]byte{}, text...)
		case kind > entryLast:
			err = ErrStrange
		case p.parts == nil: // the rest of a delta that was given up
		case kind == entryPart:
			p.parts = slices.Concat(p.parts, text)
		case kind == entryLast:
			text, p.parts = slices.Concat(p.parts, text), nil
			err = p.change(tx, r.file.schema, text)
		}
		if err != nil {
			return p, fmt.Errorf("entry %d of the log: %w", e.Number, err)
		}
	}
	if p.cached {
		err = r.file.options.Load(tx)
	}
	return p, err
}

// change applies an encoded delta and records the position.
func (p *advance) change(tx *Tx, schema *Schema, text []byte) error {
	p.changed = true
	err := applyDelta(tx, schema, text, func(bucket, key []byte) {
		tx.count(bucket, key)
		p.cached = p.cached || slices.ContainsFunc(schema.Cached, func(name []byte) bool { return bytes.Equal(name, bucket) })
		p.common = p.common || bytes.Equal(bucket, Meta) && bytes.HasPrefix(key, []byte(commonPrefix))
	})
	return errors.Join(err, setPosition(tx, p.at))
}

// advanceTo notes how far the file has come with the waiting entries, and then with its own. own is
// the zero Position if there is none.
func (r *replica) advanceTo(p advance, own commitlog.Position) {
	r.traffic.applied.Add(p.at.Number - r.at.Number)
	r.at, r.waiting, r.parts = p.at, nil, p.parts
	if own.Number > 0 {
		r.at, r.parts, r.own = own, nil, own.Number
	}
	r.publish()
	if p.common {
		r.file.options.OnCommon()
	}
}

// publish lets others know the number.
func (r *replica) publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told != r.at.Number {
		r.told = r.at.Number
		close(r.moved)
		r.moved = make(chan struct{})
	}
}

// reached returns the number, and a channel that is closed when it changes. It may be called from
// any goroutine.
func (r *replica) reached() (number uint64, moved <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.told, r.moved
}

// barrier waits for the last entry that the log has now. It asks until the log answers. It may be
// called from any goroutine.
func (r *replica) barrier(ctx context.Context) error {
	last, err := r.last(ctx)
	for err != nil && ctx.Err() == nil && r.life.Err() == nil {
		pause(ctx, askAgain)
		last, err = r.last(ctx)
	}
	for err == nil {
		number, moved := r.reached()
		if number >= last {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			err = ctx.Err()
		case <-r.life.Done():
			err = ErrClosed
		}
	}
	return err
}

// others returns what delivers the entries of other files, or nil if there is no log or the
// file cannot be changed.
func (w *writer) others() <-chan arrival {
	if w.replica == nil || w.replica.ended || w.file.ping() != nil && !w.replica.disconnected {
		return nil
	}
	return w.replica.entries
}

// append adds what a transaction has changed to the log, after how far the file has come, if there
// is a log, and returns the place that the file has with it. A file that left its log says so
// instead. The error is ErrBehind, or else an ErrUnknown and ErrNoQuorum.
func (w *writer) append(tx *Tx, after commitlog.Position) (place commitlog.Position, err error) {
	r := w.replica
	switch {
	case tx.delta.empty():
		return place, nil
	case r == nil:
		alone := w.leaves
		alone.Alone = true
		return place, setPosition(tx, alone)
	}
	place, err = r.add(after, tx.delta)
	switch {
	case errors.Is(err, commitlog.ErrBehind):
		return place, err
	case err != nil:
		w.setApart(err)
		return place, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return place, setPosition(tx, place)
}

// setApart refuses writes until the log answers.
func (w *writer) setApart(err error) {
	w.replica.disconnected = true
	w.file.setErr(err)
	w.file.options.OnWriteError(err)
}

// take lets entries that came from the log wait until they are applied, but not too many.
func (w *writer) take(came arrival) error {
	r := w.replica
	if r.unread = came.err; came.err != nil {
		return w.abort(came.err)
	}
	for _, e := range came.entries {
		if e.Number > r.at.Number {
			r.waiting = append(r.waiting, e)
			r.noteWriter(e)
			if err := w.makeDigest(e); err != nil {
				return err
			}
		}
	}
	if len(r.waiting) < groupMax {
		return nil
	}
	return w.follow()
}

// abort says that the file cannot follow the log.
func (w *writer) abort(cause error) error {
	hole := errors.Is(cause, commitlog.ErrHole) && w.replica.unread == nil // else there may be more to read soon
	w.replica.ended = hole || errors.Is(cause, commitlog.ErrForged) || errors.Is(cause, commitlog.ErrParted) || errors.Is(cause, ErrStrange)
	err := fmt.Errorf("follow the log: %w: %w", ErrNoQuorum, cause)
	w.setApart(err)
	return err
}

// follow makes the changes of the waiting entries in a transaction of their own.
func (w *writer) follow() error {
	if w.replica == nil || len(w.replica.waiting) == 0 {
		return nil
	}
	tx, err := w.file.begin(true)
	if err != nil {
		return w.fail(err)
	}
	defer tx.Rollback() // does nothing after a commit
	p, err := w.apply(tx)
	if err != nil {
		return err
	}
	if p.changed {
		if err := w.file.commit(tx); err != nil {
			return w.fail(err)
		}
	}
	w.replica.advanceTo(p, commitlog.Position{})
	return nil
}

// apply makes the changes of the waiting entries in a transaction.
func (w *writer) apply(tx *Tx) (p advance, err error) {
	if w.replica == nil {
		return advance{}, nil
	}
	if err := safely(func() error {
		p, err = w.replica.apply(tx)
		return err
	}); err != nil {
		return advance{}, w.abort(w.file.withPath(err))
	}
	return p, nil
}

// fail notes that the disk has failed, and returns why nothing can be written.
func (w *writer) fail(err error) error {
	w.replica.disconnected = false // it is the disk that has to be tried
	w.file.onCommitError(err)
	return w.file.ping()
}

// catchUp waits for the entry that has come before one that was not taken.
func (w *writer) catchUp() error {
	r := w.replica
	for number, have := r.at.Number, len(r.waiting); r.at.Number == number && len(r.waiting) == have; {
		if !w.takeWithin(logPatience) {
			if w.file.ping() == nil {
				w.setApart(ErrNoQuorum)
			}
			return w.file.ping()
		}
	}
	return nil
}

// readBack reads the file back after a failed commit.
func (w *writer) readBack() {
	if w.replica == nil {
		w.file.readBack()
	} else if !w.replica.disconnected {
		w.file.readBack()
		w.resume()
	}
}

// retry allows writes again if the disk accepts them, and the log answers.
func (w *writer) retry() {
	switch r := w.replica; {
	case r == nil:
		w.file.retry()
	case r.ended:
	case !r.disconnected:
		w.file.retry()
		w.resume()
	case r.resolve() == nil:
		r.disconnected = false
		w.resume()
		w.file.acceptWrites()
	}
}

// resume reads the log from where the file is now.
func (w *writer) resume() {
	_ = w.file.view(func(tx *Tx) error { // without the file there is nothing to go on with
		p, err := positionIn(tx)
		if err == nil {
			w.replica.resume(p)
		}
		return err
	})
}
