package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/hub"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// The exit codes of sessions.
const (
	ExitOK       = 0
	ExitFailed   = 1
	ExitUsage    = 2
	ExitTerminal = 64 // the session needs a terminal and has none
)

// NotOpened is what a player reads if the player's data cannot be opened.
const NotOpened = "Sorry, your games cannot be opened at the moment. Please come back in a while."

// Damaged is what a player reads if no player's data can be opened until the host mends the data file.
const Damaged = "Sorry, the data file of this arcade is damaged. Games cannot be opened until its host has mended it."

// A Failure is why a well-formed command did nothing: a sentence for the player and, if
// the arcade is to blame, an error for the log.
type Failure struct {
	Sentence string
	Err      error // nil if nothing is wrong with the arcade
	Code     int   // 0 means ExitFailed
}

// Error returns the sentence.
func (f *Failure) Error() string { return f.Sentence }

// Refusal returns the failure for an error that a player may read.
func Refusal(err error) *Failure {
	if refusal := (*arcade.Refusal)(nil); errors.As(err, &refusal) {
		err = refusal // without what was being done
	}
	f := &Failure{Sentence: caption.Sentence(clean.Text(err.Error(), len(err.Error())))} // it may quote the client
	if errors.Is(err, arcade.ErrUnavailable) {
		f.Err = err
	}
	return f
}

// An Arcade is what commands know of the arcade besides the ports, the same for all players.
type Arcade struct {
	Version string
	Logger  *slog.Logger

	// Cast writes a record as an asciicast, and ShareCard returns what to paste into a chat so that
	// others can play a game, in lines of at most width columns.
	Cast      func(w io.Writer, g engine.Game, r engine.Record) error
	ShareCard func(g engine.MadeUp, command string, width int) []string
}

// A Player is what commands need of a player's data. Every error is an [arcade.Refusal].
type Player interface {
	arcade.Store
	// Numbered returns up to n rounds of a game, or of all for "", from a number on. It reads
	// no round, so it is quick however long the history is.
	Numbered(game string, first, n int) ([]arcade.Numbered, error)
	Import(rounds []arcade.Result, now time.Time, pause func()) (added int, err error)
	// Finished returns a round by its ID: one of the player's own, or anyone's that stands
	// on a board. The error is data.ErrNotFound if there is none.
	Finished(id string) (arcade.Result, error)
	// PlayerOf returns the nick of the player of a finished game that stands on a board for all to
	// see, "" if there is none or the player is hidden.
	PlayerOf(id string) string
	// MaySee reports whether the player may see the games of others of a deal in an event.
	MaySee(d arcade.Deal, e arcade.Event) bool
}

// A Context is one run of a command: who runs it, what that player may see and do,
// and where it reads and writes.
type Context struct {
	Arcade
	session.Ports // if no server runs, the games and the clock alone
	ID            hub.Identity

	Player        Player                         // nil if no server runs; it hides the name in Ports
	CreateAccount func(write func() error) error // runs a write that may create the account, or returns why none may be created

	Terminal bool          // whether a screen can be shown
	Window   bool          // whether there is a terminal, of any kind
	Upload   *Upload       // for import; nil if there is none
	Out      *bytes.Buffer // a write never fails: Cobra would exit the whole server
	Flush    func() bool   // sends Out to the client and reports whether it may send more
	JSON     bool          // print one JSON document
	whole    bool          // text has lines of any width, as admins read it: it has paths, and goes into logs
	spoken   bool          // text is said in a session in words, see Tell

	places map[int]string // the IDs of the rounds on the board that top has told, by place

	NoTimeLimit func() // lifts the time limit of the command, until it writes
	Live        Output
	Progress    time.Duration // between two lines of WithProgress; 2 s

	ShowReplay *arcade.Result // a round that the session should replay next
	Show       Entrance       // what the session should show next
	ShowRace   string         // the slot of a race whose room the session should show next, or of a challenge, or ""
}

// An Output is where a command writes before it ends. Each write waits for the client.
type Output struct {
	Out, Err io.Writer
	Terminal bool // Out is a terminal of any kind
}

// WithProgress runs do and meanwhile prints line to standard error from time to time, and nothing for "".
func (c *Context) WithProgress(line func() string, do func()) {
	ctx, stop := context.WithCancel(context.Background())
	var telling sync.WaitGroup
	telling.Go(func() {
		for tick := time.Tick(cmp.Or(c.Progress, 2*time.Second)); ; {
			select {
			case <-tick:
				if text := line(); text != "" {
					fmt.Fprintln(c.Live.Err, text)
				}
			case <-ctx.Done():
				return
			}
		}
	})
	defer telling.Wait()
	defer stop()
	do()
}

// An Entrance is a part of the arcade in which a session goes on after a command. It is the
// zero Entrance for none.
type Entrance struct {
	Page   string      // what it is called in words: "play", "learn", "rules", "daily" or "watch"
	Game   engine.Game // nil for all games
	Player string      // whom to watch, "" for anybody
}

// game returns the game that args name, by a share code too. The words of a name come as
// separate arguments, as the player's shell has removed the quotes.
func (c *Context) game(args []string) (engine.Game, error) {
	return c.Games.Resolve(strings.Join(args, " "))
}

// gameFirst returns the game that the most of args names, from the first on, and the args behind
// that name. Names of several words need no quotes.
func (c *Context) gameFirst(args []string) (g engine.Game, rest []string, err error) {
	for n := len(args); n > 0; n-- {
		if g, err := c.game(args[:n]); err == nil {
			return g, args[n:], nil
		}
	}
	g, err = c.game(args) // says what is wrong with all of it
	return g, nil, err
}

// gameID returns the ID of the game that args name, or "" for all games.
func (c *Context) gameID(args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	g, err := c.game(args)
	if err != nil {
		return "", err
	}
	return g.Info().ID, nil
}

// ssh returns what players type in front of commands.
func (c *Context) ssh() string { return cmp.Or(c.Command, caption.NoAddress) }

// SSH returns the line that runs a command of the arcade's without a terminal. In words it is the command alone.
func (c *Context) SSH(command string) string {
	if c.spoken {
		return command
	}
	return c.ssh() + " " + command
}

// typed is SSH for a command that takes a terminal.
func (c *Context) typed(command string) string { return caption.WithTerminal(c.SSH(command)) }

// terminal returns what players type in front of commands that take a terminal.
func (c *Context) terminal() string { return caption.WithTerminal(c.ssh()) }

// New returns the tree of the commands for players.
func New(c *Context) *cobra.Command {
	root := &cobra.Command{
		Use:           "ssh",
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: c.ssh()},
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	if c.ID.Credential.IsLocal() {
		root.Annotations[cobra.CommandDisplayNameAnnotation] = "boardwalk"
	}
	root.RunE = func(*cobra.Command, []string) error { return check(root, nil) }
	root.CompletionOptions.DisableDefaultCmd = true
	join := Row("join CODE", "Come in with an invitation", cobra.ExactArgs(1), func(*cobra.Command, []string) error {
		return &Failure{Sentence: "You need no invitation here: " + c.ssh() + " plays."}
	})
	join.Hidden = true
	root.PersistentFlags().BoolVar(&c.JSON, "json", false, "print one JSON document")
	none, some := cobra.NoArgs, cobra.ArbitraryArgs
	root.AddCommand(
		Row("whoami", "Who you are here", none, c.whoami),
		Row("stats|statistics [GAME]", "Your games summed up", some, c.stats),
		newHistory(c),
		Row("record N", "The moves of a game; N is its number in history, or its id in --json", cobra.ExactArgs(1), c.record),
		newReplay(c),
		Row("analyse|analyze [N]", "How a game could have gone; N is its number in history, or its id in --json, 1 if left out", cobra.MaximumNArgs(1), c.analyse),
		Row("best [GAME]", "Your best games, those that count and assisted ones", some, c.best),
		newTop(c),
		newDaily(c),
		Row("sprint", "The hour in which all play the same deals, and how its players stand; in a terminal, plays it", none, c.sprint),
		Row("today", "The day in a line: the dailies, races waiting, challenges to you", none, c.today),
		Row("puzzle [daily|next|own|ID] [MOVES]", "A position in which one move alone keeps the win; with moves, whether they do", some, c.puzzle),
		Row("explore GAME DAY [MOVES]", "Where the players of a past daily went from the deal, or after moves, and how they fared",
			cobra.MinimumNArgs(2), c.explore),
		newRace(c),
		Row("challenge N|CODE [to NICK]|leave CODE",
			"Pass on the deal of a game of yours, or play a friend's; to: challenge a player; leave: decline or withdraw one",
			cobra.MaximumNArgs(3), c.challenge),
		Row("challenges", "The deals that you and your friends have passed on", none, c.challenges),
		newDuel(c),
		Row("play GAME", "Go to the table of a game at once, also by a share code", some, c.play),
		Row("learn|lessons [GAME]", "Go to the lessons for a game, or for the one to begin with", some, c.learn),
		Row("rules [GAME]", "The rules of a game; without a name, the games and the aim of each", some, c.rules),
		Row("about", "What the host says: message of the day, house rules, contact", none, c.about),
		newDeal(c),
		newVariation(c),
		Row("nick [NICK]", "What others call you here, or a new one", cobra.MaximumNArgs(1), c.nick),
		newKeys(c),
		Row("link [CODE] [NICK]", "Without a code: make one. With a code made by your other key: join both accounts; your nick confirms it, or yes if you have none", cobra.MaximumNArgs(2), c.link),
		Row("export", "All your games as JSON lines", none, c.export),
		Row(ImportCommand, "Add games exported elsewhere to your history, from standard input", none, c.importGames),
		Row("delete NICK", "Delete your account and all its games; your nick confirms it", cobra.ExactArgs(1), c.delete),
		NewSchema(c, reports),
		Row("version", "The version of this arcade", none, c.version),
		join,
		Row("watch [NICK]", "Watch a player, or whoever is most worth it", cobra.MaximumNArgs(1), c.watch),
		Row("who [NICK]", "Who is here, and what they play; with a nick, what is known of that player", cobra.MaximumNArgs(1), c.inCompany(c.who)),
		Row("follow NICK", "Follow a player, who is not told", cobra.ExactArgs(1), followed.change(c, arcade.Follow)),
		Row("unfollow NICK", "Follow a player no longer", cobra.ExactArgs(1), followed.change(c, arcade.Unfollow)),
		Row("note NICK [TEXT]", "Keep a note about a player, which only you read; without a text, tell it; - ends it", cobra.MinimumNArgs(1), c.inCompany(c.note)),
		Row("following", "Players you follow", none, followed.list(c)),
		Row("ignore NICK", "Ignore a player: their signals and challenges do not reach you", cobra.ExactArgs(1), ignored.change(c, arcade.Ignore)),
		Row("unignore NICK", "Ignore a player no longer", cobra.ExactArgs(1), ignored.change(c, arcade.Unignore)),
		Row("ignored", "Players you ignore", none, ignored.list(c)),
		Row("report NICK TEXT", "Tell the host about a player, who is not told", cobra.MinimumNArgs(2), c.inCompany(c.report)),
	)
	root.SetHelpCommand(newHelp(root))
	root.SetHelpFunc(c.help)
	root.SetFlagErrorFunc(flagError)
	root.SetIn(strings.NewReader(""))
	root.SetOut(c.Out)
	return root
}

// Row returns a command of a table of commands. Its use begins with its name, or with names that
// mean the same: "stats|statistics [GAME]".
func Row(use, short string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error, below ...*cobra.Command) *cobra.Command {
	names, takes, _ := strings.Cut(use, " ")
	all := strings.Split(names, "|")
	cmd := &cobra.Command{Use: strings.TrimSpace(all[0] + " " + takes), Aliases: all[1:], Short: short, Args: args, RunE: run}
	cmd.AddCommand(below...)
	return cmd
}

// ParseTime parses a time such as 90m, 24h or 7d.
func ParseTime(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		return time.Duration(max(-1, min(n, 1<<16))) * 24 * time.Hour, err // more would overflow
	}
	return time.ParseDuration(text)
}

// Execute runs the command that args name in a tree that New has returned. It returns the
// session's exit code, and the error of a command that did nothing, after writing to errOut
// what the player reads of it. What a port has refused, or could not do, is a [Failure]; any other
// error of a command says that it was not understood.
func Execute(ctx context.Context, c *Context, root *cobra.Command, args []string, errOut *bytes.Buffer) (code int, err error) {
	explainUsage(root)
	c.whole = c.spoken || c.ID.Credential.IsLocal() || len(args) > 0 && args[0] == "admin"
	root.SetArgs(args)
	root.SetErr(errOut)
	hint := c.ssh() + " help"
	if err = check(root, args); err == nil {
		var ran *cobra.Command
		if ran, err = root.ExecuteContextC(ctx); ran.Name() != "help" {
			hint += strings.TrimPrefix(ran.CommandPath(), root.DisplayName())
		}
	}
	if c.ID.Credential.IsLocal() {
		hint = strings.Replace(hint, c.ssh()+" help admin", "boardwalk admin help", 1)
	}
	var failed *Failure
	switch {
	case err == nil:
		return ExitOK, nil
	case errors.As(err, &failed):
	case errors.As(err, new(*arcade.Refusal)), errors.Is(err, arcade.ErrUnavailable):
		failed = Refusal(err)
	default:
		if several := new(engine.NameError); errors.As(err, &several) && len(several.Fits) > 0 {
			fit := several.Fits[0].Info().ID
			if g, err := c.Games.Resolve(path.Base(fit)); err == nil && g.Info().ID == fit { // else that is another's, too
				fit = path.Base(fit)
			}
			hint = c.SSH(strings.Replace(strings.Join(args, " "), " "+several.Name, " "+fit, 1))
		}
		text := caption.Sentence(err.Error())
		if n := len(args); n > 0 && engine.LooksFresh(args[n-1]) {
			text += fmt.Sprintf("\n%s looks like the code of a deal: in the lobby, choose the game and press d; in words, deal GAME CODE.", args[n-1])
		}
		fmt.Fprintf(errOut, "%s\nTry: %s\n", c.fold(text), hint)
		return ExitUsage, err
	}
	fmt.Fprintln(errOut, c.fold(failed.Sentence))
	return max(failed.Code, ExitFailed), failed
}

// Tell runs a command for a session in words. It returns what that says, in lines of any width in which a
// row is a sentence, and of a board the IDs of its rounds, by place.
func Tell(c *Context, args ...string) (lines []string, places map[int]string, err error) {
	c.spoken, c.Out = true, new(bytes.Buffer)
	if _, err = Execute(context.Background(), c, New(c), args, new(bytes.Buffer)); err != nil {
		return nil, nil, err
	}
	return strings.Split(c.Out.String(), "\n"), c.places, nil
}

// result returns the report of a round. It has no code while others can play the deal.
func (c *Context) result(r arcade.Result) GameResult {
	code := r.Record.Code
	if c.Sealed(r.Event) {
		code = ""
	}
	called := ""
	if !c.JSON {
		called = c.CalledOf(r.Record.Game, r.Rules)
	}
	return GameResult{
		ID: r.ID, Game: r.Record.Game, Name: c.Games.Name(r.Record.Game), Version: r.Record.Version, Code: code, Event: r.Event,
		Class: r.Class, Points: r.Score.Points, Max: r.Score.Max, Won: r.Score.Won, Perfect: r.Score.Perfect, Outcome: r.Outcome(c.Games),
		Moves: len(r.Record.Moves), Undos: r.Tally.Undos, Hints: r.Tally.Hints, Warned: r.Tally.Warnings, Grade: r.Grade.String(),
		Seconds: seconds(r.Millis), Elapsed: seconds(r.Span), Ended: time.UnixMilli(r.Ended).UTC(), Ruling: r.Ruling, class: r.ClassName(), called: called,
	}
}

// sendAtOnce is how many bytes of a long output gather before they are sent.
const sendAtOnce = 64 << 10

// errGone ends a command whose client takes nothing any more.
var errGone = errors.New("the client is gone")

// A stream is Out for output of any length. It sends what has gathered whenever that is much,
// and waits until the client takes it, so no session holds its output whole.
type stream struct{ *Context }

// Write implements io.Writer. It fails once the client is gone.
func (s stream) Write(p []byte) (int, error) {
	_, _ = s.Out.Write(p)
	if s.Flush != nil && s.Out.Len() >= sendAtOnce && !s.Flush() {
		return 0, errGone
	}
	return len(p), nil
}

// Stream returns Out for output of any length: it is sent as it is made.
func (c *Context) Stream() io.Writer { return stream{c} }

// fold breaks lines that are wider than a terminal, of what players read. What they are to type stays whole.
func (c *Context) fold(text string) string {
	if c.whole {
		return text
	}
	return caption.FoldAround(text)
}

// Print writes a report as JSON or as text.
func (c *Context) Print(report any, text func(io.Writer)) error {
	if !c.JSON {
		out := page{spoken: c.spoken}
		text(&out)
		_, _ = io.WriteString(c.Out, c.fold(out.String()))
		return nil
	}
	enc := json.NewEncoder(c.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(report)
}

// Done returns an error or, if there is none, says what is done, as Say does. What has no report is a line
// in any case.
func (c *Context) Done(err error, report any, format string, args ...any) error {
	if err == nil && report == nil {
		fmt.Fprintln(c.Out, c.fold(fmt.Sprintf(format, args...)))
	} else if err == nil {
		err = c.Say(report, format, args...)
	}
	return err
}

func beware(out io.Writer, warning string) {
	if warning != "" {
		fmt.Fprintln(out, "Beware: "+warning)
	}
}

// Say writes a report as JSON or as a line of text.
func (c *Context) Say(report any, format string, args ...any) error {
	return c.Print(report, func(out io.Writer) { fmt.Fprintf(out, format+"\n", args...) })
}
