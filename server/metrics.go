package server

import (
	"errors"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/gate"
)

// metrics holds what a server counts. Nothing that a client sends becomes a label, or
// anyone could create series without end. A key costs one atomic add, and a few for its frame.
type metrics struct {
	registry *prometheus.Registry
	house    engine.Catalog // the games that have a label of their own

	logins, turnedAway, saves, finished, pages, commands *prometheus.CounterVec

	keys, panics, received, sent, backupFailures prometheus.Counter
	saveTime, frameTime                          prometheus.Histogram
}

// madeUp is the label of all games that players have made up.
const madeUp = "made-up"

// newMetrics returns the metrics of an arcade with the built-in games.
func newMetrics(house engine.Catalog) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	with := promauto.With(registry)
	counters := func(name, help, label string, values ...string) *prometheus.CounterVec {
		all := with.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
		for _, value := range values { // each is there from the start
			all.WithLabelValues(value)
		}
		return all
	}
	counter := func(name, help string) prometheus.Counter {
		return with.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	var why, games []string
	for _, reason := range append(reasons, gate.ByPenalty, gate.ByRate, gate.ByCrowd, gate.ByEviction, gate.ByProxy, gate.ByClosing) {
		why = append(why, string(reason))
	}
	for _, g := range house {
		games = append(games, g.Info().ID)
	}
	times := func(name, help string) prometheus.Histogram {
		return with.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: timeBounds})
	}
	return &metrics{
		registry: registry,
		house:    house,
		logins: counters("boardwalk_logins_total",
			"Logins by outcome: by key, as a guest, from the host itself, refused, and turned away by the rate limit of their address.",
			"outcome", "key", "guest", "host", "refused", "turned_away"),
		turnedAway: counters("boardwalk_turned_away_total",
			"Connections closed before login, and sessions and codes that were refused, by reason; HOSTING.md lists the reasons.", "reason", why...),
		saves: counters("boardwalk_saves_total",
			"Saves of games by result: saved, failed, and refused because another session had gone on with the game.", "result", "ok", "failed", "conflict"),
		finished: counters("boardwalk_games_finished_total",
			"Games that were finished, by game; made-up are all games that players have made up.", "game", append(games, madeUp)...),
		pages:    counters("boardwalk_pages_total", "Answers at web-addr by HTTP status.", "code"),
		keys:     counter("boardwalk_keys_total", "Keys, clicks and pastes passed to screens."),
		received: counter("boardwalk_received_bytes_total", "Bytes read from connections."),
		sent:     counter("boardwalk_sent_bytes_total", "Bytes written to connections."),
		panics:   counter("boardwalk_panics_total", "Sessions and pages that a panic ended."),
		commands: with.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwalk_commands_total",
			Help: "Commands by name and exit code.",
		}, []string{"command", "code"}),
		saveTime:       times("boardwalk_save_seconds", "Time that a save took, from the session's call to what is on the disk."),
		frameTime:      times("boardwalk_key_to_frame_seconds", "Time from a key to the frame with its effect, without the way to the client."),
		backupFailures: counter("boardwalk_backup_failures_total", "Backups that failed, of backup-every and of admin backup."),
	}
}

// registerGauges registers the metrics that are read on demand.
func (m *metrics) registerGauges(s *Server) {
	with := promauto.With(m.registry)
	gauge := func(name, help string, value func() float64) {
		with.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	gauge("boardwalk_sessions", "Running sessions.", func() float64 { return float64(s.Sessions()) })
	gauge("boardwalk_sessions_limit", "The most sessions that may run; admins always get in.", func() float64 { return float64(s.config.Limits.Sessions) })
	gauge("boardwalk_draining", "1 while no new players are admitted.", func() float64 { return yesNo(s.hub.IsDraining()) })
	gauge("boardwalk_watchers", "Sessions that watch others play.", func() float64 { return float64(s.hub.Watchers()) })
	gauge("boardwalk_connections_waiting", "Connections that have not logged in.", func() float64 { return float64(s.gate.Waiting()) })
	gauge("boardwalk_store_up", "Whether games can be read and saved.", func() float64 { return yesNo(s.config.Store.Ping() == nil && !s.damaged.Load()) })
	space := func() store.Space { return s.config.Store.Space() }
	gauge("boardwalk_data_bytes", "Size of the data file.", func() float64 { return float64(space().Bytes) })
	gauge("boardwalk_data_free_bytes", "Free pages in the data file, used before it grows.", func() float64 { return float64(space().Free) })
	gauge("boardwalk_data_limit_bytes", "The size that max-data allows; 0 for no limit.", func() float64 { return float64(space().Limit) })
	gauge("boardwalk_data_full", "Whether the data file is so close to max-data that no new account or game can begin.", func() float64 { return yesNo(space().Full) })
	m.registry.MustRegister(accountsGauge(s.config.Store.Totals, s.config.Now))
	if s.config.ClusterStatus != nil {
		m.registry.MustRegister(clusterMetrics(s.config.ClusterStatus, s.config.Store.Applied, s.config.Store.Traffic, s.config.Now))
	}
	gauge("boardwalk_backup_timestamp_seconds", "When the latest backup in the folder of backups was made, in seconds since 1970; 0 if there is none.", func() float64 {
		if at := s.backups.Latest().At; !at.IsZero() {
			return float64(at.Unix())
		}
		return 0
	})
	gauge("boardwalk_backup_bytes", "Size of the latest backup; 0 if there is none.", func() float64 { return float64(s.backups.Latest().Size) })
	with.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "boardwalk_build_info", Help: "The version of this server.",
		ConstLabels: prometheus.Labels{"version": s.config.Version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}

// countPage counts an answer of the pages by its HTTP status.
func (m *metrics) countPage(code int) { m.pages.WithLabelValues(strconv.Itoa(code)).Inc() }

// CountKey implements program.Meter.
func (m *metrics) CountKey() { m.keys.Inc() }

// ObserveFrame implements program.Meter.
func (m *metrics) ObserveFrame(took time.Duration) { m.frameTime.Observe(took.Seconds()) }

// countFinished counts a game that was finished.
func (m *metrics) countFinished(game string) {
	if _, ok := m.house.Find(game); !ok {
		game = madeUp
	}
	m.finished.WithLabelValues(game).Inc()
}

// countSave counts the result of a save, and how long it took.
func (m *metrics) countSave(took time.Duration, err error) {
	m.saveTime.Observe(took.Seconds())
	result := "failed"
	switch {
	case err == nil:
		result = "ok"
	case errors.Is(err, arcade.ErrConflict):
		result = "conflict"
	}
	m.saves.WithLabelValues(result).Inc()
}

// countCommand counts a command under its name in the command tree, never under a name
// that the client has chosen.
func (m *metrics) countCommand(root *cobra.Command, args []string, code int) {
	name := "unknown"
	if cmd, _, err := root.Find(args); err == nil && cmd != root {
		for cmd.Parent() != root {
			cmd = cmd.Parent()
		}
		name = cmd.Name()
	}
	m.commands.WithLabelValues(name, strconv.Itoa(code)).Inc()
}

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

// A collector sends metrics when they are asked for. It describes none before: some may be missing then.
type collector func(to chan<- prometheus.Metric)

// Describe implements prometheus.Collector.
func (collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c collector) Collect(to chan<- prometheus.Metric) { c(to) }

// accountsGauge returns the metric of the accounts of a store. It says nothing while that fails.
func accountsGauge(totals func() (data.Totals, error), now func() time.Time) prometheus.Collector {
	desc := prometheus.NewDesc("boardwalk_accounts", "Accounts, by kind: key, and guest for those whose games are still stored.", []string{"kind"}, nil)
	count := remembered(accountsAge, now, totals)
	return collector(func(to chan<- prometheus.Metric) {
		if t, err := count(); err == nil {
			to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(t.Players), "key")
			to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(t.Guests), "guest")
		}
	})
}

// remembered returns read, which is called again only once its last result is as old as age.
func remembered[T any](age time.Duration, now func() time.Time, read func() (T, error)) func() (T, error) {
	var (
		mu   sync.Mutex
		at   time.Time
		last T
	)
	return func() (T, error) {
		mu.Lock()
		defer mu.Unlock()
		if t := now(); at.IsZero() || t.Sub(at) >= age {
			fresh, err := read()
			if err != nil {
				return fresh, err
			}
			at, last = t, fresh
		}
		return last, nil
	}
}
