package words

import (
	"fmt"
	"strings"
	"time"

	"boardwalk/engine"
)

func (s *session) best(name string) {
	games := s.env.Games
	if name != "" {
		g, ok := s.find(name)
		if !ok {
			return
		}
		games = []engine.Game{g}
	} else if s.table != nil {
		games = []engine.Game{s.table.round.Game()}
	}
	for _, g := range games {
		for _, class := range []engine.Class{engine.Counted, engine.Assisted} {
			r, ok, err := s.env.Store.Best(g.Info().ID, class)
			if err != nil {
				s.unread(err)
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

func (s *session) history(string) {
	results, err := s.env.Store.History("", historyMax)
	if err != nil {
		s.unread(err)
		return
	}
	if len(results) == 0 {
		s.say("No game yet. A game comes here when it is over, finished or given up.")
	}
	for _, r := range results {
		name := r.Record.Game
		for _, g := range s.env.Games {
			if g.Info().ID == name {
				name = g.Info().Name
			}
		}
		s.say(fmt.Sprintf("%s: %s, %s, %s, %s, %s, deal %s.", time.UnixMilli(r.Ended).UTC().Format("2006-01-02 15:04"),
			name, outcome(r.Score), plural(len(r.Record.Moves), "move"), duration(r.Millis), r.Class, r.Record.Code))
	}
}

// rules tells a rules page as it is, but for the marks of its layout.
func (s *session) rules(name string) {
	var g engine.Game
	if name == "" && s.table != nil {
		g = s.table.round.Game()
	} else if found, ok := s.find(name); ok {
		g = found
	} else {
		return
	}
	marks := strings.NewReplacer("**", "", "`", "")
	for line := range strings.SplitSeq(strings.TrimSpace(g.Rules()), "\n") {
		line = plain(marks.Replace(strings.TrimLeft(line, "#")))
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
		case len(line) <= lineWidth:
			s.answer = append(s.answer, strings.TrimRight(line, " "))
		default:
			s.say(line)
		}
	}
}

// outcome is a score in words.
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
