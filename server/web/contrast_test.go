package web

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// luminance returns the relative luminance of a colour such as #faf8f3, by WCAG 2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// All text can be read on each ground, by day and by night: its contrast is 4.5 to 1 at least, as
// WCAG 2 wants for AA.
func TestTextHasContrast(t *testing.T) {
	css, err := assets.ReadFile("assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	named := func(pattern string) map[string]bool {
		names := make(map[string]bool)
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(css), -1) {
			names[m[1]] = true
		}
		return names
	}
	grounds, texts := named(`background: var\(--(\w+)\)`), named(`[ {](?:color|fill): var\(--(\w+)\)`)
	if len(grounds) < 2 || len(texts) < 9 {
		t.Fatalf("the grounds are %v, the texts %v", grounds, texts)
	}
	days := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(days) != 2 {
		t.Fatalf("there are %d sets of colours", len(days))
	}
	for i, day := range days {
		colours := make(map[string]float64)
		for _, m := range regexp.MustCompile(`--(\w+): (#\w{6});`).FindAllStringSubmatch(day[1], -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		for ground := range grounds {
			for text := range texts {
				if grounds[text] {
					continue // of reversed text, whose ground is a text's colour
				}
				a, b := colours[ground], colours[text]
				if _, ok := colours[text]; !ok || (max(a, b)+.05)/(min(a, b)+.05) < 4.5 {
					t.Errorf("%s: the contrast of %s on %s is %.2f", [...]string{"day", "night"}[i], text, ground, (max(a, b)+.05)/(min(a, b)+.05))
				}
			}
		}
	}
	for line := range strings.Lines(string(css)) {
		if strings.Contains(line, "opacity") && !strings.HasPrefix(line, ".h {") { // the backs of cards
			t.Errorf("text may be fainter than its colour: %s", line)
		}
	}
}
