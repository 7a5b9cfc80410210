package server

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwalk/data/store"
	"boardwalk/server/peers"
)

// clusterAge is how old the state of the cluster may be in the metrics, because the log is
// asked for it, and may not answer.
const clusterAge = 5 * time.Second

// clusterMetrics returns the metrics of a node of a cluster. Those without a value are missing.
func clusterMetrics(
	status func(verify bool) peers.Status, applied func() uint64, traffic func() store.Traffic, now func() time.Time,
) prometheus.Collector {
	state := remembered(clusterAge, now, func() (peers.Status, error) { return status(false), nil })
	return collector(func(to chan<- prometheus.Metric) {
		state, _ := state() // it never fails
		t := traffic()
		tell := func(kind prometheus.ValueType, name, help string, value float64) {
			to <- prometheus.MustNewConstMetric(prometheus.NewDesc("boardwalk_cluster_"+name, help, nil, nil), kind, value)
		}
		gauge := func(name, help string, value float64) { tell(prometheus.GaugeValue, name, help, value) }
		seconds := func(name, help string, at time.Time) {
			if !at.IsZero() {
				gauge(name+"_seconds", help, float64(at.Unix()))
			}
		}
		counter := func(name, help string, value uint64) {
			tell(prometheus.CounterValue, name+"_total", help, float64(value))
		}
		var away int
		for _, n := range state.Nodes {
			if n.Away {
				away++
			}
		}
		gauge("applied", "The number of the last entry of the log whose changes this machine's data file has.", float64(applied()))
		gauge("log_up", "Whether the log answers this machine.", yesNo(state.Problem == ""))
		if state.Problem == "" {
			gauge("last", "The number of the last entry of the log. It is missing while the log does not answer.", float64(state.Last))
		}
		gauge("nodes_up", "Machines of the cluster that tell of themselves, with this one.", float64(len(state.Nodes)-away))
		gauge("nodes_away", "Machines of the cluster that told of themselves within a day, but not in the last seconds.", float64(away))
		gauge("stale_copies", "Copies of the cluster's streams that are not current, or whose machine is away.", float64(len(state.Stale)))
		gauge("files_differ", "Whether the data files of the machines differ.", yesNo(state.Differ != ""))
		seconds("certificate_end", "When this machine's certificate ends, in seconds since 1970. It is missing without one.", state.CertificateEnds)
		seconds("snapshot", "When the latest snapshot was made, in seconds since 1970. It is missing if there is none.", state.Made)
		seconds("verified", "When the data files of all machines were last found to be the same, in seconds since 1970. "+
			"It is missing if that is not known.", state.Verified)
		counter("entries", "Entries that this machine has added to the log.", t.Appended)
		counter("entry_bytes", "Bytes of the entries that this machine has added to the log.", t.Bytes)
		counter("conflicts", "Times that another machine's entry came first, and changes were made again.", t.Behind)
		counter("asked_again", "Times that the log did not answer in time, and was asked again.", t.Asked)
		counter("entries_of_others", "Entries of other machines that this machine's data file has taken over.", t.Applied)
	})
}
