package data

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// stepEnv tells the test binary, run again, what to do and before which step to exit: "OP
// STEP PATH ARG".
const stepEnv = "BOARDWALK_TEST_STEP"

// stopped does an operation and exits before one of its steps, as kill -9 would.
func stopped(spec string) error {
	var op, path, arg string
	var last int
	if _, err := fmt.Sscanf(spec, "%s %d %q %q", &op, &last, &path, &arg); err != nil {
		return err
	}
	n := 0
	return operations[op](path, arg, func(string) {
		if n == last {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				panic(err)
			}
			select {}
		}
		n++
	})
}

// stepping calls step before and after each commit.
func stepping(step hook) Option {
	return func(o *options) {
		o.commit = func(tx *bbolt.Tx) error {
			step("commit")
			tx.DB().NoSync = true // the test kills processes, not machines
			err := tx.Commit()
			step("committed")
			return err
		}
	}
}

// change returns an operation that makes one session's change to a file.
func change(who string, fn func(p *Player, arg string) error) func(path, arg string, step hook) error {
	return func(path, arg string, step hook) error {
		db, err := Open(path, Games(find), MapSize(0), stepping(step))
		if err != nil {
			return err
		}
		p, err := db.Player(credential(who))
		if err == nil {
			err = fn(p, arg)
		}
		if err != nil {
			return err
		}
		return db.Close()
	}
}

// operations lists what is interrupted at each step.
var operations = map[string]func(path, arg string, step hook) error{
	"join":  change(fp("dan"), func(p *Player, code string) error { return p.Join(code, day(0).Add(time.Minute)) }),
	"claim": change("guest:1", func(p *Player, code string) error { return p.Join(code, day(0).Add(time.Minute)) }),
	"import": change(fp("dan"), func(p *Player, _ string) error {
		_, err := p.Import([]arcade.Result{finished(record(hop, "I1", 1), 7), finished(record(scotsi, "I2", 3), 8)}, day(1))
		return err
	}),
	"import-many": change(fp("dan"), importMany),
	"end": func(path, code string, step hook) error {
		db, err := Open(path, Games(find), MapSize(0), stepping(step))
		if err != nil {
			return err
		}
		_, err = db.EndRace(code, day(3))
		return err
	},
	"delete":  change(fp("ann"), func(p *Player, _ string) error { return p.Delete(day(0)) }),
	"restore": func(path, arg string, step hook) error { return restoreFile(arg, path, step) },
	"compact": func(path, _ string, step hook) error { _, _, err := compact(path, step); return err },
	"migrate": func(path, _ string, step hook) error {
		db, err := Open(path, migrating, MapSize(0), stepping(step))
		if err != nil {
			return err
		}
		return db.Close()
	},
	"repair": func(path, _ string, step hook) error {
		db, err := Open(path, MapSize(0), stepping(step))
		if err != nil {
			return err
		}
		return db.Repair()
	},
	"backup": func(path, arg string, step hook) error {
		db, err := Open(path)
		if err != nil {
			return err
		}
		_, err = db.backup(arg, step)
		return err
	},
}

// run runs an operation in another process, which exits before a step. It reports whether
// there was such a step.
func run(t testing.TB, op string, step int, path, arg string) (killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %q %q", stepEnv, op, step, path, arg))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err != nil && out.Len() > 0 {
		t.Fatalf("%s: %v: %s", op, err, out.String())
	}
	return err != nil
}

// eachStep interrupts an operation before each of its steps, each time on a fresh copy of
// a file in a directory of its own, and once lets it finish. It returns the number of
// steps.
func eachStep(t *testing.T, op, file, arg string, look func(t *testing.T, path string, done bool)) (steps int) {
	t.Helper()
	for killed := true; killed; steps++ {
		path := filepath.Join(t.TempDir(), "boardwalk.db")
		clone(t, path, file)
		t.Run("step "+strconv.Itoa(steps), func(t *testing.T) {
			killed = run(t, op, steps, path, arg)
			look(t, path, !killed)
		})
		if t.Failed() {
			return steps
		}
	}
	return steps - 1
}

// A change is kept completely or not at all, wherever the process stops.
func TestKilledChange(t *testing.T) {
	c, file, code := crowdFile(t)
	old := c.state(t, file)
	for _, op := range []string{"join", "claim", "import", "delete"} {
		t.Run(op, func(t *testing.T) {
			states := map[string]int{}
			steps := eachStep(t, op, file, code, func(t *testing.T, path string, done bool) {
				state := c.state(t, path)
				states[state]++
				if done == (state == old) && done {
					t.Error("it was done, and nothing changed")
				}
			})
			if steps != 2 || len(states) != 2 || states[old] != 1 {
				t.Errorf("in %d steps the file had %d states, the old one %d times", steps, len(states), states[old])
			}
		})
	}
}

// A race whose end was interrupted is not over and can be ended again; rounds that ended
// before are stored once.
func TestKilledEndRace(t *testing.T) {
	c := newCrowd(t)
	var racers []*Player
	for _, name := range []string{"dan", "ann", "gus", "eve"} {
		racers = append(racers, c.players[name])
	}
	r := started(t, racers...)
	for i, p := range racers[1:] {
		save(t, p, racing(r, int64(i+1), i+1))
	}
	must(t, c.db.Close())
	states, over := map[string]int{}, 0
	steps := eachStep(t, "end", c.db.path, r.Code, func(t *testing.T, path string, done bool) {
		db := openAt(t, path, Games(find), unsynced, MapSize(0))
		sound(t, db)
		open, err := db.OpenRaces()
		must(t, err)
		if len(open) == 2 {
			over++
		} else if done || len(open) != 3 {
			t.Errorf("it was done: %v, and OpenRaces are %+v", done, open)
		}
		_, err = db.EndRace(r.Code, day(3))
		must(t, err)
		sound(t, db)
		states[c.on(t, db).read(t)]++
	})
	if steps != 8 || over != 2 || len(states) != 1 { // over with the last commit
		t.Errorf("in %d steps it was over %d times, and the file had %d states in the end", steps, over, len(states))
	}
}

func TestKilledMigration(t *testing.T) {
	want := ""
	steps := eachStep(t, "migrate", oldFile(t, 1), "", func(t *testing.T, path string, done bool) {
		db := openAt(t, path)
		sound(t, db)
		got, err := contents(session(t, db, fp("ann")))
		must(t, err)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
	})
	if steps != 2 {
		t.Errorf("it has %d steps", steps)
	}
}

func TestKilledRestore(t *testing.T) {
	c, file, _ := crowdFile(t)
	from := fileWith(t, t.TempDir(), "backup", "OLD")
	backup, err := os.ReadFile(from)
	must(t, err)
	before := c.state(t, file)
	restored := 0
	steps := eachStep(t, "restore", file, from, func(t *testing.T, path string, done bool) {
		got, err := os.ReadFile(path)
		must(t, err)
		isNew := bytes.Equal(got, backup)
		if isNew {
			restored++
			path += ".before-restore"
		}
		if isNew != done {
			t.Errorf("done %v, and the file is the backup: %v", done, isNew)
		}
		if state := c.state(t, path); state != before {
			t.Errorf("the file that was there reads otherwise: %s", differ(state, before))
		}
		if again, err := os.ReadFile(from); err != nil || !bytes.Equal(again, backup) {
			t.Errorf("the backup changed: %v", err)
		}
	})
	if steps != 6 || restored != 1 {
		t.Errorf("%d steps; it was restored %d times", steps, restored)
	}
}

func TestKilledCompact(t *testing.T) {
	c, file, _ := crowdFile(t)
	want := c.state(t, file)
	steps := eachStep(t, "compact", file, "", func(t *testing.T, path string, done bool) {
		if got := c.state(t, path); got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
	})
	if steps != 5 {
		t.Errorf("it has %d steps", steps)
	}
}

func TestKilledBackup(t *testing.T) {
	c, file, _ := crowdFile(t)
	want := c.state(t, file)
	to := filepath.Join(t.TempDir(), "backup")
	steps := eachStep(t, "backup", file, to, func(t *testing.T, path string, done bool) {
		if _, err := os.Stat(to); done != (err == nil) {
			t.Errorf("done %v, and the backup is %v", done, err)
		}
		for _, path := range []string{path, map[bool]string{true: to, false: path}[done]} {
			if got := c.state(t, path); got != want {
				t.Errorf("%s reads otherwise: %s", path, differ(got, want))
			}
		}
	})
	if steps != 4 {
		t.Errorf("it has %d steps", steps)
	}
}

// An interrupted Repair can be run again.
func TestKilledRepair(t *testing.T) {
	c := newCrowd(t)
	want := c.read(t)
	must(t, c.db.bolt.Update(func(tx *bbolt.Tx) error {
		for _, bucket := range [][]byte{historyBucket, sumsBucket, boardsBucket, nicksBucket} {
			for _, key := range rowKeys(tx, bucket) {
				must(t, tx.Bucket(bucket).Put(key, []byte("damaged")))
			}
		}
		return nil
	}))
	must(t, c.db.Close())
	steps := eachStep(t, "repair", c.db.path, "", func(t *testing.T, path string, done bool) {
		db := openAt(t, path, Games(find))
		must(t, db.Repair())
		sound(t, db)
		if got := c.on(t, db).read(t); got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
	})
	if steps < 8 || steps > 40 || strings.Contains(want, "damaged") {
		t.Errorf("it has %d steps", steps)
	}
}
