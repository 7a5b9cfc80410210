// Package caption has the short texts that all front ends write alike: counts, times, dates,
// errors as sentences, and how a race stands.
package caption

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
)

// The texts of a session that lacks a part of the arcade, and of an empty history.
const (
	NoDailies        = "There is no daily in this session."
	NoRaces          = "There are no races in this session: nobody else could join."
	NoChallenges     = "There are no challenges in this session: nobody else could play them."
	NoAccounts       = "There are no accounts and leaderboards in this session."
	GuestsHaveNoNick = "A guest has no nick: come back with a key (ssh-keygen makes one)."
	NoWorkshop       = "There is no workshop in this session: nothing can be made up here."
	NoOthers         = "Nobody else can be seen from this session."
	NoHistory        = "No game yet. A game is listed once you finish it, or leave its table after its end."
	NoRules          = "The rules of this game are not known here."
	NoOtherHint      = "No other play here is worth a hint."
	NothingGains     = "Nothing here gains anything."
	NoPlayLeft       = "No play is left to hint at."
)

// DeadEnd says, without a capital and a stop, that all moves of a position only shuffle cards.
const DeadEnd = "the moves left can't gain a point"

// LookingBack says which board of a round shows: the one after the first at of its moves, with a score.
func LookingBack(at, moves int, score engine.Score) string {
	if at == 0 {
		return fmt.Sprintf("Looking back: the deal, before move 1 of %d.", moves)
	}
	return fmt.Sprintf("Looking back: after move %d of %d, with %s.", at, moves, engine.Plural(score.Points, "point"))
}

// Sentence returns a text with a capital first letter and, unless it ends with one or with a
// line to copy, which is indented, a mark at its end.
func Sentence(text string) string {
	if text == "" {
		return text
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if strings.ContainsRune(".!?", rune(text[len(text)-1])) || strings.HasPrefix(text[strings.LastIndexByte(text, '\n')+1:], "  ") {
		return text
	}
	return text + "."
}

// Why returns an error as a sentence for the player.
func Why(err error) string {
	var illegal *engine.IllegalMove
	var knob *engine.KnobError
	switch {
	case errors.As(err, &illegal):
		return illegal.Why
	case errors.As(err, &knob):
		return knob.Why
	}
	return Sentence(err.Error())
}

var kinds = map[grade.Kind]string{
	grade.Winnable: "it can be won", grade.Gentle: "easiest quarter", grade.Fair: "second easiest quarter",
	grade.Stern: "second hardest quarter", grade.Cruel: "hardest quarter",
}

// Kind says in 23 characters or fewer which deals are of a kind.
func Kind(k grade.Kind) string { return cmp.Or(kinds[k], "as it comes") }

// DailyKind says in a word or two what is known of the deal of a daily: "stern". What is known so far
// is not said while it is being graded. It returns "" if nothing is known, and nothing more will be.
func DailyKind(d arcade.DailyStatus) string {
	switch k := d.Kind(); {
	case d.Grading:
		return "not graded yet"
	case k != grade.Fresh:
		return k.String()
	}
	return ""
}

// GradingNote says what "grading" means, as a narrow column has DailyKind.
const GradingNote = "grading: the arcade measures how hard that deal is; its grade follows here."

// Help lists what makes a game assisted.
const Help = "a hint, a warning that the game is lost, a deal picked by how hard it is, or taking back a move that showed something hidden, also by a restart"

// Assists returns what helped the player of a round: "a stern deal was asked for, and 2 hints
// shown".
func Assists(t engine.Tally, m grade.Mark) string {
	var all []string
	if m != (grade.Mark{}) {
		all = append(all, "a "+m.Kind.String()+" deal was asked for")
	}
	if t.Hints > 0 {
		all = append(all, engine.Plural(t.Hints, "hint")+" shown")
	}
	if t.Warnings > 0 {
		all = append(all, "told that it could no longer be won")
	}
	if t.Peeks > 0 {
		all = append(all, "a move that had turned up a card was taken back")
	}
	if n := len(all); n > 1 {
		all[n-1] = "and " + all[n-1]
	}
	return strings.Join(all, ", ")
}

// Assisted says why a round is assisted or, if it only has a kind of deal, graded.
func Assisted(t engine.Tally, m grade.Mark) string {
	if m != (grade.Mark{}) && !t.Assisted() {
		return "graded: you chose how hard the deal is, so it is listed with assisted games."
	}
	return "assisted: " + Assists(t, m) + "."
}

// Assisting says what it costs to have help of a kind, such as "A hint", in a game that counts so
// far, of an event, "" for none.
func Assisting(what string, e arcade.Event) string {
	if _, challenge := e.Challenge(); challenge {
		return what + " makes this game assisted: it ranks after all games without."
	}
	if e != "" {
		return what + " makes this game assisted: it ranks only with assisted games."
	}
	return what + " makes this game assisted: it can't be a best."
}

// PlayedBefore says why a daily cannot be begun with a key of which an account is gone that has begun it.
const PlayedBefore = "You have played this one, with an account that is gone: each is played once."

// LosesWin says what a restart of a game that is won costs.
const LosesWin = "A restart takes this win back."

// CannotBeWon is told of a position that was proved lost.
const CannotBeWon = "This game can't be won from here."

// HintIs says what a hint is to be taken for, in a deal of which all cards lie open or not.
func HintIs(open bool) string {
	if open {
		return "A good play as far as a search sees."
	}
	return "A good guess from what you can see, not a solution."
}

// Hint says what the move of a hint does, why it is good or else how tries of it went, if that is known, and whether
// it was not tried.
func Hint(s engine.State, a hint.Advice) string {
	text := s.Describe(a.Move)
	var facts []string
	for fact := range strings.SplitSeq(a.Why, ", and ") {
		if fact != "" && !repeats(text, fact) {
			facts = append(facts, fact)
		}
	}
	switch {
	case len(facts) > 0:
		text += " This " + strings.Join(facts, ", and ") + "."
	case a.Tries > 1 && a.Win > 0:
		text += fmt.Sprintf(" The arcade's player wins about %d of 100 games that go on so.", max(int(100*a.Win), 1))
	case a.Tries > 1 && a.Points > 0:
		text += fmt.Sprintf(" The arcade's player ends with about %d points if it goes on so.", int(a.Points))
	}
	if a.Sight {
		text += " A quick guess: the arcade is too busy to try it out."
	}
	return text
}

// repeats reports whether a fact says nothing that a text has not said: each of its words, but for
// those that say little, stands in the text, perhaps without a final s.
func repeats(text, fact string) bool {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r == ' ' || r == '.' || r == ',' || r == ':' || r == ';' })
	}
	said := words(text)
	return !slices.ContainsFunc(words(fact), func(w string) bool {
		const little = " a the of to on with makes another work scores starts first row 2 4 "
		return !strings.Contains(little, " "+w+" ") && !slices.Contains(said, w) && !slices.Contains(said, strings.TrimSuffix(w, "s"))
	})
}

// Clock formats a duration in milliseconds as 3:05 or 1:02:03.
func Clock(millis int64) string {
	seconds := int(millis / 1000)
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	if h > 0 {
		return strconv.Itoa(h) + ":" + twoDigits(m) + ":" + twoDigits(s)
	}
	return strconv.Itoa(m) + ":" + twoDigits(s)
}

// Duration returns a time in milliseconds, in words.
func Duration(millis int64) string {
	s := int(millis / 1000)
	var parts []string
	if h := s / 3600; h > 0 {
		parts = append(parts, engine.Plural(h, "hour"))
	}
	if m := s / 60 % 60; m > 0 {
		parts = append(parts, engine.Plural(m, "minute"))
	}
	if s %= 60; s > 0 || len(parts) == 0 {
		parts = append(parts, engine.Plural(s, "second"))
	}
	return strings.Join(parts, " ")
}

// Taken returns what the Millis of a result are: the time at the table or, in an event, the whole time since
// the deal was seen.
func Taken(r arcade.Result, atTable, inAll string) string {
	if r.Event != "" {
		return inAll
	}
	return atTable
}

// twoDigits formats a number below 100 with two digits.
func twoDigits(n int) string { return strconv.Itoa(100 + n)[1:] }

// ordinal returns a place in words: "1st".
func ordinal(n int) string {
	ends := map[int]string{1: "st", 2: "nd", 3: "rd"}
	if n%100/10 == 1 || ends[n%10] == "" {
		return fmt.Sprintf("%dth", n)
	}
	return fmt.Sprintf("%d%s", n, ends[n%10])
}

// Date returns a time in Unix milliseconds as date and time in UTC.
func Date(millis int64) string { return time.UnixMilli(millis).UTC().Format("2006-01-02 15:04") }

// Spelled returns a code sign by sign: "K 7 Q 2 M 9".
func Spelled(code string) string {
	return strings.Join(strings.Split(strings.ReplaceAll(code, "-", ""), ""), " ")
}

// OnOff returns what a setting says.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// Setting returns a value of a knob as players read it: on or off if that is all that there is.
func Setting(k engine.Knob, value string) string {
	if slices.ContainsFunc(k.Values, func(v string) bool { return v != "true" && v != "false" }) {
		return value
	}
	return OnOff(value == "true")
}

// ChallengeNote returns what a note says, without a period: "ann challenges you: 87 of 100 on
// Cheshire". name is the game's.
func ChallengeNote(n arcade.ChallengeNote, name string) string {
	does := "challenges you"
	switch {
	case n.Duel:
		does = "finished your duel"
	case n.Finished:
		does = "finished your challenge"
	}
	help := ""
	if n.Class == arcade.Assisted {
		help = " with help"
	}
	return fmt.Sprintf("%s %s: %d of %d%s on %s", n.From, does, n.Score.Points, n.Score.Max, help, name)
}

// Elsewhere is what a player reads of a challenge whose deal is open in another event of the player's.
const Elsewhere = "You have begun this deal elsewhere: finish it there first."

// GoesOn is said to those who would not give a round up, or lose its class.
const GoesOn = "The game goes on."

// DuelNote says what a duel is, and how it stands or who won.
func DuelNote(c arcade.Challenge) string {
	switch own := c.Own(); {
	case c.Over && own.Rated == nil:
		return duelWon(c) + " Not rated: " + unrated(c) + "."
	case c.Over:
		pool := "in duels"
		if slices.ContainsFunc(c.Players, func(p arcade.ChallengeRow) bool { return p.Level > 0 }) {
			pool = "against the arcade"
		}
		return fmt.Sprintf("%s It changes your rating %s by %+d.", duelWon(c), pool, *own.Rated)
	case own.Result != nil:
		note := "You see your opponent, and who won, once both have played."
		if len(c.Players) < 2 {
			note += " A player of your strength on another network, whom you have not met this week, may answer. After a day the arcade does."
		}
		return note
	}
	return "You and a player of about your strength play the same new deal, once each. You see each other's result once both are done."
}

// duelWon says who won a duel that is over, and by what.
func duelWon(c arcade.Challenge) string {
	if len(c.Players) < 2 || c.Players[1].Result == nil {
		return "The duel is over."
	}
	who, a, b := c.Players[0].Nick, c.Players[0].Result, c.Players[1].Result
	if c.Players[0].ID == c.Me {
		who = "You"
	}
	by, x, y := fmt.Sprintf("both %d", a.Score.Points), a.ChallengeRank(), b.ChallengeRank()
	switch {
	case x.Compare(y) == 0 && a.Stopped:
		return fmt.Sprintf("A draw: %s, both given up.", by)
	case x.Compare(y) == 0:
		return fmt.Sprintf("A draw: %s in %s.", by, Clock(a.Span))
	case x.Unranked != y.Unranked, x.Assisted != y.Assisted:
		by = "the other game was " + b.ClassName()
	case x.Points != y.Points:
		by = fmt.Sprintf("%d to %d", x.Points, y.Points)
	case x.Won != y.Won:
		by += ", but the other game was not won"
	case b.Stopped:
		by += ", but the other game was given up"
	default:
		by += fmt.Sprintf(", in %s to %s", Clock(a.Span), Clock(b.Span))
	}
	return who + " won: " + by + "."
}

// unrated says, as a clause, why a duel that is over has not changed the player's rating.
func unrated(c arcade.Challenge) string {
	all := func(is func(arcade.Result) bool) bool {
		return !slices.ContainsFunc(c.Players, func(p arcade.ChallengeRow) bool { return p.Result != nil && !is(*p.Result) })
	}
	switch {
	case slices.ContainsFunc(c.Players, func(p arcade.ChallengeRow) bool { return p.Gone }):
		return "your opponent has deleted the account"
	case len(c.Players) < 2:
		return "nobody played it against you"
	case !all(func(r arcade.Result) bool { return r.Class != arcade.Practice }):
		return "a game of it was practice"
	case all(func(r arcade.Result) bool { return len(r.Record.Moves) == 0 }):
		return "neither of you made a move"
	case all(func(r arcade.Result) bool { return r.Class != arcade.Counted }):
		return "neither game counted"
	case c.Own().Off:
		return "you are on no leaderboard"
	case c.Own().Joined && (c.Players[0].ID == c.Me || c.Place(1) == 1):
		return "you joined accounts meanwhile"
	}
	return "your opponent could not be rated (it takes five finished fresh deals, on two days, and a place on the leaderboards)"
}

// AskDuel asks whether the player wants to be in a duel at a game.
func AskDuel(game string) string {
	return "Enter a duel at " + game + "? The arcade finds the other player, and the result is rated, unless the other player is new here."
}

// ChallengeStatus returns how a challenge stands for the player, in a few words.
func ChallengeStatus(c arcade.Challenge) string {
	own, first := c.Own(), c.First()
	played, place := 0, 0
	for i, row := range c.Players {
		if row.Result == nil {
			continue
		}
		if played++; row.ID == own.ID {
			place = c.Place(i)
		}
	}
	switch {
	case c.Duel && own.Result != nil && !c.Over && len(c.Players) > 1:
		return fmt.Sprintf("duel, %s; your opponent's turn", PointsHelped(own.Result))
	case c.Duel && own.Result != nil && !c.Over:
		return fmt.Sprintf("duel, %s; waiting for an opponent", PointsHelped(own.Result))
	case c.Duel && own.Result == nil && c.Open == 0:
		return "duel, to be played"
	case c.Open > 0:
		return fmt.Sprintf("begun, at move %d", c.Open-1)
	case c.Elsewhere:
		return "its deal is open elsewhere: finish it there first"
	case !c.Finished() && first.Gone && played == 0:
		return "to be played alone: whoever passed it on is gone"
	case !c.Finished() && first.Result != nil:
		return fmt.Sprintf("to be played: %s has %s", first.Nick, PointsHelped(first.Result))
	case !c.Finished():
		return "to be played"
	case own.Result == nil:
		return "passed on"
	case played < 2 && own.First:
		return fmt.Sprintf("yours, %s; no other result yet", PointsHelped(own.Result))
	}
	status := fmt.Sprintf("%s, %s of %d", PointsHelped(own.Result), ordinal(place), played)
	switch best := c.Players[0]; {
	case c.Duel || played < 2:
		return status
	case c.Place(1) == 1:
		return status + "; the best are equal"
	case best.ID == c.Me:
		return status + "; ahead: you"
	default:
		return status + "; ahead: " + best.Nick
	}
}

// PointsHelped returns the points of a game, and that it had help if it had: "14/27 with help".
func PointsHelped(r *arcade.Result) string {
	text := fmt.Sprintf("%d/%d", r.Score.Points, r.Score.Max)
	if r.Class == arcade.Assisted {
		text += " with help"
	}
	return text
}

// OncePlayed says what to know before the deal of a challenge is begun.
const OncePlayed = "once. A game with help ranks last, and one of a deal you have seen is practice."

// HelpRanks says how games with help rank in a challenge in which there are some, "" if there are none.
func HelpRanks(c arcade.Challenge) string {
	if slices.ContainsFunc(c.Players, func(p arcade.ChallengeRow) bool { return p.Result != nil && p.Result.Class == arcade.Assisted }) {
		return "Games with help rank below all games without."
	}
	return ""
}

// TimeNote returns what to say about the times of a board, as a suffix for its title. It
// is "" for boards without times. Histories show the time at the table.
func TimeNote(k arcade.BoardKind) string {
	switch k {
	case arcade.MostWins, arcade.Streaks, arcade.Notable, arcade.RaceRatings:
		return ""
	}
	return "; the clock runs from the first look at the deal"
}

// MoreGames names the games that only the workshop lists, "" if there are none.
func MoreGames(games engine.Library) string {
	var names []string
	for _, g := range games.Offered() {
		names = append(names, g.Info().Name)
	}
	if names == nil {
		return ""
	}
	return "More in the workshop: " + strings.Join(names, ", ") + "."
}

// Absent says that nobody stands on a board or, with others, that the player does not, and what it takes.
func Absent(kind arcade.BoardKind, others bool) string {
	who, takes := "Nobody is on this board yet. ", ""
	switch kind {
	case arcade.RaceRatings:
		takes = fmt.Sprintf("The list has players with at least %d rated races and %d different opponents this month, whose rating is settled (no \"?\").",
			arcade.SeasonRaces, arcade.SeasonRivals)
		if others {
			return takes
		}
	case arcade.AllTime, arcade.ThisWeek:
		takes = "A win or a game of at least five moves puts you here. Events have their own boards."
	}
	if others {
		who = "You are not on this board yet. "
	}
	return strings.TrimSpace(who + takes)
}

// Rating returns a rating in races as it stands beside a nick: "1612", or "1612?" while it is
// provisional, or "" if there is none.
func Rating(r arcade.Rating) string {
	switch {
	case !r.Exists():
		return ""
	case r.Provisional():
		return fmt.Sprintf("%d?", r.Points)
	}
	return strconv.Itoa(r.Points)
}

// ChangedRating returns a rating after an event that has changed r, and by how much, as they stand beside a
// nick: "1624 (+12)", or r alone if by is nil. A first rating has changed from the average: "1400? (-100)".
func ChangedRating(r arcade.Rating, by *int) string {
	if by == nil {
		return Rating(r)
	}
	if !r.Exists() {
		r = arcade.Rating{Points: arcade.AveragePoints, Deviation: arcade.ProvisionalDeviation, Races: 1}
	}
	r.Points += *by
	return fmt.Sprintf("%s (%+d)", Rating(r), *by)
}

// ProvisionalNote says what the question mark of Rating means.
const ProvisionalNote = "? marks a rating of few races, which may still change much."

// What ratings are of, in the singular.
const (
	InRaces = "race"
	InDuels = "duel"
)

// fullRating returns a rating, InRaces or InDuels, with all that is known of it, such as "1612 ± 85
// after 20 races", or "" if there is none.
func fullRating(r arcade.Rating, in string) string {
	if !r.Exists() {
		return ""
	}
	text := fmt.Sprintf("%d ± %d", r.Points, r.Deviation)
	if r.Provisional() {
		text += ", provisional,"
	}
	return text + " after " + engine.Plural(r.Races, in)
}

// RacerRating says how a player is rated, InRaces or InDuels, such as "rated 1612, give or take 85
// after 20 races", or "".
func RacerRating(level arcade.Level, r arcade.Rating, in string) string {
	switch {
	case level > 0:
		return fmt.Sprintf("the arcade's player, rated %d", r.Points)
	case r.Exists():
		return "rated " + Spoken(fullRating(r, in))
	}
	return ""
}

// Ratings returns a player's ratings in races, in duels and in those with the arcade's players, "" if
// there are none.
func Ratings(a arcade.Account) string {
	var known []string
	if a.Rating.Exists() {
		known = append(known, fullRating(a.Rating, InRaces))
	}
	if a.Duels.Exists() {
		known = append(known, fullRating(a.Duels, InDuels))
	}
	if a.Arcade.Exists() {
		known = append(known, fmt.Sprintf("%s with the arcade's players: about as strong as their level %d", fullRating(a.Arcade, InRaces), arcade.NearestLevel(a.Arcade)))
	}
	return strings.Join(known, "; ")
}

// Spoken returns a text about ratings without signs.
func Spoken(ratings string) string { return strings.ReplaceAll(ratings, " ± ", ", give or take ") }

// RaceRated says whether a race of the game with an ID is rated. alone is set of one against the arcade's players.
func RaceRated(games engine.Library, game string, alone bool) string {
	switch _, ok := games.House.Find(game); {
	case !ok:
		return "It is not rated: somebody made up the game."
	case alone:
		return "It is rated."
	}
	return "It is rated, except against players who are new here."
}

// Watched says that others may watch a race, if so, behind what else is said of it.
func Watched(may bool) string {
	if may {
		return " Others may watch it, two minutes behind."
	}
	return ""
}

// RacePlace returns the place of the player in a race that has begun: "1st of 2", or "joint
// 1st of 2" if another is equal, or "alone".
func RacePlace(r *arcade.Race) string {
	if r.Alone() {
		return "alone"
	}
	_, place := r.Own()
	text := fmt.Sprintf("%s of %d", ordinal(place), len(r.Racers)-r.Deleted())
	if i := r.Index(); i >= 0 && r.Tied(i) > 0 {
		text = "joint " + text
	}
	return text
}

// RaceStatus returns how a race stands for the player, in a few words.
func RaceStatus(r *arcade.Race, now time.Time) string {
	own, _ := r.Own()
	switch {
	case !r.Over && r.Begins.IsZero():
		return "not started, " + engine.Plural(len(r.Racers), "racer")
	case !r.Over && !r.Begun(now):
		return "about to begin"
	case !r.Over && own.Through:
		return "under way, you finished"
	case !r.Over:
		return "under way, " + Clock(r.Left(now).Milliseconds()) + " left"
	case !own.Through:
		return "over, you did not finish"
	}
	text := RacePlace(r) + ", " + engine.Plural(own.Score.Points, "point")
	if gone := r.Deleted(); gone > 0 {
		text += fmt.Sprintf(", %d deleted", gone)
	}
	return text
}

// RaceResult says how a race ended for the player: "Race K7Q2M9 has ended: 2nd of 3, 14 points,
// rating 1484 (-16)."
func RaceResult(r *arcade.Race) string {
	text := "Race " + r.Code + " has ended: " + RaceStatus(r, r.Begins)
	if own, _ := r.Own(); own.Rated != nil {
		text += fmt.Sprintf(", rating %d (%+d)", cmp.Or(own.Rating.Points, arcade.AveragePoints)+*own.Rated, *own.Rated)
	}
	return text + "."
}

// AgainstArcade says how strong a race that is over shows the player to be, if only the arcade's own
// players were in it besides, or "".
func AgainstArcade(r *arcade.Race) string {
	own, _ := r.Own()
	if own.Rated == nil || !r.AgainstArcade() {
		return ""
	}
	now := arcade.Rating{Points: cmp.Or(own.Rating.Points, arcade.AveragePoints) + *own.Rated, Races: 1}
	return fmt.Sprintf("Against the arcade you are rated %d now, about as strong as its level %d.", now.Points, arcade.NearestLevel(now))
}

// Pile returns the cards of a pile from the bottom to the top, as far as a player may see
// them: "c1: 2 face down, 7♥ Q♠".
func Pile(v engine.View) string {
	var parts []string
	for i := 0; i < len(v.Cards); {
		from := i
		for i < len(v.Cards) && v.Cards[i].IsDown() == v.Cards[from].IsDown() {
			i++
		}
		part := fmt.Sprintf("%d face down", i-from)
		if v.Cards[from].IsUp() {
			var cards []string
			for _, c := range v.Cards[from:i] {
				cards = append(cards, c.Glyph())
			}
			part = strings.Join(cards, " ")
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return v.At.String() + ": no card."
	}
	return v.At.String() + ": " + strings.Join(parts, ", ") + "."
}

// Heading returns the heading under which a game shows.
func Heading(g engine.Game) string {
	if _, ok := g.(engine.MadeUp); ok {
		return "Your variations"
	}
	return g.Info().Family
}

// AboutBest says which games can be a best, see [arcade.Result.Brief], AboutEvents where the others stand, and NoBest why
// a player has none.
const (
	AboutEvents = "Games in dailies, races, sprints, duels and challenges can't be a best: these have boards of their own."
	AboutBest   = "A best counts only on a fresh deal without help, with at least one point, and after five moves or a win. " +
		AboutEvents
	NoBest = "No best yet. " + AboutBest
)

// ChangedKnobs says which knobs two designs set differently, a sentence each.
func ChangedKnobs(before, now engine.Design) (all []string) {
	was := make(map[string]engine.Knob)
	for _, k := range before.Knobs() {
		was[k.Name] = k
	}
	for _, k := range now.Knobs() {
		if old, ok := was[k.Name]; ok && old.Value != k.Value {
			all = append(all, fmt.Sprintf("%s was %s, and is %s now.", k.Label, Setting(old, old.Value), Setting(k, k.Value)))
		}
	}
	return all
}

// Trouble says how a problem keeps a design from making a game.
func Trouble(d engine.Design, p *engine.Problem) string {
	knobs := d.Knobs()
	if i := slices.IndexFunc(knobs, func(k engine.Knob) bool { return k.Name == p.Knob }); i >= 0 {
		return knobs[i].Label + ": " + Sentence(p.Why)
	}
	return Sentence(p.Why)
}

// Variation returns what is known here of a game that somebody made up, in sentences: who kept it first, how much it is
// played, how many keep it besides the player, and how the arcade fares in it; "" if nothing is.
func Variation(v arcade.Variation) string {
	var says []string
	if v.By != "" {
		says = append(says, "By "+v.By+".")
	}
	if v.Rounds > 0 {
		says = append(says, fmt.Sprintf("%s here by %s.", engine.Plural(v.Rounds, "game"), engine.Plural(v.Players, "player")))
	}
	if v.Keepers > 1 || v.Keepers > 0 && !v.Own {
		says = append(says, "Kept by "+engine.Plural(v.Keepers, "player")+".")
	}
	if v.Estimate.Deals > 0 {
		says = append(says, Sentence(v.Estimate.String()))
	}
	return strings.Join(says, " ")
}

// Joined says, of accounts that have become one, which it is, and how many keys it has.
func Joined(accounts arcade.Accounts) string {
	text := "The accounts are joined."
	p, err := accounts.Account()
	keys, unread := accounts.Keys()
	if err != nil || unread != nil {
		return text
	}
	return fmt.Sprintf("%s You are %s, with %s.", text, cmp.Or(p.Nick, "without a nick"), engine.Plural(len(keys), "key"))
}

// BecomesPart says what entering a link code does: of the accounts, the one of the nick into stays.
func BecomesPart(p arcade.Account, into string) string {
	text := "This account, with its keys and games, becomes part of " + cmp.Or(into, "the other one, which has no nick,") + " for good."
	if into == p.Nick && into != "" { // a guest has made the code
		text = "The guest's games become yours for good."
	}
	return text + " A daily, sprint or race that both began counts once; a daily or sprint older than the account that goes becomes practice."
}

// TakenBack says that a move is taken back, of which a state says that it "Six of Hearts to a4: begins the Sixes."
func TakenBack(move string) string {
	move, _, _ = strings.Cut(move, ": ")
	return "Taken back: " + strings.TrimSuffix(move, ".") + "."
}

// AtMove returns where a round stands after a number of moves.
func AtMove(moves int) string {
	if moves == 0 {
		return "the start"
	}
	return fmt.Sprintf("move %d", moves)
}

// Spikes says, after the points of a round, how many more it has if it ends at s; "" for none.
func Spikes(s engine.State) string {
	n := engine.Final(s).Points - s.Score().Points
	switch n {
	case 0:
		return ""
	case 1:
		return ", and 1 for a spike left face down"
	}
	return fmt.Sprintf(", and %d for spikes left face down", n)
}
