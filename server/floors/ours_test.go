package floors

import (
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server"
	"boardwalk/server/program"
)

// serveOurs serves the arcade as a host would, with a data file. Only its deal is fixed,
// its log goes nowhere, and it may park sessions sooner.
func serveOurs(dir string, s script) (string, error) {
	db, err := data.Open(filepath.Join(dir, "boardwalk.db"), data.Games(catalog.Library()), func(o *data.Options) { o.BatchInterval = 5 * time.Millisecond })
	if err != nil {
		return "", err
	}
	srv, err := server.New(server.Config{
		HostKey: filepath.Join(dir, "key"), Games: catalog.Library(), Store: server.Data(db),
		Deal:   func() engine.Code { return s.Code },
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Limits: server.Limits{Sessions: 10_000, Times: program.Times{Park: s.Park}},
	})
	if err != nil {
		return "", err
	}
	return listen(srv.Serve)
}

// listen serves on a free port of the loopback, until the process ends.
func listen(serve func(net.Listener) error) (addr string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() { _ = serve(l) }()
	return l.Addr().String(), nil
}
