package cluster

import (
	"testing"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
)

func TestLog(t *testing.T) {
	t.Parallel()
	var nodes [copies]*Cluster
	name := newName()
	for i := range copies {
		nodes[i] = joinAs(t, name, i)
	}
	datatest.TestLog(t, func(t *testing.T) func() commitlog.Log {
		name, next := newName(), 0
		var logs [copies]*log
		for i, c := range nodes {
			eventually(t, "the log is there", func() (ok bool) {
				var err error
				logs[i], err = c.openLog(timeout(t), name)
				return err == nil
			})
		}
		return func() commitlog.Log {
			next++
			return logs[next%copies]
		}
	})
}
