// Package account has the screens on which players set what is theirs: nick, keys and privacy, and the
// settings; and the one from which the arcade is run.
package account

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The Account screen shows a player's nick, privacy and keys. It joins accounts and
// deletes the account.
type Account struct {
	screen.Base  // its list is of the lines
	profile      arcade.Account
	keys         []arcade.Key
	line         accountLine // that the text is typed for
	forNick      bool        // the screen is left once the nick is chosen, or not
	loaded       bool        // the account has been read
	changing     bool        // a change is on its way
	enterPending bool        // a line was chosen during a change or before the account was read
}

// An accountLine is something that Enter does, either at once or after asking for a text.
type accountLine struct {
	name, value, help string
	ask               string // what to ask for, "" if no text is needed
	textHelp          string // what the text may be, if help does not say it
	joins             bool   // what it does is asked about before
	do                func(text string) (done string, err error)
	restricted        bool   // not available before the first game
	key               string // the fingerprint of the key that it is about, if any
}

// An accountRead is the current account, with the outcome of a change. Between changes the account is
// read again, since another session may have changed it.
type accountRead struct {
	profile arcade.Account
	keys    []arcade.Key
	done    string
	refused error // the change
	err     error // the same, or why the account could not be read
}

// noAccountYet is the message of lines that need an account, which the first saved game
// creates.
const noAccountYet = "Your account begins with your first game, puzzle or lesson."

// refusal returns why a line does nothing for this player, or "".
func (a *Account) refusal(line accountLine) string {
	switch {
	case !a.loaded:
		return ""
	case a.profile.Guest && line.ask == nickAsked:
		return caption.GuestsHaveNoNick
	case a.profile.Guest && line.restricted && !a.profile.Known:
		return "There is nothing of yours here before your first game."
	case line.restricted && !a.profile.Known:
		return noAccountYet
	}
	return ""
}

// The prompts of the lines for the nick and for the code of another key.
const nickAsked, codeAsked = "Nick", "Code"

// New returns the account screen.
func New(env *screen.Env) *Account {
	a := &Account{}
	a.Setup(env, a)
	a.List.Resize(len(a.lines()))
	a.Read = func() func() tea.Cmd {
		got := read(env.Accounts, nil)
		return func() tea.Cmd { return a.take(got) }
	}
	return a
}

// NewNick returns an account screen that asks for the nick, and then leads back.
func NewNick(env *screen.Env) *Account {
	a := New(env)
	a.forNick = true
	a.List.Choose(0)
	a.ask(a.lines()[0])
	return a
}

// Init implements Screen.
func (a *Account) Init() tea.Cmd { return a.Refresh() }

// read applies a change, if there is one, and reads the account.
func read(store arcade.Accounts, change func() (done string, err error)) (got accountRead) {
	if change != nil {
		got.done, got.refused = change()
	}
	var err error
	if got.profile, err = store.Account(); err == nil {
		got.keys, err = store.Keys()
	}
	got.err = cmp.Or(got.refused, err)
	return got
}

// take takes the account as it was read by itself.
func (a *Account) take(got accountRead) tea.Cmd {
	switch {
	case a.changing || a.Busy():
		return nil
	case got.err != nil && a.loaded:
		return nil
	case got.err == nil && a.loaded && len(got.keys) > len(a.keys):
		a.Say("The link code was used: both keys are one account now.")
	}
	return a.show(got)
}

// lines returns the lines of the screen.
func (a *Account) lines() []accountLine {
	store, p := a.Env.Accounts, a.profile
	nick := p.Nick
	switch {
	case p.Guest:
		nick = "needs a key"
	case nick == "":
		nick = "none yet"
	}
	lines := []accountLine{
		{
			name: "Nick", value: nick, ask: nickAsked,
			help: "what leaderboards call you: 3 to 20 letters, digits, _ and -",
			do: func(text string) (string, error) {
				return "You are " + text + " now.", store.SetNick(text)
			},
		},
		{
			name: "Hidden", value: caption.OnOff(p.Hidden), restricted: true, help: nowAndElse(p.Hidden, "nobody sees that you are here, or watches you", "others see that you are here and what you play, and may watch"),
			do: func(string) (string, error) { return "", store.SetPrivacy(!p.Hidden, p.Private) },
		},
		{
			name: "Private games", value: caption.OnOff(p.Private), restricted: true, help: nowAndElse(p.Private, "nobody else can watch or replay your games", "others can watch your games, and replay those on boards"),
			do: func(string) (string, error) { return "", store.SetPrivacy(p.Hidden, !p.Private) },
		},
		{
			name: "Make a link code", restricted: true, help: "Enter makes a code. On your other machine (your phone, say), come in by ssh " + arcade.NewKey + " (" + arcade.KeepNewKey + "), press K and enter the code there. Both keys are then one account with all games",
			do: func(string) (string, error) {
				code, until, err := store.Link()
				done := fmt.Sprintf("%s is good once, until %s UTC. Enter it here with the other key", code, until.UTC().Format("15:04"))
				if a.Env.Command != "" {
					done += fmt.Sprintf(", or: %s link %s", caption.WithOption(a.Env.Command, arcade.NewKey), code)
				}
				return done + ".", err
			},
		},
		{
			name: "Enter a link code", ask: codeAsked, help: "enter the code that you made with your other key. This account, with its keys and games, becomes part of that one",
			textHelp: "the code of your other key, such as ABCD-EFGH. This account becomes part of that one for good, and the nick of that one stays",
			joins:    p.Known,
			do: func(text string) (string, error) {
				err := store.Join(text)
				return caption.Joined(store), err
			},
		},
	}
	if command := a.Env.Command; command != "" {
		lines = append(lines, accountLine{
			name: "Your games as text", value: command + " export", restricted: true, help: "all your games as JSON lines. Type it in a shell on your own machine, not here; Enter shows how another arcade reads them",
			do: func(string) (string, error) {
				return fmt.Sprintf("%s export > games.jsonl keeps them; %s import < games.jsonl adds them to a history.", command, command), nil
			},
		})
	}
	for _, k := range a.keys {
		if !p.Guest { // a guest has no key
			lines = append(lines, a.keyLine(k)...)
		}
	}
	word := p.Nick
	if word == "" {
		word = "delete"
	}
	return append(lines, accountLine{
		name: "Delete the account", ask: fmt.Sprintf("Type %q to delete everything", word), restricted: true,
		help: "deletes all games, bests and keys for good",
		do: func(text string) (string, error) {
			if text != word {
				return "", errors.New("nothing was deleted: the word does not match")
			}
			return "The account is deleted.", store.Delete()
		},
	})
}

// chosen returns the chosen line.
func (a *Account) chosen() accountLine { return a.lines()[a.List.At()] }

// keyLine returns the lines for one of the keys.
func (a *Account) keyLine(k arcade.Key) []accountLine {
	store, key, name := a.Env.Accounts, k.Credential.String(), k.Name
	help := "Enter gives this key a name of yours, such as laptop"
	if name == "" {
		name = "unnamed; Enter names it"
	} else {
		help = fmt.Sprintf("this is %q; Enter gives it another name", name)
	}
	if k.This {
		name += ", in use here"
		help += ". You came with it"
	}
	if !k.Added.IsZero() {
		help += ". It was added on " + caption.Date(k.Added.UnixMilli())
	}
	lines := []accountLine{{
		name: "Key " + short(key), value: name, ask: "Name", restricted: true, key: key, help: help, textHelp: "your own name for this key, 40 letters at most; Enter alone removes the name",
		do: func(text string) (string, error) { return "", store.NameKey(key, text) },
	}}
	if len(a.keys) > 1 {
		lines = append(lines, accountLine{
			name: "  remove it", ask: "Type \"remove\" to take this key from the account", restricted: true, key: key,
			help: "whoever logs in with that key is then a new player. Your games stay",
			do: func(text string) (string, error) {
				if text != "remove" {
					return "", errors.New("no key was removed: the word does not match")
				}
				return "The key is removed.", store.RemoveKey(key)
			},
		})
	}
	return lines
}

// nowAndElse returns what a choice does as it stands, on or off, and what the other would do.
func nowAndElse(on bool, ifOn, ifOff string) string {
	if on {
		return "on: " + ifOn + ". Off: " + ifOff
	}
	return "off: " + ifOff + ". On: " + ifOn
}

// short returns the beginning of a fingerprint, enough to tell keys apart.
func short(fingerprint string) string {
	text := strings.TrimPrefix(fingerprint, "SHA256:")
	return text[:min(len(text), 10)]
}

// Update implements Screen. What was said stays while a line is chosen.
func (a *Account) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyPressMsg); ok && !a.Asking && a.Question.Text == "" {
		return widget.Press(a.Bindings(), msg.String(), a.Refuse)
	}
	return a.Base.Update(msg)
}

// show shows the current account, and does what was chosen in the meantime. The chosen line stays chosen.
func (a *Account) show(got accountRead) tea.Cmd {
	pending := a.enterPending
	a.changing, a.enterPending = false, false
	if got.done != "" {
		a.Say("%s", got.done)
	}
	if got.err != nil {
		return a.Refuse(caption.Sentence(got.err.Error()))
	}
	chosen := a.chosen()
	if !a.loaded && !got.profile.Known && !got.profile.Guest && a.List.At() == 0 && !a.Asking && !pending {
		// Nothing was chosen yet, and the lobby says that a new key can join an account.
		all := a.lines()
		chosen = all[slices.IndexFunc(all, func(l accountLine) bool { return l.ask == codeAsked })]
	}
	a.loaded, a.profile, a.keys = true, got.profile, got.keys
	lines := a.lines()
	a.List.Refresh(len(lines), func(i int) bool { return lines[i].name == chosen.name && lines[i].key == chosen.key })
	a.Env.SetProfile(got.profile)
	switch {
	case a.Asking && a.refusal(a.line) != "":
		a.Refuse(a.refusal(a.line))
		a.Asking, a.forNick = false, false
	case a.forNick && got.done != "":
		return tea.Batch(a.Env.Back(), func() tea.Msg { return screen.Note{Text: got.done} })
	case pending:
		return a.enter()
	}
	return nil
}

// Bindings implements Screen.
func (a *Account) Bindings() []widget.Binding {
	change := "change"
	if a.refusal(a.chosen()) != "" {
		change = "" // Enter says so
	}
	return append([]widget.Binding{
		a.List.UpDown("choose a line; Home and End: the first, the last", "choose"),
		a.List.Tab(),
		{Keys: "Enter, space", Also: "right l", Does: "do or change it; what cannot be undone asks for a word", Hint: change, Do: a.enter},
	}, a.Env.Tail("a click chooses a line, another does it", "back")...)
}

// enter does what the chosen line is for, or asks for its text.
func (a *Account) enter() tea.Cmd {
	line := a.chosen()
	a.Clear()
	switch {
	case a.changing || !a.loaded:
		a.enterPending = true
		return nil
	case a.refusal(line) != "":
		return a.Refuse(a.refusal(line))
	case line.ask != "":
		return a.ask(line)
	}
	a.changing = true
	return tea.Batch(a.Schedule(a.Refresh), screen.Call(&a.Base, func() (accountRead, error) {
		return read(a.Env.Accounts, func() (string, error) { return line.do("") }), nil
	}, a.show))
}

// ask lets the player type the text of a line.
func (a *Account) ask(line accountLine) tea.Cmd {
	const most = 40
	a.line = line
	do := func(text string) tea.Cmd {
		return tea.Batch(a.Schedule(a.Refresh), screen.Hold(&a.Base, func() (accountRead, error) {
			got := read(a.Env.Accounts, func() (string, error) { return line.do(text) })
			return got, got.refused
		}, a.show))
	}
	var f screen.Field
	f = screen.Field{
		Label: line.ask + ": ", Help: caption.Sentence(cmp.Or(line.textHelp, line.help)), Most: most, Enter: "done", Esc: "leave it",
		Do: func(text string) tea.Cmd {
			if !line.joins {
				return do(text)
			}
			var into string
			return a.HoldChange(func() (err error) { into, err = a.Env.Accounts.CanJoin(text); return err }, func() tea.Cmd {
				return a.Confirm(screen.Question{Text: caption.BecomesPart(a.profile, into) + " Join? (y/n)", Yes: "join", No: "leave it", Do: func() tea.Cmd {
					_ = a.Ask(f) // it may be refused, and typed on
					a.Insert(text)
					return do(text)
				}})
			})
		},
		Leave: func() tea.Cmd {
			if !a.forNick {
				return nil
			}
			return a.Env.Back()
		},
	}
	if line.ask == nickAsked && a.profile.Nick == "" {
		f.Offer = a.Env.Proposed
	}
	return a.Ask(f)
}

// Draw implements Screen.
func (a *Account) Draw(g *grid.Grid, look *theme.Look) {
	who := a.Env.Player
	if a.profile.Guest {
		who += ", a guest"
	}
	screen.DrawTitle(g, look, "Your account", who)
	y := 1
	if rating := caption.Ratings(a.profile); rating != "" {
		y = screen.PutRows(g, 4, y, look.Faint, screen.Wrapped(look, g.Width()-6, "Your rating: "+rating+".")...)
	}
	text, style := a.sentence(look)
	text, style = a.Says(look, text, style)
	lines := a.lines()
	y = max(y, 2)
	for y, i := range a.List.Rows(y, g.Height()-1-y-a.FootRows(look, text, g.Width())) {
		style := a.List.Entry(g, look, y, i)
		g.Put(4, y, look.Cut(lines[i].name, 22), style)
		x := min(27, max(5+screen.Width(lines[i].name), g.Width()-2-screen.Width(lines[i].value)))
		g.Put(x, y, look.Cut(lines[i].value, g.Width()-2-x), style)
	}
	a.DrawFoot(g, look, text, style)
}

// sentence returns help for the chosen line.
func (a *Account) sentence(look *theme.Look) (string, grid.Style) {
	switch {
	case a.profile.Guest:
		return "Without a key your games are deleted after a day. A link code made here and entered with a key keeps them.", look.Warn
	case a.refusal(a.chosen()) != "":
		return a.refusal(a.chosen()), look.Warn
	}
	return caption.Sentence(a.chosen().help), look.Faint
}
