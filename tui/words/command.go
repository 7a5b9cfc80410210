package words

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/caption"
)

// A command is what a player can type besides moves.
type command struct {
	names string // the first is the one to list; the others do the same
	args  string // for the help, "NAME"
	does  string // for the help
	at    where
	do    func(args string) // args as they were typed
}

// where is a set of places where a command can be given.
type where uint8

const (
	inMenu where = 1 << iota
	inLesson
	atTable
	atBench
	atWatch
	atExplore

	aBoard   = inLesson | atTable | atBench | atWatch | atExplore
	anywhere = inMenu | aBoard
)

// commands returns the commands in the order of the help. Where there is no table or no
// place, those for it must not be run. Two commands can have the same name if they can be
// given in different places.
func (l *lobby) commands() []command {
	t, b := l.table(), l.bench
	e, _ := l.place.(*exploring)
	races := l.unless(l.env.Races == nil, caption.NoRaces)
	company := l.unless(l.env.Company == nil, caption.NoCompany)
	others := l.unless(l.env.Spectators == nil, caption.NoOthers)
	challenge := l.unless(l.env.Challenges == nil, caption.NoChallenges)
	return []command{
		{"games", "", "the games, what is open and your bests", anywhere, l.games},
		{"play", "NAME", "play a game by its name or number, or go on with it", anywhere, l.play},
		{"continue", "[NUMBER|NAME]", "go on with the open game, or with one of several", inMenu | inLesson | atBench | atWatch | atExplore, l.resume},
		{"deal", "[NAME] CODE", "play the deal of a code, as practice; with winnable, gentle, fair, stern or cruel for the code, a new one of that kind, assisted; at a table, the name can be left out", inMenu | inLesson | atTable | atWatch | atExplore, l.deal},
		{
			"ghost", "[NUMBER|place NUMBER|ID]", "race a finished game: its deal again, as practice, and after each move how that game stood at the " +
				"same time; 1 is the newest of your history; ghost place 2 races the game in that place of the board told last, " +
				"ghost ID the one that the command replay ID shows", inMenu | inLesson | atTable | atWatch | atExplore, l.ghost,
		},
		{"daily", "[NAME]", "today's deals; with a name, plays that one, once", anywhere, l.daily},
		{"sprint", "[play]", "the hour in which all play the same deals in the same order, and how its players stand; sprint play plays your next", anywhere, l.sprint},
		{
			"explore", "DAY NAME", "where the players of a past daily went, move by move, and how they fared; moves may follow",
			anywhere, l.explore,
		},
		{"race", "[CODE|NAME|arcade|list]", "your race; with a friend's code, joins it; with a game's name, opens one, and race open NAME one that anybody may join; race arcade races against the arcade at once; race list tells those open to all; race start, race play and race leave take the CODE of one of yours", anywhere, races(l.race)},
		{"learn", "[NAME]", "the lessons for a game, and which are done", anywhere, l.learn},
		{"lesson next", "[NUMBER]", "play one; without a number, the next", anywhere, l.lesson},
		{"puzzle", "[daily|own|streak|ID]", "a position in which one move alone keeps the win, near your own strength; daily: everybody's today; own: one of a game that you played; streak: one after the other until one is wrong; ID: that one", anywhere, l.puzzle},
		{"look board", "[PLACE]", "every pile, a line each, or the one there; board is the same", aBoard, l.look},
		{"pile", "PLACE", "one pile, every card named from the bottom to the top", aBoard, l.pile},
		{"row", "NUMBER", "the piles of one row: row 3", aBoard, l.row},
		{"moves", "[PLACE]", "what can be played, by card; with a place, what each play does", atTable | inLesson, l.moves},
		{"moves", "", "where players went from here", atExplore, func(string) { e.changed() }},
		{"back", "", "back a move", atExplore, func(string) { e.back() }},
		{"what", "changed|follows", "changed: by the last play, undo or restart; where you watch, since you last asked; follows: in a puzzle, how the game goes on after a wrong move", atTable | inLesson | atWatch, l.what},
		{"hint", "[another]", "a good play, or another; asks first while the game counts", atTable | inLesson, func(args string) { l.place.(playable).hint(args) }},
		{"undo", "", "take back a move, or a restart", atTable, t.undo},
		{"redo", "", "play it again", atTable, func(string) { t.forward(t.seat.Redo) }},
		{"restart", "", "go back to the deal", atTable, t.restart},
		{"score", "", "points, moves, and what the game counts for", atTable, t.score},
		{"time", "", "how long you have played", atTable, func(string) { t.say(caption.Duration(t.seat.Played()) + ".") }},
		{"new", "", "a new deal; asks while a game goes on", atTable, l.dealNew},
		{"safe", "", "play all cards up that nothing can need any more; settings auto-safe on does so after each of your moves", atTable, func(string) { t.forward(t.seat.Settle) }},
		{"finish", "", "end the game with the points it has; asks", atTable, t.finish},
		{"knobs", "[GROUP]", "how every knob of the game is set; Enter alone does the same", atBench, b.knobs},
		{"knob", "NAME [VALUE]", "sets one; without a value, tells what it takes", atBench, b.knob},
		{"fix", "", "takes the nearest change that makes a game", atBench, b.fix},
		{"undo", "", "take back a change", atBench, func(string) { b.step(&b.past, &b.undone, "There is no change to take back.") }},
		{"redo", "", "make it again", atBench, func(string) { b.step(&b.undone, &b.past, "There is no change to make again.") }},
		{"deal", "[CODE]", "another sample deal, or the one of a code", atBench, b.deal},
		{"try", "", "play the sample deal, as practice; leave comes back", atBench, b.try},
		{"estimate", "[NUMBER]", "how the arcade's player fares in sample deals", atBench, b.makeEstimate},
		{"goal", "[NAME]", "what a game is about; at a table, this one", anywhere, l.goal},
		{"rules", "[NAME]", "the rules of a game; at a table, of this one", anywhere, l.rules},
		{"strategy", "[NAME]", "pages of advice; strategy 2 tells the second", anywhere, l.strategy},
		{"terms", "[WORD]", "what the words of the game mean", anywhere, l.terms},
		{"workshop", "[NAME|CODE]", "the games that people make up; with a name or a code, puts one on the bench", anywhere, l.workshop},
		{"week", "", "the variation of the week", anywhere, l.week},
		{"keep", "NAME", "keep a variation, under a name of your choice", anywhere, l.keep},
		{"drop", "NAME", "keep it no longer; the games played stay in your history", anywhere, l.drop},
		{"share", "NAME", "the code of a game, for friends", anywhere, l.share},
		{"best", "[NAME]", "your best results", anywhere, func(name string) { l.reportGames("best", name, true) }},
		{"statistics stats", "[NAME]", "your games summed up; with a name, those of that game and the last results. " +
			"statistics and stats are the same", anywhere, func(name string) { l.reportGames("stats", name, true) }},
		{"history", "[NAME]", "the games you have finished, the newest first; with a name, of that game", anywhere, func(name string) {
			l.reportGames("history --last="+strconv.Itoa(historyMax), name, false)
		}},
		{"analyse", "[NUMBER]", "how the game that ended could have gone; with a number, one of your history: 1 is the newest", anywhere, l.analyse},
		{"mistakes", "", "play the mistakes again that analyse has just found, or those that are due", anywhere, l.mistakes},
		{"watch", "[NUMBER|NICK]", "the tables that others play at; with a number or a player's name, tells what is played there", anywhere, others(l.watch)},
		{"others today", "", "what goes on: the dailies, races and challenges that wait, who is here", anywhere, l.others},
		{"who people", "[NICK]", "who is here, and what they play; with a nick, what is known of that player", anywhere, company(l.who)},
		{"follow", "NICK", "follow a player, who is not told", anywhere, company(l.regard("follow"))},
		{"unfollow", "NICK", "follow a player no longer", anywhere, company(l.regard("unfollow"))},
		{"ignore", "[NICK]", "ignore a player: nothing they send reaches you; without a name, the players you ignore", anywhere, company(l.regard("ignore"))},
		{"unignore", "NICK", "ignore a player no longer", anywhere, company(l.regard("unignore"))},
		{"note", "NICK [TEXT]", "keep a note about a player, which only you read; without a text, tells it; note NICK - ends it", anywhere,
			company(l.aboutPlayer("note", false, "Name the player, and say what to note: note NICK TEXT. note NICK tells your note."))},
		{"following", "", "whom you follow", anywhere, company(l.reportOf("following"))},
		{"report", "NICK TEXT", "tell the host about a player, who is not told", anywhere,
			company(l.aboutPlayer("report", true, "Name the player, and say what the host should know: report NICK TEXT."))},
		{"signal", "NUMBER", "good game, well played, good luck or thanks, to the player you watch or your rivals in a race; settings signals off stops those to you", anywhere, company(l.signal)},
		{"stop", "", "watch no longer", atWatch, func(string) { l.leave() }},
		{"top", "NAME", "who plays a game best here; a board may follow, as in top hop 45 this week, and friends for the players you follow; top races has this month's ratings in races", anywhere, l.top},
		{"duel", "[NAME]", "takes a waiting duel, of somebody on another network; with a name, takes or begins one of that game", anywhere, challenge(l.duel)},
		{"challenge challenges", "[CODE|NUMBER|play CODE|leave CODE]", "your challenges; with a friend's code, enters it; challenge play CODE plays its deal, once; challenge leave CODE declines, leaves or withdraws it; with the number of a game of your history, passes its deal on", anywhere, challenge(l.challenge)},
		{"nick", "[NAME]", "what others call you here, or another name for you", anywhere, l.reportOf("nick")},
		{"link", "[CODE]", "a code that joins your other key's account with this one; with a code, enters it", anywhere, l.link},
		{"settings", "[NAME on|off]", "your settings; with a name and on or off, changes one", anywhere, l.settings.set},
		{"about", "", "what the host says about this arcade", anywhere, l.host},
		{"more", "", "the next part of a long answer; Enter alone does the same", anywhere, l.more},
		{"leave", "", "to the " + l.home() + "; the game is kept", atTable | inLesson, func(string) { l.leave() }},
		{"leave", "", "to the menu; the game stays on the bench", atBench, func(string) { b.leave() }},
		{"leave", "", "watch no longer; stop does the same", atWatch, func(string) { l.leave() }},
		{"leave", "", "explore no longer", atExplore, func(string) { l.leave() }},
		{"help ?", "[WORD|more]", "the words to begin with; help more has all others; with a word, only that", anywhere, l.help},
		{"quit", "", "leave the arcade; the game is kept", anywhere, l.quit},
	}
}

// unless returns what makes a command say a text instead if the session lacks what it is about.
func (l *lobby) unless(lacks bool, text string) func(do func(string)) func(string) {
	return func(do func(string)) func(string) {
		if lacks {
			return func(string) { l.say(text) }
		}
		return do
	}
}

// where returns where the player is.
func (l *lobby) where() where {
	switch l.place.(type) {
	case *table:
		return atTable
	case *lesson:
		return inLesson
	case *watching:
		return atWatch
	case *exploring:
		return atExplore
	}
	if l.atBench {
		return atBench
	}
	return inMenu
}

// command runs the command with this name or unique prefix.
func (l *lobby) command(line string) {
	word, args, _ := strings.Cut(line, " ")
	word = strings.ToLower(word)
	here, found := l.where(), l.meant(word)
	_, _, option := findOption(args)
	switch {
	case word == "move" && l.moved(args): // it would be moves
	case len(found) == 0 && l.isCode(line):
		l.sayCode(line)
	case len(found) == 0 && here == atBench && l.bench.isKnob(word):
		l.sayf("There is no command %q. For the knob, type knob %s.", word, strings.ToLower(line))
	case len(found) == 0 && here == inMenu && l.means(line):
		l.sayf("There is no command %q. To play that game, type play %s.", word, strings.ToLower(line))
	case len(found) == 0:
		l.noCommand(word, line)
	case len(found) > 1:
		l.sayf("%q can mean %s.", word, engine.Listed(texts(found, func(c command) string { return c.names }), "or"))
	case found[0].names == "settings" && here == atBench && l.bench.isKnob(args) && !option:
		l.sayf("That is no setting. For the knob, type knob %s.", strings.ToLower(strings.TrimSpace(args)))
	case found[0].at&here != 0:
		found[0].do(strings.TrimSpace(args))
	default:
		l.say(l.notHere(found[0], here))
	}
}

// notHere returns why a command of other places cannot be given here, and what leads to them.
func (l *lobby) notHere(c command, here where) string {
	switch {
	case c.at == atBench && l.bench.design == nil:
		return "Nothing is on the bench: workshop NAME puts a game there, then " + c.names + " works."
	case c.at == atBench:
		return "That is for the bench: workshop bench goes there."
	case here == atWatch && c.at == atExplore:
		return "You watch: stop goes back."
	case here == atExplore && c.at == atWatch:
		return "You explore: leave goes back."
	case c.at == atWatch:
		return "You watch nobody: watch lists the tables, and where you watch there is " + c.names + "."
	case c.at == atExplore:
		return "You explore no daily: explore DAY NAME does, then " + c.names + " works. undo takes back a move of a game."
	case here == atBench:
		return "That is for a table: try plays a deal, then " + c.names + " works."
	case here == atExplore:
		return "You explore: leave goes back, and where you play there is " + c.names + "."
	case here == atWatch:
		return "You watch: stop goes back, and where you play there is " + c.names + "."
	case here == inLesson:
		return "A " + strings.ToLower(l.place.name()) + " has no " + c.names + ": " + l.place.(*lesson).again + "."
	case here == inMenu:
		return l.noGame(c.names)
	}
	return "That is for the " + l.home() + ": leave goes there, and the game is kept."
}

// meant returns the commands that a word can mean here, or else those of other places.
func (l *lobby) meant(word string) []command {
	if word == "lessons" {
		word = "learn"
	}
	if found := matching(l.commands(), word, l.where()); len(found) > 0 {
		return found
	}
	return matching(l.commands(), word, anywhere)
}

// matching returns the commands of a place that a word can mean, each with the one name
// that the word is or begins: the command with that very name, or else all others, each
// name once.
func matching(all []command, word string, at where) (found []command) {
	for _, c := range all {
		if c.at&at == 0 {
			continue
		}
		names := strings.Fields(c.names)
		begins := func(name string) bool { return strings.HasPrefix(name, word) }
		if slices.Contains(names, word) {
			c.names = word
			return []command{c}
		}
		if i := slices.IndexFunc(names, begins); i >= 0 {
			c.names = names[i]
			if !slices.ContainsFunc(found, func(f command) bool { return f.names == c.names }) {
				found = append(found, c)
			}
		}
	}
	return found
}

// firstWords are the commands that the first page of the help has: those to begin with, so few
// that a player reads them all.
var firstWords = map[where][]string{
	inMenu:   {"play", "lesson", "games", "rules", "daily", "history", "settings", "quit"},
	inLesson: {"hint", "look", "moves", "terms", "lesson", "leave"},
	atTable:  {"moves", "look", "hint", "undo", "rules", "finish", "leave"},
	atBench:  {"knobs", "fix", "try", "keep", "undo", "leave", "quit"},
	atWatch:  {"look", "row", "stop", "quit"},

	atExplore: {"moves", "back", "look", "leave", "quit"},
}

const howMoved = "A move is typed as its places: a1c4 or a1 to c4; a1 alone tells where its card can go. " +
	"7h to c4 names the card instead, 7h up plays it to a foundation."

// help tells the commands to begin with, all others, or what one does.
func (l *lobby) help(word string) {
	here, first := l.where(), true
	switch word {
	case "":
	case "more", "all":
		first = false
	default:
		l.explain(strings.ToLower(word))
		return
	}
	if first && (here == atTable || here == inLesson) {
		l.say(howMoved)
	}
	all := l.commands()
	if here == atBench { // what is for a place comes first: there is much else
		slices.SortStableFunc(all, func(a, b command) int { return cmp.Compare(a.at&inMenu, b.at&inMenu) })
	}
	for _, c := range all {
		name, _, _ := strings.Cut(c.names, " ")
		if name == "sprint" && !l.env.Events.Sprints().Held() {
			continue
		}
		if c.at&here != 0 && slices.Contains(firstWords[here], name) == first {
			l.say(c.help())
		}
	}
	if first {
		l.say("help more lists all other words; help and a word tells of that one.")
		return
	}
	l.say("A word may be shortened as long as no other begins so: und for undo.")
}

// shellWords are commands that only a shell has.
var shellWords = []string{"export", "import", "keys", "record", "replay", "schema", "version", "whoami"}

// noCommand says that the first word of a line is none, and what may be meant.
func (l *lobby) noCommand(word, line string) {
	_, plays := l.place.(movable)
	c, _ := l.seen(word)
	switch {
	case slices.Contains(shellWords, word):
		l.say(word+" is a command for a shell on your own machine:", cmp.Or(l.env.Command, "ssh HOST")+" "+line)
		return
	case plays && c != engine.NoCard:
		_, _ = l.placed(word)
		return
	case plays && '0' <= word[0] && word[0] <= '9': // such as 8 of spades
		l.say(howMoved)
		return
	}
	names := strings.Fields(strings.Join(texts(l.commands(), func(c command) string { return c.names }), " "))
	if plays {
		names = append(names, "move") // which may stand before one
	}
	slices.Sort(names)
	if near := engine.Near(word, slices.Compact(names)); len(near) > 0 {
		l.sayf("There is no command %q; did you mean %s?", word, engine.Listed(near, "or"))
		return
	}
	l.sayf("There is no command %q: help lists the commands.", word)
}

// explain says what the commands do that a word can mean.
func (l *lobby) explain(word string) {
	found := l.meant(word)
	for _, c := range found {
		l.say(c.help())
		if c.names == "knob" {
			l.bench.helpKnob()
		}
	}
	if len(found) == 0 {
		l.noCommand(word, word)
	}
}

// help returns the command with what it does, as a sentence.
func (c command) help() string {
	name, _, _ := strings.Cut(c.names, " ")
	return strings.TrimSpace(name+" "+c.args) + ": " + c.does + "."
}
