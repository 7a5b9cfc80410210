package web

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// What a program that reads a page aloud needs is on each page: one first heading, no level left
// out, names of columns and of the places to go.
func TestPagesCanBeReadAloud(t *testing.T) {
	s, _ := newSite(reports, time.Now)
	heading := regexp.MustCompile(`<h([1-6])`)
	column := regexp.MustCompile(`<th(| [^>]*)>(.*?)</th>`)
	for _, path := range []string{"/", "/daily", "/daily/2026-11-22", "/boards/x", "/game/x", "/nothing"} {
		body := request(s, "GET", path, "192.0.2.1").Body.String()
		for _, want := range []string{`<html lang="en">`, "<main>", "<header>", "<footer>", `property="og:title"`, `property="og:description"`, `name="description"`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s has no %s", path, want)
			}
		}
		last := byte('0')
		for i, h := range heading.FindAllStringSubmatch(body, -1) {
			level := h[1][0]
			if (level == '1') != (i == 0) || level > last+1 {
				t.Errorf("%s: heading %d has level %c after %c", path, i+1, level, last)
			}
			last = level
		}
		if last == '0' {
			t.Errorf("%s has no heading", path)
		}
		for _, th := range column.FindAllStringSubmatch(body, -1) {
			if th[2] == "" || !strings.Contains(th[1], `scope="col"`) {
				t.Errorf("%s has the column %s", path, th[0])
			}
		}
		for _, nav := range regexp.MustCompile(`<nav[^>]*>`).FindAllString(body, -1) {
			if !strings.Contains(nav, "aria-label=") {
				t.Errorf("%s has places to go without a name: %s", path, nav)
			}
		}
	}
}
