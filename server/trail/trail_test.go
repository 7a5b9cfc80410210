package trail

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"boardwalk/data"
)

func TestATrailIsBounded(t *testing.T) {
	stored := 0
	kept := New(func(lines []data.Line) error { stored += len(lines); return nil }, "")
	log := kept.Logger(slog.New(slog.DiscardHandler)).With("n", 7)
	for i := range 3 * linesMax {
		log.Info("session begins", "i", i)
		log.Info("host key", "i", i) // admins do not read it
	}
	log.Info(AccountChanged)
	kept.Flush()
	lines := kept.Newest(nil, 2*linesMax)
	if last := fmt.Sprintf(`msg="session begins" n=7 i=%d`, 3*linesMax-1); len(lines) > linesMax || len(lines) < linesMax/2 || !strings.HasSuffix(lines[len(lines)-1], last) {
		t.Errorf("%d lines are kept, the last is %q", len(lines), lines[len(lines)-1])
	}
	if stored != 1 {
		t.Errorf("%d lines are stored", stored)
	}
}

// What cannot be stored is tried again with the next line, and read meanwhile.
func TestATrailKeepsWhatTheDiskRefuses(t *testing.T) {
	refuses, stored := errors.New("the disk is full"), []data.Line(nil)
	kept := New(func(lines []data.Line) error {
		if refuses == nil {
			stored = append(stored, lines...)
		}
		return refuses
	}, "c")
	log := kept.Logger(slog.New(slog.DiscardHandler))
	log.Info(AccountChanged, "i", 1)
	kept.Flush()
	if lines := kept.Newest(nil, 5); len(lines) != 1 || !strings.HasSuffix(lines[0], "i=1 node=c") {
		t.Errorf("the lines are %q", lines)
	}
	refuses = nil
	log.Info(AccountChanged, "i", 2)
	kept.Flush()
	if len(stored) != 2 || len(kept.Newest(nil, 5)) != 0 {
		t.Errorf("stored are %+v", stored)
	}
}
