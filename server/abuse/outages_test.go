package abuse_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data/commitlog"
)

// A nodeCase is what happens to the nodes of a cluster while people play. It returns the
// figures that it adds.
type nodeCase func(ctx context.Context, c *clusterRun, length time.Duration) (map[string]float64, error)

// measure starts the nodes and has players play while something happens to them. In the end the
// players look for all that was acknowledged, and the files are compared.
func (c *clusterRun) measure(ctx context.Context, length time.Duration, happens nodeCase) (outcome, error) {
	if err := c.start(0, 1, 2); err != nil {
		return outcome{}, err
	}
	phase := c.Begin()
	playing, stop := context.WithCancel(ctx)
	c.play(playing)
	figures, err := happens(ctx, c, length)
	stop()
	c.playing.Wait()
	phase.End()
	if err != nil {
		return outcome{}, err
	}
	if err := c.empty(ctx); err != nil {
		return outcome{}, err
	}
	c.lookAll(ctx)
	differ, err := c.compareFiles(ctx)
	if err != nil {
		return outcome{}, err
	}
	return c.outcome(phase.Figures(), differ, figures), nil
}

// outcome returns what came of a run in which players have looked for everything, with the
// figures of what happened.
func (c *clusterRun) outcome(f Figures, differ int, figures map[string]float64) outcome {
	o := outcome{errors: c.Failures.List(), figures: figures}
	if n := len(c.losses); n > 0 {
		o.errors = append(o.errors, Failure{What: "find what was acknowledged, and no more", Count: n, First: strings.Join(c.losses, "; ")})
	}
	for _, figure := range slices.Sorted(maps.Keys(figures)) {
		switch figure {
		case "acknowledged_meanwhile":
			o.judge(AtMost(figure, 0))
		case "acknowledged_after":
			o.judge(AtLeast(figure, 1))
		default: // it is told
			o.judge(AtLeast(figure, 0))
		}
	}
	o.figures["moves_acknowledged"], o.figures["games_finished"] = float64(f.Acknowledged), float64(c.finished)
	o.figures["lost"], o.figures["doubled"], o.figures["files_differ"] = float64(c.lost), float64(c.doubled), float64(differ)
	o.judge(
		AtLeast("moves_acknowledged", 1), AtLeast("games_finished", 1),
		AtMost("lost", 0), AtMost("doubled", 0), AtMost("files_differ", 0),
	)
	return o
}

// thereAndBack has players on one machine, then on three that begin with its file, and then on one
// of these alone. In the end they look for all that was acknowledged, and the file is checked.
func thereAndBack(length time.Duration) func(context.Context, *lab) (outcome, error) {
	return func(ctx context.Context, l *lab) (outcome, error) {
		c, err := newCluster(ctx, l.program, 100)
		if err != nil {
			return outcome{}, err
		}
		defer c.close()
		phase := c.Begin()
		play := func() {
			playing, stop := context.WithTimeout(ctx, l.cut(length)/3)
			defer stop()
			c.play(playing)
			c.playing.Wait()
		}
		const last = nodeCount - 1
		if err := c.startAlone(0); err != nil {
			return outcome{}, err
		}
		play()
		if err := c.stop(0); err != nil {
			return outcome{}, err
		}
		if err := c.start(0, 1, 2); err != nil {
			return outcome{}, fmt.Errorf("three begin with the file of one: %w", err)
		}
		play()
		differ, err := c.compareFiles(ctx)
		if err != nil {
			return outcome{}, err
		}
		if err := c.startAlone(last); err != nil {
			return outcome{}, fmt.Errorf("one goes on alone: %w", err)
		}
		play()
		phase.End()
		c.lookAll(ctx)
		if err := errors.Join(c.stop(last), c.check(ctx, last)); err != nil {
			return outcome{}, err
		}
		return c.outcome(phase.Figures(), differ, map[string]float64{}), nil
	}
}

// pauses returns a function that ends the watch of the longest time in which no move was
// acknowledged, and returns it in seconds.
func (c *clusterRun) pauses(ctx context.Context) (longest func() float64) {
	ctx, cancel := context.WithCancel(ctx)
	var most time.Duration
	var watch sync.WaitGroup
	watch.Go(func() {
		before, since := c.Tally().Figures().Acknowledged, time.Now()
		for Pause(ctx, 20*time.Millisecond) {
			if now := c.Tally().Figures().Acknowledged; now > before {
				before, since = now, time.Now()
			}
			most = max(most, time.Since(since))
		}
	})
	return func() float64 {
		cancel()
		watch.Wait()
		return most.Seconds()
	}
}

// randomKills kills a node every second, and starts it again at once.
func randomKills(ctx context.Context, c *clusterRun, length time.Duration) (map[string]float64, error) {
	longest := c.pauses(ctx)
	kills := 0
	var again atomic.Int64
	var starts sync.WaitGroup
	for end := time.Now().Add(length); time.Now().Before(end) && Pause(ctx, time.Second); {
		i := int(c.turn.Add(7)) % nodeCount
		if !c.kill(i) {
			continue // it is still starting
		}
		kills++
		starts.Go(func() {
			for c.start(i) != nil && ctx.Err() == nil { // as a service manager does, if the others die all the time
				again.Add(1)
			}
		})
	}
	starts.Wait()
	return map[string]float64{"kills": float64(kills), "starts_again": float64(again.Load()), "longest_pause_s": longest()}, nil
}

// noMajority stops two nodes for a while: nothing is acknowledged, and then all is saved.
func noMajority(ctx context.Context, c *clusterRun, length time.Duration) (map[string]float64, error) {
	Pause(ctx, length/4)
	c.kill(1)
	c.kill(2)
	Pause(ctx, time.Second) // what was under way
	before := c.Tally().Figures().Acknowledged
	ready := 0
	for range 10 {
		Pause(ctx, length/20)
		if c.isReady(0) {
			ready++
		}
	}
	meanwhile := c.Tally().Figures().Acknowledged - before
	err := c.start(1, 2)
	Pause(ctx, length/4)
	return map[string]float64{"acknowledged_meanwhile": float64(meanwhile), "acknowledged_after": float64(c.Tally().Figures().Acknowledged - before)}, err
}

// cutOffNode cuts one node off from the others for a while. Its players wait, and theirs play on.
func cutOffNode(ctx context.Context, c *clusterRun, length time.Duration) (map[string]float64, error) {
	longest := c.pauses(ctx)
	Pause(ctx, length/4)
	c.cutOff(0, true)
	Pause(ctx, length/2)
	c.cutOff(0, false)
	Pause(ctx, length/4)
	return map[string]float64{"longest_pause_s": longest()}, nil
}

// everythingDies kills all nodes at once; then one node's file is removed, one damaged, and all
// that a node has is lost.
func everythingDies(ctx context.Context, c *clusterRun, length time.Duration) (map[string]float64, error) {
	part := length / 5
	Pause(ctx, part)
	for i := range c.nodes {
		c.kill(i)
	}
	if err := c.start(0, 1, 2); err != nil {
		return nil, fmt.Errorf("after all were killed: %w", err)
	}
	Pause(ctx, part)
	for i, harm := range []func(path string) error{
		func(path string) error { return os.Remove(path) },
		func(path string) error { return os.Truncate(path, 40_000) },
		func(path string) error {
			return errors.Join(os.RemoveAll(c.nodes[2].dir), os.Mkdir(c.nodes[2].dir, 0o700))
		},
	} {
		c.kill(i)
		if err := harm(DataIn(c.nodes[i].dir)); err != nil {
			return nil, err
		}
		if err := c.start(i); err != nil {
			return nil, fmt.Errorf("after harm %d: %w", i, err)
		}
		Pause(ctx, part)
	}
	return map[string]float64{}, nil
}

// rollingUpgrade drains and starts one node after another, as an upgrade does.
func rollingUpgrade(ctx context.Context, c *clusterRun, length time.Duration) (map[string]float64, error) {
	longest := c.pauses(ctx)
	for i := range c.nodes {
		Pause(ctx, length/4)
		if err := c.stop(i); err != nil {
			return nil, err
		}
		if err := c.start(i); err != nil {
			return nil, err
		}
	}
	Pause(ctx, length/4)
	return map[string]float64{"longest_pause_s": longest()}, nil
}

var withOutages = flag.Bool("outages", false, "let servers and nodes be killed, cut off and damaged")

// outages are what happens to the nodes of TestNodes.
var outages = map[string]nodeCase{
	"are killed": randomKills, "are too few": noMajority, "are cut off": cutOffNode, "lose everything": everythingDies, "are upgraded": rollingUpgrade,
}

// The nodes of a cluster die, lose their files, are cut off and are upgraded while people play.
func TestNodes(t *testing.T) {
	if !*withOutages {
		return
	}
	t.Parallel()
	binary := built(t)
	for name, happens := range outages {
		t.Run(name, func(t *testing.T) { t.Log(onNodes(t, binary, 6, 6*time.Second, happens)) })
	}
}

// outage returns a case in which something happens to a cluster of three nodes under 100 players.
func outage(length time.Duration, happens nodeCase) func(context.Context, *lab) (outcome, error) {
	return func(ctx context.Context, l *lab) (outcome, error) {
		c, err := newCluster(ctx, l.program, 100)
		if err != nil {
			return outcome{}, err
		}
		defer c.close()
		return c.measure(ctx, l.cut(length), happens)
	}
}

// onNodes measures what happens to a cluster, and fails the test if anything was lost or doubled,
// or the files are not equal in the end.
func onNodes(t testing.TB, binary string, players int, length time.Duration, happens nodeCase) map[string]float64 {
	t.Helper()
	c, err := newCluster(t.Context(), binary, players)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	o, err := c.measure(t.Context(), length, happens)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range o.bounds {
		if b.Why != "" || !b.Held {
			t.Errorf("%s is %v", b.Figure, o.figures[b.Figure])
		}
	}
	if len(o.errors) > 0 {
		t.Errorf("%+v; the logs are in %s", o.errors, c.dir)
	}
	return o.figures
}

// ban changes the data on the first node a number of times.
func (c *clusterRun) ban(ctx context.Context, network string, times int) error {
	for i := range times {
		out, err := exec.CommandContext(ctx, c.binary, "admin", "--data", DataIn(c.nodes[0].dir), "ban", fmt.Sprint(network, i)).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ban: %w: %s", err, out)
		}
	}
	return nil
}

// Two machines are set back to earlier copies. The third is refused, with the status with which the
// service manager starts it no more. Once the two have gone on past what it has, it keeps its file
// aside and fetches another one.
func TestNodesThatAreSetBack(t *testing.T) {
	if !*withOutages {
		return
	}
	t.Parallel()
	c, err := newCluster(t.Context(), built(t), 6)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(c.start(0, 1, 2))
	must(c.stop(0, 1, 2))
	copies := t.TempDir()
	for _, i := range []int{0, 1} {
		must(os.CopyFS(fmt.Sprint(copies, "/", i), os.DirFS(c.nodes[i].dir)))
	}
	must(c.start(0, 1, 2))
	must(c.ban(t.Context(), "192.0.2.", 3))
	must(c.settle(t.Context()))
	must(c.stop(0, 1, 2))
	third := DataIn(c.nodes[2].dir)
	hash, _, err := hashOf(third)
	must(err)
	for _, i := range []int{0, 1} {
		must(os.RemoveAll(c.nodes[i].dir))
		must(os.CopyFS(c.nodes[i].dir, os.DirFS(fmt.Sprint(copies, "/", i))))
	}
	must(c.start(0, 1))
	if err := c.start(2); !isRefused(err) {
		t.Errorf("before the log has grown past it, the third starts: %v", err)
	}
	must(c.ban(t.Context(), "198.51.100.", 9)) // past what the third has
	err = c.start(2)
	if err != nil && strings.Contains(err.Error(), commitlog.ErrParted.Error()) { // it has noticed that only as it caught up
		err = c.start(2)
	}
	must(err)
	aside, err := filepath.Glob(third + ".parted-*")
	if err != nil || len(aside) != 1 {
		t.Fatalf("kept aside: %v, %v", aside, err)
	}
	if got, _, err := hashOf(aside[0]); err != nil || got != hash {
		t.Errorf("what is kept is %s, %v, and was %s", got, err, hash)
	}
	differ, err := c.compareFiles(t.Context())
	if err != nil || differ > 0 {
		t.Errorf("%d files differ: %v", differ, err)
	}
}

// inLog returns the files of a node that have the log of the cluster.
func (c *clusterRun) inLog(i int) []string {
	return c.found(i, "$G", "streams", "arcade-log", "msgs", "*.blk")
}

// found returns the files of a node's part of the cluster that match a pattern.
func (c *clusterRun) found(i int, pattern ...string) []string {
	files, _ := filepath.Glob(filepath.Join(append([]string{c.nodes[i].dir, "boardwalk_cluster", "jetstream"}, pattern...)...))
	return files
}

// cutTail cuts a quarter of a file's bytes off, and flipBits flips a bit in each of the last 20 that are
// 97 bytes apart.
func cutTail(text []byte) []byte { return text[:len(text)*3/4] }

func flipBits(text []byte) []byte {
	for i := range 20 {
		if at := len(text) - 97*i - 40; at >= 0 {
			text[at] ^= 4
		}
	}
	return text
}

// change changes the text of files.
func change(files []string, how func([]byte) []byte) error {
	if len(files) == 0 {
		return errors.New("there are no files to change")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, how(text), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// What the nodes keep is damaged while they are down. They heal by themselves, or one is refused and
// heals by what its page for a bad day says. In the end all that was changed is in all files.
func TestNodesThatAreDamaged(t *testing.T) {
	if !*withOutages {
		return
	}
	t.Parallel()
	binary := built(t)
	newDisk := func(c *clusterRun, i int) error {
		return errors.Join(os.RemoveAll(c.nodes[i].dir), os.Mkdir(c.nodes[i].dir, 0o700))
	}
	for name, damage := range map[string]func(c *clusterRun) error{
		"the tail of two logs is cut": func(c *clusterRun) error {
			return errors.Join(change(c.inLog(0), cutTail), change(c.inLog(1), cutTail))
		},
		"bits of two logs flip": func(c *clusterRun) error {
			return errors.Join(change(c.inLog(0), flipBits), change(c.inLog(1), flipBits))
		},
		"the tail of two logs is cut, and the third has a new disk": func(c *clusterRun) error {
			return errors.Join(change(c.inLog(0), cutTail), change(c.inLog(1), cutTail), newDisk(c, 2))
		},
		"bits of two logs flip, and one of those has a new file": func(c *clusterRun) error {
			return errors.Join(change(c.inLog(0), flipBits), change(c.inLog(1), flipBits), os.Remove(DataIn(c.nodes[0].dir)))
		},
		"bits of what one has agreed on flip": func(c *clusterRun) error {
			return change(c.found(2, "$SYS", "_js_", "_meta_", "snapshots", "*"), flipBits)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := newCluster(t.Context(), binary, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				c.failed = t.Failed()
				c.close()
			}()
			if err := errors.Join(c.start(0, 1, 2), c.ban(t.Context(), "192.0.2.", 9), c.settle(t.Context()), c.stop(0, 1, 2), damage(c)); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), lookLimit)
			defer cancel()
			var managers sync.WaitGroup
			for i := range c.nodes {
				managers.Go(func() { t.Log(c.manage(ctx, i)) })
			}
			for c.ban(ctx, "198.51.100.", 3) != nil && Pause(ctx, time.Second) {
			}
			differ, err := c.compareFiles(ctx)
			cancel()
			managers.Wait()
			if err != nil || differ > 0 {
				t.Fatalf("%d files differ: %v; the logs are in %s", differ, err, c.dir)
			}
			if out, err := exec.CommandContext(t.Context(), binary, "admin", "--data", DataIn(c.nodes[1].dir), "bans").CombinedOutput(); strings.Count(string(out), "192.0.2.") != 9 || err != nil {
				t.Errorf("of what was changed is left: %v\n%s", err, out)
			}
		})
	}
}

// manage starts a node whenever it does not run, as a service manager does, until it is stopped or killed,
// or ctx ends, which kills it, or it is refused. It does for one that is damaged what the page for a bad day
// says. It returns why the node ended each time.
func (c *clusterRun) manage(ctx context.Context, i int) (ends []string) {
	for ctx.Err() == nil {
		err := c.startNode(ctx, i)
		damaged := isRefused(err) && strings.Contains(err.Error(), "is damaged")
		if damaged {
			own := filepath.Join(c.nodes[i].dir, "boardwalk_cluster")
			_ = errors.Join(os.RemoveAll(own+".damaged"), os.Rename(own, own+".damaged"))
		}
		if err != nil {
			ends = append(ends, err.Error())
			if isRefused(err) && !damaged {
				return ends
			}
			Pause(ctx, 2*time.Second)
			continue
		}
		server := c.running(i)
		<-server.Ended
		if c.running(i) != server {
			return ends
		}
		if c.take(i); ctx.Err() == nil {
			ends = append(ends, "it ended by itself")
		}
	}
	return ends
}

// isRefused reports whether an error is that of a node which ended with the status with which the
// service manager starts it no more.
func isRefused(err error) bool {
	exit := (*exec.ExitError)(nil)
	return errors.As(err, &exit) && exit.ExitCode() == 78
}
