package abuse_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	results = flag.String("results", "", "a file that gets the rows of BenchmarkCases in place of its rows of the same cases, such as RESULTS.md")
	players = flag.Int("players", 100, "how many play in BenchmarkPlayers")
	program = flag.String("program", "", "the server's program in BenchmarkPlayers, such as an older one to compare with; built if there is none")
	inLobby = flag.Bool("lobby", false, "those in BenchmarkPlayers stay in the lobby, and move its cursor")
	racing  = flag.Int("racing", 0, "how many of the arcade's players race meanwhile in BenchmarkPlayers, each against somebody who is away")
	rate    = flag.Float64("rate", 1, "how many keys a second each of them presses; with 0 they only sit at a table")
	large   = flag.String("large", "", "a data file that the server of case 41 begins with a copy of, such as one of package growth")
	length  = flag.Duration("for", time.Hour, "how long each attack of BenchmarkCases is made at most; its figures may need all of the time that it takes by itself")
)

// An abuseCase is a row of the table of attacks. Tests of any package belong to it that
// declare so: see [declared].
type abuseCase struct {
	attack   *attack // made beside honest players, if not nil
	name     string  // of another measurement from outside the server's process, "" for none
	measure  func(context.Context, *lab) (outcome, error)
	title    string
	required string
}

// cases holds all cases in the order of their numbers, which begin at 1. Every attack must
// also leave the honest players' keys answered within 100 ms at the 99th percentile.
var cases = []abuseCase{
	{
		title:    "a terminal and a window of 2^31 x 2^31, 65535 x 65535, 0x0",
		required: "alive; session <= 4 MiB; the app sees 20..200 x 6..60",
	},
	{
		title:    "resize flood, 20,000/s, 10 s",
		required: "<= 0.3 core; <= 20 repaints/s",
		attack: &attack{
			name: "resize-flood", run: resizeFlood, length: 20 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost(moreCores, 0.3), AtMost("repaints_per_second", 20)},
		},
	},
	{
		title:    "key flood, 400,000/s; a paste of 1 MB",
		required: "<= 0.3 core; slowed or cut in 5 s; no move beyond 200/s",
		attack: &attack{
			name: "key-flood", run: keyFlood, length: 20 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost(moreCores, 0.3), AtMost("cut_after_s", 5), AtMost("moves_per_second", 200)},
		},
	},
	{
		title:    "a client stops reading while watched and racing",
		required: "publish p99 <= 5 ms; queue <= 256 KiB; cut in 15 s; game saved",
		attack: &attack{
			name: "stalled-reader", run: stalledReader, length: 45 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost("cut_after_s", 15), AtMost("games_lost", 0)},
		},
	},
	{
		title:    "500 session channels on a connection",
		required: "the 5th refused; +<= 5 MiB",
		attack: &attack{
			name: "channels", run: channels, length: 20 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost("accepted_at_once", 4), AtMost(moreMemory, 5)},
		},
	},
	{
		title:    "session closed, connection kept, 100 times",
		required: "0 programs after 1 s; no CPU; idle connection closed after 60 s",
		attack: &attack{
			name: "close-channels", run: closeChannels, length: 80 * time.Second,
			limits: []Limit{
				AtMost(honestP99, 100), AtLeast("sessions_begun", 100), AtMost("programs_left", 0),
				AtMost(heldCores, 0.05), AtMost("held_s", 65),
			},
		},
	},
	{
		title:    "10,000 silent connections",
		required: "<= 200 held; each closed in 10 s; +<= 20 MiB; an honest login <= 1 s",
		attack: &attack{
			name: "silent", run: silent, length: 40 * time.Second, also: []string{"connected"},
			limits: []Limit{
				AtMost(honestP99, 100), AtMost(honestLogin, 1000), AtMost("held_at_once", 200),
				AtMost("held_s", 11), AtMost(moreMemory, 20),
			},
		},
	},
	{
		title:    "half handshakes, a byte a second",
		required: "closed at 10 s",
		attack: &attack{
			name: "half-handshake", run: halfHandshake, length: 30 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost(honestLogin, 1000), AtMost("held_s", 11)},
		},
	},
	{
		title:    "1,000 handshakes/s from one /32 and one /64",
		required: ">= 95 % refused before key exchange; <= 0.5 core",
		attack: &attack{
			name: "logins", least: 10 * time.Second, run: logins, length: 20 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost(moreCores, 0.5), AtLeast("refused_share", 0.95)},
		},
	},
	{
		title:    "10,000 logins with fresh keys from one network",
		required: "no row before a first saved game or choice; <= 20 new accounts an hour per /24 or /64",
		attack: &attack{
			name: "fresh-keys", run: freshKeys, length: 6 * time.Minute, also: []string{"logins"},
			limits: []Limit{AtMost(honestP99, 100), AtMost("accounts", 20)},
		},
	},
	{
		title:    "1,000 variables of 30 KB; 10,000 TERM values",
		required: "+<= 1 MiB; metrics series unchanged",
		attack: &attack{
			name: "env-flood", run: envFlood, length: 5 * time.Minute, also: []string{"terminals"},
			limits: []Limit{AtMost(honestP99, 100), AtMost(moreMemory, 1), AtMost(moreSeries, 0)},
		},
	},
	{
		title:    "a key that is only offered; a failed key, then keyboard-interactive; user changed between tries",
		required: "0 of 1,000 reach the victim",
	},
	{
		title:    "an agent with 15 keys, the right one last",
		required: "logs in as nick",
	},
	{
		title:    "ESC, CSI, OSC 52, bidi, zero width, newline, 64 KB in login name, nick, arguments, imports",
		required: "no control byte reaches another terminal, the log or an export",
	},
	{
		title:    "every admin verb by others, with arguments that look like names",
		required: "refused, store unchanged",
	},
	{
		title:    "scp, sftp, port, agent and X11 forwarding, subsystems, tun",
		required: "refused; no outbound socket",
	},
	{
		title:    "200 watchers on a game, 100/s joining and leaving",
		required: "player's p99 <= 50 ms; one mailbox write a watcher",
		attack: &attack{
			name: "watchers", least: 10 * time.Second, rehearsal: 8 * time.Second, run: watchers, length: 30 * time.Second,
			limits: []Limit{
				AtMost(honestP99, 50), AtMost(watchedP99, 50),
				AtLeast("watched_by", 0.9*watchersMax), AtLeast("joins_per_second", 90),
			},
		},
	},
	{
		title:    "a bot plays 10,000 games/h, replays a known daily, moves its clock",
		required: "server's clock and replay decide; not ranked",
	},
	{
		title:    "two sessions of an account on one game",
		required: "one writer; a clear choice; no move lost or doubled",
	},
	{
		title:    "kill -9 every 200 ms during play for 5 min",
		required: "opens each time; no acknowledged move lost; no finished game lost or doubled",
		name:     "kill -9", measure: kills(200*time.Millisecond, 5*time.Minute),
	},
	{
		title:    "disk full, read-only file, write error, torn file",
		required: "play goes on with a banner, readyz 503, recovers by itself; a damaged file is refused with what to do",
	},
	{
		title:    "a panic in Update, View, a Cmd, spectating, a command",
		required: "that session ends with its game saved; the counter rises; others unharmed",
	},
	{
		title:    "SIGTERM with 200 sessions, 5 of them stalled",
		required: "notice in 1 s; all saved; gone within the drain limit (5 s) + 2 s",
		name:     "SIGTERM", measure: shutdown,
	},
	{
		title:    "wall clock jumps a day; UTC midnight mid-game",
		required: "the daily belongs to its deal; durations are monotonic",
	},
	{
		title:    "forged PROXY header on a direct port",
		required: "ignored or closed",
	},
	{
		title:    "soak: 100 sessions, 1 reconnect/s",
		required: "goroutines back to the baseline + 5; memory and descriptors flat",
		name:     "soak", measure: soak(100, 2*time.Minute),
	},
	{
		title:    "fuzz: keys, window bytes, commands, records, deal codes, variations, imports, config",
		required: "no panic, no hang",
	},
	{
		title:    "four estimates of the widest game, again and again",
		required: "honest p99 <= 20 ms; +<= 10 MiB",
		attack: &attack{
			name: "estimates", run: estimates, length: 60 * time.Second,
			limits: []Limit{AtMost(honestP99, 20), AtLeast("estimates_begun", estimatesAtOnce), AtMost(moreMemory, 10)},
		},
	},
	{
		title:    "50 players ask for a hint at once, every 2 s",
		required: "hint p95 <= 100 ms",
		attack: &attack{
			name: "hints", run: hints, length: 30 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtMost("hint_p95_ms", 100), AtLeast("hints", 5*askers)},
			also:   []string{"hint_p50_ms", moreMemory},
		},
	},
	{
		title:    "four players have games of Cheshire analysed, one after another",
		required: "honest p99 <= 20 ms; +<= 64 MiB",
		attack: &attack{
			name: "analyses", run: analyses, length: 60 * time.Second,
			limits: []Limit{AtMost(honestP99, 20), AtLeast("analyses_begun", analystsMax), AtMost(moreMemory, 64)},
			also:   []string{"analyses_done"},
		},
	},
	{
		title:    "40 watchers send signals to whom they watch, 20 a second each",
		required: "player's p99 <= 50 ms; <= 0.5 core; few come, none to who has them off; +<= 20 MiB with their sessions",
		attack: &attack{
			name: "signals", least: 10 * time.Second, rehearsal: 8 * time.Second, run: signals, length: 40 * time.Second,
			limits: []Limit{
				AtMost(honestP99, 50), AtMost(watchedP99, 50), AtLeast("signals_per_second", 200),
				AtMost(moreCores, 0.5), AtMost(moreMemory, 20), // half of it is their sessions
			},
		},
	},
	{
		title:    "who, follow and unfollow on 10 connections, without end",
		required: "honest p99 <= 100 ms; follows refused beyond a limit; +<= 10 MiB",
		attack: &attack{
			name: "people", least: 10 * time.Second, run: people, length: 40 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtLeast("commands_per_second", 20), AtMost(moreMemory, 10)},
			also:   []string{"follows_refused", moreCores},
		},
	},
	{
		title:    "hidden and private players, deleted and joined accounts, hostile names, under who, follow, news and signals",
		required: "nobody sees who hides, nor what who is private plays; a follow is of an account",
	},
	{
		title:    "codes of challenges guessed in a loop, on screens, in words and by commands",
		required: "three wrong ones a connection, and then not even a right one",
	},
	{
		title:    "deals passed on without end",
		required: "20 open ones a player, 60 an hour a network; the same deal is the same challenge",
	},
	{
		title:    "who was challenged looks for the deal: boards, replays, tables, records, exports; accounts are deleted and joined",
		required: "nothing shows before it was played, and who has seen it practises",
	},
	{
		title:    "races opened to all, joined and offered again without end; two players race each other all day",
		required: "the list and the quotas are bounded, nobody who hides is listed, and few races of a pair are rated",
	},
	{
		title:    "100 addresses ask for pages as fast as they are answered, each time for another one",
		required: "honest p99 <= 20 ms; <= 0.6 core; +<= 30 MiB",
		attack: &attack{
			name: "pages", flags: withPages, least: 10 * time.Second, rehearsal: 8 * time.Second, run: pageFlood, length: 30 * time.Second,
			limits: []Limit{
				AtMost(honestP99, 20), AtMost(moreCores, 0.6), AtMost(moreMemory, 30), AtLeast("asked_per_second", 100),
			},
			also: []string{"pages_per_second", "reads", "reads_failed", "read_max_ms"},
		},
	},
	{
		title:    "600 connections to the pages that are silent, slow, or never read",
		required: "honest p99 <= 20 ms; <= 128 held; who asks for nothing <= 6 s; +<= 10 MiB",
		attack: &attack{
			name: "deaf-readers", flags: withPages, rehearsal: 8 * time.Second, run: deafReaders, length: 45 * time.Second,
			limits: []Limit{AtMost(honestP99, 20), AtMost("held_s", 6), AtMost(moreMemory, 10)},
			also:   []string{moreCores, "connected", "reads", "reads_failed", "read_max_ms"},
		},
	},
	{
		title:    "names that are HTML, odd paths, queries and methods, and the private, hidden, banned and sealed, on the pages",
		required: "nothing runs, nothing shows that a guest may not see, and nobody spoils a page for others",
	},
	{
		title:    "the same flood of pages, while backups are taken one after another and each is checked beside",
		required: "honest p99 <= 100 ms",
		attack: &attack{
			name: "upkeep", flags: withPages, file: large, least: 10 * time.Second, rehearsal: 8 * time.Second, run: upkeep, length: time.Minute,
			limits: []Limit{AtMost(honestP99, 100), AtLeast("backups", 1), AtLeast("asked_per_second", 100)},
			also:   []string{moreCores, moreMemory, "pages_per_second", "backup_max_s", "checks"},
		},
	},
	{
		title:    "one of three nodes, any of them, is killed with -9 every second for 5 min, under 100 players",
		required: "no acknowledged move lost or doubled; the files are equal row by row; the longest pause is told",
		name:     "killed nodes", measure: outage(5*time.Minute, randomKills),
	},
	{
		title:    "two of three nodes are gone for half of 2 min, under 100 players",
		required: "nothing acknowledged meanwhile, all saved after; none lost or doubled; equal files",
		name:     "no majority", measure: outage(2*time.Minute, noMajority),
	},
	{
		title:    "one of three nodes is cut off for half of 2 min, under 100 players",
		required: "none lost or doubled; equal files",
		name:     "a node cut off", measure: outage(2*time.Minute, cutOffNode),
	},
	{
		title:    "three nodes are killed at once; then one's file is removed, one's damaged, and all that one has is lost, under 100 players",
		required: "none lost or doubled; equal files",
		name:     "lost files", measure: outage(2*time.Minute, everythingDies),
	},
	{
		title:    "each of three nodes is drained and started again, under 100 players",
		required: "none lost or doubled; equal files",
		name:     "rolling upgrade", measure: outage(2*time.Minute, rollingUpgrade),
	},
	{
		title:    "one machine becomes three, and one of these goes on alone, under 100 players",
		required: "none lost or doubled; three equal files; the one that goes on is sound",
		name:     "there and back", measure: thereAndBack(time.Minute),
	},
	{
		title:    "long imported histories, walked by 24 sessions of one address: history, record, replay, analyse, 1.3 a second",
		required: "a round is found by keys alone; one place an address, a budget of processor time; told how long to wait",
		attack: &attack{
			name: "histories", run: histories, length: 40 * time.Second,
			limits: []Limit{AtMost(honestP99, 100), AtLeast("commands", 10)},
			also:   []string{moreCores},
		},
	},
	{
		title:    "keys exchanged without end after a login; channels refused for days",
		required: "cut after 16 exchanges at once, one a second; refusals are forgotten; the log says why",
	},
	{
		title:    "one page asked for again and again, each time with another query",
		required: "refused before anything is asked",
	},
	{
		title:    "56 wait for deals of a rare kind from one address",
		required: "one a player, 4 an address; the next address is served second, not 57th",
	},
	{
		title:    "long output that nobody reads",
		required: "64 KiB held a session",
	},
	{
		title:    "guests play, the losers are forgotten and the winners are joined to one account",
		required: "no streak is longer, and no such win is on a board",
	},
	{
		title:    "one open race, and three, against 31 keys of one person",
		required: "keys without finished games of two days move nobody; <= 100 points a race",
	},
	{
		title:    "a challenge played, the account deleted, and entered again with the same key",
		required: "its deal is played once with a key, in any challenge",
	},
	{
		title:    "racers who join and never begin; guests who fill a race",
		required: "through and unrated after a minute; guests at most half; the opener takes out whom he likes",
	},
	{
		title:    "a player with as many points leaves the table to think",
		required: "equal points are ordered by the time since the deal was first seen",
	},
	{
		title:    "look ahead while the store does not answer or another session goes on",
		required: "no card before its move is stored, except of a deal of nobody else that never was",
	},
	{
		title:    "four keys push the notes of friends out of a lobby",
		required: "the notes of those whom one follows stay; who is ignored reaches nobody",
	},
	{
		title:    "reports of players without end, and of text that does things to a terminal",
		required: "10 an hour a network; no control byte reaches the host; each is closed once",
	},
	{
		title:    "nicks that look like another's, or like what the arcade prints for somebody",
		required: "refused, whatever the letters",
	},
	{
		title:    "a variation named like a built-in game, or with hostile text",
		required: "refused; what is kept is printable and short",
	},
	{
		title:    "a client that knows only old key exchanges, or costly ones",
		required: "no login",
	},
	{
		title:    "a program on the machine joins a cluster's port, or forges entries",
		required: "no route without the host key; no entry without its mark counts",
	},
	{
		title:    "a host key, cluster key or data file that others on the machine can read",
		required: "keys are refused, the rest is warned of",
	},
}

// BenchmarkCases measures the cases, one after another, and prints a table. Each attack is
// made on a server of its own, which is built and run in its own process. Then the tests
// run that declare that they belong to the case, and fuzz targets are fuzzed.
func BenchmarkCases(b *testing.B) {
	l := &lab{folder: b.TempDir(), log: os.Stderr}
	var err error
	if l.program, err = BuildServer(b.Context(), l.folder); err != nil {
		b.Fatal(err)
	}
	tests, err := declared(root)
	if err != nil {
		b.Fatal(err)
	}
	at := measuredAt(time.Now())
	if *results != "" { // half an hour later is too late to find that it cannot be written
		f, err := os.OpenFile(*results, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			b.Fatal(err)
		}
		_ = f.Close()
	}
	fmt.Print("\n" + tableHead)
	for i, c := range cases {
		number := i + 1
		b.Run(fmt.Sprintf("%02d", number), func(b *testing.B) {
			l.others = 0
			r := row{abuseCase: c, number: number, measured: at}
			r.measure(b.Context(), l, tests[number])
			if l.others >= 0.05 {
				r.measured += fmt.Sprintf(", of which other programs used %.1f", l.others)
			}
			fmt.Printf("\n%s\n", r)
			if len(r.broken) > 0 {
				b.Errorf("case %d does not hold: %q", number, r.broken)
			}
			if *results == "" {
				return
			}
			if err := writeResults(*results, r); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkPlayers measures what many players notice of a server, and what it needs for them:
//
//	go test ./server/abuse -run '^$' -bench Players -benchtime 1x -players 5000
//
// They play for a minute, or -for. The lag is how much this program lacked CPU time itself.
func BenchmarkPlayers(b *testing.B) {
	l := &lab{folder: b.TempDir(), log: os.Stderr, program: *program}
	if l.program == "" {
		var err error
		if l.program, err = BuildServer(b.Context(), l.folder); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		_, server, err := l.serve(b.Context(), nil, "--max-sessions", strconv.Itoa(*players+1))
		if err != nil {
			b.Fatal(err)
		}
		for i := range *racing {
			if err := raceArcade(b.Context(), server, i); err != nil {
				b.Fatal(err)
			}
		}
		o := OptionsOf(server)
		o.Sessions, o.Rate, o.Lobby, o.Ramp, o.For = *players, *rate, *inLobby, 50, l.cut(o.For)
		r := Measure(b.Context(), o, l.log)
		if lost := slices.Concat(r.Errors, lossesOf(r)); len(lost) > 0 {
			b.Errorf("%+v", lost)
		}
		for unit, figure := range map[string]float64{
			"key-p50-ms": r.Load.KeyToFrame.P50, "key-p99-ms": r.Load.KeyToFrame.P99, "stored-p99-ms": r.Load.MoveToStored.P99,
			"login-p99-ms": r.Ramp.Login.P99, "lag-p99-ms": r.Load.Lag.P99, "key-cpu-us": r.Load.Server.Cores * o.For.Seconds() * 1e6 / float64(r.Load.Keys),
			"cores": r.Load.Server.Cores, "others-cores": r.Load.Server.Others, "MiB": r.Load.Server.MemoryPeak,
		} {
			b.ReportMetric(figure, unit)
		}
		if err := server.Stop(); err != nil {
			b.Fatal(err)
		}
	}
}

// raceArcade has somebody, of one network in ten, begin a race against the arcade and leave.
func raceArcade(ctx context.Context, server *ServerProcess, i int) error {
	somebody := NewCrowd(Options{Target: netip.MustParseAddrPort(server.Addr)}).NewPlayer(i, netip.AddrFrom4([4]byte{127, 2, byte(i / 10), 1}))
	client, err := somebody.Connect(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	if out, err := runs(client, "race arcade 3 scotsi --json"); err != nil || !strings.Contains(out, `"begins"`) {
		return fmt.Errorf("a race against the arcade: %q, %w", out, err)
	}
	return nil
}

// A lab is where cases are measured.
type lab struct {
	program string // the server's program
	folder  string // for the data of the servers
	folders int    // the number of folders in it so far
	log     io.Writer
	others  float64 // the most cores that other programs used during an attack
}

// cut returns how long an attack of a length is made.
func (l *lab) cut(d time.Duration) time.Duration { return min(d, *length) }

// serve starts a server with more flags on a new folder, and returns the folder too. If file
// names one, the server begins with a copy of that.
func (l *lab) serve(ctx context.Context, file *string, flags ...string) (dir string, server *ServerProcess, err error) {
	l.folders++
	dir = fmt.Sprintf("%s/%d", l.folder, l.folders)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", nil, err
	}
	if file != nil && *file != "" {
		if err := copyFile(DataIn(dir), *file); err != nil {
			return "", nil, err
		}
	}
	server, err = StartServer(ctx, l.program, dir, flags...)
	return dir, server, err
}

// copyFile copies a file.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// beside makes an attack beside honest players on a new server.
func (l *lab) beside(ctx context.Context, a *attack) (outcome, error) {
	_, server, err := l.serve(ctx, a.file, a.flags...)
	if err != nil {
		return outcome{}, err
	}
	made, report := a.beside(ctx, OptionsOf(server), l.cut(a.length), l.log)
	l.others = max(l.others, report.Load.Server.Others)
	made.errors = append(made.errors, lossesOf(report)...)
	judged := made.bounds
	made.bounds = nil
	made.judge(AtLeast(calmP99, 0))
	for _, figure := range a.also {
		made.judge(AtLeast(figure, 0))
	}
	made.bounds = slices.Concat(made.bounds, judged, report.Course.Bounds)
	return made, server.Stop()
}

// lossesOf returns what the honest players of a run have lost.
func lossesOf(r *Report) (lost []Failure) {
	if n := len(r.Losses); n > 0 {
		lost = append(lost, Failure{What: "keep an honest game", Count: n, First: r.Losses[0]})
	}
	if n := r.Load.Moves - r.Load.Acknowledged; n > 0 {
		lost = append(lost, Failure{What: "acknowledge an honest move", Count: n})
	}
	return lost
}

// soak returns an ordinary run in which one session a second hangs up and comes back.
func soak(sessions int, length time.Duration) func(context.Context, *lab) (outcome, error) {
	return func(ctx context.Context, l *lab) (outcome, error) {
		_, server, err := l.serve(ctx, nil)
		if err != nil {
			return outcome{}, err
		}
		o := OptionsOf(server)
		o.Sessions, o.Reconnect, o.For = sessions, 1, l.cut(length)
		r := Measure(ctx, o, l.log)
		l.others = max(l.others, r.Load.Server.Others)
		made := outcome{bounds: r.Course.Bounds, errors: slices.Concat(r.Errors, lossesOf(r)), figures: map[string]float64{
			honestP99: r.Load.KeyToFrame.P99, "reconnects": float64(r.Load.Reconnects), "games_lost": float64(len(r.Losses)),
		}}
		under := 10 * time.Second // still on the way when the run ends: with a key a second, coming back takes a while
		made.judge(AtMost(honestP99, 100), AtLeast("reconnects", 0.9*(o.For-under).Seconds()), AtMost("games_lost", 0))
		return made, server.Stop()
	}
}
