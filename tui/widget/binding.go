// Package widget holds the parts that screens are made of: [Binding], what keys do; [List],
// a cursor in a list; [Line], a text being typed; [Pager], a text to read and search;
// [Chart]; and [Markdown].
//
// A part draws itself on a [grid.Grid] and keeps only what the player has done to it: the
// screen knows what a list is of and what a text is for. A part returns the bindings of
// its keys, which the screen lists among its own:
//
//	func (s *screen) Bindings() []widget.Binding {
//		return []widget.Binding{
//			s.list.UpDown("choose a game", "choose"),
//			{Keys: "Enter, space", Does: "play it", Hint: "play", Do: s.play},
//			{Keys: "q, Esc", Does: "back", Hint: "back", Do: goBack},
//		}
//	}
package widget

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A Binding is what some keys do on a screen. The screen handles its keys by its
// bindings, and its keys page and its last row are made from the same values, so that
// they say what the keys do.
//
// A screen lists its bindings for each key and each frame, as it stands then.
type Binding struct {
	// Keys are the names of the keys as players read them, with spaces or commas between
	// them: "up down, j k" or "Ctrl-C". A word that names no key, such as "mouse", only
	// makes a line of the keys page.
	Keys string
	// Also are more keys that do the same and are not shown.
	Also string
	// Does is what the keys do, for the keys page. If it is "", they have no line there.
	Does string

	// Hint is what the keys do in a word or two, for the last row. If it is "", they are
	// not shown there.
	Hint string
	// As is how the last row writes the keys, if not as [Binding.Name] would.
	As string
	// Place is where the last row shows the keys, from 1 on. Those without a place come
	// after these, in the order of the screen's list.
	Place int

	// Off turns the keys off: they do nothing or what a later binding says, and the last
	// row does not offer them.
	Off bool
	// Refusal turns the keys off, too, and says why. It is "" if there is no reason to.
	Refusal string

	// Do is what a press does. If the keys do different things, such as the two
	// directions, DoKey is set instead, and gets the key as [tea.KeyMsg] writes it. If
	// neither is set, somebody else handles the keys.
	Do    func() tea.Cmd
	DoKey func(key string) tea.Cmd
}

// Just returns what does something that leads to no command.
func Just(do func()) func() tea.Cmd {
	return func() tea.Cmd {
		do()
		return nil
	}
}

// Name returns the keys as the last row writes them: those before the first comma.
func (b Binding) Name() string {
	if b.As != "" {
		return b.As
	}
	first, _, _ := strings.Cut(b.Keys, ",")
	return strings.ReplaceAll(first, " ", "/")
}

// Match reports whether a key, as [tea.KeyMsg] writes it, is one of those named in keys as
// in [Binding.Keys]: "PgDn" is "pgdown" and "Ctrl-Z" is "ctrl+z".
func Match(keys, key string) bool {
	for name := range strings.FieldsFuncSeq(keys, func(r rune) bool { return r == ' ' || r == ',' }) {
		switch {
		case name == key,
			name == "PgDn" && key == "pgdown",
			len(name) > 1 && len(name) == len(key) && strings.EqualFold(strings.ReplaceAll(name, "-", "+"), key):
			return true
		}
	}
	return false
}

// keyNames has the names of keys that are pressed again and again, which tea makes again each time.
var keyNames = func() map[rune]string {
	names := map[rune]string{}
	for _, code := range []rune{
		tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyPgUp, tea.KeyPgDown, tea.KeyHome, tea.KeyEnd,
		tea.KeyEnter, tea.KeyTab, tea.KeyEscape,
	} {
		names[code] = tea.Key{Code: code}.String()
	}
	return names
}()

// KeyName returns the name of a key, as [tea.KeyPressMsg.String] does.
func KeyName(key tea.KeyPressMsg) string {
	if name, ok := keyNames[key.Code]; ok && key.Text == "" && key.Mod == 0 {
		return name
	}
	return key.String()
}

// Find returns the first binding of a key that is not off.
func Find(bindings []Binding, key string) (b Binding, ok bool) {
	i := slices.IndexFunc(bindings, func(b Binding) bool { return !b.Off && (Match(b.Keys, key) || Match(b.Also, key)) })
	if i < 0 {
		return Binding{}, false
	}
	return bindings[i], true
}

// Press does what a key is bound to, if anything. A refusal goes to refuse, which may be
// nil if no binding has one.
func Press(bindings []Binding, key string, refuse func(why string) tea.Cmd) tea.Cmd {
	b, ok := Find(bindings, key)
	switch {
	case !ok:
		return nil
	case b.Refusal != "":
		return refuse(b.Refusal)
	case b.DoKey != nil:
		return b.DoKey(key)
	case b.Do != nil:
		return b.Do()
	}
	return nil
}

// Hints returns the bindings that the last row offers, in its order.
func Hints(bindings []Binding) (hints []Binding) {
	for _, b := range bindings {
		if b.Hint != "" && !b.Off && b.Refusal == "" {
			hints = append(hints, b)
		}
	}
	place := func(b Binding) uint { return uint(b.Place) - 1 } // the last of all without one
	slices.SortStableFunc(hints, func(a, b Binding) int { return cmp.Compare(place(a), place(b)) })
	return hints
}

// Direction returns where a key of a pair goes: -1 for up, left, less and back, 1 for the
// others.
func Direction(key string) int {
	switch key {
	case "up", "k", "left", "h", "pgup", "b", "-":
		return -1
	}
	return 1
}
