package words

import (
	"fmt"
	"strings"
)

// A command is what a player can type besides moves.
type command struct {
	name string
	args string // for the help, "NAME"
	does string // for the help, which leaves the command out if this is empty
	at   where
	do   func(s *session, args string)
}

// where is a set of places where a command can be given.
type where uint8

const (
	inMenu where = 1 << iota
	inLesson
	atTable

	anywhere = inMenu | inLesson | atTable
)

// commands returns the commands in the order of the help.
func commands() []command {
	return []command{
		{"games", "", "the games, what is open and your bests", anywhere, (*session).games},
		{"play", "NAME", "play a game by its name or number, or go on with it", anywhere, (*session).play},
		{"continue", "", "go on with the open game", inMenu | inLesson, (*session).resume},
		{"deal", "NAME CODE", "play the deal of a code, as practice; at a table, without the name", anywhere, (*session).deal},
		{"daily", "NAME", "today's deals; with a name, plays that one, once", anywhere, (*session).daily},
		{"race", "CODE", "your race; with a friend's code, joins it; with a game's name, opens one", anywhere, (*session).race},
		{"learn", "NAME", "the lessons for a game, and which are done", anywhere, (*session).learn},
		{"lesson", "NUMBER", "play one; without a number, the next", inMenu | inLesson, (*session).study},
		{"look", "", "every pile, a line each; board is the same", atTable | inLesson, (*session).look},
		{"board", "", "", atTable | inLesson, (*session).look},
		{"pile", "PLACE", "one pile, every card named from the bottom to the top", atTable | inLesson, (*session).pile},
		{"moves", "", "the moves that can be played", atTable | inLesson, (*session).moves},
		{"hint", "", "a good play; asks while the game counts, and Ctrl-C ends the search", atTable | inLesson, (*session).hint},
		{"undo", "", "take back a move, or a restart", atTable, (*session).undo},
		{"redo", "", "play it again", atTable, (*session).redo},
		{"restart", "", "go back to the deal", atTable, (*session).restart},
		{"score", "", "points, moves, and what the game counts for", atTable, (*session).score},
		{"time", "", "how long you have played", atTable, (*session).time},
		{"new", "", "a new deal; asks while a game goes on", atTable, (*session).newDeal},
		{"finish", "", "end the game with the points it has; asks", atTable, (*session).finish},
		{"rules", "NAME", "the rules of a game; at a table, of this one", anywhere, (*session).rules},
		{"strategy", "NAME", "pages of advice; strategy 2 tells the second", anywhere, (*session).strategy},
		{"terms", "WORD", "what the words of the game mean", anywhere, (*session).terms},
		{"best", "NAME", "your best results", anywhere, (*session).best},
		{"statistics", "NAME", "your games summed up; stats is the same", anywhere, (*session).statistics},
		{"history", "", "the games you have finished, the newest first", anywhere, (*session).history},
		{"top", "NAME", "who plays a game best here", anywhere, (*session).top},
		{"nick", "NAME", "what others call you here, or another name for you", anywhere, (*session).nick},
		{"link", "CODE", "a code that joins your other key's account with this one; with a code, enters it", anywhere, (*session).link},
		{"settings", "NAME on", "your settings; with a name and on or off, changes one", anywhere, (*session).set},
		{"more", "", "the next part of a long answer; Enter alone does the same", anywhere, func(s *session, _ string) { s.more("") }},
		{"leave", "", "to the menu; the game is kept", atTable | inLesson, func(s *session, _ string) { s.leave() }},
		{"help", "", "this list; ? does the same", anywhere, (*session).help},
		{"quit", "", "leave the arcade; the game is kept", anywhere, func(s *session, _ string) { s.quit() }},
	}
}

// available reports whether a command can be given now.
func (s *session) available(c command) bool {
	at := inMenu
	switch {
	case s.table != nil:
		at = atTable
	case s.lesson != nil:
		at = inLesson
	}
	return c.at&at != 0
}

// handleLine handles a line from the player.
func (s *session) handleLine(line string) {
	s.typed = strings.TrimSpace(line)
	line = strings.ToLower(s.typed)
	s.newAnswer()
	if s.timeUp() {
		return
	}
	switch {
	case !isPlain(s.typed): // a question stays open
		s.say("Only the letters a to z, digits and the signs of a plain keyboard can be typed here, so nothing was done. Type it again without the others.")
	case s.asking != nil:
		s.reply(line)
	case line == "":
		s.answer = s.unshown
	case len(line) > 1 && isLetter(line[0]) && isDigit(line[1]):
		s.move(line)
	default:
		s.command(line)
	}
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// command runs the command that a word names, or begins if it begins only one.
func (s *session) command(line string) {
	word, args, _ := strings.Cut(line, " ")
	switch word {
	case "?":
		word = "help"
	case "stats":
		word = "statistics"
	}
	found := matching(commands(), word, s.available)
	if len(found) == 0 {
		found = matching(commands(), word, func(command) bool { return true })
	}
	switch {
	case len(found) == 0:
		s.say(fmt.Sprintf("There is no command %q: help lists them.", word))
	case len(found) > 1:
		var names []string
		for _, c := range found {
			names = append(names, c.name)
		}
		s.say(fmt.Sprintf("%q can mean %s.", word, either(names)))
	case !s.available(found[0]) && s.lesson != nil:
		s.say(fmt.Sprintf("A lesson has no %s: lesson %d begins it again.", found[0].name, s.lesson.at+1))
	case !s.available(found[0]) && s.table == nil:
		s.say(fmt.Sprintf("No game is on the table: play NAME begins one, and then there is %s.", found[0].name))
	case !s.available(found[0]):
		s.say("That is for the menu: leave goes there, and the game is kept.")
	default:
		found[0].do(s, strings.TrimSpace(args))
	}
}

// matching returns the commands that a word can mean: the one with that name, or else
// those that begin with it.
func matching(all []command, word string, ok func(command) bool) []command {
	var found []command
	for _, c := range all {
		switch {
		case !ok(c) || !strings.HasPrefix(c.name, word):
		case c.name == word:
			return []command{c}
		default:
			found = append(found, c)
		}
	}
	return found
}

func (s *session) help(string) {
	if s.table != nil || s.lesson != nil {
		s.say("A move is typed as its places: a1c4 plays the card at a1 to c4, and a1 alone tells where it can go.")
	}
	for _, c := range commands() {
		if s.available(c) && c.does != "" {
			s.say(strings.TrimSpace(c.name+" "+c.args) + ": " + c.does + ".")
		}
	}
	s.say("The beginning of a word is enough if no other word has it: und for undo.")
}
