package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// challengesPrinted is the number of challenges that the challenges command lists, and challengesTold that in words.
const challengesPrinted, challengesTold = 50, 20

// A Challenges is what challenge and challenges print.
type Challenges struct {
	Challenges []Challenge `json:"challenges" jsonschema:"those that were entered last first"`
	Waiting    []Waiting   `json:"waiting,omitempty" jsonschema:"those to the player, who has not entered them yet; the newest first"`
}

// A Waiting is a challenge to the player, who has not entered it yet.
type Waiting struct {
	Code string `json:"code"`
	From string `json:"from" jsonschema:"the nick of whoever challenges the player, \"Somebody\" for none"`
	Game string `json:"game" jsonschema:"the ID"`
	Name string `json:"name"`

	Warning string `json:"warning,omitempty" jsonschema:"that no way to win the game is known, if so"`
}

// A Challenge is a deal that a player has passed on to others.
type Challenge struct {
	Code     string         `json:"code"`
	Game     string         `json:"game" jsonschema:"the ID"`
	Name     string         `json:"name"`
	Opened   time.Time      `json:"opened" jsonschema:"UTC"`
	Until    time.Time      `json:"until" jsonschema:"UTC; others can enter it before that"`
	Shut     bool           `json:"shut" jsonschema:"nobody can enter it now"`
	Duel     bool           `json:"duel,omitempty" jsonschema:"the arcade has paired its two players; neither learns of the other before it is over"`
	Over     bool           `json:"over,omitempty" jsonschema:"both players of a duel are done"`
	Note     string         `json:"note,omitempty" jsonschema:"how a duel stands, or how games with help rank"`
	Finished bool           `json:"finished" jsonschema:"the player has played the deal, or has passed it on; until then the players have a name and points alone"`
	Players  []ChallengeRow `json:"players" jsonschema:"best first: counted games, then assisted ones, then practice; then those who have not finished"`
}

// A ChallengeRow is how a player did in a challenge.
type ChallengeRow struct {
	Nick       string         `json:"nick" jsonschema:"\"Somebody\" for a player who has chosen none, with a number if there are several"`
	Mine       bool           `json:"mine"`
	Challenger bool           `json:"challenger" jsonschema:"the player who has passed the deal on"`
	Played     bool           `json:"played"`
	Rating     Rating         `json:"rating,omitzero" jsonschema:"before a duel; of the arcade's player, that of its level"`
	Change     *int           `json:"change,omitempty" jsonschema:"by how many points a duel has changed the rating"`
	Level      arcade.Level   `json:"level,omitempty" jsonschema:"of the arcade's player; absent for a person"`
	Deleted    bool           `json:"deleted,omitempty" jsonschema:"the player has deleted the account, and the game with it"`
	Points     int            `json:"points"`
	Max        int            `json:"max"`
	Class      arcade.Class   `json:"class,omitempty" jsonschema:"\"practice\" for a player who knew the deal"`
	Won        bool           `json:"won"`
	Perfect    bool           `json:"perfect"`
	Outcome    arcade.Outcome `json:"outcome,omitempty" jsonschema:"as in history"`
	Moves      int            `json:"moves"`
	Seconds    float64        `json:"seconds,omitempty" jsonschema:"from the first sight of the deal to the end"`
	Ended      time.Time      `json:"ended,omitzero" jsonschema:"UTC"`

	class string // as players read it
}

func (c *Context) challenge(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == "play" { // as in words mode
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		return c.challenges(cmd, args)
	case len(args) == 3 && args[1] == "to":
		return tellOfChallenge(c, args[0], args[2])
	case len(args) == 2 && args[0] == "leave":
		return c.Done(c.Challenges.Leave(args[1]), nil, "The challenge is off your list.")
	case args[0] == "to", args[0] == "leave":
		return errors.New("the code is missing: challenge CODE to NICK, or challenge leave CODE; challenges lists yours")
	case len(args) > 1:
		return fmt.Errorf("challenge CODE to NICK challenges a player, not %.40q", strings.Join(args[1:], " "))
	}
	if code, err := arcade.ParseChallengeCode(args[0]); err == nil {
		return seeChallenge(c, code)
	}
	if _, err := strconv.Atoi(args[0]); err != nil && len(args[0]) < len("01ARZ3NDEKTSV4RRFFQ69G5FAV") {
		return fmt.Errorf("challenge takes the number of a game in history, or the code of a challenge such as K7Q2M9XA, not %.40q", args[0])
	}
	r, err := findRound(c, args[0])
	if err != nil {
		return err
	}
	passed, err := c.Challenges.PassOn(r.ID)
	if err != nil {
		return err
	}
	return c.printChallenge(passed)
}

// tellOfChallenge tells a player of a challenge, which is made of a round of the history unless
// it is named by its code.
func tellOfChallenge(c *Context, which, nick string) error {
	var told arcade.Challenge
	code, err := arcade.ParseChallengeCode(which)
	if err == nil {
		if err = c.Challenges.Tell(code, nick); err == nil {
			told, err = c.Challenges.Challenge(code)
		}
	} else if r, unknown := findRound(c, which); unknown != nil {
		err = unknown
	} else {
		told, err = c.Challenges.Dare(r.ID, nick)
	}
	if err != nil {
		return err
	}
	return c.Say(Challenges{Challenges: []Challenge{c.challengeReport(told)}}, "%s is challenged to your %s deal (code %s).", arcade.NickAsWritten(c.Company, nick), c.Games.NameOf(told.Game, told.Rules), told.Code)
}

func newDuel(c *Context) *cobra.Command {
	yes := false
	cmd := Row("duel [GAME]", "Takes a waiting duel, of somebody on another network; with a name, takes or begins one of that game", cobra.ArbitraryArgs,
		func(_ *cobra.Command, args []string) (err error) {
			var g engine.Game
			name := c.Games.Name(c.Challenges.WaitingDuel())
			if len(args) > 0 {
				if g, err = c.game(args); err != nil {
					return err
				}
				name = g.Info().Name
			}
			if name != "" && !yes { // without a name it can only be one to finish
				return &Failure{Sentence: caption.AskDuel(name) + " If you mean it:\n  " + c.SSH(strings.Join(append([]string{"duel"}, args...), " ")+" --yes")}
			}
			entered, err := c.Challenges.Duel(g)
			if err != nil {
				return err
			}
			return showChallenge(c, entered)
		})
	cmd.Flags().BoolVar(&yes, "yes", false, "enter it")
	return cmd
}

func (c *Context) challenges(*cobra.Command, []string) error {
	n := challengesPrinted
	if c.spoken {
		n = challengesTold
	}
	list, err := c.Challenges.Challenges(n)
	if err != nil {
		return err
	}
	report := Challenges{Challenges: Rows(list, c.challengeReport), Waiting: c.waiting(list)}
	return c.Print(report, func(out io.Writer) {
		for _, n := range c.Challenges.Notes() {
			if n.Finished {
				fmt.Fprintf(out, "%s: %s\n", caption.ChallengeNote(n, c.Games.NameOf(n.Game, n.Rules)), c.typed("challenge "+n.Code))
				_, _ = c.Challenges.Challenge(n.Code) // the list has what the note tells
			}
		}
		for _, w := range report.Waiting {
			fmt.Fprintf(out, "%s challenges you to a deal of %s. You play it, once: %s\n", w.From, w.Name, c.typed("challenge "+w.Code))
			beware(out, w.Warning)
		}
		if len(list) == 0 && len(report.Waiting) > 0 {
			return
		}
		List(out, "You have no challenge yet: challenge N passes on the deal of game N of your history.", "CODE\tGAME\tSTANDING", list,
			func(of arcade.Challenge) []any {
				return []any{of.Code, c.Games.NameOf(of.Game, of.Rules), caption.ChallengeStatus(of)}
			})
	})
}

// waiting returns the challenges to the player that are not among those that the player has entered.
func (c *Context) waiting(entered []arcade.Challenge) []Waiting {
	waiting := []Waiting{}
	for _, n := range c.Challenges.Notes() {
		known := slices.ContainsFunc(entered, func(of arcade.Challenge) bool { return of.Code == n.Code })
		if g, ok := c.Games.Restore(n.Game, n.Rules); ok && !n.Finished && !known {
			waiting = append(waiting, Waiting{n.Code, n.From, n.Game, g.Info().Name, arcade.Estimated(c.Workshop, g).Warning()})
		}
	}
	return waiting
}

// seeChallenge enters a challenge and shows its page or, without a screen, prints one that the player
// is in.
func seeChallenge(c *Context, code string) error {
	read := c.Challenges.Challenge
	if c.Terminal && !c.JSON {
		read = c.Challenges.Enter
	}
	found, err := read(code)
	switch {
	case err == nil:
		return showChallenge(c, found)
	case c.Terminal && !c.JSON:
		return err
	}
	return &Failure{Sentence: fmt.Sprintf("There is no challenge %s, or you have not entered it.\nEntering one takes a terminal: %s",
		code, c.typed("challenge "+code))}
}

// showChallenge shows the page of a challenge that the player is in or, without a screen, prints it.
func showChallenge(c *Context, of arcade.Challenge) error {
	if c.Terminal && !c.JSON {
		c.ShowRace = arcade.Slot(of.Game, of.Event())
		return nil
	}
	return c.printChallenge(of)
}

func (c *Context) printChallenge(of arcade.Challenge) error {
	return c.Print(Challenges{Challenges: []Challenge{c.challengeReport(of)}}, func(out io.Writer) { c.writeChallenge(out, of) })
}

func (c *Context) challengeReport(from arcade.Challenge) Challenge {
	report := Challenge{
		Code: from.Code, Game: from.Game, Name: c.Games.NameOf(from.Game, from.Rules), Opened: from.Opened.UTC(), Until: from.Until.UTC(), Shut: from.Shut,
		Finished: from.Finished(), Players: []ChallengeRow{}, Duel: from.Duel, Over: from.Over,
	}
	if report.Note = caption.HelpRanks(from); from.Duel {
		report.Note = caption.DuelNote(from)
	}
	for _, p := range from.Players {
		row := ChallengeRow{Nick: p.Nick, Mine: p.ID == from.Me, Challenger: p.First, Level: p.Level, Deleted: p.Gone, Rating: ratingOf(p.Rating), Change: p.Rated}
		if r := p.Result; r != nil {
			row.Played, row.Class, row.class, row.Points, row.Max = true, r.Class, r.ClassName(), r.Score.Points, r.Score.Max
			if report.Finished {
				row.Won, row.Perfect, row.Outcome, row.Moves, row.Seconds, row.Ended = r.Score.Won, r.Score.Perfect, r.Outcome(c.Games), len(r.Record.Moves), seconds(r.Span), time.UnixMilli(r.Ended).UTC()
			}
		}
		report.Players = append(report.Players, row)
	}
	return report
}

// writeChallenge writes how the players of a challenge did, as far as the player may know, and how to go on.
func (c *Context) writeChallenge(out io.Writer, of arcade.Challenge) {
	report := c.challengeReport(of)
	switch {
	case of.Duel:
		fmt.Fprintf(out, "Duel %s, %s.\n", of.Code, report.Name)
	case of.Shut:
		fmt.Fprintf(out, "Challenge %s, %s, nobody can enter it now.\n", of.Code, report.Name)
	default:
		fmt.Fprintf(out, "Challenge %s, %s, open until %s.\n", of.Code, report.Name, Minute(of.Until))
	}
	List(out, "", "PLAYER\tPOINTS\tRESULT\tTIME\tMOVES\tENDED (UTC)", report.Players, func(p ChallengeRow) []any {
		who, rating := nickOf(p.Nick, p.Mine), p.Rating.cell(p.Level, caption.InDuels, p.Change)
		if p.Challenger {
			who = said{who.shown + ", challenger", who.aloud + ", who passed the deal on"}
		}
		who = said{strings.TrimSpace(who.shown + " " + rating.shown), strings.TrimSuffix(who.aloud+", "+rating.aloud, ", ")}
		points := pointsOf(p.Points, p.Max)
		switch {
		case p.Deleted:
			return []any{who, "", said{"deleted", "the account was deleted"}, "", "", ""}
		case !p.Played:
			return []any{who, "", "not finished", "", "", ""}
		case p.Ended.IsZero():
			return []any{who, points, p.class, "", "", ""}
		}
		return []any{who, points, string(p.Outcome) + ", " + p.class, clock(p.Seconds), p.Moves, shown(p.Ended.Format(time.DateOnly))}
	})
	if report.Note != "" {
		fmt.Fprintln(out, report.Note)
	}
	plays := "challenge " + of.Code
	if c.spoken {
		plays = "challenge play " + of.Code
	}
	if !report.Finished {
		beware(out, arcade.Warning(c.Workshop, c.Games, of.Game, of.Rules))
	}
	switch {
	case of.Own().First && !of.Shut && c.spoken:
		fmt.Fprintf(out, "Friends play the deal, each once, with its code: %s.\n", caption.Spelled(of.Code))
	case of.Own().First && !of.Shut:
		fmt.Fprintln(out, "Friends play the deal, each once, with: "+c.typed(plays))
	case report.Finished:
	case of.Open > 0:
		fmt.Fprintln(out, "You have begun it. This goes on: "+c.typed(plays))
	case of.Elsewhere:
		fmt.Fprintln(out, caption.Elsewhere)
	default:
		fmt.Fprintf(out, "You play the same deal %s This begins it: %s\n", caption.OncePlayed, c.typed(plays))
	}
}
