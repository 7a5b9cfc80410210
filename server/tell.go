package server

import (
	"errors"
	"log/slog"
	"strings"

	"boardwalk/data"
	"boardwalk/engine"
)

// A sentence is an error that a player reads verbatim. It reveals nothing more about the
// host.
type sentence string

func (s sentence) Error() string { return string(s) }

// Is makes errDisk and errPace unavailability rather than refusals, so that a table plays
// on and saves again later.
func (s sentence) Is(target error) bool {
	return target == engine.ErrUnavailable && (s == errDisk || s == errPace)
}

// What a player reads when something is refused.
const (
	errDisk    sentence = "the arcade cannot reach its disk at the moment; its host has been told"
	errFull    sentence = "the arcade has no room for more at the moment; its host has been told"
	errCrowded sentence = "many new players came from your network in the last hour, so you cannot begin this deal; please come back in an hour"
	errCrowd   sentence = "many new players came from your network in the last hour; please come back in an hour, or play on without saving"
	errPace    sentence = "games from your network end faster than anyone can play; please try again in a while"
	errGuesses sentence = "too many wrong codes: reconnect to try again"
	errNoKey   sentence = "your account has no such key"

	errNoGame      sentence = "there is no such game here"
	errNoRace      sentence = "there is no race with that code"
	errNotIn       sentence = "you are not in that race, or it is not yours to start"
	errNotBegun    sentence = "the race has not begun yet"
	errRaceOver    sentence = "the race is over"
	errRaceStarted sentence = "the race has started, so you cannot leave it any more"
	errRaceLimit   sentence = "a race lasts 1 to 60 minutes"
	errRacePace    sentence = "many races were opened from your network in the last hour; please come back in a while"
)

// isRefusal reports whether a limit of the host's refused a save, which is no failure.
func isRefusal(err error) bool { return errors.Is(err, errCrowd) || errors.Is(err, errPace) }

// errRevoked is shown to a player whose session no longer belongs to the account.
var errRevoked = revokedError{sentence("this key no longer belongs to the account")}

// A revokedError is also an engine.ErrConflict: a table does not show a move that was not
// stored, whoever has the game now.
type revokedError struct{ error }

func (revokedError) Is(target error) bool { return target == engine.ErrConflict }

// refusals maps the errors of the store to what a player reads.
var refusals = []struct {
	err  error
	says sentence
}{
	{data.ErrNoAccount, "your account begins with your first game: play one, then come back"},
	{data.ErrGuest, "guests cannot do this: come back with a key (ssh-keygen makes one)"},
	{data.ErrTaken, "that nick is taken"},
	{data.ErrLastKey, "that is the only key: without it nobody could reach the account"},
	{data.ErrCode, "there is no such code, or it was used or has expired"},
	{data.ErrSame, "both are the same account already"},
	{data.ErrRacing, "both accounts are in a race that is not over: join them once it is, or leave it before it begins"},
	{data.ErrJoins, "one of these accounts has as many keys, or joined accounts, as it can have"},
	{data.ErrBrought, "both accounts together have imported more games than one account may"},
	{data.ErrBusy, "you are also playing on another connection, which was faster: please try again"},
	{data.ErrStarted, "the race has begun already, without you"},
	{data.ErrRaces, "you have opened as many races as you can have at a time: leave one, or wait for one to end"},
	{data.ErrRaceFull, "the race has as many racers as it can have"},
	{data.ErrRevoked, "this key no longer belongs to the account: please leave and come back"},
	{data.ErrNotFound, "not found"},
}

// tell returns what a player reads for an error: a sentence, without the host's paths. An
// error that is not the player's doing is logged, with what was being done.
func tell(log *slog.Logger, doing string, err error) error {
	if errors.As(err, new(sentence)) || err == nil || errors.Is(err, engine.ErrConflict) {
		return err
	}
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return r.says
		}
	}
	for _, sort := range []error{data.ErrName, data.ErrRound} {
		if errors.Is(err, sort) { // its own text says why
			_, why, _ := strings.Cut(err.Error(), sort.Error()+": ")
			return sentence(why)
		}
	}
	if errors.Is(err, data.ErrDown) { // the host was told when it began
		return errDisk
	}
	log.Error(doing, "err", err)
	if errors.Is(err, data.ErrFull) {
		return errFull
	}
	return errDisk
}
