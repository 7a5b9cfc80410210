// Package web is a window on the street: pages that show an arcade to anybody with a
// browser. They have the boards, the dailies, who plays, finished games as films, how to
// connect, and under /api/ what commands print with --json.
//
// Nothing here decides what may be seen. A page asks the arcade what it would tell a
// stranger who came by SSH, in the form of the commands' own reports, and draws that:
//
//	site := web.New(web.Config{Ask: ask, Games: games, SSH: "ssh play.example.org", HostKey: fingerprint})
//	err := site.Serve(ctx, listener)
//
// The pages are for reading only. They need no script and no cookie, and load nothing from
// elsewhere. What is asked for again within seconds is remembered (cache.go), and what a
// client can take is limited (limits.go), so that players notice nothing of a crowd outside.
package web

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/cost"
	"boardwalk/server/cputime"
	"boardwalk/server/limit"
)

// A Host is what the host of an arcade says to those who come.
type Host struct {
	arcade.About
	Access string // who may play: "open", "invite" or "allow"
}

// A Config says what the pages show. Only Proxies may be left out.
type Config struct {
	// Ask returns what a command prints for a stranger: about, daily, record, replay, top, version
	// or who, with its arguments. The error is a *command.Failure, whose sentence anybody
	// may read, or says what is wrong with the arguments. Ask may be called from any
	// goroutine.
	Ask     func(ctx context.Context, args ...string) ([]byte, error)
	Host    func() Host // now
	Games   engine.Library
	SSH     string         // what players type, such as "ssh -p 2222 play.example.org"
	HostKey string         // the fingerprint, "SHA256:..."
	Proxies []netip.Prefix // whose X-Forwarded-For is believed, besides this machine's

	Now      func() time.Time
	Logger   *slog.Logger
	Answered func(code int) // called after each answer with its HTTP status
	Panicked func()         // called when a page panicked

	Costs *cost.Ledger // charges addresses for answers
}

// failuresHour is how many failures the log has in an hour.
const failuresHour = 60

// A Site is the pages of an arcade. It implements http.Handler, and may be used from any
// goroutine.
type Site struct {
	config Config
	mux    *http.ServeMux
	cache  *cache
	turns  *rate.Limiter // all requests take turns
	sign   template.HTML

	failures *limit.Pace // of the log
}

// New returns the pages of an arcade.
func New(config Config) *Site {
	s := &Site{
		config: config, mux: http.NewServeMux(), cache: newCache(config.Now), turns: rate.NewLimiter(allSecond, allBurst), sign: sign(),
		failures: limit.NewPace(failuresHour, 1),
	}
	for path, page := range map[string]func(*http.Request) answer{
		"/{$}":              s.home,
		"/boards/{game...}": s.boards,
		"/daily":            s.daily,
		"/daily/{day}":      s.daily,
		"/game/{id}":        s.game,
		"/game/{id}/cast":   s.cast,
		"/film/{style}":     s.filmStyle,
		"/api/{command}":    s.api,
		"/api/record/{id}":  s.api,
		"/style.css":        asset("style.css", "text/css; charset=utf-8"),
		"/favicon.svg":      asset("favicon.svg", "image/svg+xml"),
		"/robots.txt":       asset("robots.txt", "text/plain; charset=utf-8"),
		"/":                 s.lost,
	} {
		s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, page) })
	}
	return s
}

// The bounds of one request.
const (
	headTime  = 5 * time.Second
	readTime  = 5 * time.Second
	writeTime = 20 * time.Second
	idleTime  = 30 * time.Second
	makeTime  = 10 * time.Second
	endTime   = 3 * time.Second // for answers that have begun when Serve ends
	headMax   = 8 << 10
)

// Serve answers requests on l until ctx ends, and returns once those that have come are
// answered. The error is not nil if it could not go on until then.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	all := &crowd{
		isProxy: s.isProxy, opened: limit.NewRate(openedBurst, openedSecond),
		begun: rate.NewLimiter(connectionsSecond, connectionsBurst), from: make(map[net.Conn]netip.Prefix),
	}
	server := http.Server{
		Handler: s, ConnState: all.changed,
		ReadHeaderTimeout: headTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headMax, ErrorLog: slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelDebug), // what clients do wrong
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer cancel()
		if server.Shutdown(limit) != nil {
			_ = server.Close() // those who do not read
		}
	})
	err := server.Serve(l)
	if stop() {
		return err
	}
	<-ended
	return nil
}

// headers holds what every answer says of itself: it may load its own style and images, be
// in no frame, and run nothing.
var headers = map[string]string{
	"Content-Security-Policy":      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
}

// ServeHTTP implements http.Handler. It recovers from panics, which it logs. Each connection has
// one request at a time, so none waits long for its turn, and a flood is as slow as its turns.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.turns.Wait(r.Context()) != nil {
		return // the client has left
	}
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	counted := &statusWriter{ResponseWriter: w, code: http.StatusOK}
	defer func() {
		if v := recover(); v != nil {
			s.config.Panicked()
			s.logFailure("panic in a page", "panic", clean.Text(fmt.Sprint(v), 256), "stack", string(debug.Stack()))
			http.Error(counted, command.NotOpened, http.StatusInternalServerError)
		}
		s.config.Answered(counted.code)
	}()
	from := s.client(r)
	if wait := s.config.Costs.Wait(from); wait > 0 {
		w.Header().Set("Connection", "close") // the next one may be refused before it is read
		s.refuse(counted, http.StatusTooManyRequests, wait, "Your address has used up its share of this machine. Please wait "+engine.Plural(int(wait.Seconds()), "second")+".")
		return
	}
	s.config.Costs.Charge(from, answerCost+cputime.Of(func() { s.mux.ServeHTTP(counted, r) }))
}

// logFailure logs why the arcade fails to make a page, a number of times an hour: anybody can ask again and again.
func (s *Site) logFailure(text string, args ...any) {
	if s.failures.Allow("", s.config.Now(), 0) {
		s.config.Logger.Error(text, args...)
	}
}

// refuse answers a request that may be repeated after a while.
func (s *Site) refuse(w http.ResponseWriter, code int, wait time.Duration, sentence string) {
	w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())))
	http.Error(w, s.config.Host().Asking(sentence), code)
}

type statusWriter struct {
	http.ResponseWriter
	code int
}

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

// answer sends what page answers, or has answered a moment ago. Nothing is made for a query that is not known,
// so that nobody has the same page made again and again under other names: the API refuses it, and pages lead
// to themselves without it, as those who pass a link on add words of their own.
func (s *Site) answer(w http.ResponseWriter, r *http.Request, page func(*http.Request) answer) {
	query, err := onlyQuery(r)
	if err != nil && !strings.HasPrefix(r.URL.Path, "/api/") {
		http.Redirect(w, r, (&url.URL{Path: r.URL.Path, RawQuery: query.Encode()}).String(), http.StatusFound)
		return
	}
	if err != nil {
		http.Error(w, command.Refusal(err).Sentence, http.StatusBadRequest)
		return
	}
	a, ok := s.cache.get(r.Context(), r.URL.EscapedPath()+"?"+query.Encode(), func() answer {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), makeTime) // others may wait for it
		defer cancel()
		return page(r.WithContext(ctx))
	})
	if !ok {
		s.refuse(w, http.StatusServiceUnavailable, 5*time.Second, "This page is busy. Please try again in a few seconds.")
		return
	}
	body := a.body
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
	} else {
		body = unpack(body)
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("Cache-Control", "public, max-age="+strconv.Itoa(int(freshTime.Seconds())))
	w.WriteHeader(a.code)
	_, _ = w.Write(body) // of HEAD, the server sends none
}

//go:embed assets
var assets embed.FS

func asset(name, kind string) func(*http.Request) answer {
	body, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return func(*http.Request) answer { return answer{code: http.StatusOK, kind: kind, body: body} }
}

// onlyQuery returns what is known of the query of a request. The error says which names are, if another one is in
// it, or one twice.
func onlyQuery(r *http.Request) (query url.Values, err error) {
	query, err = url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		err = errors.New("the query cannot be read")
	}
	var known []string
	switch r.Pattern {
	case "GET /game/{id}":
		known = []string{"move"}
	case "GET /api/{command}":
		known = questions[r.PathValue("command")]
	}
	for name, all := range query {
		if slices.Contains(known, name) && len(all) == 1 {
			continue
		}
		delete(query, name)
		if err = errors.New("this page takes no query"); len(known) > 0 {
			err = fmt.Errorf("the query may have, each once: %s", strings.Join(known, ", "))
		}
	}
	return query, err
}

// number returns a number in a query, written in the only way that is not refused.
func number(text string, least, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && strconv.Itoa(n) == text && least <= n && n <= most
}

// failure returns the status and the sentence for an error of Ask, and logs one that is the
// arcade's.
func (s *Site) failure(err error) (code int, sentence string) {
	failed := (*command.Failure)(nil)
	switch {
	case !errors.As(err, &failed):
		return http.StatusBadRequest, command.Refusal(err).Sentence
	case failed.Err != nil:
		s.logFailure("a page cannot be made", "err", failed.Err)
		return http.StatusServiceUnavailable, failed.Sentence
	}
	return http.StatusNotFound, failed.Sentence
}
