package server

import (
	"log/slog"
	"net/netip"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/deal"
	"boardwalk/server/gate"
	"boardwalk/server/hub"
	"boardwalk/server/peers"
	"boardwalk/server/port"
	"boardwalk/server/program"
)

// A Config holds what a host decides. HostKey, Games and Store are required; for the
// other fields the comment gives the default.
type Config struct {
	Public      string           // the address that players type, see [PublicCommand]; if empty, texts have the address at which the player has arrived, or HOST
	HostKey     string           // path of the host key, which is created if missing; its certificate, if any, is beside it
	New         bool             // whether this start has made the data file, so that no client knows a host key yet
	NextHostKey string           // path of the key that clients learn ahead, to be the host key later; "": none
	Version     string           // printed by the version command; "(devel)"
	Games       engine.Library   // without a shelf: each player has one
	Weekly      deal.WeekChooser // chooses the variation of the week; nil: there is none

	Store   Store  // where the data is kept; see [Data]
	Backups string // folder for backups; if empty, none can be made

	Cluster *peers.Cluster // the other nodes of the arcade, whose Store has the same rows; nil if it is on one machine

	// ClusterStatus returns the state of those nodes for admins; nil if the arcade is on one
	// machine. Leads reports whether this node is the one that does what one is enough for, such
	// as sweeps; nil: it is.
	ClusterStatus func(verify bool) peers.Status
	Leads         func() bool

	BackupEvery time.Duration // how old the latest backup may be before the server makes one; 0: it makes none
	BackupKeep  int           // how many of its own backups the server keeps; 7

	Settings

	// Reread returns the Settings of now for [Server.Reload]; nil means that those of this
	// Config stay. Its error says what is wrong.
	Reread func() (Reread, error)

	// Proxies are the addresses that must name the client of each connection by the PROXY
	// protocol, and WebProxies those that name it to [Server.ServeWeb] by X-Forwarded-For.
	Proxies, WebProxies []netip.Prefix

	port.Policy // NewAccounts 20

	Logger *slog.Logger       // slog.Default()
	Now    func() time.Time   // time.Now
	Deal   func() engine.Code // deals fresh codes; FreshCode
	Limits Limits

	newest time.Time // when the newest game had ended at the start, as far as it was read
}

// Access says who may play on a server.
type Access string

// The values of Access. Admins may always play.
const (
	Open   Access = "open"   // everyone
	Invite Access = "invite" // people who have played here before, or bring an invitation
	Allow  Access = "allow"  // holders of the keys in Config.AllowedKeys
)

// Settings are the part of a [Config] that may change while the server runs.
type Settings struct {
	Access      Access         // who may play; Open
	AllowedKeys string         // path of an authorized_keys file: the keys that may play if Access is Allow
	Admins      string         // path of an authorized_keys file: the keys of admins, who may always play; a missing file names none
	Guests      bool           // people without a key may play if Access is Open
	Trusted     []netip.Prefix // addresses that are bound only by the limits on the whole server
	About       arcade.About   // what the host says about the arcade
}

// A Reread is what [Config].Reread has found.
type Reread struct {
	Settings
	Changed []string // names of all settings that have taken effect with this reload
	Restart []string // names of changed settings that take effect only after a restart

	// Apply is called once the key files have been read without an error. If it returns
	// an error nothing changes. Nil does nothing.
	Apply func() error
}

// Limits bound what clients can use. A zero field means its default, which its comment
// gives last.
type Limits struct {
	gate.Limits
	program.Times // Park 5 min, Idle 30 min, TypeAhead 50 ms, Drain 3 s (see [Server.Shutdown])

	Sessions int // sessions at a time; 2000
	Cells    int // screen cells beyond 80x24, over all sessions; 2880 per session, at least 1.2 million

	NoSession    time.Duration // time a connection may stay open without a session; 60 s
	WriteTimeout time.Duration // time a client may go without reading until it is cut off; 10 s
	Command      time.Duration // time for one command, its output included; 30 s
	Progress     time.Duration // time between the lines that report the progress of a command that takes long; 2 s
}

func (c Config) withDefaults() Config {
	if c.Leads == nil {
		c.Leads = func() bool { return true }
	}
	orDefault(&c.BackupKeep, 7)
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
	l.Limits = l.Limits.WithDefaults()
	orDefault(&l.Sessions, 2000)
	orDefault(&l.Cells, cellsFor(l.Sessions))
	orDefault(&l.Park, 5*time.Minute)
	orDefault(&l.Idle, 30*time.Minute)
	orDefault(&l.NoSession, time.Minute)
	orDefault(&l.WriteTimeout, 10*time.Second)
	orDefault(&l.Command, 30*time.Second)
	orDefault(&l.TypeAhead, 50*time.Millisecond)
	orDefault(&l.Drain, 3*time.Second)
	return c
}

// newAccounts is the default of Config.NewAccounts.
const newAccounts = 20

const (
	// cellsPerSession is the number of screen cells beyond 80x24 that each session may have
	// on average, so that it fits 120x40.
	cellsPerSession = 120*40 - hub.Columns*hub.Rows

	// manyScreens is the number of screens of the largest size that fit even in a small
	// arcade.
	manyScreens = 100
)

// cellsFor returns the cells beyond 80x24 that the screens of so many sessions share.
func cellsFor(sessions int) int { return max(sessions*cellsPerSession, manyScreens*columnsMax*rowsMax) }

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
