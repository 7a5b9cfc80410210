package admin

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// Sessions is what admin sessions prints, in the order in which the sessions began.
type Sessions struct {
	Sessions []SessionReport `json:"sessions"`
}

// A SessionReport is a running session.
type SessionReport struct {
	Number  int       `json:"number"`         // "@N" is a WHO
	Node    string    `json:"node,omitempty"` // of the cluster; absent if the arcade is on one machine
	Nick    string    `json:"nick,omitempty"`
	Login   string    `json:"login"` // the login name, which proves nothing
	Account string    `json:"account"`
	Guest   bool      `json:"guest"`
	Admin   bool      `json:"admin"`
	Addr    string    `json:"addr,omitempty"` // absent for the local socket
	Since   time.Time `json:"since"`          // UTC
	Idle    float64   `json:"idle"`           // seconds since the last key press
	Kind    string    `json:"kind"`           // "screen", "words" or "command"
	Game    string    `json:"game,omitempty"` // the ID of the game on the table
	Term    string    `json:"term"`
}

// Players is what admin players prints.
type Players struct {
	Players []PlayerReport `json:"players"`
	Total   int            `json:"total"` // how many fit, also those that are not listed
}

// A PlayerReport is an account, or a player here who has no account yet.
type PlayerReport struct {
	Nick     string    `json:"nick,omitempty"`
	Login    string    `json:"login,omitempty"` // of a running session
	Keys     []string  `json:"keys"`
	Guest    bool      `json:"guest"`
	Since    time.Time `json:"since,omitzero"` // when it began, UTC
	Last     time.Time `json:"last,omitzero"`  // when the last game ended, UTC
	Games    int       `json:"games"`
	Sessions int       `json:"sessions"`           // running
	ID       string    `json:"id,omitempty"`       // "#...", can be used as PLAYER; absent before the first game
	Hidden   bool      `json:"hidden,omitempty"`   // by the host
	Unranked bool      `json:"unranked,omitempty"` // by the host, bans aside
	Banned   string    `json:"banned,omitempty"`   // "for good" or "until 2026-11-28 10:00 UTC"
	Note     string    `json:"note,omitempty"`
}

func (c *Context) sessions(*cobra.Command, []string) error {
	report := Sessions{command.Rows(c.Hub.Everywhere().Sessions(), func(s hub.Listed) SessionReport {
		game, _ := arcade.CutSlot(s.Slot)
		r := SessionReport{
			Number: s.Number, Node: s.Node, Nick: s.Nick, Login: s.Login, Account: s.Credential.String(), Guest: s.Credential.IsGuest(), Admin: s.Admin,
			Since: s.Since.UTC(), Idle: s.Idle.Seconds(), Kind: s.Kind, Game: game, Term: s.Term,
		}
		if s.Addr.IsValid() {
			r.Addr = s.Addr.String()
		}
		return r
	})}
	head := "NO\tWHO\tADDRESS\tSINCE (UTC)\tIDLE\tPLAYS\tTERM\tACCOUNT"
	if len(report.Sessions) > 0 && report.Sessions[0].Node != "" {
		head += "\tNODE"
	}
	return command.PrintList(c.Context, report, "No session is running.", head, report.Sessions,
		func(r SessionReport) []any {
			plays := cmp.Or(c.Games.Name(r.Game), "-")
			if r.Kind != hub.Screen {
				plays = fmt.Sprintf("%s (%s)", plays, r.Kind)
			}
			cells := []any{fmt.Sprintf("@%d", r.Number), called(r.Nick, r.Login), cmp.Or(r.Addr, "local"), command.Minute(r.Since),
				command.Clock(r.Idle), plays, cmp.Or(r.Term, "-"), r.Account}
			if r.Node != "" {
				cells = append(cells, r.Node)
			}
			return cells
		})
}

// called returns the name under which a player is listed: the nick, or else the login
// name in brackets, because it proves nothing.
func called(nick, login string) string {
	switch {
	case nick != "":
		return nick
	case login != "":
		return "(" + login + ")"
	}
	return "-"
}

// playerOrders are the orders of admin players; by nick is how they are listed.
var playerOrders = map[string]func(x, y PlayerReport) int{
	"nick":  func(x, y PlayerReport) int { return 0 },
	"last":  func(x, y PlayerReport) int { return y.Last.Compare(x.Last) },
	"since": func(x, y PlayerReport) int { return y.Since.Compare(x.Since) },
	"games": func(x, y PlayerReport) int { return cmp.Compare(y.Games, x.Games) },
}

func newPlayers(c *Context) *cobra.Command {
	var (
		all  bool
		sort string
		rows int
	)
	orders := slices.Sorted(maps.Keys(playerOrders))
	cmd := command.Row("players [TEXT]", "Who is here, or has TEXT in a nick, a key, an ID or a note; --all: of all accounts", cobra.ArbitraryArgs,
		func(_ *cobra.Command, args []string) error {
			order, ok := playerOrders[sort]
			switch {
			case !ok:
				return fmt.Errorf("--sort is one of %s, not %.20q", strings.Join(orders, ", "), sort)
			case rows < 1:
				return fmt.Errorf("--rows is 1 at least, not %d", rows)
			}
			list, err := listPlayers(c, all)
			if err != nil {
				return storeFailure(err)
			}
			list = slices.DeleteFunc(list, func(p PlayerReport) bool { return !p.has(strings.Join(args, " ")) })
			slices.SortStableFunc(list, order)
			report := Players{list[:min(rows, len(list))], len(list)}
			return c.Print(report, report.write)
		})
	cmd.Flags().BoolVar(&all, "all", false, "every account")
	cmd.Flags().StringVar(&sort, "sort", "nick", "one of "+strings.Join(orders, ", "))
	cmd.Flags().IntVarP(&rows, "rows", "n", 100, "how many at most")
	return cmd
}

// has reports whether a text is part of what the report says in words.
func (p PlayerReport) has(text string) bool {
	said := strings.Join(append([]string{called(p.Nick, p.Login), p.ID, p.marks()}, p.Keys...), "\n")
	return strings.Contains(strings.ToLower(said), strings.ToLower(text)) || p.Guest && text == "guest"
}

func (p Players) write(out io.Writer) {
	command.List(out, "Nobody.", "WHO\tSINCE (UTC)\tLAST GAME\tGAMES\tSESSIONS\tID\tKEYS\tNOTES", p.Players,
		func(p PlayerReport) []any {
			keys := cmp.Or(strings.Join(p.Keys, " "), "-")
			if p.Guest {
				keys = "guest"
			}
			since, last := cmp.Or(command.Minute(p.Since), "-"), cmp.Or(command.Minute(p.Last), "-")
			return []any{called(p.Nick, p.Login), since, last, p.Games, p.Sessions, cmp.Or(p.ID, "-"), keys, p.marks()}
		})
	if n := len(p.Players); n < p.Total {
		fmt.Fprintf(out, "These are %d of %d: --rows prints more.\n", n, p.Total)
	}
}

// listPlayers returns the players who are here and, with --all, every other account;
// players with a nick come first.
func listPlayers(c *Context, all bool) ([]PlayerReport, error) {
	const page = 500
	list, index := []PlayerReport{}, make(map[string]int) // by the ID of the account, or else by credential
	for after, more := "", all; more; {
		infos, err := c.Store.Players(after, page)
		if err != nil {
			return nil, err
		}
		more = len(infos) == page
		for _, info := range infos {
			after, index[info.ID] = cmp.Or(info.Nick, info.ID), len(list)
			list = append(list, playerOf(info))
		}
	}
	bans, err := bansInForce(c)
	if err != nil {
		return nil, err
	}
	for _, b := range bans {
		if i, ok := index[b.ID]; ok {
			list[i].Banned = until(b.Until)
		}
	}
	for _, s := range c.Hub.Everywhere().Sessions() {
		if s.Kind == hub.Command {
			continue
		}
		who := s.Credential.String()
		info, err := c.Store.Lookup(who)
		switch {
		case errors.Is(err, data.ErrNotFound): // no account
			info = data.PlayerInfo{Guest: s.Credential.IsGuest(), Credentials: []arcade.Credential{s.Credential}}
		case err != nil:
			return nil, err
		default:
			who = info.ID
		}
		i, ok := index[who]
		if !ok {
			i, index[who] = len(list), len(list)
			list = append(list, playerOf(info))
		}
		list[i].Login = s.Login
		list[i].Sessions++
	}
	slices.SortStableFunc(list, func(x, y PlayerReport) int {
		if (x.Nick == "") != (y.Nick == "") {
			return strings.Compare(y.Nick, x.Nick) // players with a nick first
		}
		return strings.Compare(strings.ToLower(x.Nick), strings.ToLower(y.Nick))
	})
	return list, nil
}

// marks returns the host's marks on the player in words, or "-".
func (p PlayerReport) marks() string {
	var marks []string
	if p.Hidden {
		marks = append(marks, "hidden")
	}
	if p.Unranked {
		marks = append(marks, "unranked")
	}
	if p.Banned != "" {
		marks = append(marks, "banned "+p.Banned)
	}
	if p.Note != "" {
		marks = append(marks, p.Note)
	}
	return cmp.Or(strings.Join(marks, "; "), "-")
}

// playerOf returns a player without sessions. Of the credentials it lists only keys.
func playerOf(info data.PlayerInfo) PlayerReport {
	return PlayerReport{
		Nick: info.Nick, Guest: info.Guest, Since: info.Since.UTC(), Last: info.Last.UTC(), Games: info.Rounds,
		ID: info.ID, Hidden: info.Concealed, Unranked: info.Unranked, Note: info.Note,
		Keys: command.Rows(keysOf(info), arcade.Credential.String),
	}
}

// A Kept is a line of what admin export prints: one thing that is kept about a player.
type Kept struct {
	Kind string              `json:"kind" jsonschema:"as data.Kept has it: account, key, open, round and others"`
	Name string              `json:"name,omitempty" jsonschema:"a fingerprint, nick, game, code, month, slot or round"`
	Kept json.RawMessage     `json:"kept,omitempty" jsonschema:"as it is stored; times are Unix milliseconds"`
	Game *command.GameRecord `json:"game,omitempty" jsonschema:"of a round: as export prints it"`
}

// export prints all that is kept about a player. It leaves out games
// whose deals others can still play, because a record contains the deal.
func (c *Context) export(cmd *cobra.Command, args []string) error {
	info, err := playerNamed(c, args[0])
	if err != nil {
		return err
	}
	out := json.NewEncoder(c.Stream())
	secret := 0
	var failed error
	err = c.Store.Kept(info.ID, func(k data.Kept) error {
		line := Kept{Kind: k.Kind, Name: k.Name, Kept: k.Row}
		event := k.Event
		if k.Kind == data.KeptRound {
			record := c.GameRecord(k.Round)
			line.Game, event = &record, k.Round.Event
		}
		if c.Sealed(event) {
			secret++
			return nil
		}
		failed = out.Encode(line)
		return failed
	})
	if secret > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "Left out: %s of games whose deals others can still play: export again once that is over.\n",
			engine.Plural(secret, "line"))
	}
	if failed != nil || errors.Is(err, data.ErrNotFound) {
		return failed
	}
	return storeFailure(err)
}
