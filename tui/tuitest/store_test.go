package tuitest_test

import (
	"testing"

	"boardwalk/data/datatest"
	"boardwalk/tui/tuitest"
)

func TestStore(t *testing.T) {
	datatest.Run(t, func(*testing.T) func() datatest.Store {
		s := new(tuitest.Store)
		return func() datatest.Store { return s }
	})
}
