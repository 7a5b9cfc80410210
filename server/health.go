package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// scrapesAtOnce is how many may read the metrics at a time: who can reach them may
// be a stranger.
const scrapesAtOnce = 4

// healthTime is what one question may take, and healthHead the bytes it may have.
const (
	healthTime = 10 * time.Second
	healthHead = 8 << 10
)

// ServeHealth answers programs that watch the server, over HTTP on a listener
// until that is closed. Whoever reaches it reads versions, counts and sizes, but no
// names, keys or addresses:
//
//	/livez    200 while the server answers at all
//	/readyz   200 while players are let in and games can be saved, or else 503;
//	          a store that is full is ready, as players go on, and the body says so
//	/metrics  counts, for Prometheus
//
// It goes on during Shutdown.
func (s *Server) ServeHealth(l net.Listener) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		// Who holds one of these locks for ever keeps all players waiting, and
		// whoever asks.
		s.Sessions()
		s.gate.held()
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.ready(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		if s.config.Store.Space().Full {
			_, _ = io.WriteString(w, "ok, but the data file is full: no account and no game begins\n")
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.meters.registry, promhttp.HandlerOpts{MaxRequestsInFlight: scrapesAtOnce}))
	health := http.Server{
		Handler: mux, ReadTimeout: healthTime, WriteTimeout: healthTime, IdleTimeout: time.Minute, MaxHeaderBytes: healthHead,
	}
	if err := health.Serve(l); !errors.Is(err, net.ErrClosed) {
		s.config.Logger.Error("health is no longer served", "err", err)
	}
}

// ready tells why players should go elsewhere.
func (s *Server) ready() error {
	switch {
	case s.isClosing(), s.hall.isDraining():
		return errors.New("the server is closing")
	case !s.serving.Load():
		return errors.New("the server does not listen yet")
	case s.config.Store.Ping() != nil:
		return errors.New("the store is down; see the log")
	}
	return nil
}
