package server

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwalk/data/store"
	"boardwalk/server/peers"
)

// clusterAge is how old the state of the cluster may be in the metrics, because the log is
// asked for it, and may not answer.
const clusterAge = 5 * time.Second

// The metrics of a node of a cluster.
var (
	clusterApplied  = clusterDesc("applied", "The number of the last entry of the log whose changes this machine's data file has.")
	clusterLast     = clusterDesc("last", "The number of the last entry of the log. It is missing while the log does not answer.")
	clusterLogUp    = clusterDesc("log_up", "Whether the log answers this machine.")
	clusterUp       = clusterDesc("nodes_up", "Machines of the cluster that tell of themselves, with this one.")
	clusterAway     = clusterDesc("nodes_away", "Machines of the cluster that told of themselves within a day, but not in the last seconds.")
	clusterStale    = clusterDesc("stale_copies", "Copies of the cluster's streams that are not current, or whose machine is away.")
	clusterEntries  = clusterDesc("entries_total", "Entries that this machine has added to the log.")
	clusterBytes    = clusterDesc("entry_bytes_total", "Bytes of the entries that this machine has added to the log.")
	clusterConflict = clusterDesc("conflicts_total", "Times that another machine's entry came first, and changes were made again.")
	clusterAsked    = clusterDesc("asked_again_total", "Times that the log did not answer in time, and was asked again.")
	clusterCert     = clusterDesc("certificate_end_seconds", "When this machine's certificate ends, in seconds since 1970. It is missing without one.")
	clusterSnapshot = clusterDesc("snapshot_seconds", "When the latest snapshot was made, in seconds since 1970. It is missing if there is none.")
	clusterVerified = clusterDesc("verified_seconds", "When the data files of all machines were last found to be the same, in seconds since 1970. It is missing if that is not known.")
	clusterDiffer   = clusterDesc("files_differ", "Whether the data files of the machines differ.")
	clusterFollowed = clusterDesc("entries_of_others_total", "Entries of other machines that this machine's data file has taken over.")
)

func clusterDesc(name, help string) *prometheus.Desc {
	return prometheus.NewDesc("boardwalk_cluster_"+name, help, nil, nil)
}

// A clusterMetrics has the metrics of a node of a cluster.
type clusterMetrics struct {
	status  func(verify bool) peers.Status
	applied func() uint64
	traffic func() store.Traffic
	now     func() time.Time

	mu   sync.Mutex
	at   time.Time
	last peers.Status
}

// Describe implements prometheus.Collector.
func (c *clusterMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		clusterApplied, clusterLast, clusterLogUp, clusterUp, clusterAway, clusterStale, clusterEntries, clusterBytes, clusterConflict, clusterAsked, clusterCert, clusterFollowed,
		clusterSnapshot, clusterVerified, clusterDiffer,
	} {
		to <- desc
	}
}

// Collect implements prometheus.Collector.
func (c *clusterMetrics) Collect(to chan<- prometheus.Metric) {
	state, t := c.state(), c.traffic()
	gauge := func(desc *prometheus.Desc, value float64) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
	counter := func(desc *prometheus.Desc, value uint64) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(value))
	}
	gauge(clusterApplied, float64(c.applied()))
	gauge(clusterLogUp, yesNo(state.Problem == ""))
	if state.Problem == "" {
		gauge(clusterLast, float64(state.Last))
	}
	gauge(clusterDiffer, yesNo(state.Differ != ""))
	for desc, at := range map[*prometheus.Desc]time.Time{clusterCert: state.CertificateEnds, clusterSnapshot: state.Made, clusterVerified: state.Verified} {
		if !at.IsZero() {
			gauge(desc, float64(at.Unix()))
		}
	}
	var away int
	for _, n := range state.Nodes {
		if n.Away {
			away++
		}
	}
	gauge(clusterUp, float64(len(state.Nodes)-away))
	gauge(clusterAway, float64(away))
	gauge(clusterStale, float64(len(state.Stale)))
	counter(clusterEntries, t.Appended)
	counter(clusterBytes, t.Bytes)
	counter(clusterConflict, t.Behind)
	counter(clusterAsked, t.Asked)
	counter(clusterFollowed, t.Applied)
}

// state returns the state of the cluster, which may be a little old.
func (c *clusterMetrics) state() peers.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); c.at.IsZero() || now.Sub(c.at) >= clusterAge {
		c.at, c.last = now, c.status(false)
	}
	return c.last
}
