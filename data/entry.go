package data

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwalk/data/store"
)

// The bucket entries has what the host can look up later: what was done, and what players report
// of each other. Each kind of entry has a limit of its own, so that none displaces another.

// An entryKind is the first byte of the key of an entry; its number follows.
type entryKind byte

const (
	adminEntry   entryKind = 'a' // a line about what an admin did
	accountEntry entryKind = 'p' // a line about what a player did to an account
	openReport   entryKind = 'o'
	closedReport entryKind = 'c'
)

const (
	// EntriesMax is how many entries of a kind are kept.
	EntriesMax = 500
	// EntriesFor is how long lines of the log and closed reports are kept.
	EntriesFor = 90 * 24 * time.Hour
	// ReportsMax is how many open reports one player can have made.
	ReportsMax = 5
	// EntryTextMax is how many bytes the text of an entry can have.
	EntryTextMax = 1000
)

type entryRow struct {
	At     int64  `json:"at"` // Unix milliseconds
	Text   string `json:"text"`
	About  []byte `json:"about,omitempty"` // player
	By     []byte `json:"by,omitempty"`    // player who reports
	Closed int64  `json:"closed,omitempty"`
	Closer string `json:"closer,omitempty"` // admin
}

func (kind entryKind) key(number uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{byte(kind)}, number)
}

func entryNumber(key []byte) (number uint64, ok bool) {
	if len(key) != 9 || !bytes.ContainsRune([]byte("apoc"), rune(key[0])) {
		return 0, false
	}
	return binary.BigEndian.Uint64(key[1:]), true
}

// addEntry adds an entry, and deletes the oldest ones of its kind above the limit.
func addEntry(tx *store.Tx, kind entryKind, row entryRow) error {
	b := tx.Bucket(entriesBucket)
	last := b.Sequence()
	for key := range store.Rows(b) { // a salvaged file has lost the sequence
		if number, ok := entryNumber(key); ok {
			last = max(last, number)
		}
	}
	row.Text = row.Text[:min(len(row.Text), EntryTextMax)]
	return errors.Join(b.SetSequence(last+1), putEntry(tx, kind, last+1, row))
}

// putEntry stores an entry of a number, and deletes the oldest ones of its kind above the limit.
func putEntry(tx *store.Tx, kind entryKind, number uint64, row entryRow) error {
	b := tx.Bucket(entriesBucket)
	err := store.Put(b, kind.key(number), row)
	keys := entryKeys(tx, kind)
	for _, key := range keys[:max(0, len(keys)-EntriesMax)] {
		err = errors.Join(err, b.Delete(key))
	}
	return err
}

// entryKeys returns the keys of the entries of a kind, the oldest first.
func entryKeys(tx *store.Tx, kind entryKind) [][]byte {
	return store.KeysUnder(tx.Bucket(entriesBucket), []byte{byte(kind)})
}

// A Line is a line of the log that says what was done.
type Line struct {
	At    time.Time
	Text  string
	About string // the player, as in [DB.Lookup]; "" for none. [DB.Lines] leaves it out
	Admin bool   // an admin did it
}

// AddLines adds lines to the log, which keeps the newest EntriesMax of what admins did and as many
// of what players did to their accounts.
func (db *DB) AddLines(lines []Line) error {
	return db.change("add to the log", func(tx *store.Tx) (err error) {
		for _, line := range lines[max(0, len(lines)-EntriesMax):] {
			kind, row := accountEntry, entryRow{At: line.At.UnixMilli(), Text: line.Text}
			if line.Admin {
				kind = adminEntry
			}
			if a, bad := lookup(tx, line.About); line.About != "" && bad == nil {
				row.About = a.id[:]
			}
			err = errors.Join(err, addEntry(tx, kind, row))
		}
		return err
	})
}

// Lines returns the last n lines of the log, the newest last. Those that cannot be read are left
// out.
func (db *DB) Lines(n int) ([]Line, error) {
	return readIn(db.View, "read the log", func(tx *store.Tx) (lines []Line, err error) {
		for _, kind := range []entryKind{adminEntry, accountEntry} {
			for _, row := range entriesBucket.Under(tx, []byte{byte(kind)}) {
				lines = append(lines, Line{At: time.UnixMilli(row.At), Text: row.Text, Admin: kind == adminEntry})
			}
		}
		slices.SortStableFunc(lines, func(a, b Line) int { return a.At.Compare(b.At) })
		return lines[max(0, len(lines)-n):], nil
	})
}

// A PlayerReport is what a player tells the host about another.
type PlayerReport struct {
	Number uint64    `json:"number"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`    // a nick, or an ID as [DB.Players] has it of a player who has none
	About  string    `json:"about"` // likewise
	Text   string    `json:"text"`
	Closed time.Time `json:"closed,omitzero"`  // zero while it is open
	Closer string    `json:"closer,omitempty"` // the admin who closed it
}

// Report tells the host something about the player with a nick. It returns an ErrNotFound if nobody
// has the nick, ErrOneself if the player has it, ErrGuest if the player has no key, ErrReported if an
// open report of the player is about the same one, ErrReports if the player has made ReportsMax
// that are open, ErrReportsFull if EntriesMax are open, and ErrNoAccount before the first game.
func (p *Player) Report(nick, text string, now time.Time) error {
	return p.change("report a player", func(tx *store.Tx, a *accountTx) error {
		about, err := nickHolder(tx, nick)
		switch {
		case a.row.Guest:
			return ErrGuest
		case err != nil:
			return err
		case about == a.id:
			return ErrOneself
		}
		all, mine := 0, 0
		for _, row := range entriesBucket.Under(tx, []byte{byte(openReport)}) {
			if all++; ownerNow(tx, row.By) != a.id {
				continue
			}
			if mine++; ownerNow(tx, row.About) == about {
				return ErrReported
			}
		}
		switch {
		case mine >= ReportsMax:
			return ErrReports
		case all >= EntriesMax:
			return ErrReportsFull
		}
		return addEntry(tx, openReport, entryRow{At: now.UnixMilli(), Text: text, About: about[:], By: a.id[:]})
	})
}

// ownerNow returns the account that a player stands for by now, or the zero one.
func ownerNow(tx *store.Tx, player []byte) playerID {
	id, err := ownerOf(tx, player)
	if err != nil {
		return playerID{}
	}
	return id
}

// calledNow returns the nick that a player has by now, or else the ID.
func calledNow(tx *store.Tx, player []byte) string {
	id := ownerNow(tx, player)
	row, _, _ := playersBucket.Get(tx, id[:]) // a damaged row has no nick
	return cmp.Or(row.Nick, idMark+id.String())
}

// Reports returns the open reports or, if all is true, the closed ones too, the newest last. Those
// that cannot be read are left out.
func (db *DB) Reports(all bool) ([]PlayerReport, error) {
	kinds := []entryKind{openReport}
	if all {
		kinds = append(kinds, closedReport)
	}
	return readIn(db.View, "read the reports", func(tx *store.Tx) ([]PlayerReport, error) {
		reports := []PlayerReport{}
		for _, kind := range kinds {
			for key, row := range entriesBucket.Under(tx, []byte{byte(kind)}) {
				if number, ok := entryNumber(key); ok {
					reports = append(reports, PlayerReport{
						Number: number, At: time.UnixMilli(row.At), By: calledNow(tx, row.By), About: calledNow(tx, row.About),
						Text: row.Text, Closed: fromMillis(row.Closed), Closer: row.Closer,
					})
				}
			}
		}
		slices.SortFunc(reports, func(a, b PlayerReport) int { return cmp.Compare(a.Number, b.Number) })
		return reports, nil
	})
}

// CloseReport notes that an admin has dealt with an open report. It returns ErrNotFound if there
// is none of that number.
func (db *DB) CloseReport(number uint64, by string, now time.Time) error {
	return db.change(fmt.Sprintf("close report %d", number), func(tx *store.Tx) error {
		row, ok, err := entriesBucket.Get(tx, openReport.key(number))
		if err != nil || !ok {
			return cmp.Or[error](err, ErrNotFound)
		}
		row.Closed, row.Closer = now.UnixMilli(), by
		return errors.Join(entriesBucket.Delete(tx, openReport.key(number)), putEntry(tx, closedReport, number, row))
	})
}

// purgeReports removes up to *rows reports by and about one member of a deleted account.
func purgeReports(tx *store.Tx, member playerID, rows *int) (err error) {
	name := base64.StdEncoding.EncodeToString(member[:]) // as in JSON
	for _, key := range slices.Concat(entryKeys(tx, openReport), entryKeys(tx, closedReport)) {
		if *rows > 0 && store.HasText(tx.Bucket(entriesBucket).Get(key), name) {
			err = errors.Join(err, entriesBucket.Delete(tx, key))
			*rows--
		}
	}
	return err
}

// sweepEntries deletes the lines of the log and the closed reports that are old.
func sweepEntries(db *DB, now time.Time) error {
	return remove(db, entriesBucket, func(_ *store.Tx, key []byte, row entryRow) bool {
		return entryKind(key[0]) != openReport && max(row.At, row.Closed) < now.Add(-EntriesFor).UnixMilli()
	})
}

// brokenEntry reports an entry without a number, or a report without its players.
func brokenEntry(tx *store.Tx, key []byte, row entryRow) string {
	number, ok := entryNumber(key)
	if !ok {
		return fmt.Sprintf("Row %q of the entries has no number.", key)
	}
	if kind := entryKind(key[0]); kind != openReport && kind != closedReport {
		return ""
	}
	for _, player := range [][]byte{row.By, row.About} {
		if id := ownerNow(tx, player); !playersBucket.Has(tx, id[:]) {
			return fmt.Sprintf("Report %d is by or about no player.", number)
		}
	}
	return ""
}
