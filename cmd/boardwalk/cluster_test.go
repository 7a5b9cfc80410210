package main

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/data"
	"boardwalk/data/commitlog"
	"boardwalk/data/store"
)

// clusterStatus runs boardwalk cluster status for a data file.
func clusterStatus(t *testing.T, path string, args ...string) (out, errOut string, code int) {
	t.Helper()
	return runCommand(t, append([]string{"cluster", "status", "--data", path}, args...)...)
}

// Without a cluster there is no state of one, from wherever it is asked for.
func TestTheStateOfAClusterThatIsNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "boardwalk.db")
	if out, errOut, code := clusterStatus(t, path); code == 0 || out != "" || !strings.Contains(errOut, path) {
		t.Errorf("without a data file: exit %d, %q, %q", code, out, errOut)
	}
	ann := newPlayer(t, "ann")
	adminOf(t, dir, ann)
	a := openArcade(t, dir)
	const alone = "This arcade is on one machine: the settings that begin with cluster make it one of several.\n"
	if out, errOut, code := clusterStatus(t, path, "--json"); code != 1 || out != "" || errOut != alone {
		t.Errorf("as JSON: exit %d, %q, %q", code, out, errOut)
	}
	if out, errOut, code := clusterStatus(t, path); code != 1 || out != "" || errOut != alone {
		t.Errorf("on the host: exit %d, %q, %q", code, out, errOut)
	}
	if out, errOut, code := ann.run(a, "admin cluster"); code != 1 || out != "" || errOut != alone {
		t.Errorf("over SSH: exit %d, %q, %q", code, out, errOut)
	}
	a.stop(t)
	a.exit(t)
	if out, errOut, code := clusterStatus(t, path); code != 1 || out != "" || !strings.HasPrefix(errOut, "No server is running here") {
		t.Errorf("while no server runs: exit %d, %q, %q", code, out, errOut)
	}
}

// The service manager does not start a machine of a cluster again and again that has no host key.
func TestAMachineOfAClusterWithoutAHostKeyIsNotStartedAgain(t *testing.T) {
	t.Parallel()
	_, errOut, code := runCommand(t, "serve", "--data", filepath.Join(t.TempDir(), "boardwalk.db"), "--addr", "127.0.0.1:0", "--cluster-name", "pier",
		"--cluster-node", "a", "--cluster-listen", "127.0.0.1:0", "--cluster-peers", "127.0.0.1:1, 127.0.0.1:2")
	if code != refused || !strings.Contains(errOut, "copy it from another machine") {
		t.Errorf("exit %d: %s", code, errOut)
	}
}

// The log says whether it is the disk, or the others of a cluster cannot be reached.
func TestTheLogSaysWhyNothingIsWritten(t *testing.T) {
	t.Parallel()
	cause := errors.New("no answer")
	for _, test := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("%w: %w", store.ErrDown, cause), "the data file cannot be written; players can continue"},
		{fmt.Errorf("%w: %w", store.ErrDown, store.ErrPage), "the data file is damaged: games cannot be opened or saved until it is mended; stop the server"},
		{fmt.Errorf("%w: %w", store.ErrNoQuorum, cause), "the log of the cluster does not answer; players can continue"},
		{fmt.Errorf("%w: %w", store.ErrNoQuorum, commitlog.ErrTrimmed), "the cluster log no longer has entries this file needs"},
		{fmt.Errorf("%w: entry 7: %w", store.ErrNoQuorum, commitlog.ErrParted), "the cluster log is not the one this file has followed"},
		{fmt.Errorf("%w: entry 7: %w", store.ErrNoQuorum, commitlog.ErrForged), "that no machine with this arcade's host key has written"},
		{fmt.Errorf("%w: entry 7: %w", store.ErrNoQuorum, store.ErrStrange), "that is damaged or of another release"},
		{nil, "the data file can be written again"},
	} {
		var log strings.Builder
		logDisk(slog.New(slog.NewTextHandler(&log, nil)), "boardwalk.db", test.err)
		if !strings.Contains(log.String(), test.want) {
			t.Errorf("of %v the log says %s", test.err, log.String())
		}
	}
}

// The log would undo a restore on one machine, or refuse the file, so the command says so at once.
func TestRestoreOnAMachineOfAClusterSaysWhatFollows(t *testing.T) {
	t.Parallel()
	backup, path := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := data.Open(backup)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	const says = "This machine is of cluster pier, whose log goes on without this file"
	for _, settings := range []string{"", "cluster-name = 'pier'\n"} {
		writeText(t, filepath.Join(filepath.Dir(path), configName), settings)
		out, errOut, code := runCommand(t, "restore", backup, "--data", path)
		if code != 0 || strings.Contains(out, says) != (settings != "") {
			t.Errorf("with settings %q, restore exits with %d: %s%s", settings, code, out, errOut)
		}
	}
	if _, errOut, code := runCommand(t, "restore", "nosuch", "--data", path); code != 1 || strings.Contains(errOut, "--data") {
		t.Errorf("restore of nothing exits with %d: %s", code, errOut)
	}
}

// A server with the data file of a cluster whose log is gone begins no other with it: it takes a
// command of the host. That it is refused has a status of its own.
func TestAFileOfALostLogBeginsNothingByItself(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := data.Open(path)
	if err == nil {
		err = db.Close()
	}
	if err := errors.Join(err, store.Adopt(path, data.Schema, "a cluster", nil)); err != nil {
		t.Fatal(err)
	}
	of := func(want string) {
		t.Helper()
		if p, err := store.ReadPosition(path, data.Schema); err != nil || p.Cluster != want {
			t.Errorf("the file is of %q, %v, want %q", p.Cluster, err, want)
		}
	}
	of("a cluster")
	if out, said, code := runCommand(t, "cluster", "begin", "--data", path); code != 0 || !strings.Contains(out+said, "is of no cluster now") {
		t.Errorf("cluster begin: exit %d, %s%s", code, out, said)
	}
	of("")
	if out, code := runProgram(t, "cluster", "begin", "--data", path+"2"); code == 0 {
		t.Errorf("without a file: %s", out)
	}
}
