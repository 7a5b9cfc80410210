// Package abuse holds attacks that must not succeed, as tests and nothing else. Each one
// attacks an arcade from outside: over SSH, with keys and guests that anyone can make.
//
// Cheaters play by commands, by lines in words mode and by keys on the screen; only the
// clock is the test's.
//
// Floods, stalled readers, kills and the like are cases of the table in RESULTS.md. The
// tests make each for a second. BenchmarkCases makes them in full, beside many players, and
// writes the table:
//
//	go test ./server/abuse -run '^$' -bench Cases -benchtime 1x -timeout 2h -results RESULTS.md
//
// -bench Cases/07 measures one case. A test of any package belongs to a case if the last
// line of its documentation says so:
//
//	//abuse:case 7
//
// It says what it reached with t.Attr("reached", ...).
// The players are a Crowd. Each has a new key and a network of their own (the loopback of
// Linux has enough), deals a game by a code, so that they can follow the position, and types
// random legal moves. The same seed gives the same deals and moves. A key is answered when
// the screen shows its effect; a move is acknowledged when the star after the number of
// moves is gone. A player's Ledger has what was acknowledged, and who comes back checks that
// it is still there. BenchmarkPlayers measures what many of them notice without any attack:
//
//	go test ./server/abuse -run '^$' -bench Players -benchtime 1x -players 5000
package abuse_test
