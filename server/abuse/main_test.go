package abuse_test

import (
	"context"
	"flag"
	"os"
	"sync"
	"testing"
)

// binDir is the directory of the server's program, which tests build when they need it.
var binDir string

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // tests wait more than they work
		panic(err)
	}
	var err error
	if binDir, err = os.MkdirTemp("", "boardwalk-abuse-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := os.RemoveAll(binDir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

var build = sync.OnceValues(func() (string, error) { return BuildServer(context.Background(), binDir) })

// built returns the path of the server's program.
func built(t *testing.T) string {
	t.Helper()
	binary, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}
