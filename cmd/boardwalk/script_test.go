package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// TestScripts runs the command lines of testdata/script, each named for what
// it promises.
func TestScripts(t *testing.T) {
	testscript.RunT(inTurn{t}, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", binDir+string(filepath.ListSeparator)+env.Getenv("PATH"))
			old, err := filepath.Abs("../../data/testdata") // a file of each version
			env.Setenv("VERSIONS", old)
			env.Setenv("VERSION", strconv.Itoa(data.Schema.Version()))
			env.Setenv("GAMES", strconv.Itoa(len(catalog.All())))
			env.T().(inTurn).Chdir(env.WorkDir)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"boardwalk": runScripted,
			"serving":   serving,
			"logged":    logged,
			"played":    played,
			"forge":     func(ts *testscript.TestScript, _ bool, args []string) { ts.Check(edit(ts, args, true)) },
			"scratch":   func(ts *testscript.TestScript, _ bool, args []string) { ts.Check(edit(ts, args, false)) },
		},
	})
}

// An inTurn runs scripts one after another: the test's process has one working directory.
type inTurn struct{ *testing.T }

func (t inTurn) Run(name string, script func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { script(inTurn{t}) })
}

func (inTurn) Parallel() {}

func (inTurn) Verbose() bool { return testing.Verbose() }

// runScripted runs the program in the test's process, in the script's directory but without its
// variables: "boardwalk ARGS... [<FILE]". What needs variables, signals, a pipe or a terminal is
// run by "exec boardwalk".
func runScripted(ts *testscript.TestScript, fails bool, args []string) {
	in := ""
	if last := len(args) - 1; last >= 0 && strings.HasPrefix(args[last], "<") {
		in, args = ts.ReadFile(args[last][1:]), args[:last]
	}
	ts.Check(os.Chdir(ts.MkAbs(".")))
	if code := runHere(strings.NewReader(in), ts.Stdout(), ts.Stderr(), args...); (code != 0) != fails {
		ts.Fatalf("exit %d", code)
	}
}

// serving starts a server for the rest of the script, with its data in a directory:
// "serving DIR". Its address is $ADDR.
func serving(ts *testscript.TestScript, _ bool, args []string) {
	a, err := startArcade(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(a.kill)
	ts.Setenv("ADDR", a.addr)
	ts.Setenv("LOG", a.logged()) // up to here
}

// logged fails unless the last server logged a line that matches a pattern before it
// listened: "logged PATTERN".
func logged(ts *testscript.TestScript, not bool, args []string) {
	if log := ts.Getenv("LOG"); regexp.MustCompile(args[0]).MatchString(log) == not {
		ts.Fatalf("the log is\n%s", log)
	}
}

// played makes a data file in which each line of a file of records is a
// finished game: "played DATA RECORDS [POINTS]". With points, each claims to have so many.
func played(ts *testscript.TestScript, _ bool, args []string) {
	db, err := data.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { ts.Check(db.Close()) }()
	player, err := db.Player(arcade.KeyCredential("SHA256:someone"))
	ts.Check(err)
	for i, line := range bytes.Split(bytes.TrimSpace([]byte(ts.ReadFile(args[1]))), []byte("\n")) {
		r, err := engine.ParseRecord(string(line))
		ts.Check(err)
		g, ok := catalog.All().Find(r.Game)
		if !ok {
			ts.Fatalf("there is no game %s", r.Game)
		}
		states, err := r.Replay(g)
		ts.Check(err)
		score := states[len(states)-1].Score()
		if len(args) > 2 {
			score.Points, err = strconv.Atoi(args[2])
			ts.Check(err)
		}
		_, err = player.Finish(arcade.Result{
			Record: r, Score: score, Class: arcade.Counted,
			Millis: 60_000, Ended: 1_790_000_000_000 + int64(i),
		}, 0)
		ts.Check(err)
	}
}

// edit replaces one text with another in every row of a bucket: "forge|scratch DATA
// BUCKET OLD NEW". forge corrects the checksums, scratch does not.
func edit(ts *testscript.TestScript, args []string, forge bool) error {
	bolt, err := bbolt.Open(ts.MkAbs(args[0]), 0o600, nil)
	if err != nil {
		return err
	}
	defer bolt.Close()
	return bolt.Update(func(tx *bbolt.Tx) error {
		changed := make(map[string][]byte)
		bucket := tx.Bucket([]byte(args[1]))
		err := bucket.ForEach(func(key, value []byte) error {
			if v := bytes.ReplaceAll(value, []byte(args[2]), []byte(args[3])); !bytes.Equal(v, value) {
				if forge {
					seal(key, v)
				}
				changed[string(key)] = v
			}
			return nil
		})
		if err == nil && len(changed) == 0 {
			err = fmt.Errorf("no row of %s has %s", args[1], args[2])
		}
		for key, v := range changed {
			if err == nil {
				err = bucket.Put([]byte(key), v)
			}
		}
		return err
	})
}

// seal writes a row's checksum, over the key, the format byte and the text, between
// format byte and text. It is independent of package data, and so pins the format.
func seal(key, value []byte) {
	const form, head = 1, 5
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(key, table), table, value[:form])
	binary.BigEndian.PutUint32(value[form:head], crc32.Update(sum, table, value[head:]))
}
