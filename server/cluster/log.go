package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
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

	mu     sync.Mutex
	idle   *tail  // of the last Read
	proven leader // has had all entries of the leaders before it
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
	for pause := time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
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
		there, err := within(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
			return l.stream.GetMsg(ctx, after+1)
		})
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
		select {
		case <-ctx.Done():
			return fmt.Errorf("append entry %d: %w", after+1, ctx.Err())
		case <-time.After(pause):
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
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastInFlight)
}

// wrongLastInFlight is the code of the same error when the stream cannot tell the sequence.
const wrongLastInFlight jetstream.ErrorCode = 10164

// info returns the state of the stream as its leader knows it.
func (l *log) info(ctx context.Context) (*jetstream.StreamInfo, error) {
	return within(ctx, func(ctx context.Context) (*jetstream.StreamInfo, error) { return l.stream.Info(ctx) })
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
	last, at, err := l.ask(ctx)
	if err != nil {
		return 0, fmt.Errorf("last entry of the log: %w", err)
	}
	l.mu.Lock()
	proven := l.proven == at
	l.mu.Unlock()
	if proven {
		return last, nil
	}
	for {
		e := commitlog.Entry{ID: rand.Text()}
		err := l.Append(ctx, last, e)
		if err == nil {
			break
		}
		if !errors.Is(err, commitlog.ErrBehind) {
			return 0, fmt.Errorf("last entry of the log: %w", err)
		}
		if last, at, err = l.ask(ctx); err != nil {
			return 0, fmt.Errorf("last entry of the log: %w", err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.proven = at
	return last + 1, nil
}

// ask asks the leader of the stream which is the last entry that it has.
func (l *log) ask(ctx context.Context) (last uint64, at leader, err error) {
	var info struct {
		State   jetstream.StreamState `json:"state"`
		Cluster *struct {
			Leader      string               `json:"leader"`
			LeaderSince time.Time            `json:"leader_since"`
			Replicas    []jetstream.PeerInfo `json:"replicas"`
		} `json:"cluster"`
		Error *jetstream.APIError `json:"error"`
	}
	answer, err := within(ctx, func(ctx context.Context) (*nats.Msg, error) {
		return l.js.Conn().RequestWithContext(ctx, "$JS.API.STREAM.INFO."+l.stream.CachedInfo().Config.Name, nil)
	})
	if err == nil {
		err = json.Unmarshal(answer.Data, &info)
	}
	switch {
	case err != nil:
		return 0, leader{}, err
	case info.Error != nil:
		return 0, leader{}, info.Error
	case info.Cluster == nil:
		return 0, leader{}, errors.New("nobody leads it")
	}
	// A leader who was cut off does not know of later entries, nor yet that it leads no more.
	for _, peer := range info.Cluster.Replicas {
		if peer.Active > 0 && peer.Active < inTouch {
			return info.State.LastSeq, leader{info.Cluster.Leader, info.Cluster.LeaderSince}, nil
		}
	}
	return 0, leader{}, errors.New("its leader has not heard of other nodes lately")
}

// Bounds of what Read returns at once, and of what waits here for it.
const (
	readEntries = 256
	readBytes   = 8 << 20
)

// tailJump is how many entries a tail passes over at most to be where a reader is.
const tailJump = 1000

// Read implements commitlog.Log.
func (l *log) Read(ctx context.Context, after uint64) ([]commitlog.Entry, error) {
	for {
		t, err := l.tail(ctx, after)
		if err != nil {
			return nil, err
		}
		entries, err := t.read(ctx, after, l.seal)
		if err == nil || ctx.Err() != nil {
			l.park(t)
		} else {
			t.messages.Stop()
		}
		if len(entries) > 0 {
			return entries, nil
		}
		if errors.Is(err, commitlog.ErrForged) {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// A tail reads the stream from one sequence on, through a consumer that a server forgets
// when nobody reads or the server stops.
type tail struct {
	messages jetstream.MessagesContext
	next     uint64
}

// tail returns one that is before the entry after a number, or at it.
func (l *log) tail(ctx context.Context, after uint64) (*tail, error) {
	l.mu.Lock()
	t := l.idle
	l.idle = nil
	l.mu.Unlock()
	if t != nil {
		if t.next <= after+1 && after+1 <= t.next+tailJump {
			return t, nil
		}
		t.messages.Stop()
	}
	info, err := l.info(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the log after %d: %w", after, err)
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
		return nil, fmt.Errorf("read the log after %d: %w", after, err)
	}
	messages, err := consumer.Messages(
		jetstream.PullMaxMessagesWithBytesLimit(readEntries, readBytes),
		jetstream.PullHeartbeat(time.Second),
		jetstream.WithMessagesErrOnMissingHeartbeat(true))
	if err != nil {
		return nil, fmt.Errorf("read the log after %d: %w", after, err)
	}
	return &tail{messages, after + 1}, nil
}

// park keeps a tail for the next Read.
func (l *log) park(t *tail) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.idle != nil {
		l.idle.messages.Stop()
	}
	l.idle = t
}

// read waits for an entry after a number, and returns it with those that follow at once. After
// an error that is not of ctx, the tail must not be used again.
func (t *tail) read(ctx context.Context, after uint64, seal seal) (entries []commitlog.Entry, err error) {
	for size := 0; len(entries) < readEntries && size < readBytes; {
		msg, err := t.messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return entries, err
		}
		meta, err := msg.Metadata()
		if err != nil {
			return entries, err
		}
		switch number := meta.Sequence.Stream; {
		case number > t.next:
			return entries, fmt.Errorf("entry %d comes after entry %d", number, t.next-1)
		case number < t.next:
			continue // the consumer began on a server that was behind
		}
		e, err := entryOf(t.next, msg.Headers(), msg.Data(), seal)
		if err != nil {
			return entries, err
		}
		if t.next++; e.Number > after {
			entries = append(entries, e)
			size += len(e.Data)
		}
		if meta.NumPending == 0 && len(entries) > 0 {
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

// hashAt returns the hash of the entries up to a number, which is 0 or that of an entry with data
// that state has or of the last one before those. known is false if no entry says it.
func (l *log) hashAt(ctx context.Context, number uint64, state jetstream.StreamState) (hash commitlog.Hash, known bool, err error) {
	for n := max(number, state.FirstSeq); n > 0 && n <= state.LastSeq; n++ {
		msg, err := within(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return l.stream.GetMsg(ctx, n) })
		if err != nil {
			return hash, false, fmt.Errorf("read entry %d of the log: %w", n, err)
		}
		e, err := entryOf(n, msg.Header, msg.Data, l.seal)
		switch {
		case err != nil:
			return hash, false, err
		case n == number:
			return e.Hash(), true, nil
		case len(e.Data) > 0:
			return e.After, true, nil
		}
	}
	return hash, false, nil
}
