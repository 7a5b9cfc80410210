package server

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/race"
	"boardwalk/tui/caption"
)

// A userError is an error that a player reads verbatim. It reveals nothing more about the
// host.
type userError string

func (e userError) Error() string { return string(e) }

// Is makes errDisk, errApart and errTooFast unavailability (see [arcade.ErrUnavailable]), so
// that a table plays on and saves again later.
func (e userError) Is(target error) bool {
	return target == arcade.ErrUnavailable && (e == errDisk || e == errApart || e == errTooFast)
}

// What a player reads when something is refused.
const (
	errDisk           userError = "the arcade cannot reach its disk at the moment; its host has been told"
	errApart          userError = "the arcade's machines cannot reach each other at the moment; games are saved once they can"
	errNoRoom         userError = "the arcade has no room for more at the moment; its host has been told"
	errNewcomersEvent userError = "many new players came from your network in the last hour, so you cannot begin this deal; please come back in an hour"
	errNewcomers      userError = "many new players came from your network in the last hour; please come back in an hour, or play on without saving"
	errTooFast        userError = "games from your network end faster than anyone can play; please try again in a while"
	errGuesses        userError = "too many wrong codes: reconnect to try again"
	errNoKey          userError = "your account has no such key"
)

// An appeal is an error of which a player can turn to the host.
type appeal struct {
	error
	about arcade.About
}

func (a appeal) Error() string { return a.about.Asking(caption.Sentence(a.error.Error())) }

func (a appeal) Unwrap() error { return a.error }

// appeal returns an error that names the host's contact once, if there is one.
func (a *auth) appeal(err error) error {
	about := a.lists.Load().about
	if err == nil || about.Contact == "" || errors.As(err, new(appeal)) {
		return err
	}
	return appeal{err, about}
}

// overQuota reports whether a save failed because of a quota of its network, which is no
// failure of the arcade.
func overQuota(err error) bool { return errors.Is(err, errNewcomers) || errors.Is(err, errTooFast) }

// errRevoked is shown to a player whose session no longer belongs to the account.
var errRevoked = revokedError{userError("this key no longer belongs to the account")}

// A revokedError is also an arcade.ErrConflict: a table does not show a move that was not
// stored, whoever has the game now.
type revokedError struct{ error }

func (revokedError) Is(target error) bool { return target == arcade.ErrConflict }

// refusals maps the errors of the store to what a player reads.
var refusals = []struct {
	err  error
	says userError
}{
	{data.ErrNoAccount, "your account begins with your first game: play one, then come back"},
	{data.ErrGuest, "guests cannot do this: come back with a key (ssh-keygen makes one)"},
	{data.ErrTaken, "that nick, or one that looks like it, is taken"},
	{data.ErrNameTaken, "you keep another variation under that name: choose a name that is free"},
	{data.ErrVariations, userError(fmt.Sprintf("you keep as many variations as a player can, which is %d: remove one first", arcade.VariationsMax))},
	{data.ErrOpenVariations, userError(fmt.Sprintf("you have as many open games of variations as a player can, which "+
		"is %d: finish one first, or give it up", arcade.VariationsMax))},
	{data.ErrPlayedVariations, "an account holds games of 400 variations at most: play one that you have played, or a game of the house"},
	{data.ErrLastKey, "that is the only key: without it nobody could reach the account"},
	{data.ErrCode, "there is no such code, or it was used or has expired"},
	{data.ErrFollows, userError(fmt.Sprintf("that is %d players already, as many as one can follow or ignore: "+
		"unfollow or unignore one first", arcade.FollowsMax))},
	{data.ErrReported, "you have reported this player already, and the host has not dealt with it yet"},
	{data.ErrReports, userError(fmt.Sprintf("%d of your reports are open: wait until the host has dealt with one", data.ReportsMax))},
	{data.ErrReportsFull, "the host has more reports than can be kept: about says how else to reach the host"},
	{data.ErrSame, "both are the same account already"},
	{data.ErrRacing, "both accounts are in a race that is not over: join them once it is, or leave it before it begins"},
	{data.ErrJoins, "one of these accounts has as many keys, or joined accounts, as it can have"},
	{data.ErrImports, "both accounts together have imported more games than one account may"},
	{data.ErrBusy, "you are also playing on another connection, which was faster: please try again"},
	{data.ErrStarted, "the race has begun already, without you"},
	{data.ErrRaces, "you have opened as many races as you can have at a time: leave one, or wait for one to end"},
	{data.ErrRaceFull, "the race has as many racers as it can have, or as many guests"},
	{data.ErrLate, "you did not begin within a minute of the start, so this race goes on without you"},
	{data.ErrTakenOut, "the player who opened this race has taken you out of it"},
	{data.ErrChallenges, "you have as many challenges as you can have at a time: some end 30 days after somebody entered them"},
	{data.ErrChallengeFull, "the challenge has as many players as it can have"},
	{data.ErrRevoked, "this key no longer belongs to the account: please leave and come back"},
	{data.ErrNotFound, "not found"},
}

// toUserError returns what a player reads for an error: a sentence, without the host's
// paths. An error that is not the player's doing is logged, with what was being done.
func toUserError(log *slog.Logger, doing string, err error) error {
	if a := (appeal{}); errors.As(err, &a) {
		return appeal{toUserError(log, doing, a.error), a.about}
	}
	if err == nil || errors.As(err, new(userError)) || errors.As(err, new(race.Error)) || errors.Is(err, arcade.ErrConflict) || errors.Is(err, arcade.ErrSealed) {
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
			return userError(why)
		}
	}
	switch { // the host was told when it began
	case errors.Is(err, store.ErrNoQuorum):
		return errApart
	case errors.Is(err, store.ErrDown):
		return errDisk
	}
	log.Error(doing, "err", err)
	if errors.Is(err, data.ErrFull) {
		return errNoRoom
	}
	return errDisk
}
