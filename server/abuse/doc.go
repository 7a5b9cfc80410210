// Package abuse holds attacks that must not succeed, as tests and nothing else. Each one
// attacks an arcade from outside: over SSH, with keys and guests that anyone can make.
//
// Cheaters play by commands, by lines in words mode and by keys on the screen; only the
// clock is the test's.
//
// Floods, stalled readers, kills and the like are cases of the table in RESULTS.md. The
// tests make each for a second. BenchmarkCases makes them in full, beside many players of
// package load, and writes the table:
//
//	go test ./server/abuse -run '^$' -bench Cases -benchtime 1x -timeout 2h -results RESULTS.md
//
// -bench Cases/07 measures one case. A test of any package belongs to a case if the last
// line of its documentation says so:
//
//	//abuse:case 7
//
// It says what it reached with t.Attr("reached", ...).
package abuse
