package program

import (
	"slices"
	"strings"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// CanAddress reports whether a terminal can move its cursor.
func CanAddress(term string) bool {
	switch term {
	case "", "dumb", "unknown", "emacs":
		return false
	}
	return true
}

// Profile returns the colours that a terminal is sent. env holds the variables that the
// client has set, as "NAME=value".
func Profile(term string, env []string) grid.Profile {
	vars := make(map[string]string)
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		vars[name] = value
	}
	color := vars["COLORTERM"]
	switch {
	case vars["NO_COLOR"] != "" || isMono(term):
		return grid.Mono
	case color != "truecolor" && color != "24bit" && !has256(term):
		return grid.ANSI16
	case hasBCE(term):
		return grid.ANSI256BCE
	}
	return grid.ANSI256
}

// Look returns the look with which a terminal's screens begin; players can change it by
// keys.
func Look(term string, env []string) theme.Look {
	look := *theme.Default()
	switch Profile(term, env) {
	case grid.ANSI256, grid.ANSI256BCE:
		look.Theme, _ = theme.FindTheme("felt") // its ground suits light windows and dark ones
	case grid.Mono:
		look.Theme, look.Few = theme.Mono(), true
	case grid.ANSI16:
		look.Few = true
	}
	_, charset, named := strings.Cut(langOf(env), ".")
	charset = strings.ToLower(strings.ReplaceAll(charset, "-", ""))
	if isDEC(term) || named && !strings.HasPrefix(charset, "utf8") {
		look.Deck = theme.ASCII()
	}
	return look
}

// isDEC reports whether a terminal is of the VT series, which is older than colours and
// Unicode.
func isDEC(term string) bool {
	return len(term) > 2 && strings.HasPrefix(term, "vt") && '0' <= term[2] && term[2] <= '9'
}

func isMono(term string) bool {
	return isDEC(term) || strings.HasSuffix(term, "-m") || strings.HasSuffix(term, "-mono")
}

func has256(term string) bool {
	names := []string{"256color", "direct", "truecolor", "kitty", "alacritty", "foot", "ghostty", "wezterm", "contour", "iterm"}
	return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(strings.ToLower(term), name) })
}

// hasBCE reports whether a terminal erases in the current background, by the terminfo of ncurses.
func hasBCE(term string) bool {
	names := []string{"xterm", "alacritty", "foot", "ghostty", "konsole", "linux", "putty", "rxvt", "st-256color", "vte", "wezterm"}
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(term, name) })
}

// langOf returns the client's language setting, such as "de_DE.UTF-8", or "".
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
