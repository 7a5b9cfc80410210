package server

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil { // tests wait more than they work
		panic(err)
	}
	os.Exit(m.Run())
}
