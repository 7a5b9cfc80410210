package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// A log is a commitlog.Log in a stream that holds nothing else: the number of an entry is its
// sequence.
//
// An entry is published with the sequence that the one before it has, and the stream accepts
// it there or nowhere. So whether it was accepted can be told for as long as it is kept, and
// the stream need not remember the IDs of its messages.
type log struct {
	js      jetstream.JetStream
	stream  jetstream.Stream
	subject string
	seal    seal

	proven atomic.Value // the leader that has had all entries of those before it
}

// The headers with the ID of an entry, and with the hash of the entries before it.
const (
	idHeader    = "Arcade-Entry"
	afterHeader = "Arcade-After"
)

// Append implements commitlog.Log.
func (l *log) Append(ctx context.Context, after uint64, e commitlog.Entry) error {
	if len(e.Data) > commitlog.EntryMax {
		return fmt.Errorf("an entry of %d bytes is too long", len(e.Data))
	}
	msg := nats.NewMsg(l.subject)
	msg.Header.Set(idHeader, e.ID)
	msg.Header.Set(afterHeader, e.After.String())
	msg.Data = e.Data
	e.Number = after + 1
	signature := l.seal.entry(e)
	msg.Header.Set(macHeader, signature)
	for wait := time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		ack, err := within(ctx, func(ctx context.Context) (*jetstream.PubAck, error) {
			return l.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequence(after))
		})
		if err == nil {
			if ack.Sequence != after+1 {
				return fmt.Errorf("the stream has put entry %d as %d", after+1, ack.Sequence)
			}
			return nil
		}
		if !wrongLast(err) {
			return fmt.Errorf("append entry %d: %w", after+1, err)
		}
		there, err := l.message(ctx, after+1)
		switch {
		case err == nil && same(there.Header.Get(macHeader), signature):
			return nil
		case err == nil:
			return commitlog.ErrBehind
		case !errors.Is(err, jetstream.ErrMsgNotFound):
			return fmt.Errorf("look for entry %d: %w", after+1, err)
		}
		// Nothing has that place: another entry is on its way there, or there was one that
		// is kept no more.
		info, err := l.info(ctx)
		if err != nil {
			return fmt.Errorf("look for entry %d: %w", after+1, err)
		}
		if info.State.FirstSeq > after+1 {
			return commitlog.ErrTrimmed
		}
		if err := pause(ctx, wait); err != nil {
			return fmt.Errorf("append entry %d: %w", after+1, err)
		}
	}
}

// Mark implements commitlog.Log.
func (l *log) Mark(ctx context.Context, id string) error {
	msg := nats.NewMsg(l.subject)
	msg.Header.Set(idHeader, id)
	msg.Header.Set(macHeader, l.seal.entry(commitlog.Entry{ID: id}))
	_, err := within(ctx, func(ctx context.Context) (*jetstream.PubAck, error) { return l.js.PublishMsg(ctx, msg) })
	return err
}

// wrongLast reports whether an error says that a stream has more messages than expected, or
// fewer.
func wrongLast(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// info returns the state of the stream as its leader knows it.
func (l *log) info(ctx context.Context, opts ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	return within(ctx, func(ctx context.Context) (*jetstream.StreamInfo, error) { return l.stream.Info(ctx, opts...) })
}

func (l *log) message(ctx context.Context, number uint64, opts ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
	return within(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return l.stream.GetMsg(ctx, number, opts...)
	})
}

// answerTime is how long an answer of the servers takes at most. One that does not come by
// then was lost: a server drops requests that come while leaders change.
const answerTime = 2 * time.Second

var errNoAnswer = errors.New("the cluster does not answer")

// within asks the servers, and waits for the answer until answerTime or ctx ends.
func within[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	short, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	answer, err := ask(short)
	if err != nil && short.Err() != nil && ctx.Err() == nil {
		err = errNoAnswer
	}
	return answer, err
}

// inTouch is how long ago a leader has heard of another node at most if nobody else can lead
// by now. The others wait four seconds for a leader before they choose one.
const inTouch = 3 * time.Second

// A leader is a server that leads the stream since some time.
type leader struct {
	name  string
	since time.Time
}

// Last implements commitlog.Log.
//
// A server that has just become the leader may not have all entries yet that others have
// acknowledged, and says nothing of that. But it cannot take one before it has. So Last adds an
// entry without data for each new leader.
func (l *log) Last(ctx context.Context) (uint64, error) {
	for {
		state, at, err := l.ask(ctx)
		if err != nil {
			return 0, fmt.Errorf("last entry of the log: %w", err)
		}
		if l.proven.Load() == at {
			return state.LastSeq, nil
		}
		err = l.Append(ctx, state.LastSeq, commitlog.Entry{ID: rand.Text()})
		if err == nil {
			l.proven.Store(at)
			return state.LastSeq + 1, nil
		}
		if !errors.Is(err, commitlog.ErrBehind) {
			return 0, fmt.Errorf("last entry of the log: %w", err)
		}
	}
}

// ask asks the leader of the stream which entries it has.
func (l *log) ask(ctx context.Context) (state jetstream.StreamState, at leader, err error) {
	info, err := l.info(ctx)
	switch {
	case err != nil:
		return state, at, err
	case info.Cluster == nil || info.Cluster.Leader == "": // a server says this as well, and has heard of itself
		return state, at, fmt.Errorf("%w: nobody leads the log", errNoAnswer)
	}
	at.name = info.Cluster.Leader
	if since := info.Cluster.LeaderSince; since != nil { // older servers do not say
		at.since = *since
	}
	// A leader who was cut off does not know of later entries, nor yet that it leads no more.
	for _, peer := range info.Cluster.Replicas {
		if peer.Active > 0 && peer.Active < inTouch {
			return info.State, at, nil
		}
	}
	return state, at, fmt.Errorf("%w: the leader of the log has not heard of other nodes lately", errNoAnswer)
}

// Bounds of what Follow yields at once, and of what waits here for it.
const (
	readEntries = 256
	readBytes   = 8 << 20
)

// Follow implements commitlog.Log.
func (l *log) Follow(ctx context.Context, after uint64) iter.Seq2[[]commitlog.Entry, error] {
	return func(yield func([]commitlog.Entry, error) bool) {
		t, err := l.tail(ctx, after)
		if err == nil {
			defer func() {
				t.messages.Stop()
				conn := l.js.Conn() // has the consumer deleted; else it is forgotten
				_ = conn.PublishRequest("$JS.API.CONSUMER.DELETE."+l.stream.CachedInfo().Config.Name+"."+t.consumer, conn.NewInbox(), nil)
			}()
		}
		for err == nil {
			var entries []commitlog.Entry
			if entries, err = t.read(ctx, l.seal); len(entries) > 0 && !yield(entries, nil) {
				return
			}
		}
		if errors.Is(err, errJump) {
			yield(l.get(ctx, t.next))
		} else {
			yield(nil, fmt.Errorf("read the log after %d: %w", after, err))
		}
	}
}

// get returns the entry with a number, which a copy of the log does not have, as the leader of the
// stream has it. If it is lost, get returns the next one with data.
func (l *log) get(ctx context.Context, number uint64) ([]commitlog.Entry, error) {
	state, before, err := l.ask(ctx)
	if err != nil {
		return nil, fmt.Errorf("read entry %d: %w", number, err)
	}
	msg, err := l.message(ctx, number)
	if err == nil {
		e, err := entryOf(number, msg.Header, msg.Data, l.seal)
		return []commitlog.Entry{e}, err
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) && state.FirstSeq <= number && number <= state.LastSeq {
		if _, after, err := l.ask(ctx); err == nil && after == before { // or another one may have it
			next, err := l.nextData(ctx, number+1, state)
			if err == nil && next.Number == 0 {
				err = fmt.Errorf("entry %d: %w", number, commitlog.ErrHole)
			}
			return []commitlog.Entry{next}, err
		}
	}
	return nil, fmt.Errorf("read entry %d: %w", number, err)
}

// lastHole returns the number of the last entry that is lost, as the leader of the stream has them, or 0.
func (l *log) lastHole(ctx context.Context) (uint64, error) {
	info, err := l.info(ctx, jetstream.WithDeletedDetails(true))
	if err != nil {
		return 0, fmt.Errorf("look for holes in the log: %w", err)
	}
	last := info.State.LastSeq
	switch _, err = l.message(ctx, last); {
	case err == nil || info.State.Msgs == 0: // all may be trimmed
		return slices.Max(append(info.State.Deleted, 0)), nil
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return last, nil
	}
	return 0, fmt.Errorf("look for holes in the log: %w", err)
}

// A tail reads the stream from one sequence on, through a consumer that a server forgets
// when nobody reads or the server stops.
type tail struct {
	consumer string
	messages jetstream.MessagesContext
	next     uint64
}

// tail returns one from the entry after a number on.
func (l *log) tail(ctx context.Context, after uint64) (*tail, error) {
	info, err := l.info(ctx)
	if err != nil {
		return nil, err
	}
	if info.State.FirstSeq > after+1 {
		return nil, commitlog.ErrTrimmed
	}
	consumer, err := within(ctx, func(ctx context.Context) (jetstream.Consumer, error) {
		return l.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
			DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
			OptStartSeq:       after + 1,
			AckPolicy:         jetstream.AckNonePolicy,
			InactiveThreshold: time.Minute,
			Replicas:          1,
			MemoryStorage:     true,
		})
	})
	if err != nil {
		return nil, err
	}
	messages, err := consumer.Messages(
		jetstream.PullMaxMessagesWithBytesLimit(readEntries, readBytes),
		jetstream.PullHeartbeat(time.Second),
		jetstream.WithMessagesErrOnMissingHeartbeat(true))
	return &tail{consumer.CachedInfo().Name, messages, after + 1}, err
}

// moreTime is how long an entry that was read waits for another one that a consumer has announced. A
// consumer counts an entry twice that is added while the consumer is made.
const moreTime = 100 * time.Millisecond

// errJump: a tail has come to an entry that is not the next.
var errJump = errors.New("an entry is missing")

// read waits for the next entry, and returns it with those that follow at once. After an error the
// tail must not be used again.
func (t *tail) read(ctx context.Context, seal seal) (entries []commitlog.Entry, err error) {
	for size := 0; len(entries) < readEntries && size < readBytes; {
		wait := jetstream.NextContext(ctx)
		if len(entries) > 0 {
			wait = jetstream.NextMaxWait(moreTime)
		}
		msg, err := t.messages.Next(wait)
		if errors.Is(err, nats.ErrTimeout) {
			break
		}
		if err != nil {
			return entries, err
		}
		meta, err := msg.Metadata()
		if err != nil {
			return entries, err
		}
		switch number := meta.Sequence.Stream; {
		case number > t.next:
			return entries, errJump
		case number < t.next:
			continue // the consumer began on a server that was behind
		}
		e, err := entryOf(t.next, msg.Headers(), msg.Data(), seal)
		if err != nil {
			return entries, err
		}
		t.next++
		entries = append(entries, e)
		if size += len(e.Data); meta.NumPending == 0 {
			break
		}
	}
	return entries, nil
}

// entryOf returns the entry that a message of the stream is. The error is commitlog.ErrForged.
func entryOf(number uint64, header nats.Header, data []byte, seal seal) (commitlog.Entry, error) {
	e := commitlog.Entry{Number: number, ID: header.Get(idHeader), Data: data}
	if len(data) > 0 {
		_ = e.After.UnmarshalText([]byte(header.Get(afterHeader))) // else it is not what was signed
	}
	if !same(header.Get(macHeader), seal.entry(e)) {
		return commitlog.Entry{}, fmt.Errorf("entry %d: %w", number, commitlog.ErrForged)
	}
	return e, nil
}

// nextData returns the first entry with data that state has from a number on. If there is none, it
// returns the zero Entry.
func (l *log) nextData(ctx context.Context, from uint64, state jetstream.StreamState) (commitlog.Entry, error) {
	for n := from; n <= state.LastSeq; n++ {
		first := jetstream.WithGetMsgSubject(l.subject) // the first from there on
		msg, err := l.message(ctx, n, first)
		if errors.Is(err, jetstream.ErrMsgNotFound) { // all up to the last are lost
			break
		}
		if err != nil {
			return commitlog.Entry{}, fmt.Errorf("read entry %d of the log: %w", n, err)
		}
		n = msg.Sequence
		if e, err := entryOf(n, msg.Header, msg.Data, l.seal); err != nil || len(e.Data) > 0 {
			return e, err
		}
	}
	return commitlog.Entry{}, nil
}

// hashAt returns the hash of the entries up to a number, which is 0 or that of an entry with data
// that state has, or has lost, or of the last one before those. known is false if no entry says it.
func (l *log) hashAt(ctx context.Context, number uint64, state jetstream.StreamState) (hash commitlog.Hash, known bool, err error) {
	e, err := l.nextData(ctx, max(number, state.FirstSeq, 1), state)
	switch {
	case err != nil || e.Number == 0:
		return hash, false, err
	case e.Number == number:
		return e.Hash(), true, nil
	}
	return e.After, true, nil
}
