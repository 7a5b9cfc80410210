package server

import (
	"errors"
	"log/slog"
	"strings"

	"boardwalk/data"
	"boardwalk/engine"
)

// A sentence is an error that a player reads as it is: it says no more of the
// host than that.
type sentence string

func (s sentence) Error() string { return string(s) }

// Is tells a table which of these are no refusal: it plays on, and saves again.
func (s sentence) Is(target error) bool {
	return target == engine.ErrUnavailable && (s == errDisk || s == errPace)
}

// What a player reads of what cannot be.
const (
	errDisk    sentence = "the arcade cannot reach its disk at the moment; its host has been told"
	errFull    sentence = "the arcade has no room for more at the moment; its host has been told"
	errCrowded sentence = "many new players came from your network in the last hour, so this deal cannot be begun; please come back in an hour"
	errCrowd   sentence = "many new players came from your network in the last hour; please come back in an hour, or play on without"
	errPace    sentence = "games end faster here than anyone can play them; please try again in a while"
	errGuesses sentence = "these were enough codes for one visit: come back, with the right one"
	errNoKey   sentence = "your account has no such key"

	errNoGame      sentence = "there is no such game here"
	errNoRace      sentence = "there is no race with that code"
	errNotIn       sentence = "you are in no such race, or it is not for you to do that"
	errNotBegun    sentence = "the race has not begun yet"
	errRaceOver    sentence = "the race is over"
	errRaceStarted sentence = "the race was started, and nobody leaves it any more"
	errRaceLimit   sentence = "a race is of 1 to 60 minutes"
	errRacePace    sentence = "many races were opened from your network in the last hour; please come back in a while"
)

// errRevoked is what a player reads whose account is not this session's any more.
var errRevoked = revokedError{sentence("this key no longer belongs to the account")}

// A revokedError is an engine.ErrConflict too: a table shows nothing of a move
// that was not stored, whoever has the game now.
type revokedError struct{ error }

func (revokedError) Is(target error) bool { return target == engine.ErrConflict }

// refusals is what a player reads of what the store refuses.
var refusals = []struct {
	err  error
	says sentence
}{
	{data.ErrNoAccount, "there is no account before the first game: play one, then come back"},
	{data.ErrGuest, "a guest cannot have this: come back with a key (ssh-keygen makes one)"},
	{data.ErrTaken, "that nick is taken"},
	{data.ErrLastKey, "that is the only key: without it nobody could reach the account"},
	{data.ErrCode, "there is no such code, or it was used or is too old"},
	{data.ErrSame, "both are one account already"},
	{data.ErrRacing, "both accounts are in a race that is not over: join them once it is, or leave it before it begins"},
	{data.ErrJoins, "one of these has so many keys, or accounts that were joined into it, that it takes no more"},
	{data.ErrBrought, "both accounts together have brought more games from elsewhere than one may have"},
	{data.ErrBusy, "you are playing on another connection, which came in between: please try again"},
	{data.ErrStarted, "the race has begun already, without you"},
	{data.ErrRaces, "you have opened as many races as can go on at a time: leave one, or wait for its end"},
	{data.ErrRaceFull, "the race has as many racers as it can have"},
	{data.ErrRevoked, "this key no longer belongs to the account: please leave and come back"},
	{data.ErrNotFound, "there is no such thing, or it is not for you to see"},
}

// tell is what a player reads of an error: a sentence, without the host's paths.
// What is not the player's is logged, with what was being done.
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
	if errors.Is(err, data.ErrDown) { // of which the host was told when it began
		return errDisk
	}
	log.Error(doing, "err", err)
	if errors.Is(err, data.ErrFull) {
		return errFull
	}
	return errDisk
}
