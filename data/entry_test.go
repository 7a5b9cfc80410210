package data

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
)

// One report of a pair is open at a time, and a player has only so many open ones.
func TestReportsAreBounded(t *testing.T) {
	db := quick(t)
	ann := nicked(t, db, "ann")
	for i := range ReportsMax + 1 {
		nicked(t, db, fmt.Sprint("rude", i))
	}
	for i := range ReportsMax {
		must(t, ann.Report(fmt.Sprint("rude", i), strings.Repeat("x", 2*EntryTextMax), day(0)))
	}
	if err := ann.Report("rude0", "again", day(0)); !errors.Is(err, ErrReported) {
		t.Errorf("a second report of a pair: %v", err)
	}
	last := fmt.Sprint("rude", ReportsMax)
	if err := ann.Report(last, "too many", day(0)); !errors.Is(err, ErrReports) {
		t.Errorf("one report too many: %v", err)
	}
	open, err := db.Reports(false)
	must(t, err)
	if len(open) != ReportsMax || open[0].By != "ann" || open[0].About != "rude0" || len(open[0].Text) != EntryTextMax {
		t.Fatalf("open are %+v", open)
	}
	must(t, db.CloseReport(open[0].Number, "root", day(1)))
	if err := db.CloseReport(open[0].Number, "root", day(1)); !errors.Is(err, ErrNotFound) {
		t.Errorf("a closed report is closed again: %v", err)
	}
	must(t, ann.Report("rude0", "once more", day(1)))
	if totals, err := db.Totals(); err != nil || totals.Reports != ReportsMax {
		t.Errorf("%d reports are open: %v", totals.Reports, err)
	}
	if guest := player(t, db, "guest:1"); !errors.Is(guest.Report("rude0", "no", day(0)), ErrGuest) {
		t.Error("a guest may report")
	}
	sound(t, db)
	must(t, second(db.Sweep(day(1).Add(EntriesFor+time.Hour))))
	if all, err := db.Reports(true); err != nil || len(all) != ReportsMax {
		t.Errorf("after %v there are %d reports: %v", EntriesFor, len(all), err)
	}
}

// Reports by and about a deleted player go with the account; the log stays.
func TestADeletedPlayerIsInNoReport(t *testing.T) {
	db := quick(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	must(t, ann.Report("bob", "rude", day(0)))
	must(t, bob.Report("cid", "rude", day(0)))
	must(t, cid.Report("ann", "rude", day(0)))
	must(t, db.CloseReport(1, "root", day(0)))
	must(t, db.AddLines([]Line{{At: day(0), Text: "banned bob", About: "bob", Admin: true}}))
	must(t, bob.Delete(day(1)))
	all, err := db.Reports(true)
	must(t, err)
	if len(all) != 1 || all[0].By != "cid" || all[0].Number != 3 {
		t.Errorf("left are %+v", all)
	}
	if lines, err := db.Lines(10); err != nil || len(lines) != 1 {
		t.Errorf("the log has %+v, %v", lines, err)
	}
	must(t, ann.Delete(day(1)))
	must(t, nicked(t, db, "dan").Report("cid", "rude", day(1)))
	if all, err = db.Reports(true); err != nil || len(all) != 1 || all[0].Number != 5 {
		t.Errorf("a number was used again: %+v, %v", all, err)
	}
	sound(t, db)
}

// What players do displaces nothing of what admins did, and the log has a limit.
func TestTheLogIsBounded(t *testing.T) {
	db := quick(t)
	must(t, db.AddLines([]Line{{At: day(0), Text: "an admin", Admin: true}}))
	for n := range 3 {
		var lines []Line
		for i := range EntriesMax / 2 {
			lines = append(lines, Line{At: day(float64(1 + n)), Text: fmt.Sprint(n, " ", i)})
		}
		must(t, db.AddLines(lines))
	}
	lines, err := db.Lines(3 * EntriesMax)
	must(t, err)
	if len(lines) != EntriesMax+1 || lines[0].Text != "an admin" || lines[1].Text != "1 0" {
		t.Errorf("%d lines, the first %+v", len(lines), lines[:2])
	}
	if last, err := db.Lines(1); err != nil || len(last) != 1 || last[0].Text != fmt.Sprint("2 ", EntriesMax/2-1) {
		t.Errorf("the last line is %+v, %v", last, err)
	}
}

func TestCheckFindsBrokenEntries(t *testing.T) {
	db := quick(t)
	must(t, nicked(t, db, "ann").Report(func() string { nicked(t, db, "bob"); return "bob" }(), "rude", day(0)))
	must(t, db.Update(func(tx *store.Tx) error {
		b := tx.Bucket(entriesBucket)
		nobody := newPlayerID()
		return errors.Join(
			store.Put(b, openReport.key(7), entryRow{About: nobody[:], By: nobody[:]}),
			store.Put(b, []byte("x"), entryRow{}), b.Put(adminEntry.key(8), []byte("torn")))
	}))
	report, err := db.Check(library)
	must(t, err)
	if len(report.Findings) != 3 {
		t.Errorf("Check finds %q", report.Findings)
	}
	must(t, db.Repair())
	if open, err := db.Reports(false); err != nil || len(open) != 1 {
		t.Errorf("after the repair %+v are open, %v", open, err)
	}
	sound(t, db)
}
