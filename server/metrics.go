package server

import (
	"errors"
	"runtime"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/gate"
)

// metrics holds what a server counts. Nothing that a client sends becomes a label, or
// anyone could create series without end. Counting a key costs a single atomic add.
type metrics struct {
	registry *prometheus.Registry

	byKey, byGuest, byHost    prometheus.Counter // logins
	refused, untried          prometheus.Counter
	turnedAway                map[gate.Reason]prometheus.Counter
	saved, notSaved, conflict prometheus.Counter // saves
	keys, panics              prometheus.Counter
	received, sent            prometheus.Counter
	commands                  *prometheus.CounterVec // command, code
	pages                     *prometheus.CounterVec // code
}

func newMetrics() *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	with := promauto.With(registry)
	logins := with.NewCounterVec(prometheus.CounterOpts{
		Name: "boardwalk_logins_total",
		Help: "Logins by outcome: by key, as a guest, from the host itself, refused, and turned away untried because their address makes too many.",
	}, []string{"outcome"})
	saves := with.NewCounterVec(prometheus.CounterOpts{
		Name: "boardwalk_saves_total",
		Help: "Saves of games by result: saved, failed, and refused because another session had gone on with the game.",
	}, []string{"result"})
	counter := func(name, help string) prometheus.Counter {
		return with.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	turned := with.NewCounterVec(prometheus.CounterOpts{
		Name: "boardwalk_turned_away_total",
		Help: "Connections turned away or cut off before a login, by reason: penalty and rate of their address, crowd (it has as many as it may; sessions too), eviction for another, proxy (it did not name the client), closing.",
	}, []string{"reason"})
	turnedAway := make(map[gate.Reason]prometheus.Counter)
	for _, why := range []gate.Reason{gate.ByPenalty, gate.ByRate, gate.ByCrowd, gate.ByEviction, gate.ByProxy, gate.ByClosing} {
		turnedAway[why] = turned.WithLabelValues(string(why))
	}
	return &metrics{
		registry:   registry,
		byKey:      logins.WithLabelValues("key"),
		byGuest:    logins.WithLabelValues("guest"),
		byHost:     logins.WithLabelValues("host"),
		refused:    logins.WithLabelValues("refused"),
		untried:    logins.WithLabelValues("turned_away"),
		turnedAway: turnedAway,
		saved:      saves.WithLabelValues("ok"),
		notSaved:   saves.WithLabelValues("failed"),
		conflict:   saves.WithLabelValues("conflict"),
		keys:       counter("boardwalk_keys_total", "Keys, clicks and pastes passed to screens."),
		received:   counter("boardwalk_received_bytes_total", "Bytes read from connections."),
		sent:       counter("boardwalk_sent_bytes_total", "Bytes written to connections."),
		panics:     counter("boardwalk_panics_total", "Sessions that a panic ended."),
		commands: with.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwalk_commands_total",
			Help: "Commands by name and exit code.",
		}, []string{"command", "code"}),
		pages: with.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwalk_pages_total",
			Help: "Answers at web-addr by HTTP status.",
		}, []string{"code"}),
	}
}

// registerGauges registers the metrics that are read on demand.
func (m *metrics) registerGauges(s *Server) {
	with := promauto.With(m.registry)
	gauge := func(name, help string, value func() float64) {
		with.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	gauge("boardwalk_sessions", "Running sessions.", func() float64 { return float64(s.Sessions()) })
	gauge("boardwalk_watchers", "Sessions that watch others play.", func() float64 { return float64(s.hub.Watchers()) })
	gauge("boardwalk_connections_waiting", "Connections that have not logged in.", func() float64 { return float64(s.gate.Waiting()) })
	gauge("boardwalk_store_up", "Whether games can be read and saved.", func() float64 {
		if s.config.Store.Ping() != nil {
			return 0
		}
		return 1
	})
	space := func() data.Space { return s.config.Store.Space() }
	gauge("boardwalk_data_bytes", "Size of the data file.", func() float64 { return float64(space().Bytes) })
	gauge("boardwalk_data_free_bytes", "Free pages in the data file, used before it grows.", func() float64 { return float64(space().Free) })
	gauge("boardwalk_data_limit_bytes", "The size that max-data allows; 0 for no limit.", func() float64 { return float64(space().Limit) })
	gauge("boardwalk_data_full", "Whether the data file is so close to max-data that no new account or game can begin.", func() float64 {
		if space().Full {
			return 1
		}
		return 0
	})
	with.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "boardwalk_build_info", Help: "The version of this server.",
		ConstLabels: prometheus.Labels{"version": s.config.Version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}

// countPage counts an answer of the pages by its HTTP status.
func (m *metrics) countPage(code int) { m.pages.WithLabelValues(strconv.Itoa(code)).Inc() }

// countLogin counts a login by its SSH authentication method.
func (m *metrics) countLogin(method string, local bool) {
	switch {
	case local:
		m.byHost.Inc()
	case method == "publickey":
		m.byKey.Inc()
	default:
		m.byGuest.Inc()
	}
}

// countTurnedAway counts a connection that is turned away.
func (m *metrics) countTurnedAway(why gate.Reason) {
	m.turnedAway[why].Inc()
	if why == gate.ByPenalty || why == gate.ByRate {
		m.untried.Inc()
	}
}

// countSave counts the result of a save.
func (m *metrics) countSave(err error) {
	switch {
	case err == nil:
		m.saved.Inc()
	case errors.Is(err, arcade.ErrConflict):
		m.conflict.Inc()
	default:
		m.notSaved.Inc()
	}
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
