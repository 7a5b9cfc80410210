package data

import (
	"errors"
	"fmt"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// Refusals of calls on an open file. Its other errors are those of package store. What a player
// reads of them is up to [Player.Tell].
var (
	// ErrNotFound: the player has no such row. It is arcade.ErrNotFound.
	ErrNotFound = arcade.ErrNotFound
	// ErrNoKey is an ErrNotFound: the account has no such key.
	ErrNoKey = ErrNotFound.Saying("your account has no such key")
	// ErrNoRace is an ErrNotFound: no race has the code.
	ErrNoRace = ErrNotFound.Saying("there is no race with that code")
	// ErrNotIn is an ErrNotFound: the player is not in the race, or does not own it.
	ErrNotIn = ErrNotFound.Saying("you are not in that race, or it is not yours to start")
	// ErrNoChallenge is an ErrNotFound: no challenge has the code.
	ErrNoChallenge = ErrNotFound.Saying("there is no challenge with that code")
	// ErrNotEntered is an ErrNotFound: the player is not in the challenge. Whether there is one
	// with that code is not told: such codes are not counted as guesses.
	ErrNotEntered = ErrNotFound.Saying("you have not entered a challenge with that code: enter it and play it first")
	// ErrNotOwn is an ErrNotFound: the player has no such round to pass on.
	ErrNotOwn = ErrNotFound.Saying("only a finished game of your own can be passed on")
	// ErrNoVariation is an ErrNotFound: nothing in the file mentions the made-up game.
	ErrNoVariation = ErrNotFound.Saying("nobody has kept or played this variation here")
	// ErrRevoked: the session's key was removed from its account, or the account was
	// deleted, or joined into another (see ErrJoined). The session must end. It is an
	// arcade.ErrConflict: a table does not show a move that was not stored, whoever has the
	// game now.
	ErrRevoked = arcade.ErrConflict.Saying("this key no longer belongs to the account: please leave and come back")
	// ErrJoined is an ErrRevoked of a guest whose account was joined into that of a key.
	ErrJoined = ErrRevoked.Saying("your games now belong to another account: log in with its key")
	// ErrNoAccount: the player has no row yet, because no game was saved or finished.
	ErrNoAccount = arcade.Refuse("your account begins with your first game, puzzle or lesson: play one, then come back")
	// ErrGuest: this needs a key, and guests have none.
	ErrGuest = arcade.Refuse("guests cannot do this: come back with a key (ssh-keygen makes one)")
	// ErrName: the name or nick cannot be used; the sentence says why.
	ErrName = arcade.Refuse("not a name")
	// ErrTaken: another player has that nick, or one that looks like it.
	ErrTaken = arcade.Refuse("that nick, or one that looks like it, is taken")
	// ErrLastKey: without this key nobody could reach the account.
	ErrLastKey = arcade.Refuse("that is your only key: without it you could not log in")
	// ErrCode: the code does not exist, was used or has expired.
	ErrCode = arcade.Refuse("this code is wrong, used or expired")
	// ErrSame: the accounts to join are one already.
	ErrSame = arcade.Refuse("both are one account already")
	// ErrMachine: the account is that of one of the arcade's own players, and this is for people.
	ErrMachine = arcade.Refuse("that is one of the arcade's own players, and this is for the accounts of people")
	// ErrOneself is an ErrSame: the nick is the player's own.
	ErrOneself = ErrSame.Saying("that is you")
	// ErrJoins: the account has as many keys or joined accounts as it may have.
	ErrJoins = arcade.Refuse("one of these accounts has too many keys or joined accounts")
	// ErrImports: both accounts together have imported too many rounds to become one.
	ErrImports = arcade.Refuse("the two accounts have imported too many games to be joined")
	// ErrBusy: the account kept changing while it was read. The call may be repeated.
	ErrBusy = arcade.Refuse("you are also playing in another session, which was faster: please try again")
	// ErrRound: the round cannot be kept; the sentence says why.
	ErrRound = arcade.Refuse("the round cannot be kept")
	// ErrPlayed: an event is played once, and the player has played this one. It is an
	// arcade.ErrConflict: a table that tries to begin it does not know yet what
	// another session played.
	ErrPlayed = arcade.ErrConflict.Saying("you have played this one already: each is played once")
	// ErrUnplayed: the round is of a deal that the player has yet to play, or it is gone.
	ErrUnplayed = arcade.Refuse("you can see others' games of this deal once you have played it yourself")
	// ErrPlaying: the player is still playing the event.
	ErrPlaying = arcade.Refuse("you have begun this one: finish it first")
	// ErrChallenged: the deal is one that the player has been challenged to and has not finished.
	ErrChallenged = arcade.Refuse("you have been challenged to this deal: it is a secret until you have played it")
	// ErrOver: the day of the daily is over, or the race, or the challenge.
	ErrOver = arcade.Refuse("this is over")
	// ErrRaceOver is an ErrOver of a race.
	ErrRaceOver = ErrOver.Saying("the race is over")
	// ErrChallengeOver is an ErrOver of a challenge.
	ErrChallengeOver = ErrOver.Saying("this challenge is over: nobody entered it for 30 days, or the player who made it has gone")
	// ErrDuelShut is an ErrChallengeOver: nobody else can enter a duel.
	ErrDuelShut = ErrChallengeOver.Saying("a duel is between its two players, and nobody else can enter it")
	// ErrRacing: both accounts to join are in the same unfinished race.
	ErrRacing = arcade.Refuse("both accounts are in the same race: join them once it is over, or leave it before it begins")
	// ErrStarted: the race was started or is over.
	ErrStarted = arcade.Refuse("the race has already started")
	// ErrStays is an ErrStarted of somebody who is in the race.
	ErrStays = ErrStarted.Saying("the race has started: you can no longer leave it")
	// ErrRaces: the player owns as many unfinished races as one may, and cannot open
	// another.
	ErrRaces = arcade.Refuse("you have too many open races: leave one, or wait for one to end")
	// ErrLate: the race has begun too long ago.
	ErrLate = arcade.Refuse("you did not begin within a minute: this race goes on without you")
	// ErrTakenOut: the player was taken out of the race.
	ErrTakenOut = arcade.Refuse("the player who opened this race has taken you out of it")
	// ErrRaceFull: the race has as many racers as it may have.
	ErrRaceFull = arcade.Refuse("the race is full, or has all the guests it can have")
	// ErrHidden: the player is hidden, and the race would be seen by anybody.
	ErrHidden = arcade.Refuse("you are hidden, and an open race shows who opened it: open it by code only, or show yourself (K)")
	// ErrGoesOn: the race is not over.
	ErrGoesOn = arcade.Refuse("the race is not over yet")
	// ErrReported: an open report of the player is about the same one.
	ErrReported = arcade.Refuse("you have reported this player already: the host has yet to decide")
	// ErrReports: the player has made as many reports as one may that are open.
	ErrReports = arcade.Refuse("%d of your reports are open: wait until the host closes one", ReportsMax)
	// ErrReportsFull: as many reports are open as are kept.
	ErrReportsFull = arcade.Refuse("the host's list of reports is full: about says how else to reach the host")
	// ErrChallenges: the player has as many challenges as one may.
	ErrChallenges = arcade.Refuse("you have too many challenges: each ends 30 days after the last player entered it")
	// ErrDuels: the player has as many duels as one may.
	ErrDuels = arcade.Refuse("you have too many duels: one that waits ends within two weeks, and one that is over goes after 30 days")
	// ErrChallengeFull: the challenge has as many players as it may have.
	ErrChallengeFull = arcade.Refuse("the challenge is full")
	// ErrFull: the file has nearly reached its maximum size, so nothing new can begin.
	ErrFull = arcade.Refuse("the arcade has no room for more at the moment; its host has been told")
	// ErrVariations: the player keeps as many made-up games as one may, or two accounts to
	// join would together.
	ErrVariations = arcade.Refuse("you keep %d variations, the most a player can: remove one first", arcade.VariationsMax)
	// ErrOpenVariations: the player has as many open rounds of made-up games as one may.
	ErrOpenVariations = arcade.Refuse("you have %d open games of variations, the most a player can: finish one or give it up first", arcade.VariationsMax)
	// ErrPlayedVariations: the player has rounds of as many made-up games as one may, or two
	// accounts to join would together.
	ErrPlayedVariations = arcade.Refuse("an account holds games of %d variations at most: play one you have played, or a built-in game", madeUpMax)
	// ErrNameTaken: the player keeps another made-up game under that name, or under one
	// that looks like it.
	ErrNameTaken = arcade.Refuse("you keep another variation under that name: choose a name that is free")
	// ErrFollows: the player follows, ignores or has notes about as many others as one may.
	ErrFollows = arcade.Refuse("you can follow, ignore and have notes about %d players each at most: end one of these first", arcade.FollowsMax)
	// ErrUnruled: the round stands on no board that a ruling could remove it from, or
	// there is no ruling of a host to undo.
	ErrUnruled = arcade.Refuse("there is nothing to rule on")
)

// What a player reads while the file cannot be used.
const (
	diskFails = "the arcade cannot reach its disk at the moment; its host has been told"
	noQuorum  = "the arcade's machines cannot reach each other at the moment; games are saved once they can"
)

// Tell returns an error of a call of the session as the player may read it: a refusal, without what
// was being done. What has failed is an arcade.ErrUnavailable, as the call may be repeated; OnFailure
// is told of it, unless the host was told when it began, and of a file that is full.
func (p *Player) Tell(err error) error {
	var r *arcade.Refusal
	known := errors.Is(err, store.ErrNoQuorum) || errors.Is(err, store.ErrDown)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &r) && (errors.Is(r, arcade.ErrUnavailable) || !errors.Is(err, store.ErrDamaged)):
		known = !errors.Is(r, ErrFull) || r == err // told before
	case errors.Is(err, store.ErrNoQuorum):
		r = &arcade.Refusal{Sentence: noQuorum, Of: fmt.Errorf("%w: %w", arcade.ErrUnavailable, err)}
	default:
		r = &arcade.Refusal{Sentence: diskFails, Of: fmt.Errorf("%w: %w", arcade.ErrUnavailable, err)}
	}
	if !known && p.onFailure != nil {
		p.onFailure(err)
	}
	return r
}
