package server

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // there is little to keep, and much to throw away
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil { // tests wait more than they work
		panic(err)
	}
	os.Exit(m.Run())
}
