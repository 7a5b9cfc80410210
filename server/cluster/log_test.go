package cluster

import (
	"testing"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
)

func TestLog(t *testing.T) {
	t.Parallel()
	datatest.TestLog(t, func(t *testing.T) func() commitlog.Log {
		var logs []commitlog.Log
		name := newName()
		for i := range copies {
			logs = append(logs, joinAs(t, name, i).Log())
		}
		next := 0
		return func() commitlog.Log {
			next++
			return logs[next%copies]
		}
	})
}
