package server

import (
	"log/slog"
	"net/netip"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/tui"
)

// A Player is the rows of one account, for one session.
type Player interface {
	tui.Store
	Owner
	Racer
	Redeem(invitation string, now time.Time) error
	Import(rounds []engine.Result, now time.Time) (added int, err error)
	Stats() ([]data.Stat, error) // of all rounds, in order of games and classes
}

// A Config is what a host decides. Only HostKey, Games and Store are
// needed.
type Config struct {
	Addr    string        // to listen on; ":2222"
	HostKey string        // path of the host key, made when there is none
	Version string        // what the version command says; "(devel)"
	Games   []engine.Game // the menu, in its order

	Store   Store  // what is kept; see [Data]
	Backups string // the folder of the backups that admins make; none: they cannot

	Access      Access // who may come in; Open
	AllowedKeys string // path of an authorized_keys file: who may where Access is Allow
	Admins      string // path of one of those who run the arcade and always may; a file that is not there names nobody

	// Of addresses. Trusted are bound only by what all are together. Proxies must
	// say whose each of their connections is, by the PROXY protocol.
	Trusted, Proxies []netip.Prefix

	// Reread gives the settings again that may change, for [Server.Reload]; none: those
	// of this Config stay. The error names what is wrong.
	Reread func() (Settings, error)

	NewAccounts int // that can begin in an hour from one network, an IPv4 /24 or IPv6 /64; 20, and below 0 any number

	EventsNeedKey bool          // whether guests are kept out of dailies and races
	DailyAge      time.Duration // how old an account must be to begin a daily, in whole days; none

	Guests bool               // whether people without a key may play, where Access is Open
	Logger *slog.Logger       // slog.Default()
	Now    func() time.Time   // the system's clock
	Deal   func() engine.Code // fresh codes; drawn from crypto/rand
	Limits Limits
}

// Access is who a server lets in.
type Access string

// Who may come in. Admins always may.
const (
	Open   Access = "open"   // everyone
	Invite Access = "invite" // who has been here before, or brings an invitation
	Allow  Access = "allow"  // the keys of Config.AllowedKeys
)

// Limits bound what clients can take. A zero field means its default.
type Limits struct {
	HalfOpen     int // connections that have not authenticated; 200
	HalfOpenEach int // of these, from one address (an IPv6 /64); 20
	Logins       int // connections from one address at once; 240
	LoginsSecond int // and each second after that; 25
	Each         int // connections of one address, and sessions in them; 64
	Sessions     int // sessions at a time; 2000
	Cells        int // that their screens have together beyond 80x24; 2880 for each, or for few 1.2 million

	Handshake time.Duration // to authenticate in; 10 s
	Park      time.Duration // without a key before a session only waits for one; 5 min
	Idle      time.Duration // without a key before the session is ended; 30 min
	Lonely    time.Duration // a connection may live without a session; 60 s
	Stall     time.Duration // the client may take no byte before it is cut off; 10 s
	Command   time.Duration // for one command, its output included; 30 s
	Progress  time.Duration // between the lines that tell how far a backup is; 2 s
	Silence   time.Duration // a file to import may rest while others wait for its place; 10 s
	Ahead     time.Duration // keys that come at once wait for what those before them led to; 50 ms
	Drain     time.Duration // between the notice and the end at shutdown; 3 s
}

func (c Config) withDefaults() Config {
	orDefault(&c.Addr, ":2222")
	orDefault(&c.Version, "(devel)")
	orDefault(&c.Access, Open)
	orDefault(&c.NewAccounts, newAccounts)
	orDefault(&c.Logger, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Deal == nil {
		c.Deal = FreshCode
	}
	l := &c.Limits
	orDefault(&l.HalfOpen, 200)
	orDefault(&l.HalfOpenEach, 20)
	orDefault(&l.Logins, 240)
	orDefault(&l.LoginsSecond, 25)
	orDefault(&l.Each, 64)
	orDefault(&l.Sessions, 2000)
	orDefault(&l.Cells, cellsFor(l.Sessions))
	orDefault(&l.Handshake, 10*time.Second)
	orDefault(&l.Park, 5*time.Minute)
	orDefault(&l.Idle, 30*time.Minute)
	orDefault(&l.Lonely, time.Minute)
	orDefault(&l.Stall, 10*time.Second)
	orDefault(&l.Command, 30*time.Second)
	orDefault(&l.Progress, 2*time.Second)
	orDefault(&l.Silence, 10*time.Second)
	orDefault(&l.Ahead, 50*time.Millisecond)
	orDefault(&l.Drain, 3*time.Second)
	return c
}

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
