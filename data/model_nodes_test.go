package data

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
)

// TestAgainstModelOnNodes is TestAgainstModel for three files that share a log. Each operation
// is of a session on any of them, after that file has what the log has, as a session waits for
// when it begins. Meanwhile files are closed, lost and damaged.
func TestAgainstModelOnNodes(t *testing.T) {
	for n := range max(1, *modelWorlds/3) {
		t.Run(fmt.Sprint("world ", n), func(t *testing.T) {
			m := newModel(t, uint64(3*n+1))
			must(t, m.db.Close())
			m.share(NewLog(), 3)
			for m.ops = range worldOps() {
				m.now += 1 + m.rng.Int64N(2000)
				if m.rng.IntN(100) == 0 {
					m.now += m.rng.Int64N(40 * 3600 * 1000)
				}
				m.anywhere()
				m.operate()
				if m.rng.IntN(100) == 0 {
					m.betweenNodes()
				}
				if t.Failed() {
					t.Fatalf("operation %d of world %d", m.ops, n)
				}
			}
			settled(t, m.nodes...)
			m.anywhere() // the last one may have been closed
			m.compare()
			for _, db := range m.nodes {
				must(t, db.Close())
			}
		})
	}
}

// share makes the file one of n that share a log.
func (m *model) share(log commitlog.Log, n int) {
	m.t.Helper()
	must(m.t, store.Adopt(m.path, Schema, theCluster, nil))
	text, err := os.ReadFile(m.path)
	must(m.t, err)
	m.log, m.sessions = log, nil
	for i := range n {
		must(m.t, os.WriteFile(m.node(i), text, 0o600))
		m.nodes = append(m.nodes, nil)
		m.openNode(i)
	}
	m.db = m.nodes[0]
}

// node returns the path of a node's file.
func (m *model) node(i int) string {
	return filepath.Join(filepath.Dir(m.path), fmt.Sprint("node-", i))
}

// openNode opens the file of a node, with new sessions in place of those it had.
func (m *model) openNode(i int) {
	m.t.Helper()
	db, err := Open(m.node(i), m.options(), Shared(m.log, theCluster))
	must(m.t, err)
	must(m.t, db.Barrier(m.t.Context()))
	sessions := m.newSessions(db)
	if len(m.sessions) > i*len(sessions) {
		copy(m.sessions[i*len(sessions):], sessions)
	} else {
		m.sessions = append(m.sessions, sessions...)
	}
	m.nodes[i] = db
}

// anywhere lets the next operation be on any node.
func (m *model) anywhere() {
	m.t.Helper()
	m.sync()
	m.db = m.nodes[m.rng.IntN(len(m.nodes))]
}

// sync lets all nodes have what any has written.
func (m *model) sync() {
	m.t.Helper()
	for _, db := range m.nodes {
		must(m.t, db.Barrier(m.t.Context()))
	}
}

// betweenNodes is what happens to the files between operations.
func (m *model) betweenNodes() {
	m.t.Helper()
	i := m.rng.IntN(len(m.nodes))
	switch m.rng.IntN(5) {
	case 0:
		settled(m.t, m.nodes...)
		m.db = m.nodes[i]
		m.compare()
		return
	case 1:
		must(m.t, m.nodes[i].Repair()) // changes nothing
		return
	case 2: // the file is lost, and another's backup takes its place
		other := m.nodes[(i+1)%len(m.nodes)]
		backup := filepath.Join(m.t.TempDir(), "backup")
		_, err := other.Backup(context.Background(), backup)
		must(m.t, err)
		m.anywhere()
		m.operate()
		must(m.t, m.nodes[i].Close())
		restore(m.t, backup, m.node(i), Schema)
	case 3: // the file is as it was some operations ago
		must(m.t, m.nodes[i].Close())
		text, err := os.ReadFile(m.node(i))
		must(m.t, err)
		m.openNode(i)
		for range 5 {
			m.anywhere()
			m.operate()
		}
		must(m.t, m.nodes[i].Close())
		must(m.t, os.WriteFile(m.node(i), text, 0o600))
	default:
		must(m.t, m.nodes[i].Close())
	}
	m.openNode(i)
	sound(m.t, m.nodes[i])
}
