package main

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/server"
	"boardwalk/server/peers"
)

// scraped returns the metrics and the readiness of a server.
func scraped(t *testing.T, a *testServer) (metrics, ready string) {
	t.Helper()
	addr := regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	return page(t, "http://"+addr+"/metrics"), page(t, "http://"+addr+"/readyz")
}

// The dashboard and the alerts ask for metrics that there are, with labels that there are.
func TestTheDashboardAndTheAlertsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir(), "--health-addr", "127.0.0.1:0")
	if out, code := runProgram(t, "admin", "--data", filepath.Join(a.dir, "boardwalk.db"), "stats"); code != 0 { // a series of commands begins with the first
		t.Fatalf("admin stats: exit %d: %s", code, out)
	}
	metrics, _ := scraped(t, a)
	metrics += clusterMetrics(t)
	there := map[string]bool{}
	for _, name := range regexp.MustCompile(`(?m)^[a-z_]+`).FindAllString(metrics, -1) {
		there[name] = true
	}
	for _, file := range []string{"grafana.json", "alerts.yml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := regexp.MustCompile(`\b(?:boardwalk|process|go)_[a-z_]+`).FindAllString(string(text), -1)
		if len(names) < 10 {
			t.Errorf("%s names only %q", file, names)
		}
		for _, name := range names {
			if !there[name] {
				t.Errorf("%s names %s, which the server has not", file, name)
			}
		}
		for _, pair := range regexp.MustCompile(`\b(kind|result)=\\*"[a-z]+`).FindAllString(string(text), -1) {
			if pair = strings.ReplaceAll(pair, `\`, ""); !strings.Contains(metrics, pair) {
				t.Errorf("%s names %s\", which no metric has", file, pair)
			}
		}
	}
}

// clusterMetrics returns the metrics of a machine that is one of several.
func clusterMetrics(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	c, _, err := configured(t, "", nil, "--data", filepath.Join(dir, "boardwalk.db"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := data.Open(c.data)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	config := serverConfig(c, db, slog.New(slog.DiscardHandler))
	config.ClusterStatus = func(bool) peers.Status {
		return peers.Status{Last: 1, CertificateEnds: time.Unix(1, 0), Made: time.Unix(1, 0), Verified: time.Unix(1, 0)}
	}
	s, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	m := server.NewMonitor(slog.New(slog.DiscardHandler))
	m.Watch(s)
	go m.Serve(l)
	return page(t, "http://"+l.Addr().String()+"/metrics")
}

// page returns what an address answers.
func page(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBackupsByThemselves(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := openArcade(t, dir, "--health-addr", "127.0.0.1:0", "--backup-every", "24h")
	a.says(t, `"backed up" path=`+filepath.Join(dir, "backups"))
	files, err := filepath.Glob(filepath.Join(dir, "backups", "auto-*.db"))
	if err != nil || len(files) != 1 {
		t.Fatalf("backups %q: %v", files, err)
	}
	if report, version, err := check(files[0], nil, func(string, int64, int64) {}); err != nil || len(report.Findings) > 0 || version != data.Schema.Version() {
		t.Errorf("the backup has version %d, %v: %v", version, report.Findings, err)
	}
	metrics, ready := scraped(t, a)
	if strings.Contains(metrics, "\nboardwalk_backup_bytes 0\n") || !strings.Contains(metrics, "\nboardwalk_backup_failures_total 0\n") || ready != "ok\n" {
		t.Errorf("after a backup /readyz is %q, and the metrics are\n%s", ready, metrics)
	}
}
