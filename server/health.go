package server

import (
	"boardwalk/data/store"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// scrapesAtOnce is how many requests may read the metrics at a time: they may come from
// strangers.
const scrapesAtOnce = 4

// healthTime is the time that one request may take; healthHead is the maximum size of its
// header in bytes.
const (
	healthTime = 10 * time.Second
	healthHead = 8 << 10
)

// A Monitor answers monitoring programs over HTTP. Its answers contain versions, counts and
// sizes, but no names, keys or addresses:
//
//	/livez    200 while the process answers at all
//	/readyz   200 while players are let in and games can be saved, or else 503;
//	          a store that is full or was not backed up is ready, as players go on, and the
//	          body says so
//	/metrics  counts, for Prometheus
//
// It answers before there is a server: a start may wait for a disk or for other nodes, and is not to
// be killed for that. /readyz is 503 then and says what the start waits for, and there are no metrics.
// It keeps answering during Shutdown.
type Monitor struct {
	logger *slog.Logger
	starts atomic.Pointer[string] // what a start does that has no server yet
	server atomic.Pointer[Server]
}

// NewMonitor returns a Monitor of a server that starts.
func NewMonitor(logger *slog.Logger) *Monitor {
	m := &Monitor{logger: logger}
	m.starts.Store(new("starts"))
	return m
}

// Starting says what the start of the server does, such as "waits for 2 more nodes", and reports whether that is new.
func (m *Monitor) Starting(does string) bool { return *m.starts.Swap(&does) != does }

// Watch has m answer for s from now on.
func (m *Monitor) Watch(s *Server) { m.server.Store(s) }

// condition returns what is wrong, or "ok", and whether players are let in and can save.
func (m *Monitor) condition() (text string, ready bool) {
	if s := m.server.Load(); s != nil {
		return s.condition()
	}
	return "the server " + *m.starts.Load(), false
}

// Serve answers on l until l is closed.
func (m *Monitor) Serve(l net.Listener) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		if s := m.server.Load(); s != nil {
			s.Probe()
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		text, ready := m.condition()
		if !ready {
			http.Error(w, text, http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, text+"\n")
	})
	scrapes := sync.OnceValue(func() http.Handler {
		return promhttp.HandlerFor(m.server.Load().metrics.registry, promhttp.HandlerOpts{MaxRequestsInFlight: scrapesAtOnce})
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		if m.server.Load() == nil {
			text, _ := m.condition()
			http.Error(w, text, http.StatusServiceUnavailable)
			return
		}
		scrapes().ServeHTTP(w, r)
	})
	health := http.Server{
		Handler: mux, ReadTimeout: healthTime, WriteTimeout: healthTime, IdleTimeout: time.Minute, MaxHeaderBytes: healthHead,
	}
	if err := health.Serve(l); !errors.Is(err, net.ErrClosed) {
		m.logger.Error("stopped serving health checks", "err", err)
	}
}

// NotReady has /readyz send newcomers elsewhere from now on. Players who come all the same are let in
// until Shutdown.
func (s *Server) NotReady() { s.leaving.Store(true) }

// condition returns what is wrong, or "ok", and whether players are let in and can save.
func (s *Server) condition() (text string, ready bool) {
	if err := s.ready(); err != nil {
		return err.Error(), false
	}
	var worries []string
	if s.config.Store.Space().Full {
		worries = append(worries, "the data file is full: no new account or game can begin")
	}
	if s.backups.Failing() != nil {
		worries = append(worries, "the last backup failed: see the log")
	}
	text = "ok"
	if len(worries) > 0 {
		text += ", but " + strings.Join(worries, "; ")
	}
	return text, true
}

// ready returns why players should go elsewhere, or nil.
func (s *Server) ready() error {
	switch {
	case isClosed(s.closing), s.leaving.Load():
		return errors.New("the server is closing")
	case s.hub.IsDraining():
		return errors.New("no more players are let in; admin drain --undo changes that")
	case !s.serving.Load():
		return errors.New("the server does not listen yet")
	}
	cluster := s.config.Cluster
	err := s.config.Store.Ping()
	switch {
	case errors.Is(err, store.ErrNoQuorum), cluster != nil && cluster.Reach() != nil:
		return errors.New("this machine cannot share in the log of the arcade; see the log")
	case s.isDamaged(err):
		return errors.New("the data file is damaged: stop the server, then salvage it or restore a backup; see the log")
	case err != nil:
		return errors.New("the data file cannot be written; see the log")
	}
	return nil
}

// isDamaged reports whether the store, whose Ping has returned err, cannot open accounts until the host mends it.
func (s *Server) isDamaged(err error) bool {
	return s.damaged.Load() || errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrForeign)
}
