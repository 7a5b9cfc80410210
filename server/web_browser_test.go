//go:build browser

// The pages in a real browser, Debian's chromium:
//
//	go test -tags browser -run Browser ./server

package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

// browse opens a page and returns what the browser prints. It fails if the browser complains
// of the page.
func browse(t *testing.T, url string, flags ...string) string {
	t.Helper()
	flags = append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--enable-logging=stderr",
		"--user-data-dir=" + t.TempDir(), "--virtual-time-budget=5000",
	}, flags...)
	cmd := osexec.CommandContext(t.Context(), "chromium", append(flags, url)...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		t.Fatalf("chromium %s: %v\n%s", url, err, errOut.String())
	}
	for line := range strings.Lines(errOut.String()) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("%s: the browser says %s", url, line)
		}
	}
	return out.String()
}

// shot returns a picture of a page. It is kept with the test's artifacts.
func shot(t *testing.T, name, url string, flags ...string) image.Image {
	t.Helper()
	file := filepath.Join(t.ArtifactDir(), name+".png")
	browse(t, url, append(flags, "--screenshot="+file)...)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// brightness returns how bright a picture is in its lower left corner, from 0 to 1.
func brightness(p image.Image) float64 {
	r, g, b, _ := p.At(p.Bounds().Min.X+1, p.Bounds().Max.Y-1).RGBA()
	return float64(r+g+b) / (3 * 0xffff)
}

// The sizes of the windows of the tests, by day and by night.
const (
	wide  = "--window-size=1280,2400"
	phone = "--window-size=390,2400" // a column of 390 pixels
	light = "--blink-settings=preferredColorScheme=1"
	dark  = "--blink-settings=preferredColorScheme=0"
)

// peopled opens a street with games on all boards, with the IDs of one player's.
func peopled(t *testing.T) (s *street, ids []string) {
	t.Helper()
	s = openStreet(t)
	for i, nick := range []string{"ann", "bob", "", "a-rather-long-name"} {
		_, fingerprint := newKey(t)
		p := account(t, s.db, fingerprint, nick)
		for j, g := range catalog.All() {
			r := keep(t, p, house(t, g, engine.Code("B"+strconv.Itoa(i)), noon.Add(-time.Duration(i*9+j)*time.Hour)))
			if i == 0 {
				ids = append(ids, r.ID)
			}
		}
	}
	s.comes(t, "dora").plays(t, noon)
	s.clockArcade.plays(t, "emil")
	return s, ids
}

// TestThePagesInABrowser looks at the pages as a person does: in a window and on a phone, by
// day and by night.
func TestThePagesInABrowser(t *testing.T) {
	s, ids := peopled(t)
	dom := browse(t, s.url+"/", "--dump-dom")
	for _, want := range []string{"<b>emil</b> playing Chessboard", s.HostKey(), "<h3><a href=\"/boards/chessboard\">", `<g class="film">`, "<td class=\"who\">dora</td>"} {
		if !strings.Contains(dom, want) {
			t.Errorf("the first page lacks %q in\n%s", want, dom)
		}
	}
	if dom := browse(t, s.url+"/game/"+ids[0], "--dump-dom"); !strings.Contains(dom, "<h1>A game of Hop 45 by ann</h1>") {
		t.Errorf("the page of a game lacks its player:\n%s", dom)
	}
	for _, look := range []struct {
		name, path, window, colours string
		width                       int
	}{
		{"home-wide-light", "/", wide, light, 1280},
		{"home-phone-dark", "/", phone, dark, 390},
		{"boards-wide-dark", "/boards/" + catalog.All()[0].Info().ID, wide, dark, 1280},
		{"game-phone-light", "/game/" + ids[2], phone, light, 390},
	} {
		s.clock.passes(time.Minute)
		p := shot(t, look.name, s.url+look.path, look.window, look.colours)
		if bright := brightness(p); p.Bounds().Dx() != look.width || (look.colours == light) != (bright > .9) || (look.colours == dark) != (bright < .2) {
			t.Errorf("%s: the picture is %v and its brightness %.2f", look.name, p.Bounds(), bright)
		}
	}
}

// measure is a page of the test's own that measures the pages in frames as wide as a small
// phone and as a window: how far each is too wide, and how far its film moves in two seconds of its
// own time.
const measure = `<!DOCTYPE html><body><script>
const paths = %s, widths = [320, 1280]
for (const path of paths) for (const width of widths) {
	const frame = document.createElement("iframe")
	frame.width = width; frame.height = 900; frame.style.position = "fixed"; frame.style.top = 0; frame.src = path
	document.body.append(frame)
}
window.onload = () => {
	const found = [...document.querySelectorAll("iframe")].map(f => {
		const d = f.contentDocument, film = d.querySelector(".film")
		film?.getAnimations().filter(a => a.playState == "running").forEach(a => a.currentTime = 2000)
		return [f.getAttribute("src"), +f.width, d.documentElement.scrollWidth - f.width,
			film ? -new DOMMatrix(getComputedStyle(film).transform).f : 0, d.title]
	})
	document.body.textContent = JSON.stringify(found)
}
</script>`

// TestThePagesFitAndFilmsPlayInABrowser measures the pages in a browser. They come through a server of
// the test's that lets them be framed, which their own headers forbid.
func TestThePagesFitAndFilmsPlayInABrowser(t *testing.T) {
	s, ids := peopled(t)
	arcade, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/", "/daily", "/daily/2026-11-21", "/boards/" + catalog.All()[0].Info().ID, "/game/" + ids[0], "/game/" + ids[6], "/game/" + ids[0] + "?move=4"}
	all, err := json.Marshal(paths)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(arcade)
	proxy.ModifyResponse = func(r *http.Response) error {
		s.clock.passes(time.Second)
		r.Header.Del("Content-Security-Policy")
		r.Header.Del("X-Frame-Options")
		return nil
	}
	mux := http.NewServeMux()
	mux.Handle("/", proxy)
	mux.HandleFunc("/measure", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, measure, all) })
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)

	dom := browse(t, front.URL+"/measure", "--dump-dom")
	_, dom, _ = strings.Cut(dom, "<body>")
	dom, _, _ = strings.Cut(dom, "</body>")
	var found [][5]any
	if err := json.Unmarshal([]byte(html.UnescapeString(dom)), &found); err != nil || len(found) != 2*len(paths) {
		t.Fatalf("%d pages are measured: %v in %s", len(found), err, dom)
	}
	for _, f := range found {
		path, tooWide, moved := f[0].(string), f[2].(float64), f[3].(float64)
		if tooWide > 0 {
			t.Errorf("%s is %v pixels too wide for %v", path, tooWide, f[1])
		}
		if _, id, game := strings.Cut(path, "/game/"); (path == "/" || game && slices.Contains(ids, id)) != (moved > 0) {
			t.Errorf("the film of %s has moved by %v", path, moved)
		}
	}
}
