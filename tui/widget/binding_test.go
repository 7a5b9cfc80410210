package widget_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/widget"
)

// screen returns bindings that write down what they do.
func screen(did *string) []widget.Binding {
	does := func(what string) func() tea.Cmd { return func() tea.Cmd { *did = what; return nil } }
	return []widget.Binding{
		{Keys: "up down, j k", Also: "Home End", Does: "choose", Hint: "choose", DoKey: func(key string) tea.Cmd { *did = key; return nil }},
		{Keys: "PgUp, PgDn", Does: "ten", DoKey: func(key string) tea.Cmd { *did = key; return nil }},
		{Keys: "Enter, space", Does: "open it", Hint: "open", Do: does("opens")},
		{Keys: "mouse", Does: "a click chooses"},
		{Keys: "w", Does: "watch", Hint: "watch", Refusal: "nobody is here", Do: does("watches")},
		{Keys: "/", Does: "search", Hint: "search", Off: true, Do: does("searches")},
		{Keys: "+ -", As: "-/+", Does: "more, less", Hint: "limit", Do: does("limits")},
		{Keys: "?", Hint: "keys"},
		{Keys: "q, Ctrl-C", Does: "back", Hint: "back", Do: does("leaves")},
	}
}

func TestPress(t *testing.T) {
	for _, c := range []struct{ key, did, refused string }{
		{"up", "up", ""}, {"k", "k", ""}, {"end", "end", ""}, {"pgdown", "pgdown", ""},
		{"enter", "opens", ""}, {"space", "opens", ""}, {"+", "limits", ""}, {"-", "limits", ""},
		{"ctrl+c", "leaves", ""}, {"w", "", "nobody is here"}, {"/", "", ""}, {"?", "", ""},
		{"Q", "", ""}, {"x", "", ""}, {",", "", ""}, {"", "", ""},
	} {
		did, refused := "", ""
		widget.Press(screen(&did), c.key, func(why string) tea.Cmd {
			refused = why
			return nil
		})
		if did != c.did || refused != c.refused {
			t.Errorf("%q does %q and is refused with %q, want %q and %q", c.key, did, refused, c.did, c.refused)
		}
	}
}

func TestHintsOfferOnlyWhatIsDone(t *testing.T) {
	names := func(bindings []widget.Binding) (names []string) {
		for _, b := range bindings {
			names = append(names, b.Name())
		}
		return names
	}
	if got, want := names(widget.Hints(screen(nil))), []string{"up/down", "Enter", "-/+", "?", "q"}; !slices.Equal(got, want) {
		t.Errorf("the last row is %q, want %q", got, want)
	}
	all := screen(nil)
	for i, b := range all {
		all[i].Place = map[string]int{"-/+": 1, "w": 2, "Enter": 3}[b.Name()]
	}
	if got, want := names(widget.Hints(all)), []string{"-/+", "Enter", "up/down", "?", "q"}; !slices.Equal(got, want) {
		t.Errorf("the last row is %q, want %q", got, want)
	}
}

// A key has the name that tea gives it, with and without modifiers and text.
func TestKeyName(t *testing.T) {
	for _, code := range []rune{tea.KeyUp, tea.KeyPgDown, tea.KeyEnter, tea.KeyEscape, tea.KeyTab, tea.KeySpace, tea.KeyF1, 'j', 'é'} {
		for _, mod := range []tea.KeyMod{0, tea.ModShift, tea.ModCtrl, tea.ModAlt | tea.ModShift, tea.ModCapsLock} {
			for _, text := range []string{"", string(code)} {
				key := tea.KeyPressMsg{Code: code, Mod: mod, Text: text}
				if got, want := widget.KeyName(key), key.String(); got != want {
					t.Errorf("%#v has the name %q, want %q", key, got, want)
				}
			}
		}
	}
}
