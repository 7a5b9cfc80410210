package floors

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// wrappers matches functions that only call others, and would fill the call list.
const wrappers = `\(\*Server\)|contain$|^charm|yscall|^internal|^net\.|^bufio|` +
	`^runtime\.(systemstack|mallocgc|newproc|malg|newobject)|ssh.*(riteP|pushP|WriteExtended|serverHandshake|NewServerConn)`

// printProfiles runs the arcade once more, profiled while players type and while they all
// sit at their tables. It keeps the profiles in a folder and prints the top ten.
func printProfiles(tb testing.TB, s script, folder string) {
	tb.Helper()
	c := arrive(tb, start(tb, floors[0], s, true))
	defer c.leave()
	c.sitDown(tb, s.Keys[0])
	c.server.ask(tb, askProfile)
	c.play(tb, s)
	c.server.ask(tb, askProfiled)
	for _, p := range []struct{ file, title string }{
		{cpuProfile, "CPU while they type"},
		{heapProfile, "memory in use"},
	} {
		path := filepath.Join(folder, p.file)
		content, err := os.ReadFile(filepath.Join(c.server.dir, p.file))
		if err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			tb.Fatal(err)
		}
		for _, by := range [][]string{{"-flat", "-nodecount=10"}, {"-cum", "-nodecount=30", "-hide=" + wrappers}} {
			top, err := exec.Command("go", append(append([]string{"tool", "pprof", "-top"}, by...), path)...).CombinedOutput()
			if err != nil {
				tb.Fatalf("%v\n%s", err, top)
			}
			fmt.Printf("\n%s, %s, %s\n\n%s", p.title, path, by[0], top)
		}
	}
}
