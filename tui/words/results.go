package words

import (
	"fmt"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// gamesAbout returns the games that an answer is about: the one with a name, the one at
// the table, or else all.
func (s *session) gamesAbout(name string) (games engine.Catalog, ok bool) {
	if name == "" && s.table == nil {
		return s.env.Games, true
	}
	g, ok := s.about(name)
	return engine.Catalog{g}, ok
}

func (s *session) best(name string) {
	games, ok := s.gamesAbout(name)
	if !ok {
		return
	}
	for _, g := range games {
		for _, class := range arcade.Classes() {
			if !class.Ranked() {
				continue
			}
			r, ok, err := s.env.Store.Best(g.Info().ID, class)
			if s.unread(err) {
				return
			}
			if ok {
				s.say(fmt.Sprintf("%s, %s: %s, %s, in %s.", g.Info().Name, class, outcome(r.Score),
					plural(len(r.Record.Moves), "move"), duration(r.Millis)))
			}
		}
	}
	if len(s.answer) == 0 {
		s.say("No result yet.")
	}
}

// statistics says the sums of games, by game and class.
func (s *session) statistics(name string) {
	games, ok := s.gamesAbout(name)
	if !ok {
		return
	}
	stats, err := s.env.Store.Stats()
	if s.unread(err) {
		return
	}
	for _, g := range games {
		for _, class := range arcade.Classes() {
			of := func(st arcade.GameStat) bool { return st.Game == g.Info().ID && st.Class == class }
			if i := slices.IndexFunc(stats, of); i >= 0 {
				s.say(fmt.Sprintf("%s, %s: %s.", g.Info().Name, class, summary(stats[i].Stat, class)))
			}
		}
	}
	if len(s.answer) == 0 {
		s.say("No game yet. A game counts here when it is over, finished or given up.")
	}
}

// summary returns a Stat in words.
func summary(st arcade.Stat, class arcade.Class) string {
	text := fmt.Sprintf("%d played, %d won (%d%%), %d perfect", st.Played, st.Won, 100*st.Won/st.Played, st.Perfect)
	if st.HasBest() {
		text += fmt.Sprintf(", best %d", st.Best)
	}
	text += fmt.Sprintf(", average %.1f", st.Average())
	if class == arcade.Counted {
		text += fmt.Sprintf(", win streak %d (longest %d)", st.Streak, st.Longest)
	}
	return text + ", " + duration(st.Millis)
}

func (s *session) history(string) {
	results, err := s.env.Store.History("", historyMax)
	if s.unread(err) {
		return
	}
	if len(results) == 0 {
		s.say("No game yet. A game appears here when it is over, finished or given up.")
	}
	for _, r := range results {
		s.say(fmt.Sprintf("%s: %s, %s, %s, %s, %s, %s.", time.UnixMilli(r.Ended).UTC().Format("2006-01-02 15:04"),
			s.env.Games.Name(r.Record.Game), outcome(r.Score), plural(len(r.Record.Moves), "move"), duration(r.Millis), r.Class, s.dealt(r)))
		if r.Ruling != "" {
			s.say("  " + r.Ruling)
		}
	}
}

// dealt returns the deal of a result, or its event while the deal is secret.
func (s *session) dealt(r arcade.Result) string {
	if s.env.Sealed(r.Event) {
		return tui.Occasion(r.Event)
	}
	return "deal " + string(r.Record.Code)
}

// outcome returns a score in words.
func outcome(score engine.Score) string {
	text := fmt.Sprintf("%d of %s", score.Points, plural(score.Max, "point"))
	switch {
	case score.Perfect:
		return text + ", perfect"
	case score.Won:
		return text + ", won"
	}
	return text
}
