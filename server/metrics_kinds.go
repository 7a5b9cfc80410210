package server

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwalk/data"
)

// yesNo is the value of a gauge that answers yes or no.
func yesNo(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// timeBounds are the upper bounds of the buckets of each histogram of times, in seconds.
var timeBounds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// accountsAge is how old the count of accounts may be, because it takes a look at each.
const accountsAge = time.Minute

// accountsDesc describes the metric of an accountsGauge.
var accountsDesc = prometheus.NewDesc("boardwalk_accounts", "Accounts, by kind: key, and guest for those whose games are still stored.", []string{"kind"}, nil)

// An accountsGauge counts the accounts of a store. It says nothing while that fails.
type accountsGauge struct {
	totals func() (data.Totals, error)
	now    func() time.Time

	mu   sync.Mutex
	at   time.Time
	last data.Totals
}

// Describe implements prometheus.Collector.
func (a *accountsGauge) Describe(to chan<- *prometheus.Desc) { to <- accountsDesc }

// Collect implements prometheus.Collector.
func (a *accountsGauge) Collect(to chan<- prometheus.Metric) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := a.now(); a.at.IsZero() || now.Sub(a.at) >= accountsAge {
		t, err := a.totals()
		if err != nil {
			return
		}
		a.at, a.last = now, t
	}
	to <- prometheus.MustNewConstMetric(accountsDesc, prometheus.GaugeValue, float64(a.last.Players), "key")
	to <- prometheus.MustNewConstMetric(accountsDesc, prometheus.GaugeValue, float64(a.last.Guests), "guest")
}
