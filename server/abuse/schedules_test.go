package abuse_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data"
)

var (
	schedules     = flag.Int("schedules", 2, "how many schedules TestNodesOnSchedules draws, beside those that are kept")
	firstSchedule = flag.Uint64("schedule", 1, "the seed of the first of them; each other one has the next number")
)

// keptSchedules are the seeds of schedules that are always run: in the first, two nodes are set back and go
// on, and the third is refused.
var keptSchedules = []uint64{5}

// A schedule is a cluster to which faults happen that a seed has drawn, while people play.
type schedule struct {
	*clusterRun
	t       *testing.T
	victims []int // the nodes that lose something
	steps   []step
	copies  [nodeCount]string
	downs   [nodeCount]func() // each kills a node and its service manager
	ends    chan string       // why nodes have ended by themselves or were refused
	refused atomic.Bool       // one was
	sure    []string          // the rounds in the file of the third node when two have lost something at once
}

// A step is one fault of a schedule, of one node, or of two that lose the same.
type step struct {
	after, lasts time.Duration
	nodes        []int
	fault
	random *rand.Rand
}

// A fault is what happens to a node for some time. One with a harm kills the node, which loses something
// meanwhile.
type fault struct {
	name    string
	happens func(s *schedule, i int, pause func())
	harm    harm
}

// nodeFile and nodeLog are what a node keeps in its directory.
const nodeFile, nodeLog = "boardwalk.db", "boardwalk_cluster"

var (
	faults = []fault{
		{name: "is killed", happens: func(s *schedule, i int, pause func()) {
			s.downs[i]()
			pause()
			s.up(i)
		}},
		{name: "is killed as all others are", happens: func(s *schedule, _ int, pause func()) {
			for _, down := range s.downs {
				down()
			}
			pause()
			for i := range s.nodes {
				s.up(i)
			}
		}},
		{name: "stands still", happens: func(s *schedule, i int, pause func()) {
			s.command(i, "kill", "-STOP")
			pause()
			s.command(i, "kill", "-CONT")
		}},
		{name: "is cut off", happens: func(s *schedule, i int, pause func()) {
			s.cutOff(i, true)
			pause()
			s.cutOff(i, false)
		}},
		{name: "cannot write to its disk", happens: func(s *schedule, i int, pause func()) {
			s.command(i, "prlimit", "--fsize=0:", "--pid")
			pause()
			s.command(i, "prlimit", "--fsize=unlimited:", "--pid")
		}},
	}
	harms = []fault{
		{name: "is set back", harm: setBack(nodeFile, nodeLog)},
		{name: "has its file set back", harm: setBack(nodeFile)},
		{name: "has its log set back", harm: setBack(nodeLog)},
		{name: "loses its file", harm: forget(nodeFile)},
		{name: "loses all", harm: forget(nodeFile, nodeLog)},
		{name: "has its file cut", harm: func(s *schedule, i int, _ *rand.Rand) error {
			return changeAny(s.file(i), cutMost)
		}},
		{name: "has its log cut", harm: func(s *schedule, i int, _ *rand.Rand) error {
			return changeAny(s.inLog(i), cutTail)
		}},
		{name: "has bits of its file flipped", harm: func(s *schedule, i int, r *rand.Rand) error {
			return changeAny(s.file(i), flipAny(r))
		}},
		{name: "has bits of its log flipped", harm: func(s *schedule, i int, r *rand.Rand) error {
			return changeAny(s.inLog(i), flipAny(r))
		}},
	}
	copied = fault{name: "is copied", harm: func(s *schedule, i int, _ *rand.Rand) error {
		s.copies[i] = s.t.TempDir()
		return copyNode(s.copies[i], s.nodes[i].dir, nodeFile, nodeLog)
	}}
)

// command runs a command that ends with the number of a node's process, if that runs.
func (s *schedule) command(i int, name string, args ...string) {
	if server := s.running(i); server != nil {
		if out, err := exec.Command(name, append(args, fmt.Sprint(server.PID))...).CombinedOutput(); err != nil {
			s.t.Logf("%s %v: %v: %s", name, args, err, out) // the process has just ended by itself
		}
	}
}

func copyNode(to, from string, names ...string) error {
	for _, name := range names {
		if out, err := exec.Command("cp", "-r", filepath.Join(from, name), to).CombinedOutput(); err != nil {
			return fmt.Errorf("copy %s: %w: %s", name, err, out)
		}
	}
	return nil
}

// A harm is what one node loses.
type harm = func(s *schedule, i int, random *rand.Rand) error

// forget has a node lose some of what it keeps.
func forget(names ...string) harm {
	return func(s *schedule, i int, _ *rand.Rand) (err error) {
		for _, name := range names {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.nodes[i].dir, name)))
		}
		return err
	}
}

// setBack has some of what a node keeps be what it was when the node was copied.
func setBack(names ...string) harm {
	return func(s *schedule, i int, random *rand.Rand) error {
		return errors.Join(forget(names...)(s, i, random), copyNode(s.nodes[i].dir, s.copies[i], names...))
	}
}

// file returns the path of a node's data file, if there is one.
func (s *schedule) file(i int) []string {
	found, _ := filepath.Glob(DataIn(s.nodes[i].dir))
	return found
}

// changeAny changes the text of files, if there are any.
func changeAny(files []string, how func([]byte) []byte) error {
	if len(files) == 0 {
		return nil
	}
	return change(files, how)
}

// cutMost cuts all but a few pages off.
func cutMost(text []byte) []byte { return text[:min(len(text), 40_000)] }

// flipAny returns a function that flips a few bits.
func flipAny(random *rand.Rand) func([]byte) []byte {
	return func(text []byte) []byte {
		for range 200 { // most of a data file is not in use
			if len(text) > 0 {
				text[random.IntN(len(text))] ^= 1 << random.IntN(8)
			}
		}
		return text
	}
}

// draw draws what happens. In one of four schedules two nodes lose something.
func (s *schedule) draw(random *rand.Rand) {
	s.victims = random.Perm(nodeCount)[:1+max(0, random.IntN(4)-2)]
	add := func(f fault, nodes ...int) {
		upTo := func(seconds int) time.Duration { return time.Duration(random.IntN(1000*seconds)) * time.Millisecond }
		s.steps = append(s.steps, step{upTo(3), upTo(6), nodes, f, rand.New(rand.NewPCG(random.Uint64(), 1))})
	}
	for _, i := range s.victims {
		add(copied, i)
	}
	for range 3 + random.IntN(4) {
		switch random.IntN(4) {
		case 0, 1:
			add(faults[random.IntN(len(faults))], random.IntN(nodeCount))
		case 2:
			add(harms[random.IntN(len(harms))], s.victims[random.IntN(len(s.victims))])
		default:
			add(harms[random.IntN(len(harms))], s.victims...)
		}
	}
}

// up has a service manager run a node.
func (s *schedule) up(i int) {
	ctx, cancel := context.WithCancel(s.lives)
	over := make(chan struct{})
	s.downs[i] = func() { cancel(); <-over }
	go func() {
		defer close(over)
		for _, end := range s.manage(ctx, i) {
			s.ends <- fmt.Sprintf("node %d: %s", i, end)
			if strings.Contains(end, "exit status 78") && !strings.Contains(end, "is damaged") {
				s.refused.Store(true)
			}
		}
	}()
}

// healed waits until all nodes let players in and find that their files are the same,
// and reports whether they come to that by themselves.
func (s *schedule) healed() bool {
	ctx, cancel := context.WithTimeout(s.lives, 5*time.Minute)
	defer cancel()
	for !s.refused.Load() && Pause(ctx, 200*time.Millisecond) {
		if s.isReady(0) && s.isReady(1) && s.isReady(2) {
			verify := exec.CommandContext(ctx, s.binary, "cluster", "status", "--verify", "--data", DataIn(s.nodes[0].dir))
			if out, err := verify.CombinedOutput(); err == nil {
				return true
			} else {
				s.t.Logf("%v: %s", err, out)
			}
		}
	}
	return false
}

// run has everything happen while people play, and fails the test unless the nodes heal with all that
// was acknowledged. If two nodes lose something at once, it is enough that what the third has is in some
// file afterwards, and that those say why not that do not serve.
func (s *schedule) run() {
	for i := range s.nodes {
		s.up(i)
	}
	defer func() {
		for _, down := range s.downs {
			down()
		}
	}()
	phase := s.Begin()
	if !s.healed() {
		s.t.Fatal("the nodes do not begin")
	}
	playing, stop := context.WithCancel(s.lives)
	s.play(playing)
	one, healed := len(s.victims) == 1, true
	for _, step := range s.steps {
		Pause(s.lives, step.after)
		if step.harm != nil {
			if healed = s.healed(); !healed { // others may not have all that this one is to lose
				break
			}
		}
		s.t.Logf("node %v %s", step.nodes, step.name)
		pause := func() { Pause(s.lives, step.lasts) }
		if step.harm != nil {
			s.lose(step, pause)
		} else {
			step.happens(s, step.nodes[0], pause)
		}
	}
	healed = healed && s.healed()
	stop()
	s.playing.Wait()
	phase.End()
	differ := 0
	if healed {
		var err error
		if err = s.empty(s.lives); err != nil {
			s.t.Error(err)
		}
		s.lookAll(s.lives)
		if differ, err = s.compareFiles(s.lives); err != nil {
			s.t.Error(err)
		}
	}
	for i := range s.nodes {
		if !healed && !s.isReady(i) && !s.complains(i) {
			s.t.Errorf("node %d does not serve, and does not say why", i)
		}
	}
	for _, down := range s.downs {
		down()
	}
	for range len(s.ends) {
		s.t.Log(<-s.ends)
	}
	refused := s.refused.Load()
	aside, _ := filepath.Glob(filepath.Join(s.dir, "*", nodeFile+".*-*"))
	moves := phase.Figures().Acknowledged
	s.t.Logf("%d moves acknowledged; healed %v, refused %v, kept aside %q", moves, healed, refused, aside)
	detected := !one && (refused || !healed || len(aside) > 0)
	if differ > 0 || !detected && (refused || !healed || !s.held()) {
		s.Failures.Add("heal", fmt.Errorf("%d files differ", differ)) // keeps the logs
		s.t.Errorf("%q, %+v; the logs are in %s", s.losses, s.Failures.List(), s.dir)
	}
	if s.sure == nil { // no two nodes have lost anything at once
		for _, p := range s.players {
			for _, round := range p.Finished {
				s.sure = append(s.sure, string(round.Code))
			}
		}
	}
	kept := s.keptRounds("*")
	for _, code := range s.sure {
		if !slices.Contains(kept, code) {
			s.t.Errorf("round %s was acknowledged and is in no file", code)
		}
	}
}

// complains reports whether a node has logged an error, or has ended with one or said what it waits for lately.
func (s *schedule) complains(i int) bool {
	text, _ := os.ReadFile(filepath.Join(s.nodes[i].dir, "boardwalk.log"))
	late := string(text[max(0, len(text)-2000):])
	return strings.Contains(string(text), `"level":"ERROR"`) ||
		strings.Contains(late, "boardwalk: ") || strings.Contains(late, "waiting for")
}

// lose kills the nodes of a step, which lose something. If they are two, the third is killed as well, and
// comes back when they may have gone on.
func (s *schedule) lose(step step, pause func()) {
	third := []int{0, 1, 2}
	if third = slices.DeleteFunc(third, func(i int) bool { return slices.Contains(step.nodes, i) }); len(third) > 1 {
		third = nil
	}
	dead := slices.Concat(step.nodes, third)
	for _, i := range dead {
		s.downs[i]()
	}
	if len(third) > 0 {
		s.sure = append(s.sure, s.keptRounds(filepath.Base(s.nodes[third[0]].dir))...)
	}
	for _, i := range step.nodes {
		if err := step.harm(s, i, step.random); err != nil {
			s.t.Error(err)
		}
	}
	pause()
	for n, i := range dead {
		if s.up(i); n+1 == len(step.nodes) && len(third) > 0 {
			for range 4 {
				pause()
			}
		}
	}
}

// keptRounds returns the codes of the rounds that are in the files of a node, or of all if it is "*", also in
// those kept aside.
func (s *schedule) keptRounds(node string) (codes []string) {
	files, _ := filepath.Glob(filepath.Join(s.dir, node, nodeFile+"*"))
	for _, path := range files {
		db, _, err := data.OpenReadOnly(path)
		if err != nil {
			continue // it is damaged, and kept aside
		}
		players, _ := db.Players("", 1000)
		for _, p := range players {
			_ = db.Kept(p.ID, func(k data.Kept) error {
				if k.Kind == data.KeptRound {
					codes = append(codes, string(k.Round.Record.Code))
				}
				return nil
			})
		}
		_ = db.Close()
	}
	return codes
}

// Faults happen to the nodes in an order and at moments that a seed draws, while people play. While one
// node at a time loses what it keeps, all come back by themselves, with all that was acknowledged and
// the same files. While two do, no loss is silent, and what the third has is in some file.
func TestNodesOnSchedules(t *testing.T) {
	if !*withOutages {
		return
	}
	binary := built(t)
	seeds := slices.Clone(keptSchedules)
	for n := range *schedules {
		seeds = append(seeds, *firstSchedule+uint64(n))
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			c, err := newCluster(t.Context(), binary, 6)
			if err != nil {
				t.Fatal(err)
			}
			defer c.close()
			s := &schedule{clusterRun: c, t: t, ends: make(chan string, 1000)}
			s.draw(rand.New(rand.NewPCG(seed, 1)))
			s.run()
		})
	}
}
