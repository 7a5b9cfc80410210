package server

import (
	"strings"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// termSize is the longest terminal name that is looked at.
const termSize = 64

// canAddress tells whether a terminal can put its cursor anywhere.
func canAddress(term string) bool {
	switch term {
	case "", "dumb", "unknown", "emacs":
		return false
	}
	return true
}

// profileOf is the colours that a terminal is sent. The variables are those
// that the client set, as "NAME=value".
func profileOf(term string, env []string) grid.Profile {
	vars := make(map[string]string)
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		vars[name] = value
	}
	color := vars["COLORTERM"]
	switch {
	case vars["NO_COLOR"] != "" || isMono(term):
		return grid.Mono
	case color == "truecolor" || color == "24bit" || has256(term):
		return grid.ANSI256
	}
	return grid.ANSI16
}

// lookOf is how a terminal's screens begin; keys change it.
func lookOf(term string, env []string) theme.Look {
	look := theme.Default()
	if profileOf(term, env) == grid.Mono {
		look.Theme = theme.Mono()
	}
	_, charset, named := strings.Cut(langOf(env), ".")
	charset = strings.ToLower(strings.ReplaceAll(charset, "-", ""))
	if isDEC(term) || named && !strings.HasPrefix(charset, "utf8") {
		look.Deck = theme.ASCII()
	}
	return look
}

// isDEC tells whether a terminal is of the VT series, older than colours and
// Unicode.
func isDEC(term string) bool {
	return len(term) > 2 && strings.HasPrefix(term, "vt") && '0' <= term[2] && term[2] <= '9'
}

func isMono(term string) bool {
	return isDEC(term) || strings.HasSuffix(term, "-m") || strings.HasSuffix(term, "-mono")
}

func has256(term string) bool {
	for _, name := range []string{"256color", "direct", "truecolor", "kitty", "alacritty", "foot", "ghostty", "wezterm", "contour", "iterm"} {
		if strings.Contains(strings.ToLower(term), name) {
			return true
		}
	}
	return false
}

// langOf is the client's language setting, as "de_DE.UTF-8"; "" where none came.
func langOf(env []string) string {
	for _, name := range []string{"LC_ALL=", "LC_CTYPE=", "LANG="} {
		for _, pair := range env {
			if value, ok := strings.CutPrefix(pair, name); ok && value != "" {
				return value
			}
		}
	}
	return ""
}
