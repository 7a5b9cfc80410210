package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// questions maps the commands under /api/ to what a query may say: the command's flags and,
// as game, its game.
var questions = map[string][]string{
	"daily": {"game", "day"},
	"top":   {"game", "board", "week", "month", "daily", "assisted", "rows"},
	"about": nil, "who": nil, "version": nil, "record": nil,
}

// rowsMax is the maximum number of rows of a board that a request may ask for.
const rowsMax = 100

const jsonKind = "application/json; charset=utf-8"

// api answers a request under /api/ with what the command of that name prints with --json.
func (s *Site) api(r *http.Request) answer {
	name, args := r.PathValue("command"), []string(nil)
	if id := r.PathValue("id"); id != "" {
		name, args = "record", []string{id}
	}
	allowed, known := questions[name]
	if !known || name == "record" && len(args) == 0 {
		return apiError(http.StatusNotFound, "There is "+strings.Join(apiPaths, ", ")+".")
	}
	query := r.URL.Query()
	ask := []string{name, "--json"}
	for _, flag := range allowed { // in a fixed order
		switch {
		case !query.Has(flag):
		case flag == "game":
			args = []string{query.Get(flag)}
		default:
			ask = append(ask, "--"+flag+"="+query.Get(flag))
		}
	}
	if query.Has("rows") {
		if _, ok := number(query.Get("rows"), 1, rowsMax); !ok {
			return apiError(http.StatusBadRequest, "rows is 1 to "+strconv.Itoa(rowsMax)+".")
		}
	}
	out, err := s.config.Ask(r.Context(), slices.Concat(ask, []string{"--"}, args)...)
	if err != nil {
		return apiError(s.failure(err))
	}
	return answer{code: http.StatusOK, kind: jsonKind, body: out}
}

// apiPaths lists what is under /api/, for those who ask for something else.
var apiPaths = []string{"/api/about", "/api/daily", "/api/record/ID", "/api/top", "/api/version", "/api/who"}

// apiError returns what a request under /api/ gets that has no answer.
func apiError(code int, sentence string) answer {
	body, _ := json.MarshalIndent(map[string]string{"error": sentence}, "", "  ") // a string always can
	return answer{code: code, kind: jsonKind, body: append(body, '\n')}
}
