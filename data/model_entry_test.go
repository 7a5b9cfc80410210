package data

import (
	"cmp"
	"fmt"
	"slices"
)

// A modelReport is a report, by and about accounts.
type modelReport struct {
	by, about  int
	text       string
	at, closed int64
}

func (m *model) report() {
	s, nick := m.session(), m.nick()
	a, _ := m.at(s)
	other := m.byNick(nick)
	mine, twice := 0, false
	for _, r := range m.reported {
		if a != nil && other != nil && r.by == m.index(a) && r.closed == 0 {
			mine, twice = mine+1, twice || r.about == m.index(other)
		}
	}
	var want error
	switch {
	case a != nil && a.guest:
		want = ErrGuest
	case other == nil:
		want = ErrNotFound
	case other == a:
		want = ErrSame
	case twice:
		want = ErrReported
	case mine >= ReportsMax:
		want = ErrReports
	}
	text := fmt.Sprint("text ", m.rng.IntN(10))
	if a, ok := m.changes(s, "Report", s.p.Report(nick, text, m.time()), want); ok {
		m.reported = append(m.reported, modelReport{m.index(a), m.index(other), text, m.now, 0})
	}
}

func (m *model) closeReport() {
	open, err := m.db.Reports(false)
	if !m.wants("Reports", err, nil) || len(open) == 0 {
		return
	}
	n := m.rng.IntN(len(open))
	if !m.wants("CloseReport", m.db.CloseReport(open[n].Number, "root", m.time()), nil) {
		return
	}
	for i, r := range m.reported {
		if r.closed > 0 {
			continue
		}
		if n--; n < 0 {
			m.reported[i].closed = m.now
			break
		}
	}
}

func (m *model) reports() {
	got, err := m.db.Reports(true)
	if m.wants("Reports", err, nil) {
		m.wantReports(got)
	}
}

// wantReports compares all reports.
func (m *model) wantReports(got []PlayerReport) {
	m.t.Helper()
	called := func(account int) string {
		a := m.accounts[account]
		return cmp.Or(a.nick, idMark+a.id.String())
	}
	var have, want []string
	for _, r := range got {
		have = append(have, fmt.Sprint(r.By, r.About, r.Text, r.At.UnixMilli(), !r.Closed.IsZero()))
	}
	for _, r := range m.reported {
		want = append(want, fmt.Sprint(called(r.by), called(r.about), r.text, r.at, r.closed > 0))
	}
	if !slices.Equal(have, want) {
		m.t.Errorf("Reports = %q, want %q", have, want)
	}
}

// passReports makes the reports by and about account from those of account to.
func (m *model) passReports(from, to int) {
	for i, r := range m.reported {
		if r.by == from {
			m.reported[i].by = to
		}
		if r.about == from {
			m.reported[i].about = to
		}
	}
}

// dropReports deletes the reports by and about an account.
func (m *model) dropReports(account int) {
	m.reported = slices.DeleteFunc(m.reported, func(r modelReport) bool { return r.by == account || r.about == account })
}

// sweepReports deletes those that were closed long ago.
func (m *model) sweepReports() {
	m.reported = slices.DeleteFunc(m.reported, func(r modelReport) bool {
		return r.closed > 0 && max(r.closed, r.at) < m.now-EntriesFor.Milliseconds()
	})
}

// openReports returns how many reports are open.
func (m *model) openReports() (n int) {
	for _, r := range m.reported {
		if r.closed == 0 {
			n++
		}
	}
	return n
}
