package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardwalk/engine/catalog"
)

// Limits of the attacks on the pages.
const (
	surfers      = 100                    // addresses
	surfTabs     = 2                      // connections of each
	surfTime     = 10 * time.Second       // for an answer
	readEvery    = 250 * time.Millisecond // between pages of an honest reader
	deafMax      = 600
	deafFrom     = 60 // addresses
	refusedAgain = 50 * time.Millisecond
)

// withPages are flags of a server that has pages.
var withPages = []string{"--web-addr", "127.0.0.1:0", "--public", "localhost"}

// A browser asks for pages from an address.
type browser struct {
	client http.Client
	pages  string // host:port
}

// browser returns a browser with an address of its own.
func (a *attacker) browser() *browser {
	return &browser{pages: a.Server.Pages, client: http.Client{
		Timeout:   surfTime,
		Transport: &http.Transport{DialContext: dialerFrom(a.networks.Next()).DialContext, MaxIdleConnsPerHost: surfTabs},
	}}
}

// dialerFrom returns a dialer that connects from an address, if it is valid.
func dialerFrom(from netip.Addr) *net.Dialer {
	if !from.IsValid() {
		return new(net.Dialer)
	}
	return &net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))}
}

// get asks for a page.
func (b *browser) get(ctx context.Context, path string) (code int, body []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.pages+path, nil)
	if err != nil {
		return 0, nil, err
	}
	answer, err := b.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	return answer.StatusCode, body, err
}

// pageFlood is the attack pages: browsers at many addresses that ask as fast as they get
// answers, each time for a page that nobody has asked for, and an honest reader beside them.
func pageFlood(ctx context.Context, a *attacker) {
	began := time.Now()
	var all sync.WaitGroup
	games := new(sync.Map) // paths of games that pages have shown
	for range surfers {
		b := a.browser()
		defer b.client.CloseIdleConnections()
		for range surfTabs {
			all.Go(func() {
				for ctx.Err() == nil {
					a.failed(ctx, surf(ctx, a, b, games))
				}
			})
		}
	}
	all.Go(func() { readPages(ctx, a) })
	all.Wait()
	seconds := time.Since(began).Seconds()
	a.raise("asked_per_second", Rounded(a.figure("asked")/seconds))
	a.raise("pages_per_second", Rounded(a.figure("pages")/seconds))
}

// gamePath finds games on a page.
var gamePath = regexp.MustCompile(`/game/[0-9A-Za-z-]+`)

// surf asks for one page.
func surf(ctx context.Context, a *attacker, b *browser, games *sync.Map) error {
	n := rand.Uint32()
	game := catalog.All()[n%uint32(len(catalog.All()))].Info().ID
	path := []string{
		"/?" + strconv.Itoa(int(n)), "/boards/" + game + "?" + strconv.Itoa(int(n)), "/daily?" + strconv.Itoa(int(n)),
		fmt.Sprintf("/api/top?game=%s&board=all-time&rows=%d", game, 1+n/16%100), "/" + strconv.Itoa(int(n)),
	}[n/256%5]
	games.Range(func(known, _ any) bool {
		if rand.IntN(2) == 0 {
			return true
		}
		path = known.(string) + []string{"?move=" + strconv.Itoa(rand.IntN(20)), "/cast?" + strconv.Itoa(int(n)), "?" + strconv.Itoa(int(n))}[n%3]
		return false
	})
	code, body, err := b.get(ctx, path)
	if err != nil {
		a.add("cut_off", 1)
		Pause(ctx, refusedAgain)
		return nil
	}
	a.add("asked", 1)
	switch code {
	case http.StatusOK:
		a.add("pages", 1)
		for _, found := range gamePath.FindAll(body, 3) {
			games.Store(string(found), true)
		}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusNotFound, http.StatusBadRequest:
	default:
		return fmt.Errorf("%s is answered with %d", path, code)
	}
	return nil
}

// readPages reads the first page again and again, as a person does.
func readPages(ctx context.Context, a *attacker) {
	b := a.browser()
	defer b.client.CloseIdleConnections()
	a.add("reads_failed", 0)
	for Pause(ctx, readEvery) {
		began := time.Now()
		code, _, err := b.get(ctx, "/")
		switch {
		case ctx.Err() != nil:
		case err != nil || code != http.StatusOK:
			a.add("reads_failed", 1)
		default:
			a.add("reads", 1)
			a.raise("read_max_ms", Rounded(float64(time.Since(began).Microseconds())/1000))
		}
	}
}

// deafReaders is the attack deaf-readers: many connections that say nothing, say half of a
// request, or ask again and again and read no answer. An honest reader is beside them.
func deafReaders(ctx context.Context, a *attacker) {
	var from []netip.Addr
	for range deafFrom {
		from = append(from, a.networks.Next())
	}
	var all sync.WaitGroup
	for i := range deafMax {
		all.Go(func() {
			for ctx.Err() == nil {
				a.failed(ctx, hold(ctx, a, from[i%deafFrom], deafTexts[i%len(deafTexts)]))
				Pause(ctx, retryPause)
			}
		})
	}
	all.Go(func() { readPages(ctx, a) })
	all.Wait()
}

// deafTexts holds what deaf readers say after half of a request, each again and again.
var deafTexts = []string{"", "X-Slow: and slower\r\n", "\r\n" + strings.Repeat("GET /style.css HTTP/1.1\r\nHost: x\r\n\r\n", 200)}

// hold says a text again and again until the server closes the connection.
func hold(ctx context.Context, a *attacker, from netip.Addr, text string) error {
	conn, err := dialerFrom(from).DialContext(ctx, "tcp", a.Server.Pages)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	a.add("connected", 1)
	began := time.Now()
	if text == "" {
		_, err = conn.Read(make([]byte, 1))
	} else {
		_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n")
	}
	for err == nil && Pause(ctx, floodInterval) {
		_, err = io.WriteString(conn, text)
	}
	if answered := text != "" && text[0] == '\r'; !answered && ctx.Err() == nil {
		a.raise("held_s", Rounded(time.Since(began).Seconds()))
	}
	_ = conn.Close()
	return nil
}

// upkeep is the attack upkeep: the pages are flooded while backups are taken one after another,
// and each is checked beside the server.
func upkeep(ctx context.Context, a *attacker) {
	a.add("backups", 0)
	a.add("checks", 0)
	var all sync.WaitGroup
	all.Go(func() { pageFlood(ctx, a) })
	for ctx.Err() == nil {
		a.failed(ctx, backUpAndCheck(ctx, a))
	}
	all.Wait()
}

// backUpAndCheck takes a backup, checks it and removes it.
func backUpAndCheck(ctx context.Context, a *attacker) error {
	step := func(figure string, args ...string) error {
		began := time.Now()
		if out, err := exec.CommandContext(ctx, a.Server.Program, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("boardwalk %s: %w: %s", strings.Join(args, " "), err, out)
		}
		a.add(figure, 1)
		a.raise(strings.TrimSuffix(figure, "s")+"_max_s", Rounded(time.Since(began).Seconds()))
		return nil
	}
	if err := step("backups", "admin", "--data", a.Server.Data, "backup"); err != nil {
		return err
	}
	taken, err := filepath.Glob(filepath.Join(filepath.Dir(a.Server.Data), "backups", "*.db"))
	if err != nil || len(taken) == 0 {
		return fmt.Errorf("there is no backup: %v", err)
	}
	err = step("checks", "check", "--data", taken[0])
	for _, path := range taken { // more than one after a rehearsal that was cut off
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
