package cputime

import (
	"testing"
	"time"
)

func TestOf(t *testing.T) {
	if used := Of(func() { time.Sleep(time.Millisecond) }); used < 0 {
		t.Errorf("a rest takes %v", used)
	}
}
