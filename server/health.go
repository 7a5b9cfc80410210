package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"boardwalk/data"
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

// ServeHealth answers monitoring programs over HTTP on l, until l is closed. Its answers
// contain versions, counts and sizes, but no names, keys or addresses:
//
//	/livez    200 while the server answers at all
//	/readyz   200 while players are let in and games can be saved, or else 503;
//	          a store that is full or was not backed up is ready, as players go on, and the
//	          body says so
//	/metrics  counts, for Prometheus
//
// It keeps serving during Shutdown.
func (s *Server) ServeHealth(l net.Listener) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		s.Probe()
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		text, ready := s.health.condition()
		if !ready {
			http.Error(w, text, http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, text+"\n")
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{MaxRequestsInFlight: scrapesAtOnce}))
	health := http.Server{
		Handler: mux, ReadTimeout: healthTime, WriteTimeout: healthTime, IdleTimeout: time.Minute, MaxHeaderBytes: healthHead,
	}
	if err := health.Serve(l); !errors.Is(err, net.ErrClosed) {
		s.config.Logger.Error("stopped serving health checks", "err", err)
	}
}

// A health is how a server is: for monitoring programs, and for its admins.
type health struct {
	server  *Server
	serving atomic.Bool // a listener that players can reach is open
}

// condition returns what is wrong, or "ok", and whether players are let in and can save.
func (h *health) condition() (text string, ready bool) {
	if err := h.ready(); err != nil {
		return err.Error(), false
	}
	var worries []string
	if h.server.config.Store.Space().Full {
		worries = append(worries, "the data file is full: no new account or game can begin")
	}
	if h.server.backups.failing() != nil {
		worries = append(worries, "the last backup failed: see the log")
	}
	text = "ok"
	if len(worries) > 0 {
		text += ", but " + strings.Join(worries, "; ")
	}
	return text, true
}

// ready returns why players should go elsewhere, or nil.
func (h *health) ready() error {
	switch {
	case isClosed(h.server.closing), h.server.hub.IsDraining():
		return errors.New("the server is closing")
	case !h.serving.Load():
		return errors.New("the server does not listen yet")
	}
	switch err := h.server.config.Store.Ping(); {
	case errors.Is(err, data.ErrApart):
		return errors.New("the other machines of the arcade cannot be reached; see the log")
	case err != nil:
		return errors.New("the store is down; see the log")
	}
	return nil
}
