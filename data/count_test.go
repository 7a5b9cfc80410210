package data

import (
	"testing"

	"boardwalk/data/store"
)

// The model holds the numbers to what there is; here they are wrong.
func TestWrongCounts(t *testing.T) {
	c := newCrowd(t)
	want, err := c.db.Totals()
	must(t, err)
	must(t, directly(c.db, func(tx *store.Tx) error {
		must(t, countAccount(tx, -1000))
		return addTo(tx.Bucket(historyBucket), 7)
	}))
	if got, err := c.db.Totals(); err != nil || got.Players != 0 || got.Rounds != want.Rounds+7 {
		t.Fatalf("Totals = %+v, %v", got, err)
	}
	if report, err := c.db.Check(library); err != nil || len(report.Findings) != 2 {
		t.Errorf("Check found %q, %v", report.Findings, err)
	}
	must(t, c.db.Repair())
	sound(t, c.db)
	if got, err := c.db.Totals(); err != nil || got.Players != want.Players || got.Rounds != want.Rounds {
		t.Errorf("after Repair Totals = %+v, %v, want %+v", got, err, want)
	}
}
