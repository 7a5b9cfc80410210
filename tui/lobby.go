package tui

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/account"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/learn"
	"boardwalk/tui/play"
	"boardwalk/tui/record"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/social"
	"boardwalk/tui/table"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
	"boardwalk/tui/workshop"
)

// The lobby is the first screen: the menu of games, and the ways to everything else.
type lobby struct {
	screen.Base // its list is of the games that show
	menu        menu
	news        news
	picture     screen.Picture   // of the chosen game
	keys        screen.Spots     // of the welcome
	bindings    []widget.Binding // made when a key comes
	boundNone   bool             // they were made when no game showed
	hints       []screen.Key
	hintedNone  bool   // they were made when no game showed
	askedRace   string // the code of the race that the player was last asked to go back to
	placed      bool   // the cursor stands where the player begins, or has moved
	says        string // what came of the last key, or first words
	greeted     bool   // first words were said, or a key came before it was known who plays
	tall        bool   // the window has room for what others do
	listed      bool   // it shows there what waits for the player
	others      *others
}

func newLobby(a *App) *lobby {
	env := a.env
	l := &lobby{news: news{env: env}}
	l.Setup(env, l)
	l.news.lobby = l
	l.menu = menu{env: env, pages: a.pages, summaries: map[string]*gameSummary{}, list: &l.List}
	return l
}

// Init reads all summaries again.
func (l *lobby) Init() tea.Cmd {
	l.menu.blurbs = nil
	env := l.Env
	return tea.Batch(screen.Ask(l, func() func() tea.Cmd {
		read := readSummaries(env)
		return func() tea.Cmd { return l.show(read) }
	}), l.news.begin(), l.readOthers())
}

// readOthers reads what others do, if there is room for it.
func (l *lobby) readOthers() tea.Cmd {
	if !l.tall {
		return nil
	}
	l.others = newOthers(l)
	return screen.Ask(l, l.others.read)
}

// show shows the summaries of the games.
func (l *lobby) show(read summaries) tea.Cmd {
	maps.Copy(l.menu.summaries, read.of)
	l.menu.begun, l.menu.blurbs = read.begun, nil
	l.news.daily, l.news.moves = read.daily, read.moves
	rounds, beginner := make(map[string]int), true // who has finished no game reads where to begin, and at a table the first keys
	for id, s := range l.menu.summaries {
		rounds[id] = s.games
		beginner = beginner && s.games == 0
	}
	l.Env.Experience.Rounds = rounds
	if l.Fails(read.err) {
		return nil
	}
	l.Env.Experience.Beginner, l.Env.Experience.Novice = beginner, read.novice
	if g := l.menu.dealtLast(); g != nil && !l.placed { // such as the one that a dropped line has interrupted
		l.menu.choose(g)
	}
	l.placed = true
	return nil
}

// Pause implements screen.Pauser. It frees what is made for frames and keys.
func (l *lobby) Pause() {
	l.news.Pause()
	l.bindings, l.hints, l.others = nil, nil, nil
	l.menu.blurbs, l.menu.lines, l.menu.shown = nil, nil, nil
}

// Paste implements screen.Paster.
func (l *lobby) Paste(text string) (cmd tea.Cmd, taken bool) {
	if d, err := parseCode(l.Env, text); err == nil && l.Question.Text == "" && !l.Busy() {
		l.Asking, l.menu.search = false, ""
		return l.Env.Push(workshop.NewAt(l.Env, d)), true
	}
	if l.Asking {
		l.Insert(text)
		l.typed()
	}
	return nil, l.Asking
}

// Update implements Screen.
func (l *lobby) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if l.tall = msg.Height >= 40; l.tall && l.others == nil {
			return l.readOthers()
		}
	case screen.ProfileMsg:
		if !l.greeted {
			l.greeted, l.says = true, caption.FirstWords(msg.Profile, l.Env.Unfit, l.Env.Command, "K")
			l.Env.Proposing = !msg.Profile.Guest && l.Env.Proposed != ""
		}
		return tea.Batch(l.news.readOwed(), l.news.readSprint())
	case tea.KeyPressMsg:
		l.placed, l.greeted = true, true
		if l.Asking && l.Type(msg) {
			l.typed()
		}
		return l.key(widget.KeyName(msg))
	case tea.MouseMsg:
		if l.Question.Text != "" {
			return l.Base.Update(msg)
		}
		if !l.Typing() && l.menu.list.Mouse(msg) && !l.Busy() {
			return l.key("enter")
		}
	}
	return nil
}

// play goes to the table of a game, or of the player's round in an event, and moves the cursor to that game.
func (l *lobby) play(g engine.Game, e arcade.Event) tea.Cmd {
	l.menu.choose(g)
	l.Clear()
	racing, race := e.Race()
	challenge, challenged := e.Challenge()
	switch {
	case race && l.Env.Races != nil:
		return l.Env.Push(social.NewRace(l.Env, racing))
	case challenged && l.Env.Challenges != nil:
		return l.Env.Push(social.NewChallenge(l.Env, challenge))
	case e != "" && l.Env.Events == nil:
		return nil
	}
	return l.start(screen.Visit{Game: g, Event: e})
}

// enter goes to the table of a game. While a race runs that the player has left, it asks first, once a race, whether the
// player would go back.
func (l *lobby) enter(g engine.Game) tea.Cmd {
	if race := l.news.race; l.news.runs() && l.askedRace != race.Code {
		l.askedRace = race.Code
		return l.Confirm(screen.Question{Text: caption.RaceGoesOn(race, l.Env.Now()) + ": go there? (y/n)", Yes: "go there", No: "not now", Do: l.race})
	}
	return tea.Batch(l.Env.TakeName(), l.own(g, ""))
}

// race goes to the player's race.
func (l *lobby) race() tea.Cmd { return l.Env.Push(social.NewRace(l.Env, l.news.race.Code)) }

// goOn goes on, from the lobby or a page of its, with what the player has begun: first where the clock runs.
func (l *lobby) goOn(from *screen.Base) tea.Cmd {
	now := sprints(l.Env).Now
	sprint, _ := l.Env.Games.Find(now.Game)
	last := l.menu.dealtLast()
	switch owed := l.news.owed; {
	case l.news.runs():
		return l.race()
	case l.news.sprint > 0 && sprint != nil:
		return from.Play(screen.Visit{Game: sprint, Event: now.Event(l.news.sprint)})
	case l.news.daily != nil:
		return l.Env.Push(record.NewDaily(l.Env, l.news.daily))
	case owed.Open > 0: // a duel is not begun unasked
		c := social.NewChallenge(l.Env, owed.Code)
		c.GoesOn = true
		return l.Env.Push(c)
	case last != nil:
		return from.Play(screen.Visit{Game: last})
	}
	return from.Refuse("No game is open.")
}

// own goes to the table of a game, or of the deal of a code.
func (l *lobby) own(g engine.Game, code engine.Code) tea.Cmd {
	return l.start(screen.Visit{Game: g, Code: code})
}

// start starts a visit. Before a player's first game it shows the house rules instead, if
// there are any.
func (l *lobby) start(v screen.Visit) tea.Cmd {
	if l.Env.Uninformed() {
		return l.Env.Push(newAbout(l.Env))
	}
	return l.Visit(v, l.openTable)
}

// OnClose implements screen.Closer.
func (l *lobby) OnClose() { l.news.OnClose() }

// openTable opens the table of a visit, or says why not.
func (l *lobby) openTable(v screen.Visit) tea.Cmd {
	l.Question = screen.Question{}
	if v.Err != nil {
		l.Refuse(caption.Sentence(v.Err.Error()))
		if v.Code != "" && v.Event == "" { // it can be edited
			l.askCode(v.Game)
			l.Insert(string(v.Code))
		}
		return nil
	}
	return l.Sit(v)
}

// Bindings implements Screen.
func (l *lobby) Bindings() []widget.Binding {
	if none := l.menu.empty(); l.bindings == nil || none != l.boundNone {
		l.bindings, l.boundNone = l.bind(none), none
	}
	return l.bindings
}

// Hints implements screen.Hinter. It keeps no bindings: a player who presses no key needs none.
func (l *lobby) Hints() []screen.Key {
	if answers := l.Answers(); answers != nil {
		return screen.HintsIn(answers)
	}
	if none := l.menu.empty(); l.hints == nil || none != l.hintedNone {
		l.hints, l.hintedNone = screen.HintsIn(l.bind(none)), none
	}
	return l.hints
}

// ofGame returns what a key does that is about the chosen game.
func (l *lobby) ofGame(do func(g engine.Game) tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		if g, ok := l.menu.game(); ok {
			return do(g)
		}
		return nil
	}
}

// bind makes the bindings. none says that no game shows.
func (l *lobby) bind(none bool) []widget.Binding {
	env := l.Env
	var straightThere []widget.Binding
	others := caption.NoOthers        // unless a door is open
	for _, d := range l.doors(none) { // one line of the keys page is about all of them
		if d.Refusal == "" || none {
			others = ""
		}
		if d.Does = ""; d.Keys == "r" {
			d.Hint, d.Place = "race", 4
		}
		straightThere = append(straightThere, d.Binding)
	}
	silent := env.About == arcade.About{Name: env.About.Name}
	doors, straight := "D s r C w p B", "straight to the daily, sprint, races, challenges, tables to watch, people, leaderboards"
	if !sprints(env).Held() {
		doors, straight = "D r C w p B", strings.Replace(straight, "sprint, ", "", 1)
	}
	bindings := slices.Insert([]widget.Binding{
		l.menu.list.UpDown("choose a game; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "play it, or go on with the open game", Hint: "play", Place: 1, Refusal: unchosen(none), Do: l.ofGame(l.enter)},
		{Keys: "mouse", Does: "a click chooses a game, another plays it"},
		{Keys: "n", Does: "a new deal of a kind: one that can be won, gentle to cruel", Refusal: cmp.Or(unchosen(none), screen.When(env.Deals == nil, "All deals are fresh in this session: Enter deals one.")), Do: l.ofGame(l.chooseDeal)},
		{Keys: "c", Does: "go on with what runs: a race, a sprint, a daily or a challenge, else the game that was dealt last", Refusal: unchosen(none), Do: func() tea.Cmd { return l.goOn(&l.Base) }},
		{Keys: "d", Does: "play the deal of a code, as practice", Refusal: unchosen(none), Do: l.ofGame(l.askCode)},
		{Keys: "F1, i", Does: "its rules", Hint: "rules", Place: 8, Refusal: unchosen(none), Do: l.ofGame(func(g engine.Game) tea.Cmd { return env.Open(route.Rules{Game: g}) })},
		{Keys: "L", Also: "l", Does: "learn it: first steps, strategy, words", Hint: "learn", Place: 2, Refusal: unchosen(none), Do: l.ofGame(func(g engine.Game) tea.Cmd { return env.Push(learn.New(env, g, false)) })},
		{Keys: "z", Does: "puzzles: one move keeps the win", Hint: "puzzles", Place: 5, Do: func() tea.Cmd { return env.Push(learn.NewPuzzles(env)) }},
		{Keys: "/", Does: "search by name, older names too; Esc shows all", Do: l.askSearch},
		{Keys: "Esc", Do: widget.Just(func() { l.menu.search, l.menu.favorites = "", false })},
		{Keys: "f", Does: "make it a favourite, or no longer", Refusal: unchosen(none), Do: l.ofGame(func(g engine.Game) tea.Cmd {
			env.Settings.ToggleFavorite(g.Info().ID)
			return env.Settings.Save()
		})},
		{Keys: "F", Does: "show favourites only, or all", Do: widget.Just(func() {
			l.menu.favorites = !l.menu.favorites
			l.menu.list.Choose(0)
		})},
		{Keys: "H", Hint: "history", Place: 7, Do: func() tea.Cmd { return env.Push(record.NewHistory(env, "")) }},
		{Keys: "P", Hint: "stats", Place: 10, Do: func() tea.Cmd { return env.Push(record.NewStats(env)) }},
		{Keys: "H, P", Does: "your history, your statistics"},
		{Keys: "o", Does: "others: the daily, races, challenges, who plays and the boards, on one page", Hint: "others", Place: 3, Refusal: others, Do: func() tea.Cmd { return env.Push(newOthers(l)) }},
		{Keys: doors, Does: straight},
		{Keys: "W", Does: "the workshop: make up games, play those of others, read a share code", Hint: "workshop", Place: 6, Refusal: screen.When(env.Workshop == nil, caption.NoWorkshop), Do: func() tea.Cmd {
			return env.Push(workshop.New(env))
		}},
		{Keys: "K", Does: "your account: nick, keys, link codes, privacy", Hint: "you", Place: 11, Refusal: screen.When(env.Accounts == nil, caption.NoAccounts), Do: func() tea.Cmd {
			return env.Push(account.New(env))
		}},
		{Keys: "N", Does: "your nick, which others see", Refusal: screen.When(env.Accounts == nil, caption.NoAccounts), Do: func() tea.Cmd {
			env.RefuseName()
			return env.Push(account.NewNick(env))
		}},
		{Keys: "h", Does: screen.When(!silent, "what the host says: message of the day, house rules, contact"), Off: silent, Do: func() tea.Cmd { return env.Push(newAbout(env)) }},
		{Keys: "S", Hint: "settings"}, // the app opens them
		screen.KeysHint,
		{Keys: "q", Does: "leave the arcade; asks first", Hint: "leave", Do: func() tea.Cmd {
			return l.Confirm(screen.Question{Text: "Leave the arcade? (y/n)", Yes: "yes", No: "no", Do: env.Back})
		}},
		{Keys: "Ctrl-C, Ctrl-D", Does: "leave at once", Do: env.Back},
	}, 0, straightThere...)
	if env.Admin != nil {
		bindings = append(bindings, widget.Binding{Keys: "a", Does: "run the arcade: who is on, its health, backups", Hint: "admin", Place: 4, Do: func() tea.Cmd {
			return env.Push(account.NewAdmin(env))
		}})
	}
	return bindings
}

// key does what a key is for. Ctrl-C leaves at once, also where q has asked.
func (l *lobby) key(key string) tea.Cmd {
	l.says = ""
	if key == "ctrl+c" && !l.Typing() {
		l.Question = screen.Question{}
	}
	if key == "n" && (l.Env.Offered || unnamable(l.Env)) && l.welcomes() { // as the welcome's N
		key = "N"
	}
	return l.Press(key)
}

// chooseDeal lets the player choose the kind of a new deal of a game.
func (l *lobby) chooseDeal(g engine.Game) tea.Cmd {
	if l.menu.summary(g).open {
		return l.GoFirst(g)
	}
	if len(l.Env.Kinds(g)) == 0 {
		return l.Refuse("Deals of " + g.Info().Name + " have no grades: Enter deals one.")
	}
	return l.Env.Push(table.ChooseDeal(l.Env, g, "", func(d play.FreshDeal) tea.Cmd { return l.start(screen.Visit{Game: g, Asked: d}) }))
}

// askCode asks for the code of a deal to practise.
func (l *lobby) askCode(g engine.Game) tea.Cmd {
	return l.Ask(screen.Field{
		Label: "Deal code (for practice): ", Help: fmt.Sprintf("A deal of %s: letters and digits, 1 to %d of them.", g.Info().Name, engine.CodeMax),
		Most: engine.CodeMax, Accept: screen.UpperAlphanumeric, Enter: "play", Esc: "no deal", Do: l.playCode,
	})
}

// askSearch asks for a part of the name of a game.
func (l *lobby) askSearch() tea.Cmd {
	l.menu.offered = l.Env.Games.Offered()
	return l.Ask(screen.Field{
		Label: searchLabel, Help: "Type part of a game's name; older names work too.", Offer: l.menu.search, Most: engine.CodeMax, Accept: ofName, Enter: "done", Esc: "no search",
		Do:    func(string) tea.Cmd { return l.endSearch() },
		Leave: widget.Just(func() { l.menu.search = "" }),
	})
}

const searchLabel = "Search: "

// ofName leaves out the characters that no game's name has.
func ofName(r rune) rune {
	if screen.UpperAlphanumeric(r) >= 0 || strings.ContainsRune(" -()", r) {
		return r
	}
	return -1
}

// typed shows the games with a text that is searched for while it is typed.
func (l *lobby) typed() {
	if l.Field.Label == searchLabel {
		l.menu.search = l.Answer()
		begins := func(g engine.Game) bool {
			return strings.HasPrefix(strings.ToLower(g.Info().Name), strings.ToLower(l.Answer()))
		}
		l.menu.list.Choose(max(0, slices.IndexFunc(l.menu.games(), begins)))
	}
}

// endSearch ends the typing of a search that has found something.
func (l *lobby) endSearch() tea.Cmd {
	switch d, err := parseCode(l.Env, l.menu.search); {
	case err == nil:
		l.Asking, l.menu.search = false, ""
		return l.Env.Push(workshop.NewAt(l.Env, d))
	case !errors.Is(err, engine.ErrNoCode):
		return l.Refuse(caption.Why(err))
	}
	if _, ok := l.menu.game(); !ok {
		return l.Refuse("No game shown here has that name: Backspace corrects, Esc shows all.")
	}
	l.Asking = false
	return nil
}

// playCode plays the deal of a typed code. A share code is of no deal, and leads to
// the workshop.
func (l *lobby) playCode(text string) tea.Cmd {
	switch d, err := parseCode(l.Env, text); {
	case err == nil:
		l.Asking = false
		return l.Env.Push(workshop.NewAt(l.Env, d))
	case !errors.Is(err, engine.ErrNoCode):
		return l.Refuse(caption.Why(err) + " The workshop reads them: W.")
	}
	if kind, _, _ := grade.CutKind([]string{text}); kind != grade.Fresh {
		return l.Refuse(fmt.Sprintf("%s is a kind of deals and no code: Esc, then n deals one.", kind))
	}
	g, ok := l.menu.game()
	if !ok {
		l.Asking = false
		return nil
	}
	code, err := engine.ParseCode(text)
	if l.Fails(err) {
		return nil
	}
	l.Asking = false
	return l.own(g, code)
}

// Draw implements Screen.
func (l *lobby) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, l.Env.About.Called(), l.Env.Player)
	l.drawMenu(g, look)
	l.message(g, look)
}

// Pane implements screen.Sided: how the chosen game is dealt.
func (l *lobby) Pane(int) func(*grid.Grid, *theme.Look) {
	game, ok := l.menu.game()
	if !ok {
		return nil
	}
	return l.picture.Of(game)
}

// drawMenu draws the games, what is said about the chosen one, and the welcome.
func (l *lobby) drawMenu(g *grid.Grid, look *theme.Look) {
	y := l.menu.draw(g, look)
	l.keys, l.listed = l.keys[:0], false
	if game, ok := l.menu.game(); ok {
		about := l.menu.blurb(game)
		greeting, below := 0, len(l.news.lines(g.Width()-4, g.Height(), l.menu.only()))
		if l.welcomes() {
			if text, _ := l.Says(look, l.says, look.Text); text != "" { // in place of the news
				below = screen.SentenceRows(text, g.Width())
			}
			greeting = welcomeRows(g, y+below)
		}
		if l.Typing() { // the text and the help above it
			below = 2
		} else { // with room to say how to play under another
			l.Env.Offered = l.Env.Proposing && l.Env.Profile.Nick == "" && greeting > 1
		}
		bottom, end := g.Height()-1-greeting-below, g.Height()-2-below
		doors := l.others.rows(look, g.Width())
		if doors > 0 && end-1-doors-greeting > y {
			bottom = end - 1 - doors - greeting
		} else {
			doors = 0
		}
		l.listed = doors > 0 && l.menu.only() == ""
		lines := l.menu.about(game, about, look, g.Width()-6, max(bottom-y, 0))
		top := max(min(y+1, bottom-len(lines)), y)
		screen.PutRows(g, 4, top, look.Text, lines...)
		if greeting > 0 {
			l.keys = drawWelcome(l.keys, g, look, min(top+len(lines)+1, bottom), greeting, about, l.Env)
		}
		if doors > 0 {
			l.keys = l.others.drawBelow(l.keys, g, look, min(top+len(lines)+greeting+2, end-doors))
		}
	} else {
		none := l.menu.none()
		if _, err := parseCode(l.Env, l.menu.search); err == nil {
			none = "A share code: Enter shows its game."
		}
		g.Put(4, 2, look.Cut(none, g.Width()-5), look.Text)
	}
}

// message draws what is typed, or what there is to say, below the menu.
func (l *lobby) message(g *grid.Grid, look *theme.Look) {
	if l.Typing() {
		l.DrawPrompt(g, look, l.Message)
		return
	}
	switch text, style := l.Says(look, l.says, look.Text); {
	case text != "":
		screen.DrawSentence(g, text, style)
	case l.menu.list.Len() > 0 && !l.listed:
		lines := l.news.lines(g.Width()-4, g.Height(), l.menu.only())
		for i, line := range lines {
			g.Put(2, g.Height()-1-len(lines)+i, look.Cut(line, g.Width()-4), look.Warn)
		}
	}
}

// parseCode returns the design of a share code in a text; see [workshop.ParseCode]. Without a
// workshop nothing is one.
func parseCode(env *screen.Env, text string) (engine.Design, error) {
	if env.Workshop == nil {
		return nil, engine.ErrNoCode
	}
	return workshop.ParseCode(env.Games, text)
}

// KeyUnder implements screen.Clickable: the welcome shows keys.
func (l *lobby) KeyUnder(x, y int) (tea.KeyPressMsg, bool) {
	if l.Typing() || l.Question.Text != "" {
		return tea.KeyPressMsg{}, false
	}
	return l.keys.KeyAt(x, y)
}
