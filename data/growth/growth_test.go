// Package growth measures what a data file costs as it grows, in bytes, time and memory:
//
//	go test ./data/growth -run '^$' -bench . -benchtime 1x -timeout 0 -args -games 1000000
//
// It uses only what package data has long exported, so a copy of it measures an older
// version of that package too. Each step runs in a process of its own, whose peak memory
// is told; the pages of the file that it has mapped count.
//
// At a million games of 2,000 players, before rounds were packed and checks bounded (8b0a2466)
// and now (68c2b191), one after the other on a machine of 2 cores that had other work too:
//
//	                   before               now
//	a game             717 bytes            498 bytes
//	  compacted        576                  449
//	open               5 ms                 1.5 ms
//	  after a kill     1.1 s                0.8 s
//	stats              84 ms, 607 MiB       0.9 ms, 9 MiB
//	check              85 s, 692 MiB        175 s, 160 MiB
//	backup             1.8 s                1.6 s
//	compact            6.1 s, 1,293 MiB     7.6 s, 153 MiB
package growth

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

var (
	games   = flag.Int("games", 20_000, "games in the file that is measured")
	players = flag.Int("players", 2_000, "players who finished them")
	kept    = flag.String("file", "", "measure this file, which is built if it does not exist, and is compacted last")
)

// jobEnv has the job of a process as JSON.
const jobEnv = "BOARDWALK_GROWTH"

// A job is a step to take with a file, which has so many games of so many players.
type job struct {
	Step, File     string
	Games, Players int
}

func TestMain(m *testing.M) {
	if text := os.Getenv(jobEnv); text != "" {
		var j job
		err := json.Unmarshal([]byte(text), &j)
		if err == nil {
			err = j.run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// run takes the step and prints how many nanoseconds it took.
func (j job) run() error {
	var step func() error
	switch j.Step {
	case "build":
		step = j.build
	case "compact":
		step = func() error { _, _, err := store.Compact(j.File, data.Schema, nil); return err }
	case "check":
		step = j.check
	default:
		return j.use()
	}
	began := time.Now()
	err := step()
	fmt.Println(time.Since(began).Nanoseconds())
	return err
}

// use opens the file for a step and prints how long the step alone took.
func (j job) use() error {
	began := time.Now()
	db, err := data.Open(j.File)
	if err != nil {
		return err
	}
	if j.Step != "open" && j.Step != "open after kill" {
		began = time.Now()
	}
	switch j.Step {
	case "stats":
		_, err = db.Totals()
	case "backup":
		_, err = db.Backup(context.Background(), j.File+".backup")
	}
	fmt.Println(time.Since(began).Nanoseconds())
	if err != nil {
		return err
	}
	return db.Close()
}

func (j job) check() error {
	db, _, err := data.OpenReadOnly(j.File, data.Games(catalog.Library()))
	if err != nil {
		return err
	}
	report, err := db.Check(catalog.Library())
	if err == nil && (len(report.Findings) > 0 || report.Rounds != j.Games) {
		err = fmt.Errorf("check counts %d rounds and found %.300q", report.Rounds, report.Findings)
	}
	if err != nil {
		return err
	}
	return db.Close()
}

// twoYears is the time in which the games are played.
const twoYears = 730 * 24 * time.Hour

// build writes the games as sessions do, many at a time, and sweeps after each week.
func (j job) build() error {
	db, err := data.Open(j.File, func(o *data.Options) { o.MapSize = 4 << 30 })
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rounds, err := played(rng)
	if err != nil {
		return err
	}
	began := time.Date(2024, 11, 20, 0, 0, 0, 0, time.UTC)
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	next := make(chan arcade.Result)
	for range 256 {
		wg.Go(func() {
			for r := range next {
				c, err := arcade.ParseCredential(fmt.Sprintf("SHA256:%043d", r.Span%int64(j.Players)))
				r.Span = r.Millis
				if err == nil {
					var p *data.Player
					if p, err = db.Player(c); err == nil {
						_, err = p.Finish(r, 0)
					}
				}
				if err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	weeks := int(twoYears / (7 * 24 * time.Hour))
	for n := range j.Games {
		if n%(j.Games/weeks+1) == 0 {
			if _, err := db.Sweep(began.Add(at(n, j.Games))); err != nil {
				return err
			}
		}
		r := rounds[rng.IntN(len(rounds))]
		r.Millis = 60_000 + rng.Int64N(600_000)
		r.Ended = began.Add(at(n, j.Games)).UnixMilli()
		r.Began = r.Ended - r.Millis
		r.Span = rng.Int64() // who played it
		next <- r
	}
	close(next)
	wg.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return db.Close()
}

// at returns when in those years the n-th of so many games ends.
func at(n, games int) time.Duration {
	return time.Duration(float64(twoYears) * float64(n) / float64(games))
}

// played returns rounds of all built-in games, with up to 120 random moves each.
func played(rng *rand.Rand) (rounds []arcade.Result, err error) {
	classes := []arcade.Class{arcade.Counted, arcade.Counted, arcade.Assisted, arcade.Practice}
	for n := range 2_000 {
		g := catalog.Library().House[n%len(catalog.Library().House)]
		code := engine.Code(fmt.Sprintf("GROWTH%08d", n))
		s, r := g.Deal(code), engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: code}
		for legal := s.Moves(); len(legal) > 0 && len(r.Moves) < 120 && !s.Over(); legal = s.Moves() {
			move := legal[rng.IntN(len(legal))]
			if s, err = s.Play(move); err != nil {
				return nil, err
			}
			r.Moves = append(r.Moves, move)
		}
		rounds = append(rounds, arcade.Result{Record: r, Class: classes[rng.IntN(len(classes))], Score: s.Score()})
	}
	return rounds, nil
}

func BenchmarkGrowth(b *testing.B) {
	file := cmp.Or(*kept, filepath.Join(b.TempDir(), "boardwalk.db"))
	step := func(name string, after func(b *testing.B)) {
		b.Run(name, func(b *testing.B) {
			var took, peak float64
			for b.Loop() {
				t, p := runStep(b, job{name, file, *games, *players})
				took, peak = took+t, max(peak, p)
			}
			b.ReportMetric(took/float64(b.N), "s")
			b.ReportMetric(peak/(1<<20), "MiB-peak")
			b.ReportMetric(0, "ns/op")
			if after != nil {
				after(b)
			}
		})
	}
	size := func(b *testing.B) {
		info, err := os.Stat(file)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/float64(*games), "B/game")
	}
	if _, err := os.Stat(file); err != nil {
		step("build", size)
	}
	step("open", nil)
	step("open after kill", nil)
	step("stats", nil)
	step("check", nil)
	step("backup", nil)
	step("compact", size)
}

// runStep takes a step in a process of its own and returns the seconds it took and the
// most memory, in bytes, that the process had.
func runStep(b *testing.B, j job) (took, peak float64) {
	b.Helper()
	switch j.Step {
	case "build":
		_ = os.Remove(j.File)
	case "open after kill":
		_ = os.Remove(j.File + ".clean")
	case "backup":
		defer os.Remove(j.File + ".backup")
	}
	text, err := json.Marshal(j)
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), jobEnv+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("%s: %v", j.Step, err)
	}
	ns, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return float64(ns) / 1e9, peakMemory(cmd.ProcessState)
}
