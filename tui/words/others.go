package words

import (
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// others says what goes on between players: how the player and those whom the player follows stand in
// today's dailies, which races and challenges wait, and who is here.
func (l *lobby) others(string) {
	t, err := arcade.ReadToday(l.env.Games.House, l.env.Events, l.env.Accounts, "")
	if l.sayIfUnread(err) {
		return
	}
	l.say("Daily: " + caption.Today(t) + ".")
	for _, d := range t.Dailies {
		l.say(caption.Friends(d))
	}
	if now := l.env.Events.Sprints().Now; now.Game != "" {
		l.sayf("A sprint of %s goes on: sprint tells more.", l.env.Games.Name(now.Game))
	}
	if l.env.Races != nil {
		own, _ := l.env.Races.Races(racesListed) // race tells the error
		for _, r := range own {
			if r.Unfinished() {
				l.sayf("Your race %s of %s: %s. race tells more.", r.Code, l.env.Games.Name(r.Game), caption.RaceStatus(r, l.env.Now()))
			}
		}
		waiting := l.env.Races.Waiting()
		for _, r := range waiting {
			l.sayf("%s of %s: race %s joins it.", caption.RaceWaits(r), l.env.Games.Name(r.Game), r.Code)
		}
		if len(waiting) == 0 {
			l.say("Nobody else is waiting for a race: race arcade races against the arcade at once.")
		}
	}
	l.sayOwed()
	if l.env.Challenges != nil {
		if game := l.env.Challenges.WaitingDuel(); game != "" {
			l.say(caption.DuelWaits(l.env.Games.Name(game)) + " duel answers it.")
		}
		for _, n := range l.env.Challenges.Notes() {
			l.sayf("%s: challenge %s tells more.", caption.ChallengeNote(n, l.env.Games.NameOf(n.Game, n.Rules)), n.Code)
		}
	}
	if l.env.Company != nil {
		l.say(caption.WhoIsHere(l.env.Company.People()))
	}
	l.say("daily, race, challenge, watch, who and top tell more.")
}
