package words

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// historyMax is the maximum number of results to list.
const historyMax = 100

// greet says where the player is.
func (s *session) greet() {
	s.say("Boardwalk Arcade, in words. You play as " + s.env.Player + ".")
	open, ok := s.open()
	if !ok {
		return
	}
	for _, o := range open {
		s.say(fmt.Sprintf("%s is open at move %d: continue goes on with it.", o.game.Info().Name, len(o.saved.Record.Moves)))
	}
	if len(open) == 0 && len(s.env.Games) > 0 && !s.welcome(s.env.Games[0]) {
		return
	}
	s.say("games lists the games, help the commands.")
}

// welcome tells a player who has not finished a game yet where to begin. It returns false
// if that cannot be read, which it then says.
func (s *session) welcome(first engine.Game) bool {
	finished, err := s.env.Store.Stats()
	if s.unread(err) {
		return false
	}
	course := tui.Course(s.env.Games, first)
	next := s.settings.NextLesson(course, 0)
	switch {
	case len(finished) > 0:
	case next < 0:
		s.say("New here? play 1 begins " + first.Info().Name + ".")
	case len(s.settings.Learned) > 0:
		s.say(fmt.Sprintf("lesson goes on with %s, and play 1 begins %s.", course[next].Title, first.Info().Name))
	default:
		s.say(fmt.Sprintf("New here? play 1 begins %s, and lesson teaches it first, on %s.",
			first.Info().Name, plural(len(course), "board")))
	}
	s.newcomer = len(finished) == 0
	return true
}

// An openGame is a game to go on with.
type openGame struct {
	game  engine.Game
	saved arcade.Saved
}

// open reads the open games. ok is false if that fails, which open then says.
func (s *session) open() (open []openGame, ok bool) {
	for _, g := range s.env.Games {
		saved, rev, err := s.env.Store.Saved(g.Info().ID)
		if s.unread(err) {
			return nil, false
		}
		if rev != 0 {
			open = append(open, openGame{g, saved})
		}
	}
	return open, true
}

func (s *session) games(string) {
	for i, g := range s.env.Games {
		info := g.Info()
		line := fmt.Sprintf("%d: %s (%s). %s", i+1, info.Name, info.Family, info.Summary)
		if level := string(info.Difficulty.Level); level != "" {
			line += " " + sentence(level)
		}
		if s.playsGame(g) {
			line += " You are playing it."
		} else if saved, rev, err := s.env.Store.Saved(info.ID); s.unread(err) {
			return
		} else if rev != 0 {
			line += fmt.Sprintf(" Continue at move %d.", len(saved.Record.Moves))
		}
		best, played, err := s.env.Store.Best(info.ID, arcade.Counted)
		if s.unread(err) {
			return
		}
		if played {
			line += " Best: " + outcome(best.Score) + "."
		}
		s.say(line)
	}
}

// playsGame reports whether the player's own round of a game is at the table.
func (s *session) playsGame(g engine.Game) bool { return s.playsSlot(g.Info().ID) }

// playsSlot reports whether the round of a slot is at the table, and no other session's.
func (s *session) playsSlot(slot string) bool {
	return s.table != nil && s.table.slot() == slot && !s.table.seat.Lost()
}

// find returns the game with a name, or with a number in the list. ok is false if that is
// not exactly one game, which find then says.
func (s *session) find(name string) (engine.Game, bool) {
	g, err := s.named(name)
	var several *engine.NameError
	switch {
	case err == nil:
		return g, true
	case name == "":
		s.say("Say which game: games lists them.")
	case errors.As(err, &several) && len(several.Fits) > 1:
		var names []string
		for _, g := range several.Fits {
			names = append(names, g.Info().Name)
		}
		s.say(fmt.Sprintf("%q can mean %s. Its number in the list will do, too.", several.Name, either(names)))
	default:
		s.say(fmt.Sprintf("There is no game %q: games lists them.", name))
	}
	return nil, false
}

// named returns the game with a number in the list, or with a name. It looks the name up
// as the player typed it, since an ID must match exactly. The error is an
// *engine.NameError.
func (s *session) named(name string) (engine.Game, error) {
	if i, err := strconv.Atoi(name); err == nil && 1 <= i && i <= len(s.env.Games) {
		return s.env.Games[i-1], nil
	}
	if i := strings.LastIndex(strings.ToLower(s.typed), name); i >= 0 {
		name = s.typed[i : i+len(name)]
	}
	return s.env.Games.Resolve(name)
}

// play goes on with a game, or deals it.
func (s *session) play(name string) {
	g, ok := s.find(name)
	if !ok {
		return
	}
	if s.playsGame(g) {
		s.say("You are playing it: new deals anew.")
		return
	}
	if s.table != nil && !s.leave() {
		return
	}
	_, rev, err := s.env.Store.Saved(g.Info().ID)
	switch {
	case s.unread(err):
	case rev != 0:
		s.resumeRound(g, "")
	default:
		s.openTable(newTable(s.env, g, s.env.Deal(), false))
	}
}

// resume goes on with the open game, or with the game of a name.
func (s *session) resume(name string) {
	if name != "" {
		s.play(name)
		return
	}
	open, ok := s.open()
	switch {
	case !ok:
	case len(open) == 0:
		s.say("No game is open: play NAME begins one.")
	case len(open) == 1:
		s.resumeRound(open[0].game, "")
	default:
		var names []string
		for _, o := range open {
			names = append(names, o.game.Info().Name)
		}
		s.say("Several are open: continue " + either(names) + ".")
	}
}

// deal plays the deal of a code. The words before the code name a game.
func (s *session) deal(args string) {
	words := strings.Fields(args)
	if len(words) == 0 || len(words) == 1 && s.table == nil {
		s.say("Say the game and the code of the deal, such as deal hop 45 ABC.")
		return
	}
	code, err := engine.ParseCode(words[len(words)-1])
	if s.failed(err) {
		return
	}
	if name := strings.Join(words[:len(words)-1], " "); name != "" {
		g, ok := s.find(name)
		if !ok {
			return
		}
		if !s.playsGame(g) {
			s.dealElsewhere(g, code)
			return
		}
	}
	s.dealAnew(code, true)
}

// dealElsewhere plays a deal of a game that is not at the table.
func (s *session) dealElsewhere(g engine.Game, code engine.Code) {
	_, rev, err := s.env.Store.Saved(g.Info().ID)
	switch {
	case s.unread(err):
	case rev != 0:
		s.say(g.Info().Name + " is open: play it first, and finish it or deal there.")
	case s.table == nil || s.leave():
		s.openTable(newTable(s.env, g, code, true))
	}
}

// resumeRound goes on with the open round of a game in an event, or in none, and takes it
// over from any session that still plays it. If the round cannot go on, resumeRound offers
// to put it into the history.
func (s *session) resumeRound(g engine.Game, e arcade.Event) {
	saver := play.NewSaver(s.env.Store)
	saved, err := saver.Read(arcade.Slot(g.Info().ID, e), true)
	switch {
	case errors.Is(err, arcade.ErrConflict), err == nil && !saver.Stored():
		s.say("This game went on in another session. Try again in a moment.")
		return
	case s.unread(err):
		return
	}
	t, err := resumeTable(s.env, g, saved, saver)
	if err != nil {
		s.ask(fmt.Sprintf("The open game of %s was played by other rules and cannot go on. Put it into your history with its %s?",
			g.Info().Name, plural(saved.Score.Points, "point")), func() { s.retire(g, saved, saver) })
		return
	}
	s.openTable(t)
}

// retire puts a round that cannot go on into the history, with the points it has.
func (s *session) retire(g engine.Game, saved arcade.Saved, saver *play.Saver) {
	if _, err := saver.Finish(saved.Result(saved.Score, s.env.Now().UnixMilli())); err != nil {
		s.say("Not saved: " + sentence(err.Error()))
		return
	}
	s.say(fmt.Sprintf("It is in your history. play %s deals anew.", g.Info().Name))
}

// openTable goes to a table and describes it.
func (s *session) openTable(t *table) {
	s.table, s.lesson, s.subject, s.giveUp = t, nil, t.game(), false
	switch {
	case t.seat.Stored() && !t.fresh:
		ran := ""
		if t.event() != "" { // the time away counts
			ran = ", and its clock ran on"
		}
		s.say(fmt.Sprintf("%s stands where you left it, at move %d%s.", t.name(), t.seat.Shown().Moves, ran))
	case t.seat.Chosen():
		s.say(fmt.Sprintf("%s, deal %s: practice.", t.name(), t.seat.Code()))
	case t.event() != "":
		s.say(t.name() + ": the same deal for everyone, which counts and is played once.")
	default:
		s.say(t.name() + ": a fresh deal, which counts.")
	}
	s.sayProgress(true, false)
	s.look("")
	if s.newcomer && t.nothingToSave() {
		text := "Type a move as its places, such as a1c4. moves lists all"
		if t.seat.Hints() {
			text += ", hint suggests one"
		}
		s.say(text + ".")
		s.newcomer = false
	}
}
