package abuse_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// An attack is made on a server while honest players play there.
type attack struct {
	name      string
	flags     []string // more flags of the server
	file      *string  // a data file that the server begins with a copy of, if it names one
	run       func(context.Context, *attacker)
	length    time.Duration // how long it is made at most
	least     time.Duration // how long it must last before its figures can be judged; those of honest players always can
	rehearsal time.Duration // how long it is made before the calm too: what a server allocates once for its first players is no leak
	limits    []Limit
	also      []string // figures that the table shows too, and that have no limit
}

// Figures of every attack, besides its own.
const (
	honestP99   = "honest_key_to_frame_p99_ms"
	calmP99     = "calm_key_to_frame_p99_ms"    // before the attack
	watchedP99  = "watched_key_to_frame_p99_ms" // of the player who is watched
	honestLogin = "honest_login_max_ms"
	moreCores   = "server_cores_more"           // compared with the calm
	moreMemory  = "server_memory_peak_more_mib" // memory in use, compared with the end of the calm; see [Vitals]
	moreSeries  = "metrics_series_more"         // compared with before the attack
	heldCores   = "held_cores_more"             // while a connection without a session is held, compared with the calm
)

const (
	calmMax       = 15 * time.Second       // the longest calm before an attack
	visitEvery    = time.Second            // between logins of honest visitors, in the calm and during an attack
	visitLimit    = 30 * time.Second       // for a visitor to see the lobby
	retryPause    = 250 * time.Millisecond // before an attacker who was cut off attacks again
	floodInterval = 10 * time.Millisecond  // at which a flood writes its share
)

// An outcome is what was measured of an attack.
type outcome struct {
	figures map[string]float64 // all figures; bounds refers to them by name
	bounds  []Bound
	errors  []Failure // of honest players, and unexpected ones of the attacker
}

// judge adds bounds, which compare figures with limits.
func (o *outcome) judge(limits ...Limit) {
	for _, l := range limits {
		o.bounds = append(o.bounds, l.Judge(o.figures))
	}
}

// An attacker makes an attack and collects its figures. It may be used from any
// goroutine.
type attacker struct {
	*Run
	networks   *Networks    // apart from those of honest players
	calm       *Server      // the server's figures in the calm, nil if unknown
	number     atomic.Int64 // of attacking sessions so far
	unexpected Failures

	mu      sync.Mutex
	figures map[string]float64
}

// add adds to a figure.
func (a *attacker) add(figure string, n float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.figures[figure] += n
}

// raise raises a figure to n if it is lower or missing.
func (a *attacker) raise(figure string, n float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if old, ok := a.figures[figure]; !ok || n > old {
		a.figures[figure] = n
	}
}

// figure returns the current value of a figure.
func (a *attacker) figure(name string) float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.figures[name]
}

// failed records an error that the attacker did not expect, unless the attack is over.
func (a *attacker) failed(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		a.unexpected.Add("attack", err)
	}
}

// player returns a new attacking player, who connects from an address.
func (a *attacker) player(from netip.Addr) *Player {
	return a.NewPlayer(int(a.number.Add(1)), from)
}

// lobby returns an attacking session in the lobby.
func (a *attacker) lobby(ctx context.Context, from netip.Addr) (*Player, error) {
	p := a.player(from)
	p.Running = ctx
	_, err := p.EnterLobby(ctx)
	return p, err
}

// table returns an attacking session at a table of one of the games.
func (a *attacker) table(ctx context.Context) (*Player, error) {
	p, err := a.lobby(ctx, a.networks.Next())
	if err != nil {
		return nil, err
	}
	if err := p.StartRound(); err != nil {
		p.Term.HangUp()
		return nil, err
	}
	return p, nil
}

// connection returns an attacking connection that has logged in and has no session.
func (a *attacker) connection(ctx context.Context) (*ssh.Client, error) {
	return a.player(a.networks.Next()).Connect(ctx)
}

// repeat attacks again and again until ctx ends.
func repeat(ctx context.Context, attack func()) {
	for ctx.Err() == nil {
		attack()
		Pause(ctx, retryPause)
	}
}

// make attacks for the given time, or until the attack ends by itself.
func (a *attack) make(ctx context.Context, by *attacker, length time.Duration) (o outcome, took time.Duration) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// ctx has no deadline: a dial that is cut off by a deadline fails a moment before ctx
	// ends, and would look like the server's fault.
	defer time.AfterFunc(length, cancel).Stop()
	by.figures = make(map[string]float64)
	began := time.Now()
	a.run(ctx, by)
	return outcome{figures: by.figures, errors: by.unexpected.List()}, time.Since(began)
}

// beside makes the attack for the given time while honest players play, after a calm half
// as long, and judges what was measured.
func (a *attack) beside(ctx context.Context, o Options, length time.Duration, log io.Writer) (outcome, *Report) {
	run := Start(ctx, o, log)
	defer run.Close()
	networks := AttackerNetworks(run.Target.Addr())
	var rehearsed outcome
	if a.rehearsal > 0 {
		rehearsed, _ = a.make(ctx, &attacker{Run: run, networks: networks}, min(a.rehearsal, length))
	}
	calm := run.Begin()
	stop := run.Play()
	defer stop()
	visitors := new(atomic.Int64)
	withVisitors(ctx, run.Crowd, visitors, func() { Pause(ctx, min(length/2, calmMax)) })
	calm.End()
	run.Vitals(ctx, &run.Course.Full)
	busy := run.Begin()
	var made outcome
	var took time.Duration
	by := &attacker{Run: run, networks: networks, calm: calm.Figures().Server}
	withVisitors(ctx, run.Crowd, visitors, func() { made, took = a.make(ctx, by, length) })
	busy.End()
	stop()
	report := run.Finish(busy)
	a.judge(&made, took, calm.Figures(), report.Load, run.Course)
	made.errors = slices.Concat(rehearsed.errors, made.errors, report.Errors)
	return made, report
}

// judge compares the figures with the limits.
func (a *attack) judge(o *outcome, took time.Duration, calm, during Figures, course Course) {
	if during.KeyToFrame.Count > 0 {
		o.figures[honestP99] = during.KeyToFrame.P99
		o.figures[calmP99] = calm.KeyToFrame.P99
	}
	if during.Login.Count > 0 {
		o.figures[honestLogin] = during.Login.Max
	}
	if calm.Server != nil && during.Server != nil {
		o.figures[moreCores] = Rounded(during.Server.Cores - calm.Server.Cores)
	}
	if course.Full.Memory > 0 && during.Server != nil {
		if during.Server.MemoryPeak > 0 { // at least one of its metrics could be read
			o.figures[moreMemory] = Rounded(during.Server.MemoryPeak - course.Full.Memory)
		}
		o.figures[moreSeries] = float64(course.Late.Series - course.Full.Series)
	}
	for _, l := range a.limits {
		b := l.Judge(o.figures)
		if honest := l.Figure == honestP99 || l.Figure == honestLogin; b.Why == "" && !honest && took < a.least {
			b.Why = fmt.Sprintf("it takes %v of attack to judge", a.least)
		}
		o.bounds = append(o.bounds, b)
	}
}

// withVisitors calls do while an honest player logs in each second, and waits until the
// last of them has left.
func withVisitors(ctx context.Context, c *Crowd, number *atomic.Int64, do func()) {
	ctx, cancel := context.WithCancel(ctx)
	var visitors sync.WaitGroup
	visitors.Go(func() {
		for {
			n := c.Sessions + int(number.Add(1)) - 1
			visitors.Go(func() { visit(c, n) })
			if !Pause(ctx, visitEvery) {
				return
			}
		}
	})
	do()
	cancel()
	visitors.Wait()
}

// besideOthers is the kind of failure of visitors.
const besideOthers = "log in beside the others"

// visit logs in as an honest player, waits for the lobby and leaves.
func visit(c *Crowd, number int) {
	ctx, cancel := context.WithTimeout(context.Background(), visitLimit)
	defer cancel()
	tally := c.Tally()
	took, err := c.NewPlayer(number, c.Networks.Next()).EnterLobby(ctx)
	if err != nil {
		c.Failures.Add(besideOthers, err)
		return
	}
	tally.Login(took)
}

var attacks = flag.Bool("attacks", false, "make the attacks of TestEachAttack, and measure the players beside whom they are made")

// TestEachAttack makes each attack for a second, with -attacks. It does not check bounds that depend on
// how fast the machine is.
func TestEachAttack(t *testing.T) {
	if !*attacks {
		return
	}
	t.Parallel()
	binary := built(t)
	for _, c := range cases {
		if c.attack == nil {
			continue
		}
		t.Run(c.attack.name, func(t *testing.T) {
			t.Parallel()
			server, err := StartServer(t.Context(), binary, t.TempDir(), c.attack.flags...)
			if err != nil {
				t.Fatal(err)
			}
			o := OptionsOf(server)
			o.Sessions, o.Rate, o.Ramp = 2, 10, 100
			made, r := c.attack.beside(t.Context(), o, time.Second, io.Discard)
			// Whether the server reads a visitor's first words before it takes the
			// visitor for silent depends on how fast the machine is.
			made.errors = slices.DeleteFunc(made.errors, func(f Failure) bool { return f.What == besideOthers })
			if len(made.errors) > 0 || len(r.Losses) > 0 || r.Began != 2 || r.Load.Keys == 0 {
				t.Errorf("errors %+v; lost %q, %d began", made.errors, r.Losses, r.Began)
			}
			if len(made.bounds) != len(c.attack.limits) {
				t.Errorf("%d bounds were judged of %d", len(made.bounds), len(c.attack.limits))
			}
			for _, b := range made.bounds {
				if b.Figure == "accounts" || b.Figure == "accepted_at_once" || b.Figure == "games_lost" {
					if b.Why == "" && !b.Held {
						t.Errorf("%s is %v", b.Figure, b.Got)
					}
				}
			}
			if err := server.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	what := &attack{least: 10 * time.Second, limits: []Limit{
		AtMost(honestP99, 100), AtMost(moreCores, 0.5), AtMost(moreMemory, 1), AtLeast("refused_share", 0.95), AtMost("never", 1),
	}}
	figures := func(p99, cores, peak float64) Figures {
		return Figures{KeyToFrame: Quantiles{Count: 1, P99: p99}, Server: &Server{Cores: cores, MemoryPeak: peak}}
	}
	judged := func(took time.Duration) (held map[string]bool, all bool) {
		o := outcome{figures: map[string]float64{"refused_share": 0.9}}
		what.judge(&o, took, figures(1, 0.1, 50), figures(100, 0.7, 50.5), Course{Full: Vitals{Memory: 50}})
		held = map[string]bool{}
		for _, b := range o.bounds {
			if b.Why == "" {
				held[b.Figure] = b.Held
			}
		}
		return held, AllHeld(o.bounds)
	}
	got, all := judged(10 * time.Second)
	want := map[string]bool{honestP99: true, moreCores: false, moreMemory: true, "refused_share": false}
	if len(got) != len(want) || all {
		t.Errorf("held: %v, all %v, want %v", got, all, want)
	}
	for figure, held := range want {
		if got[figure] != held {
			t.Errorf("%s held: %v, want %v", figure, got[figure], held)
		}
	}
	if got, all := judged(9 * time.Second); len(got) != 1 || !got[honestP99] || !all {
		t.Errorf("after too short an attack: %v, all %v", got, all)
	}
}

// Any refusal except of too many sessions is the server's fault.
func TestShortage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"too many sessions": {&ssh.OpenChannelError{Reason: ssh.ResourceShortage, Message: "too many sessions"}, true},
		"another refusal":   {&ssh.OpenChannelError{Reason: ssh.Prohibited, Message: "too many sessions"}, false},
		"a broken line":     {io.EOF, false},
		"none":              {nil, false},
	} {
		err := test.err
		if err != nil {
			err = fmt.Errorf("open a session: %w", err)
		}
		if got := isShortage(err); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// isShortage reports whether an error is the refusal of one more session, which an
// attacker who begins many should meet.
func isShortage(err error) bool {
	var refused *ssh.OpenChannelError
	return errors.As(err, &refused) && refused.Reason == ssh.ResourceShortage
}
