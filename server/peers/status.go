package peers

import "time"

// A Status is the state of a cluster as one node sees it: its nodes, and the log that keeps their data
// the same.
type Status struct {
	Name     string       `json:"name"`
	Node     string       `json:"node"`   // that sees it
	Nodes    []NodeStatus `json:"nodes"`  // by name; those that were not heard for a day are missing
	Leader   string       `json:"leader"` // the node that orders the log; "" if none does
	First    uint64       `json:"first"`  // entry of the log that is kept
	Last     uint64       `json:"last"`   // entry of the log
	Bytes    uint64       `json:"bytes"`  // of the entries that are kept
	Snapshot uint64       `json:"snapshot"`
	Made     time.Time    `json:"made"`    // the snapshot; zero if there is none
	Problem  string       `json:"problem"` // why the rest is not known, or ""
	Stale    []CopyStatus `json:"stale"`   // copies that are not current

	Verified time.Time `json:"verified"` // when all data files were last found to be the same; zero if that is not known
	Differ   string    `json:"differ"`   // how they differ, or why they cannot be compared, or ""

	CertificateEnds time.Time `json:"certificate_ends,omitzero"` // that of the node, if it has one
}

// A NodeStatus is the state of one of the nodes.
type NodeStatus struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Since    time.Time `json:"since"`
	Away     bool      `json:"away"`    // it has told nothing for some seconds
	Applied  uint64    `json:"applied"` // the last entry that its data file has
	Lag      uint64    `json:"lag"`     // entries that its data file does not have yet
	Sessions int       `json:"sessions"`
	Leases   []string  `json:"leases"`  // what it does for all
	CutOff   bool      `json:"cut_off"` // it does not reach the others, or keeps no copy of the log any more
}

// A CopyStatus is the state of a copy that a node keeps of a stream of the cluster, such as the log.
type CopyStatus struct {
	Stream string `json:"stream"`
	Node   string `json:"node"`
	Away   bool   `json:"away"` // the node is, or keeps no copies any more
	Lag    uint64 `json:"lag"`  // operations that the copy does not have yet
}
