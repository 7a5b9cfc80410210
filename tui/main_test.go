package tui_test

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // frames are much to throw away, and little to keep
	os.Exit(m.Run())
}
