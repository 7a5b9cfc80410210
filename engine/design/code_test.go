package design_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/design"
	"boardwalk/engine/enginetest"
)

func TestCodesAreReadAsPeopleTypeThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		d := boardwalk.Family().Random(random)
		code := d.Code()
		for _, typed := range []string{
			code, strings.ToLower(code), " " + code + "\n", strings.ReplaceAll(code, "-", ""), strings.ReplaceAll(code, "-", " "),
			strings.ReplaceAll(code, "-", "\u2011"), strings.ReplaceAll(code, "0", "o"), strings.ReplaceAll(code, "1", "I"), strings.ReplaceAll(code, "1", "l"),
			"`" + code + "`", `"` + code + `"`, code + ".", code[:9] + " - " + code[9:],
		} {
			back, err := boardwalk.Family().ParseCode(typed)
			if err != nil || back.Text() != d.Text() {
				t.Errorf("%q: %v, %v", typed, back, err)
			}
		}
	}
}

func TestMistypedCodesAreRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		code := []byte(strings.ReplaceAll(boardwalk.Family().Random(random).Code(), "-", ""))
		for i := 3; i < len(code); i++ {
			for _, letter := range []byte(design.CodeLetters) {
				typed := slices.Clone(code)
				if typed[i] = letter; slices.Equal(typed, code) {
					continue
				}
				if d, err := boardwalk.Family().ParseCode(string(typed)); err == nil || errors.Is(err, engine.ErrNoCode) {
					t.Fatalf("%s instead of %s: %v, %v", typed, code, d, err)
				}
			}
			for j := 3; j < i; j++ {
				typed := slices.Clone(code)
				if typed[i], typed[j] = typed[j], typed[i]; slices.Equal(typed, code) {
					continue
				}
				if d, err := boardwalk.Family().ParseCode(string(typed)); err == nil || errors.Is(err, engine.ErrNoCode) {
					t.Fatalf("%s instead of %s: %v, %v", typed, code, d, err)
				}
			}
		}
	}
	good := boardwalk.Family().Designs()[0].Code()
	for _, bad := range []string{good[:len(good)-1], good + "0", good + "-0000", "BW1-", "bw1-x", "BW2" + good[3:], "BWI-0000-0000-0000", "BW1-UUUU-UUUU-UUUU", "BW1-ÄÄÄÄ-ÄÄÄÄ-ÄÄÄÄ"} {
		if d, err := boardwalk.Family().ParseCode(bad); err == nil || errors.Is(err, engine.ErrNoCode) {
			t.Errorf("%s: %v, %v", bad, d, err)
		}
	}
	for _, name := range []string{"", "-", "BW", "BW1", "bw 100", "Hop 45", "boardwalk/hop-45", "custom/5747fc2bb970", "Lucky 68", "blind", strings.Repeat("BW1", 1000), good[3:], "\xff\xfe"} {
		if d, err := boardwalk.Family().ParseCode(name); !errors.Is(err, engine.ErrNoCode) {
			t.Errorf("%q: %v, %v", name, d, err)
		}
	}
}

// manyCodes is how many codes TestAnyCodeIsRefusedOrMakesAGame tries. A million were tried.
var manyCodes = flag.Int("codes", 200_000, "how many share codes are changed and made up")

// TestAnyCodeIsRefusedOrMakesAGame changes and makes up codes.
func TestAnyCodeIsRefusedOrMakesAGame(t *testing.T) {
	random, n := rand.New(rand.NewPCG(68, 68)), *manyCodes
	if enginetest.RaceDetector {
		n /= 4
	}
	good := []byte(boardwalk.Family().Random(random).Code())
	made := 0
	for i := range n {
		var symbols [design.CodeKnobs]byte
		code := slices.Clone(good)
		switch i % 4 {
		case 0: // anything with the right checksum
			for j := range symbols {
				symbols[j] = byte(random.IntN(32))
			}
			check := design.Checksum(symbols)
			code = []byte("BW1-")
			for _, s := range append(symbols[:], check[:]...) {
				code = append(code, design.CodeLetters[s])
			}
		case 1:
			for range 1 + random.IntN(6) {
				code[4+random.IntN(len(code)-4)] = design.CodeLetters[random.IntN(32)]
			}
		case 2:
			code[random.IntN(len(code))] = byte(random.IntN(256))
		case 3:
			code = code[:random.IntN(len(code))]
		}
		d, err := boardwalk.Family().ParseCode(string(code))
		if err != nil {
			continue
		}
		made++
		if d.Problem() != nil || d.Code() == "" {
			t.Fatalf("%s makes no game: %v", code, d.Problem())
		}
		if i%4 == 0 && made%500 == 0 {
			if _, err := d.Game(d.Title()); err != nil {
				t.Fatalf("%s: %v", code, err)
			}
		}
	}
	if made < 100 {
		t.Errorf("only %d of the codes make a game", made)
	}
}

func FuzzCode(f *testing.F) {
	for _, d := range boardwalk.Family().Designs() {
		f.Add(d.Code())
	}
	f.Add("bw1 oooo iiii llll")
	f.Add("BW1-\xff")
	f.Fuzz(func(t *testing.T, code string) {
		d, err := boardwalk.Family().ParseCode(code)
		if err != nil {
			return
		}
		g, err := d.Game(d.Title())
		if err != nil {
			t.Fatal(err)
		}
		g.Deal("A").Moves()
		if again, err := boardwalk.Family().ParseCode(d.Code()); err != nil || again.Text() != d.Text() {
			t.Fatalf("%s reads back as %v, %v", d.Code(), again, err)
		}
	})
}
