package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestResultsKeepTheOtherRows(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	of := func(n int, reached string) row {
		return row{abuseCase: cases[n-1], reached: []string{reached}, by: []string{"TestX"}, measured: "today"}
	}
	if err := writeResults(path, []row{of(2, "first"), of(10, "ten")}); err != nil {
		t.Fatal(err)
	}
	if err := writeResults(path, []row{of(2, "second"), of(1, "one")}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := resultsHead + tableHead + of(1, "one").String() + "\n" + of(2, "second").String() + "\n" + of(10, "ten").String() + "\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if last := strings.Split(of(1, "one").String(), " | "); last[len(last)-1] != "today |" {
		t.Errorf("a row ends with %q", last[len(last)-1])
	}
}

// The file that is kept has all rows, of the cases as they are now.
func TestTheResultsAreOfTheseCases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "server/abuse/RESULTS.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), resultsHead+tableHead) {
		t.Error("the head is another: write it again with --results")
	}
	for _, c := range cases {
		if begins := (row{abuseCase: c}).String(); !strings.Contains(string(text), "\n"+begins[:strings.Index(begins, c.required)+len(c.required)]) {
			t.Errorf("case %d is not there as it is required now", c.number)
		}
	}
	if strings.Contains(string(text), "| no: ") {
		t.Error("a case does not hold")
	}
}
