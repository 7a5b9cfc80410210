package web

import (
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/cost"
)

// An askFunc asks an arcade.
type askFunc func(args ...string) ([]byte, error)

func (f askFunc) Ask(_ context.Context, args ...string) ([]byte, error) { return f(args...) }

const evil = `<script>alert("x")</script>`

// reports answers with reports in which every text that could come from a player is evil.
func reports(args ...string) ([]byte, error) {
	result := &command.GameResult{ID: `"><b>`, Game: evil, Name: evil, Code: evil, Class: evil, Ruling: evil}
	var report any
	switch args[0] {
	case "top":
		report = command.Top{Game: evil, Name: evil, Rows: []command.TopRow{{Rank: 1, Nick: evil, Result: result}, {Rank: 2, Result: result}}}
	case "daily":
		report = command.Dailies{Day: "2026-11-22", Seconds: 60, Games: []command.DailyGame{{Game: evil, Name: evil, Kind: evil, Code: evil, Players: 2}}}
	case "who":
		report = command.People{People: []command.Person{{Nick: evil, Name: evil, Game: evil, Doing: "playing"}}}
	default:
		return nil, &command.Failure{Sentence: "No: " + evil}
	}
	return json.Marshal(report)
}

// newSite returns the pages of an arcade, and what they log.
func newSite(ask askFunc, now func() time.Time) (*Site, *strings.Builder) {
	log := new(strings.Builder)
	said := arcade.About{Name: evil, Message: evil, Rules: evil + "\n\n" + evil, Contact: evil}
	return New(Config{
		Ask: ask.Ask, Host: func() Host { return Host{said, "invite"} }, Games: catalog.Library(), SSH: "ssh -p 2222 " + evil, HostKey: "SHA256:abc", Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
		Now: now, Logger: slog.New(slog.NewTextHandler(log, nil)), Answered: func(int) {}, Panicked: func() {},
		Costs: cost.NewLedger(func(netip.Addr) bool { return false }, now, nil),
	}), log
}

// request sends a request from an address.
func request(s *Site, method, path, from string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://example.org/", nil)
	escaped, query, _ := strings.Cut(path, "?")
	r.URL.Path, r.URL.RawQuery = escaped, query
	if plain, err := url.PathUnescape(escaped); err == nil {
		r.URL.Path, r.URL.RawPath = plain, escaped
	}
	r.RemoteAddr = from + ":1234"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// foreign finds what no page may have: a script, a style of its own, and anything from
// elsewhere.
var foreign = regexp.MustCompile(`(?i)<script|javascript:|\son[a-z]+=|\sstyle=|<style|<iframe|<form|="(https?:)?//`)

// The attack: a nick, or a name of a game, that is HTML.
//
//abuse:case 40
func TestTextOfPlayersIsEscaped(t *testing.T) {
	s, _ := newSite(reports, time.Now)
	for _, path := range []string{"/", "/daily", "/daily/2026-11-22", "/boards/x", "/game/x", "/game/<script>", "/nothing", "/boards/" + evil, "/api/record/x", "/api/none"} {
		w := request(s, "GET", path, "192.0.2.1")
		body := w.Body.String()
		if found := foreign.FindString(body); found != "" && !strings.HasPrefix(path, "/api/") {
			t.Errorf("%s has %q in\n%s", path, found, body)
		}
		if strings.Contains(body, evil) {
			t.Errorf("%s has a script in\n%s", path, body)
		}
		for name, want := range headers {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if cookie := w.Header().Get("Set-Cookie"); cookie != "" {
			t.Errorf("%s sets the cookie %s", path, cookie)
		}
	}
	if body := request(s, "GET", "/", "192.0.2.1").Body.String(); !strings.Contains(body, "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;") {
		t.Errorf("the nick is missing in\n%s", body)
	}
}

//abuse:case 40
func TestOddRequests(t *testing.T) {
	s, _ := newSite(reports, time.Now)
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/", 200}, {"HEAD", "/", 200}, {"GET", "/style.css", 200}, {"GET", "/favicon.svg", 200}, {"GET", "/robots.txt", 200}, {"GET", "/film/12.css", 200},
		{"POST", "/", 405}, {"PUT", "/api/top", 405}, {"DELETE", "/game/x", 405}, {"OPTIONS", "/", 405}, {"TRACE", "/", 405}, {"x", "/", 405},
		{"GET", "/assets/frame.html", 404}, {"GET", "/frame.html", 404}, {"GET", "/boardwalk.db", 404}, {"GET", "/.git/config", 404}, {"GET", "/\x00", 404},
		{"GET", "/film/0.css", 404}, {"GET", "/film/1000.css", 404}, {"GET", "/film/1}*{.css", 404}, {"GET", "/film/x", 404}, {"GET", "/game/", 404}, {"GET", "/api/", 404},
		{"GET", "/" + strings.Repeat("a/", 3000), 404}, {"GET", "/api/top?%zz", 400}, {"GET", "/api/top?a;b", 400}, {"GET", "/api/top?rows=1&rows=1", 400},
	} {
		w := request(s, c.method, c.path, "192.0.2.1")
		if w.Code != c.want {
			t.Errorf("%s %.40q is %d, want %d", c.method, c.path, w.Code, c.want)
		}
	}
	if w := request(s, "GET", "//game/../../etc/passwd", "192.0.2.1"); w.Code != http.StatusTemporaryRedirect && w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/etc/passwd" {
		t.Errorf("a path that climbs is %d to %s", w.Code, w.Header().Get("Location"))
	}
	w := request(s, "GET", "/", "192.0.2.1", "Accept-Encoding", "gzip")
	unpacked, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(unpacked); err != nil || string(text) != request(s, "GET", "/", "192.0.2.1").Body.String() {
		t.Errorf("packed, the page is another: %v", err)
	}
}

// The attack: ask for pages faster than anybody reads them.
//
//abuse:case 38
func TestAFloodFromOneAddress(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, c := range []struct{ from, forward, pays string }{
		{"192.0.2.1", "", "192.0.2.1"},
		{"192.0.2.1", "203.0.113.1", "192.0.2.1"}, // not a proxy, so not believed
		{"127.0.0.1", "203.0.113.2", "203.0.113.2"},
		{"10.1.2.3", "198.51.100.7, 203.0.113.3", "203.0.113.3"}, // the last is the proxy's word
		{"[2001:db8::1]", "", "2001:db8::2"},
	} {
		s, _ := newSite(reports, func() time.Time { return now })
		var headers []string
		if c.forward != "" {
			headers = []string{"X-Forwarded-For", c.forward}
		}
		pays := netip.MustParseAddr(c.pays)
		for _, path := range []string{"/", "/none", "/robots.txt?query"} {
			now = now.Add(time.Minute)
			s.config.Costs.Charge(pays, 10*time.Second-answerCost/2) // nearly all that it has
			request(s, "GET", path, c.from, headers...)
			if s.config.Costs.Wait(pays) == 0 {
				t.Errorf("%s for %q pays nothing for %s", c.from, c.forward, path)
			}
		}
		s.config.Costs.Charge(pays, 10*time.Second)
		if w := request(s, "GET", "/robots.txt", c.from, headers...); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s for %q has nothing left and gets %d", c.from, c.forward, w.Code)
		}
		if w := request(s, "GET", "/robots.txt", "192.0.2.77"); w.Code != http.StatusOK {
			t.Errorf("another gets %d", w.Code)
		}
		now = now.Add(2 * time.Minute)
		if w := request(s, "GET", "/robots.txt", c.from, headers...); w.Code != http.StatusOK {
			t.Errorf("%s for %q gets %d when the debt is paid off", c.from, c.forward, w.Code)
		}
	}
}

// The attack: many ask for the same costly page at once.
//
//abuse:case 38
func TestAPageIsMadeOnceAtATime(t *testing.T) {
	var asked atomic.Int32
	asking, answer := make(chan struct{}), make(chan struct{})
	now := time.Unix(1000, 0)
	s, _ := newSite(func(args ...string) ([]byte, error) {
		if asked.Add(1) == 1 {
			close(asking)
		}
		<-answer
		return reports(args...)
	}, func() time.Time { return now })
	var all sync.WaitGroup
	ask := func(n int) {
		if w := request(s, "GET", "/api/who", "192.0.2."+strconv.Itoa(n)); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "people") {
			t.Errorf("request %d is answered with %d", n, w.Code)
		}
	}
	for n := range waiting - 1 {
		all.Go(func() { ask(n) })
	}
	<-asking
	close(answer)
	all.Wait()
	ask(100)
	if n := asked.Load(); n != 1 {
		t.Errorf("the arcade was asked %d times", n)
	}
	now = now.Add(freshTime)
	ask(101)
	if n := asked.Load(); n != 2 {
		t.Errorf("once the page is old, the arcade was asked %d times", n)
	}
}

// The attack: have a failure remembered for others, by a client that leaves or asks for a
// path that only looks like theirs.
//
//abuse:case 40
func TestNobodySpoilsThePagesOfOthers(t *testing.T) {
	gone, leave := context.WithCancel(t.Context())
	s, _ := newSite(nil, time.Now)
	s.config.Ask = func(ctx context.Context, args ...string) ([]byte, error) {
		leave()
		if err := ctx.Err(); err != nil {
			return nil, &command.Failure{Sentence: command.NotOpened, Err: err}
		}
		return reports(args...)
	}
	s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, "GET", "/daily", nil))
	said, _ := newSite(reports, time.Now)
	if w := request(said, "GET", "/nothing", "192.0.2.1"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "To reach the host: ") {
		t.Errorf("a page that is not there says %s", w.Body)
	}
	for _, path := range []string{"/daily%2F2026-11-22", "/api/top%3Frows=1?", "/api%2Fwho"} {
		if w := request(s, "GET", path, "192.0.2.1"); w.Code != http.StatusNotFound {
			t.Errorf("%s is %d", path, w.Code)
		}
	}
	for _, path := range []string{"/daily", "/daily/2026-11-22", "/api/top?rows=1?", "/api/top?rows=1", "/api/who"} {
		want := http.StatusOK
		if path == "/api/top?rows=1?" {
			want = http.StatusBadRequest
		}
		if w := request(s, "GET", path, "192.0.2.1"); w.Code != want {
			t.Errorf("then %s is %d, want %d", path, w.Code, want)
		}
	}
}

// The attack: fill the places of all others with requests that take long.
//
//abuse:case 38
func TestRequestsAtOnceAreBounded(t *testing.T) {
	synctest.Test(t, checkRequestsAtOnce)
}

func checkRequestsAtOnce(t *testing.T) {
	asking, answer := make(chan struct{}, 2*waiting), make(chan struct{})
	s, _ := newSite(func(args ...string) ([]byte, error) {
		asking <- struct{}{}
		<-answer
		return reports(args...)
	}, time.Now)
	request(s, "GET", "/style.css", "198.51.100.1")
	var all sync.WaitGroup
	for n := range waiting {
		all.Go(func() { request(s, "GET", "/api/top?rows="+strconv.Itoa(n+1), "192.0.2."+strconv.Itoa(n)) })
	}
	synctest.Wait() // until all have come in
	if n := len(asking); n != 1 {
		t.Errorf("%d pages are made at once", n)
	}
	if w := request(s, "GET", "/style.css", "198.51.100.1"); w.Code != http.StatusOK {
		t.Errorf("what is remembered is answered with %d", w.Code)
	}
	if w := request(s, "GET", "/robots.txt", "198.51.100.1"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("one more is answered with %d", w.Code)
	}
	close(answer)
	all.Wait()
	if w := request(s, "GET", "/robots.txt", "198.51.100.1"); w.Code != http.StatusOK {
		t.Errorf("when they are over, one is answered with %d", w.Code)
	}
}

// The attack: fill the memory with pages that nobody asks for again.
//
//abuse:case 38
func TestWhatIsRememberedIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCache(time.Now)
		check := func() {
			t.Helper()
			size := 0
			for key, a := range c.answers {
				size += a.size(key)
			}
			if size != c.size || size > cacheBytes || len(c.answers) > cacheAnswers {
				t.Fatalf("%d answers of %d bytes are remembered, counted as %d", len(c.answers), size, c.size)
			}
		}
		for n := range 3 * cacheAnswers {
			c.keep(strconv.Itoa(n), answer{body: []byte("x")}) // as get does, without its gzip
			check()
		}
		noise := make([]byte, cacheBytes/4) // which gzip makes no smaller
		_, _ = rand.Read(noise)
		for n := range 8 {
			c.get(t.Context(), "large"+strconv.Itoa(n%6), func() answer { return answer{body: noise} })
			check()
		}
		time.Sleep(freshTime)
		if _, ok := c.find("large1"); ok || len(c.answers) > 0 || c.size != 0 {
			t.Errorf("%d answers of %d bytes are remembered when they are old", len(c.answers), c.size)
		}
	})
}

// The attack: ask for more, from more addresses, than players would leave to the pages.
//
//abuse:case 38
func TestAllRequestsTogetherAreSlowedDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newSite(reports, time.Now)
		over, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var answered atomic.Int32
		var all sync.WaitGroup
		for n := range connections {
			all.Go(func() {
				for over.Err() == nil {
					began := time.Now()
					if w := request(s, "GET", "/robots.txt", "192.0.2."+strconv.Itoa(n)); w.Code == http.StatusOK {
						answered.Add(1)
					}
					if took := time.Since(began); took > 2*connections*time.Second/allSecond {
						t.Errorf("a request waits for %v", took)
					}
				}
			})
		}
		all.Wait()
		if n := answered.Load(); n < 10*allSecond || n > allBurst+1+10*allSecond+connections { // the first of the turns is at once
			t.Errorf("%d requests are answered in 10 s", n)
		}
	})
}

func TestAFailureIsLoggedAndTellsNothing(t *testing.T) {
	fail := func() ([]byte, error) {
		return nil, &command.Failure{Sentence: command.NotOpened, Err: errors.New("read /srv/boardwalk.db: input/output error")}
	}
	s, log := newSite(func(...string) ([]byte, error) { return fail() }, time.Now)
	for _, path := range []string{"/", "/daily", "/boards/x", "/game/x", "/game/x/cast", "/api/who"} {
		if w := request(s, "GET", path, "192.0.2.1"); w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "/srv") {
			t.Errorf("%s is %d: %s", path, w.Code, w.Body)
		}
	}
	if !strings.Contains(log.String(), "input/output error") {
		t.Errorf("the log is %s", log)
	}
	s, log = newSite(func(...string) ([]byte, error) { panic("at the store\x1b[2J") }, time.Now)
	for i := range 2 * failuresHour { // the second finds no lock held
		if w := request(s, "GET", "/api/who", fmt.Sprintf("192.0.2.%d", i)); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "store") {
			t.Errorf("a panic is %d: %s", w.Code, w.Body)
		}
	}
	if strings.Count(log.String(), "panic in a page") != failuresHour || strings.Contains(log.String(), "\x1b") {
		t.Errorf("the log is %s", log)
	}
}

// A pipes is a listener of connections in memory. They come from addresses of one network.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	if c, ok := <-p.conns; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.conns) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// A fromConn is a connection from an address.
type fromConn struct {
	net.Conn
	from string
}

func (c fromConn) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(c.from), 1))
}

// dial returns the client's end of a new connection from an address.
func (p *pipes) dial(from string) net.Conn {
	client, server := net.Pipe()
	p.conns <- fromConn{server, from}
	return client
}

// serve serves a site until the test is over, or stop is called. What it answers comes from
// ask.
func serve(t *testing.T, ask askFunc) (p *pipes, stop func()) {
	s, _ := newSite(ask, time.Now)
	p = &pipes{conns: make(chan net.Conn)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, p) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	t.Cleanup(stop)
	return p, stop
}

// TestTheEndIsGraceful: who has asked gets an answer, and who does not read it is left.
func TestTheEndIsGraceful(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, answer := make(chan struct{}), make(chan struct{})
		p, stop := serve(t, func(args ...string) ([]byte, error) {
			close(asked)
			<-answer
			return reports(args...)
		})
		silent, slow, deaf := p.dial("192.0.2.1"), p.dial("192.0.2.2"), p.dial("192.0.2.3")
		for _, conn := range []net.Conn{slow, deaf} {
			if _, err := io.WriteString(conn, "GET /api/who HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
		}
		<-asked
		synctest.Wait() // the other request has been read too
		began := time.Now()
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			stop()
		}()
		synctest.Wait()
		close(answer)
		if got, err := io.ReadAll(slow); err != nil || !strings.HasPrefix(string(got), "HTTP/1.1 200 ") || !strings.Contains(string(got), "people") {
			t.Errorf("a request that has come is answered with %.60q, %v", got, err)
		}
		<-stopped
		if took := time.Since(began); took != endTime {
			t.Errorf("Serve ends %v later", took)
		}
		if _, err := silent.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("a connection without a request: %v", err)
		}
		_ = deaf.Close()
	})
}

// The attack: hold connections open with requests that never end, or answers never read.
//
//abuse:case 39
func TestSlowClientsAreCutOff(t *testing.T) {
	for name, c := range map[string]struct {
		says string
		most time.Duration
	}{
		"says nothing":        {"", headTime},
		"half a header":       {"GET / HTTP/1.1\r\nHost: x\r\nX-", headTime},
		"a body that is late": {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", readTime + time.Second},
		"does not read":       {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", writeTime},
		"stays":               {"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n", idleTime},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, _ := serve(t, reports)
				conn := p.dial("192.0.2.1")
				began := time.Now()
				if _, err := io.WriteString(conn, c.says); err != nil {
					t.Fatal(err)
				}
				if name == "does not read" {
					time.Sleep(c.most + time.Second)
				}
				_, _ = io.Copy(io.Discard, conn) // until the server hangs up
				if took := time.Since(began); took > c.most+2*time.Second {
					t.Errorf("the client is cut off after %v, want %v", took, c.most)
				}
			})
		})
	}
}

//abuse:case 39
func TestHugeHeadersAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, reports)
		conn := p.dial("192.0.2.1")
		go func() {
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nX-A: "+strings.Repeat("a", 1<<20)+"\r\n\r\n")
		}()
		got, _ := io.ReadAll(conn)
		if !strings.HasPrefix(string(got), "HTTP/1.1 431 ") {
			t.Errorf("a huge header is answered with %.60q", got)
		}
		_ = conn.Close()
	})
}

// The attack: open connections until there are none for others.
//
//abuse:case 39
func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, reports)
		isOpen := func(conn net.Conn) bool {
			synctest.Wait()
			_ = conn.SetReadDeadline(time.Now().Add(time.Nanosecond))
			_, err := conn.Read(make([]byte, 1))
			return !errors.Is(err, io.EOF)
		}
		var all []net.Conn
		dial := func(from string, n int) (conns []net.Conn) {
			for range n {
				conns = append(conns, p.dial(from))
			}
			all = append(all, conns...)
			return conns
		}
		open := func(conns []net.Conn) (n int) {
			for _, conn := range conns {
				if isOpen(conn) {
					n++
				}
			}
			return n
		}
		reader := dial("203.0.113.1", 1)[0]
		if n := open(dial("192.0.2.1", 2*connectionsPerAddress)); n != connectionsPerAddress {
			t.Errorf("one address has %d connections", n)
		}
		for n := range 2 * connections / connectionsPerAddress {
			dial("198.51.100."+strconv.Itoa(n), connectionsPerAddress)
		}
		if late := dial("203.0.113.2", 1)[0]; !isOpen(reader) || !isOpen(late) {
			t.Error("a crowd of addresses with many connections has no room for one that has one")
		}
		if n := open(all); n != connections {
			t.Errorf("there are %d connections", n)
		}
		leave := func() {
			for _, conn := range all {
				_ = conn.Close()
			}
			synctest.Wait()
		}
		leave()
		if n := open(dial("127.0.0.1", connections+1)); n != connections {
			t.Errorf("a proxy has %d connections", n)
		}
		leave()
	})
}

// The attack: open and close connections without end, from one address and then from many.
//
//abuse:case 39
func TestConnectionsBeginSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, reports)
		begin := func(n int, from func(int) string) (begun int) {
			for i := range n {
				conn := p.dial(from(i))
				_ = conn.SetDeadline(time.Now().Add(time.Nanosecond))
				if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
					begun++
				}
				_ = conn.Close()
				synctest.Wait()
			}
			return begun
		}
		one := func(int) string { return "192.0.2.1" }
		if n := begin(3*openedBurst, one); n != openedBurst {
			t.Errorf("one address begins %d connections at once", n)
		}
		time.Sleep(time.Second)
		if n := begin(3*openedSecond, one); n != openedSecond {
			t.Errorf("a second later one address begins %d", n)
		}
		time.Sleep(time.Minute)
		many := func(i int) string { return "198.51." + strconv.Itoa(i/200) + "." + strconv.Itoa(i%200) }
		if n := begin(2*connectionsBurst, many); n != connectionsBurst {
			t.Errorf("all addresses begin %d connections at once", n)
		}
		time.Sleep(time.Second)
		if n := begin(2*connectionsSecond, many); n != connectionsSecond {
			t.Errorf("a second later all begin %d", n)
		}
	})
}

// The attack: ask for one page again and again, each time with another query.
//
// A query that the page does not know is refused before anything is asked, and what is written
// otherwise is refused too.
//
//abuse:case 50
func TestUnknownQueriesAreRefused(t *testing.T) {
	asked := 0
	s, _ := newSite(func(args ...string) ([]byte, error) {
		asked++
		return reports(args...)
	}, time.Now)
	for i, path := range []string{
		"/?x=1", "/boards/x?x=1", "/daily?x=1", "/daily/2026-11-22?move=1", "/game/x?x=1", "/game/x?move=1&move=2", "/game/x/cast?x=1", "/film/9.css?x=1",
		"/api/top?x=1", "/api/who?x=1", "/api/record/x?x=1", "/api/none?x=1", "/style.css?x=1", "/favicon.svg?x", "/robots.txt?x=1", "/nothing?x=1",
		"/?a=%zz", "/?a;b",
	} {
		code, to := http.StatusFound, strings.Split(path, "?")[0] // who passes a link on may add to it
		if strings.HasPrefix(path, "/api/") {
			code, to = http.StatusBadRequest, ""
		}
		if w := request(s, "GET", path, fmt.Sprintf("192.0.2.%d", i)); w.Code != code || w.Header().Get("Location") != to || asked > 0 {
			t.Errorf("%s is answered with %d and %q, after %d questions", path, w.Code, w.Header().Get("Location"), asked)
		}
	}
	if w := request(s, "GET", "/game/x?from=chat&move=2", "192.0.2.98"); w.Header().Get("Location") != "/game/x?move=2" {
		t.Errorf("what is known of a query does not stay: %q", w.Header().Get("Location"))
	}
	if w := request(s, "GET", "/api/top?rows=007", "192.0.2.99"); w.Code != http.StatusBadRequest || asked > 0 {
		t.Errorf("rows written otherwise: %d, after %d questions", w.Code, asked)
	}
}
