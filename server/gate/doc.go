// Package gate decides who may connect. A connection waits at a [Gate] until its client
// has authenticated, and is counted there for as long as it is open.
//
// OpenSSH guards the same place with MaxStartups: from "start" connections on it refuses
// new ones at random, and at "full" all of them. As a flood makes up nearly all of the
// new ones, that lets it lock everyone out. Here a waiting connection costs no process,
// so the gate fills all its places and then evicts one for each new connection: first one
// that has been silent for longer than honest clients are, then one whose address has the
// most connections waiting, then the oldest. Every flood matches one of these; an honest
// login matches none in the moment that it takes.
//
// Besides, an address (an IPv6 /64 counts as one) has only so many connections and
// sessions, begins only so many a second, and is blocked for a while if it misbehaves. If
// a proxy forwards a connection, all this applies to the client that the proxy names.
//
//	g := gate.New(gate.Config{Limits: gate.Limits{}.WithDefaults(), ...})
//	c, why := g.Enter(conn, false)
//	if why != "" {
//		return conn.Close() // turned away
//	}
//	... // the login, on c
//	c.Admit()
//	if c.Acquire() {
//		... // a session
//		c.Release()
//	}
//	c.End(false)
package gate
