package data

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"boardwalk/engine/arcade"
)

// victimEnv names the file that the test binary, run again, plays on.
const victimEnv = "BOARDWALK_TEST_VICTIM"

// kills is how often the victim is killed. A thousand was run once: a few would miss a
// rare loss.
var kills = flag.Int("kills", 8, "how often the player of TestKill is killed")

const (
	victims     = 50
	victimMoves = 5 // saves of a game; then it is finished
)

// progress returns how many saves and finishes of a player are in the file, and the Rev
// of the open game.
func progress(p *Player) (int, arcade.Rev, error) {
	history, err := p.History("", 1<<20)
	if err != nil {
		return 0, 0, err
	}
	s, rev, err := p.Saved(hop)
	return len(history)*(victimMoves+1) + len(s.Record.Moves), rev, err
}

// victim plays for several players at once until it is killed, and prints each move only
// after it was stored.
func victim(path string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	db, err := Open(path)
	fail(err)
	var wg sync.WaitGroup
	for player := range victims {
		wg.Go(func() {
			p, err := db.Player(credential(fmt.Sprint(player)))
			fail(err)
			n, rev, err := progress(p)
			fail(err)
			for {
				n++
				rev, err = victimStep(p, n, rev)
				fail(err)
				fmt.Printf("%d %d\n", player, n)
			}
		})
	}
	wg.Wait()
}

// victimStep makes a player's n-th save or finish.
func victimStep(p *Player, n int, rev arcade.Rev) (arcade.Rev, error) {
	r := record(hop, fmt.Sprint((n-1)/(victimMoves+1)))
	moves := (n-1)%(victimMoves+1) + 1
	for range min(moves, victimMoves) {
		r.Moves = append(r.Moves, step(1))
	}
	if moves <= victimMoves {
		return p.Save(saved(r, int64(n)), rev)
	}
	_, err := p.Finish(finished(r, int64(n)), rev)
	return 0, err
}

//abuse:case 20
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	acked := make([]int, victims)
	for round := range *kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), victimEnv+"="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		lines := bufio.NewScanner(out)
		total := 0
		for lines.Scan() {
			var player, n int
			if _, err := fmt.Sscan(lines.Text(), &player, &n); err != nil {
				break // the last line, cut off
			}
			acked[player] = n
			if total++; total == 100+37*(round%50) {
				must(t, cmd.Process.Kill())
			}
		}
		if err := cmd.Wait(); err == nil || total < 100 {
			t.Fatalf("the victim ended by itself after %d moves: %v", total, err)
		}
		survivors(t, path, acked, round%50 == 49 || round == *kills-1)
	}
	sum := 0
	for _, n := range acked {
		sum += n
	}
	t.Logf("%d moves of %d players were stored for sure, in %d lives", sum, victims, *kills)
}

// survivors compares the file with what the victim printed, and sometimes checks all of
// it.
func survivors(t *testing.T, path string, acked []int, check bool) {
	t.Helper()
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for player, want := range acked {
		got, _, err := progress(session(t, db, fmt.Sprint(player)))
		if err != nil || got < want || got > want+1 {
			t.Errorf("player %d has %d moves, %v; %d were stored for sure and at most one more", player, got, err, want)
		}
		acked[player] = got // what is read back is stored for sure
	}
	if check {
		sound(t, db)
	}
	must(t, db.Close())
}
