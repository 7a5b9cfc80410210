package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/tui/caption"
)

const htmlKind = "text/html; charset=utf-8"

// How many rows of a board the pages show.
const (
	homeRows  = 3
	dailyRows = 10
	boardRows = 20
)

type page struct {
	Title string // "" for the arcade's name alone
	Host  Host
	SSH   string
	Sign  template.HTML
	Style string // path of one more style sheet, or ""
	Body  any    // what its own template shows
}

// templates holds the template of each page, within the frame.
var templates = sync.OnceValue(func() map[string]*template.Template {
	all := make(map[string]*template.Template)
	for _, name := range []string{"home", "boards", "daily", "game", "lost"} {
		t := template.New("frame.html").Funcs(template.FuncMap{
			"clock": command.Clock, "minute": command.Minute, "plural": engine.Plural, "path": path,
			"doing": func(p command.Person) string {
				if p.Name == "" && p.Game != "" {
					p.Name = "a variation"
				}
				return caption.Doing(arcade.Person{Doing: p.Doing, Game: p.Game, Daily: p.Daily}, p.Name)
			},
		})
		all[name] = template.Must(t.ParseFS(assets, "assets/frame.html", "assets/parts.html", "assets/"+name+".html"))
	}
	return all
})

func (s *Site) page(code int, name string, p page) answer {
	p.Host, p.SSH, p.Sign = s.config.Host(), s.config.SSH, s.sign
	var b bytes.Buffer
	if err := templates()[name].Execute(&b, p); err != nil {
		panic(err) // a template that does not fit its data
	}
	return answer{code: code, kind: htmlKind, body: b.Bytes()}
}

func (s *Site) lost(*http.Request) answer {
	return s.notHere(http.StatusNotFound, "There is no such page.")
}

// failed answers a request that Ask has refused.
func (s *Site) failed(err error) answer {
	return s.notHere(s.failure(err))
}

// notHere returns the page that says why there is no other, and how to reach the host.
func (s *Site) notHere(code int, sentence string) answer {
	return s.page(code, "lost", page{Title: "Not found", Body: s.config.Host().Asking(sentence)})
}

// ask reads the report that a command prints with --json. The arguments after the first
// that is no flag are nobody's flags.
func ask[T any](ctx context.Context, s *Site, name string, flags []string, args ...string) (report T, err error) {
	all := append([]string{name, "--json"}, flags...)
	out, err := s.config.Ask(ctx, append(append(all, "--"), args...)...)
	if err == nil {
		err = json.Unmarshal(out, &report)
	}
	return report, err
}

// A leaderboard is a board under a heading.
type leaderboard struct {
	command.Top
	Heading string
}

// path returns the path of the game of a row of a board, "" if that may not be seen.
func path(r command.TopRow) string {
	if !r.Shown {
		return ""
	}
	return "/game/" + r.Result.ID
}

func (s *Site) board(ctx context.Context, heading, game string, rows int, flag string) (leaderboard, error) {
	top, err := ask[command.Top](ctx, s, "top", []string{"--rows=" + strconv.Itoa(rows), flag}, game)
	arcade.CallByName(top.Rows, func(r *command.TopRow) *string { return &r.Nick })
	return leaderboard{top, heading}, err
}

type home struct {
	Host     Host
	SSH      string
	HostKey  string
	Featured *replay
	People   []command.Person
	Alone    bool // the arcade does not say who is here
	Today    day
	Boards   []leaderboard
}

func (s *Site) home(r *http.Request) answer {
	h := home{Host: s.config.Host(), SSH: s.config.SSH, HostKey: s.config.HostKey}
	ctx := r.Context()
	here, err := ask[command.People](ctx, s, "who", nil)
	if failed := (*command.Failure)(nil); errors.As(err, &failed) && failed.Err == nil {
		h.Alone, err = true, nil
	}
	if err != nil {
		return s.failed(err)
	}
	h.People = here.People
	if h.Today, err = s.day(ctx, "", homeRows); err != nil {
		return s.failed(err)
	}
	featured, player := "", ""
	for _, g := range s.config.Games.House {
		b, err := s.board(ctx, g.Info().Name, g.Info().ID, homeRows, "--board=this-week")
		if err != nil {
			return s.failed(err)
		}
		if h.Boards = append(h.Boards, b); len(b.Rows) > 0 && featured == "" && b.Rows[0].Result.Won {
			featured, player = path(b.Rows[0]), b.Rows[0].Nick
		}
	}
	var p page
	if id := strings.TrimPrefix(featured, "/game/"); id != "" {
		if f, err := s.replay(ctx, id); err == nil && f.Frames() > 0 {
			f.Image, f.Player = f.Play(), player
			h.Featured, p.Style = f, f.style()
		}
	}
	p.Body = h
	return s.page(http.StatusOK, "home", p)
}

// A day is the dailies of a day.
type day struct {
	command.Dailies
	Open          bool   // they can be played
	Left          string // time until they end
	Before, After string // the days beside it; After is "" for today
	Games         []dailyGame
}

type dailyGame struct {
	command.DailyGame
	Board leaderboard
}

// day returns the dailies of a day, or of today, with the first rows of their boards.
func (s *Site) day(ctx context.Context, name string, rows int) (d day, err error) {
	var flags []string
	if name != "" {
		flags = []string{"--day=" + name}
	}
	if d.Dailies, err = ask[command.Dailies](ctx, s, "daily", flags); err != nil {
		return d, err
	}
	d.Open, d.Before = d.Seconds > 0, arcade.AddDays(d.Day, -1)
	if !d.Open {
		d.After = arcade.AddDays(d.Day, 1)
	}
	left := time.Duration(d.Seconds) * time.Second
	d.Left = fmt.Sprintf("%d h %02d min", int(left.Hours()), int(left.Minutes())%60)
	for _, g := range d.Dailies.Games {
		b, err := s.board(ctx, g.Name, g.Game, rows, "--daily="+d.Day)
		if err != nil {
			return d, err
		}
		d.Games = append(d.Games, dailyGame{g, b})
	}
	return d, nil
}

func (s *Site) daily(r *http.Request) answer {
	d, err := s.day(r.Context(), r.PathValue("day"), dailyRows)
	if err != nil {
		return s.failed(err)
	}
	return s.page(http.StatusOK, "daily", page{Title: "Dailies of " + d.Day, Body: d})
}

type gameBoards struct {
	Name, Game string
	Boards     []leaderboard
	Others     engine.Catalog // the built-in games
}

func (s *Site) boards(r *http.Request) answer {
	b := gameBoards{Others: s.config.Games.House}
	for _, of := range [][2]string{
		{"Today", "--board=daily-of-today"}, {"This week", "--board=this-week"}, {"Last week", "--week=last"}, {"All time", "--board=all-time"},
	} {
		board, err := s.board(r.Context(), of[0], r.PathValue("game"), boardRows, of[1])
		if err != nil {
			return s.failed(err)
		}
		b.Name, b.Game, b.Boards = board.Name, board.Game, append(b.Boards, board)
	}
	return s.page(http.StatusOK, "boards", page{Title: b.Name, Body: b})
}

type replay struct {
	command.GameRecord
	*Film
	Image template.HTML
	Still bool // Image is position At alone
	At    int
}

func (s *Site) replay(ctx context.Context, id string) (*replay, error) {
	record, err := ask[command.GameRecord](ctx, s, "record", nil, id)
	if err != nil {
		return nil, err
	}
	game, known := s.config.Games.Restore(record.Game, record.Rules)
	parsed, err := engine.ParseRecord(record.Record)
	if err != nil || !known {
		return nil, command.ReplayFailure(cmp.Or(err, fmt.Errorf("there is no game %q", record.Game)))
	}
	film, err := newFilm(game, parsed)
	if err != nil {
		return nil, command.ReplayFailure(err)
	}
	record.Name = game.Info().Name
	return &replay{GameRecord: record, Film: film}, nil
}

// style returns the path of the style sheet that plays the film.
func (r *replay) style() string { return fmt.Sprintf("/film/%d.css", r.Frames()) }

// The positions to which one can step from a still.
func (r *replay) First() bool   { return r.At == 0 }
func (r *replay) Before() int   { return r.At - 1 }
func (r *replay) After() int    { return r.At + 1 }
func (r *replay) Doing() string { return caption.Sentence(r.Next(r.At)) }

// game answers with a finished game: as a film or, with the query move=N, as it stood after
// N moves.
func (s *Site) game(r *http.Request) answer {
	f, err := s.replay(r.Context(), r.PathValue("id"))
	if err != nil {
		return s.failed(err)
	}
	p := page{Title: "A game of " + f.Name, Body: f}
	if f.Player != "" {
		p.Title += " by " + f.Player
	}
	still := r.URL.Query().Has("move")
	if still {
		var ok bool
		if f.At, ok = number(r.URL.Query().Get("move"), 0, f.Last()); !ok {
			return s.failed(fmt.Errorf("move is 0 to %d", f.Last()))
		}
	}
	if f.Still = still || f.Frames() == 0; f.Still {
		f.Image = f.Film.Still(f.At)
	} else {
		f.Image, p.Style = f.Play(), f.style()
	}
	return s.page(http.StatusOK, "game", p)
}

func (s *Site) cast(r *http.Request) answer {
	out, err := s.config.Ask(r.Context(), "replay", "--cast", "--", r.PathValue("id"))
	if err != nil {
		return s.failed(err)
	}
	return answer{code: http.StatusOK, kind: "application/x-asciicast", body: out}
}

// filmName is the name of a style sheet that plays a film, with its number of frames.
var filmName = regexp.MustCompile(`^([1-9][0-9]{0,2})\.css$`)

// filmStyle answers with the style sheet that plays a film: only it says how many frames
// there are, since a page may have no style of its own.
func (s *Site) filmStyle(r *http.Request) answer {
	name := filmName.FindStringSubmatch(r.PathValue("style"))
	if name == nil {
		return s.lost(r)
	}
	return answer{code: http.StatusOK, kind: "text/css; charset=utf-8", body: fmt.Appendf(nil, ".film { --frames: %s }\n", name[1])}
}
