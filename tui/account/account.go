// Package account has the screens on which players set what is theirs: nick, keys and privacy, and the
// settings; and the one from which the arcade is run.
package account

import (
	"cmp"
	"errors"
	"fmt"
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
	env *screen.Env
	screen.Refresher
	profile      arcade.Account
	keys         []arcade.Key
	list         widget.List  // of lines
	line         *accountLine // the line that text is being typed for, nil if none
	forNick      bool         // the screen is left once the nick is chosen, or not
	sentLine     *accountLine // the line whose text is on its way; typing continues if it is refused
	input        widget.Line  // what is typed
	loaded       bool         // the account has been read
	changing     bool         // a change is on its way
	enterPending bool         // a line was chosen during a change or before the account was read
	message      screen.Message
}

// An accountLine is something that Enter does, either at once or after asking for a text.
type accountLine struct {
	name, value, help string
	ask               string // what to ask for, "" if no text is needed
	textHelp          string // what the text may be, if help does not say it
	do                func(text string) (done string, err error)
	restricted        bool   // not available before the first game
	key               string // the fingerprint of the key that it is about, if any
}

// An accountRead is the current account, with the outcome of a change. Between changes the account is
// read again, since another session may have changed it.
type accountRead struct {
	generation int // of the periodic read, 0 after a change
	profile    arcade.Account
	keys       []arcade.Key
	done       string
	err        error
	refused    bool // err is about the change, not about the read after it
}

// noAccountYet is the message of lines that need an account, which the first saved game
// creates.
const noAccountYet = "Your account begins with your first game; then N chooses a nick."

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

// nickAsked is the prompt of the line for the nick.
const nickAsked = "Nick"

// New returns the account screen.
func New(env *screen.Env) *Account {
	a := &Account{env: env, list: widget.List{Wrap: true}}
	a.list.Resize(len(a.lines()))
	return a
}

// NewNick returns an account screen that asks for the nick, and then leads back.
func NewNick(env *screen.Env) *Account {
	a := New(env)
	a.forNick = true
	a.ask(a.lines()[0])
	return a
}

// Init implements Screen.
func (a *Account) Init() tea.Cmd {
	return tea.Batch(a.read(0, func() (string, error) { return "", nil }), a.Schedule(a.env, a, a.again))
}

// Typing implements screen.Typist.
func (a *Account) Typing() bool { return a.line != nil }

// Paste implements screen.Paster.
func (a *Account) Paste(text string) (cmd tea.Cmd, taken bool) {
	if a.line != nil {
		a.input.Insert(text)
	}
	return nil, a.line != nil
}

// Busy implements screen.Busy: the next keys may belong to a text that is about to be
// refused.
func (a *Account) Busy() bool { return a.sentLine != nil }

// again reads the account again.
func (a *Account) again() tea.Cmd {
	return a.read(a.Generation, func() (string, error) { return "", nil })
}

// change applies a change to the account and then reads it.
func (a *Account) change(do func() (done string, err error)) tea.Cmd {
	a.changing = true
	return tea.Batch(a.read(0, do), a.Schedule(a.env, a, a.again))
}

// read applies a change and then reads the account, in a command, so that keys do not
// wait.
func (a *Account) read(generation int, do func() (done string, err error)) tea.Cmd {
	store := a.env.Accounts
	return screen.Ask(a, func() func() tea.Cmd {
		got := accountRead{generation: generation}
		got.done, got.err = do()
		got.refused = got.err != nil
		var err error
		if got.profile, err = store.Account(); err == nil {
			got.keys, err = store.Keys()
		}
		if got.err == nil {
			got.err = err
		}
		return func() tea.Cmd { return a.take(got) }
	})
}

// take takes the account as it was read.
func (a *Account) take(got accountRead) tea.Cmd {
	switch {
	case got.generation == 0:
		return a.apply(got)
	case got.generation != a.Generation:
		return nil
	case !a.changing && got.err == nil:
		if len(got.keys) > len(a.keys) {
			a.message = screen.Message{Text: "The link code was used: both keys are one account now."}
		}
		a.show(got)
	}
	return a.Schedule(a.env, a, a.again)
}

// lines returns the lines of the screen.
func (a *Account) lines() []accountLine {
	store, p := a.env.Accounts, a.profile
	nick := p.Nick
	switch {
	case p.Guest:
		nick = "needs a key"
	case nick == "":
		nick = "none yet"
	}
	lines := []accountLine{
		{
			name: "Nick", value: nick, ask: nickAsked, restricted: true,
			help: "what leaderboards call you: 3 to 20 letters, digits, _ and -",
			do:   func(text string) (string, error) { return "You are " + text + " now.", store.SetNick(text) },
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
			name: "Make a link code", restricted: true, help: "to play with a second key, such as your phone's: Enter here makes a code; then log in with the other key, press K, and enter it there. Both keys are then one account, with the games of both",
			do: func(string) (string, error) {
				code, until, err := store.Link()
				done := fmt.Sprintf("%s is good once, until %s UTC. Enter it here with the other key", code, until.UTC().Format("15:04"))
				if a.env.Command != "" {
					done += fmt.Sprintf(", or: %s link %s", a.env.Command, code)
				}
				return done + ".", err
			},
		},
		{
			name: "Enter a link code", ask: "Code", help: "the second step: enter here the code that you made with your other key. Both keys are then one account, with the games of both",
			textHelp: "eight letters and digits such as ABCD-EFGH, which a session with your other key has made",
			do:       func(text string) (string, error) { return "The accounts are one now.", store.Join(text) },
		},
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
func (a *Account) chosen() accountLine { return a.lines()[a.list.At()] }

// keyLine returns the lines for one of the keys.
func (a *Account) keyLine(k arcade.Key) []accountLine {
	store, key, name := a.env.Accounts, k.Credential.String(), k.Name
	help := "Enter gives this key a name of yours, such as laptop"
	if name == "" {
		name = "no name yet"
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
			help: "a login with the key above is then a new player. Your games stay",
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

// Update implements Screen.
func (a *Account) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if a.line != nil {
			a.message.Clear()
			a.input.Key(msg)
		}
		return widget.Press(a.Bindings(), msg.String(), nil)
	case tea.MouseMsg:
		if a.line == nil && a.list.Mouse(msg) {
			return a.enter()
		}
	}
	return nil
}

// apply shows the current account, and does what was chosen in the meantime.
func (a *Account) apply(got accountRead) tea.Cmd {
	enterPending, sent := a.enterPending, a.sentLine
	a.changing, a.enterPending, a.sentLine = false, false, nil
	if got.done != "" {
		a.message = screen.Message{Text: got.done}
	}
	if got.err != nil {
		a.message.Refuse(caption.Sentence(got.err.Error()))
		if got.refused {
			a.line = sent
		}
		return nil
	}
	a.show(got)
	if a.forNick && sent != nil {
		return tea.Batch(a.env.Back(), func() tea.Msg { return screen.Note{Text: got.done} })
	}
	if enterPending {
		return a.enter()
	}
	return nil
}

// show shows the current account. The chosen line stays chosen.
func (a *Account) show(got accountRead) {
	chosen := a.chosen()
	a.loaded, a.profile, a.keys = true, got.profile, got.keys
	lines := a.lines()
	a.list.Refresh(len(lines), func(i int) bool { return lines[i].name == chosen.name && lines[i].key == chosen.key })
	if a.line != nil && a.refusal(*a.line) != "" {
		a.message.Refuse(a.refusal(*a.line))
		a.line, a.forNick = nil, false
	}
	a.env.SetProfile(got.profile)
}

// Bindings implements Screen.
func (a *Account) Bindings() []widget.Binding {
	if a.line != nil {
		return []widget.Binding{
			{Keys: "Enter", Hint: "done", Do: a.submit},
			{Keys: "Backspace", Hint: "back"},
			{Keys: "Esc", Also: "Ctrl-C", Hint: "leave it", Do: func() tea.Cmd {
				if a.line = nil; a.forNick {
					return a.env.Back()
				}
				return nil
			}},
		}
	}
	change := "change"
	if a.refusal(a.chosen()) != "" {
		change = "" // Enter says so
	}
	return []widget.Binding{
		a.list.UpDown("choose a line; Home and End: the first, the last", "choose"),
		a.list.Down("Tab"),
		{Keys: "Enter, space", Also: "right l", Does: "do or change it; what cannot be undone asks for a word", Hint: change, Do: a.enter},
		{Keys: "mouse", Does: "a click chooses a line, another does it"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: a.env.Back},
	}
}

// enter does what the chosen line is for, or asks for its text.
func (a *Account) enter() tea.Cmd {
	line := a.chosen()
	a.message.Clear()
	switch {
	case a.changing || !a.loaded:
		a.enterPending = true
	case a.refusal(line) != "":
		a.message.Refuse(a.refusal(line))
	case line.ask != "":
		a.ask(line)
	default:
		return a.change(func() (string, error) { return line.do("") })
	}
	return nil
}

// ask lets the player type the text of a line.
func (a *Account) ask(line accountLine) {
	a.line, a.input = &line, widget.Line{Max: accountTextMax}
	if line.ask == nickAsked && a.env.Nameless() {
		a.input.Offer(a.env.Proposed)
	}
}

// accountTextMax is the maximum number of characters of a typed text.
const accountTextMax = 40

// submit does what the typed text is for.
func (a *Account) submit() tea.Cmd {
	do, text := a.line.do, strings.TrimSpace(a.input.String())
	a.line, a.sentLine = nil, a.line
	return a.change(func() (string, error) { return do(text) })
}

// Draw implements Screen.
func (a *Account) Draw(g *grid.Grid, look theme.Look) {
	who := a.env.Player
	if a.profile.Guest {
		who += ", a guest"
	}
	screen.DrawTitle(g, look, "Your account", who)
	if rating := caption.FullRating(a.profile.Rating); rating != "" {
		g.Put(4, 1, look.Cut("Your rating in races: "+rating, g.Width()-5), look.Faint)
	}
	lines, text, style := a.lines(), "", look.Faint
	page := g.Height() - 6
	if a.line == nil {
		text, style = a.sentence(look)
		text = look.Translate(text)
		page = g.Height() - 3 - len(screen.Wordwrap(text, g.Width()-3))
	}
	for y, i := range a.list.Rows(2, page) {
		style := a.list.Entry(g, look, y, i)
		g.Put(4, y, look.Cut(lines[i].name, 22), style)
		g.Put(27, y, look.Cut(lines[i].value, g.Width()-29), style)
	}
	if a.line != nil {
		a.drawInput(g, look)
		return
	}
	screen.DrawSentence(g, text, style)
}

// drawInput draws the text being typed, below what it may be or why it is refused.
func (a *Account) drawInput(g *grid.Grid, look theme.Look) {
	err := ""
	if a.message.IsError {
		err = a.message.Text
	}
	asked := caption.Sentence(cmp.Or(a.line.textHelp, a.line.help))
	screen.DrawLine(g, look, look.Cut(a.line.ask+": ", g.Width()-12), &a.input, asked, err)
}

// sentence returns the last message, or help for the chosen line.
func (a *Account) sentence(look theme.Look) (string, grid.Style) {
	switch {
	case a.message.IsError:
		return a.message.Text, look.Refused
	case a.message.Text != "":
		return a.message.Text, look.Good
	case a.profile.Guest:
		return "Without a key your games are deleted after a day. A link code made here and entered with a key keeps them.", look.Warn
	case a.refusal(a.chosen()) != "":
		return a.refusal(a.chosen()), look.Warn
	}
	return caption.Sentence(a.chosen().help), look.Faint
}
