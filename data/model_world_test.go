package data

import (
	"maps"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A world is what the file should contain, as plain maps.
type world struct {
	accounts   map[int]*modelAccount
	keys       map[string]modelKey // by fingerprint, those of accounts only
	codes      map[string]modelCode
	bans       map[string]Ban // by what the file stores them under
	races      map[string]modelRace
	begunMarks map[string]int64 // until when, by fingerprint, a space and the slot
	next       int              // account
}

type modelAccount struct {
	id                     playerID // what the file calls it
	guest, hidden, private bool
	concealed, unranked    bool
	note                   string
	nick, settings         string
	since                  int64
	live                   map[string]modelLive // by slot
	rounds                 []arcade.Result      // in order of IDs
	joined                 []playerID
}

type modelLive struct {
	saved arcade.Saved
	rev   arcade.Rev
}

type modelKey struct {
	account int
	name    string
	added   int64
}

type modelCode struct {
	key   string // "": an invitation
	until int64
}

type modelRace struct {
	game                   string
	deal                   engine.Code
	limit                  time.Duration
	opened, started, ended int64
	racers                 []modelRacer
}

type modelRacer struct {
	id      string
	account int // -1: it was deleted
}

func (w world) clone() world {
	w.keys, w.codes, w.bans = maps.Clone(w.keys), maps.Clone(w.codes), maps.Clone(w.bans)
	w.begunMarks = maps.Clone(w.begunMarks)
	w.races = maps.Clone(w.races) // whose racers are never changed in place
	accounts := map[int]*modelAccount{}
	for i, a := range w.accounts {
		b := *a
		b.live, b.rounds, b.joined = maps.Clone(a.live), slices.Clone(a.rounds), slices.Clone(a.joined)
		accounts[i] = &b
	}
	w.accounts = accounts
	return w
}
