package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server"
	"boardwalk/server/command"
)

// A config holds the host's settings; flags says what each field means.
//
// # Adding a setting
//
//   - A field, and its flag in flags, with a parser that refuses what it does not take. A
//     bad value goes to TestWhatASettingDoesNotTakeIsRefusedByName.
//   - What the server needs of it: a field of server.Config, which the flag sets, or serverConfig (serve.go).
//   - What screens show of it: tui.Env, filled in by the server and in play.go.
//   - If it needs no restart: reloadable and reread (reload.go), and HOSTING.md.
type config struct {
	server.Config                  // as far as the host says it like that; see serverConfig
	data, file, addr               string
	health, web                    string
	trusted, proxies, webProxies   string
	forbiddenNicks, sprintGames    string
	logFormat, logLevel            string
	maxData, dailyAge, boardAge    int
	healthPublic, company, newData bool
	cluster                        clusterSettings
}

// choices lists the words that a setting with few values accepts.
var choices = map[string][]string{
	"access":     {string(server.Open), string(server.Invite), string(server.Allow)},
	"log-format": {"logfmt", "json"},
	"log-level":  {"debug", "info", "warn", "error"},
}

// flags adds the flags of serve with their defaults. They are the list of all settings:
// applySources reads the remaining ones from the environment and a file.
func (c *config) flags(fs *pflag.FlagSet) {
	fs.SortFlags = false
	add(fs, &c.data, "data", "boardwalk.db", "file", dataPath, "the data file, created if missing")
	add(fs, &c.file, "config", "", "file", path,
		"a TOML file of settings; by default boardwalk.toml beside the data, if it exists")
	add(fs, &c.addr, "addr", ":2222", "addr", address, "the address to listen on")
	add(fs, &c.Public, "public", "", "addr", publicAddress,
		"the address that players type, for commands in texts that they pass on, such as arcade.example.org or "+
			"play.example.org:2222; without it, the address at which a player has arrived if that is public or of this "+
			"machine, and else HOST")
	add(fs, &c.About.Name, "name", "", "text", line(nameMax), "what the arcade is called; by default "+arcade.Name)
	add(fs, &c.About.Message, "motd", "", "text", line(lineMax), "a message of the day, which players see in the lobby")
	add(fs, &c.About.Rules, "house-rules", "", "text", paragraphs, "house rules, as Markdown, which players see before their first game")
	add(fs, &c.About.Contact, "contact", "", "text", line(lineMax), "how players reach the host")
	add(fs, &c.HostKey, "host-key", "boardwalk_ed25519", "file", path, "the host key, created if missing"+besideDataUsage)
	add(fs, &c.NextHostKey, "next-host-key", "", "file", orNone(path, "nothing", ""),
		"the key that will be the host key, which clients learn ahead; a relative path is beside the data, and by "+
			"default there is none")
	add(fs, &c.Access, "access", server.Open, "who", oneOf[server.Access](choices["access"]),
		"who may log in: open (everyone), invite (by invitation), allow (the keys in allowed-keys); admins always may")
	add(fs, &c.AllowedKeys, "allowed-keys", "boardwalk_allowed", "file", path,
		"the keys that may log in with access allow, in authorized_keys format"+besideDataUsage)
	add(fs, &c.Admins, "admins", "boardwalk_admins", "file", path,
		"the keys of the arcade's admins, in authorized_keys format"+besideDataUsage)
	add(fs, &c.Guests, "guests", true, "bool", yesNo, "let people without a key play, with access open")
	add(fs, &c.company, "company", true, "bool", yesNo, "let players see who is here, follow each other and send signals such as good game")
	add(fs, &c.EventsNeedKey, "events-need-key", false, "bool", yesNo, "keep guests out of dailies, sprints, races and challenges")
	add(fs, &c.dailyAge, "daily-age", 0, "int", between(0, 365), "how many days old an account must be to play dailies; 0 is no limit")
	add(fs, &c.boardAge, "board-age", 0, "int", between(0, 365), "how many days old an account must be to appear on boards; 0 is no limit")
	add(fs, &c.Sprints.Every, "sprint-every", 0, "time", hours, "the time from the beginning of one sprint, an hour in which "+
		"all play the same deals, to that of the next, from midnight (UTC) on: hours that divide a day, such as 3h; 0 holds none")
	add(fs, &c.sprintGames, "sprint-games", "", "games", gameList, "the games of sprints, which take turns, such as hop-45, scotsi; "+
		"by default all built-in games")
	add(fs, &c.forbiddenNicks, "forbidden-nicks", "", "words", wordList,
		"words that no newly chosen nick may contain, ignoring case, - and _, and what looks alike, such as 0 and o; "+
			"none by default")
	add(fs, &c.NewAccounts, "new-accounts-per-hour", 20, "int", between(0, 100_000),
		"how many accounts one network (an IPv4 /24 or IPv6 /48) that is not trusted can create in an hour; 0 is no "+
			"limit")
	add(fs, &c.trusted, "trusted", "", "networks", networkList,
		"addresses and networks exempt from per-address limits because many people share them, such as 192.0.2.7, "+
			"2001:db8::/48; none by default")
	add(fs, &c.proxies, "proxies", "", "networks", networkList,
		"addresses and networks of proxies, which must announce the client of each connection with the PROXY protocol "+
			"(1 or 2); none by default")
	add(fs, &c.Limits.Sessions, "max-sessions", 2000, "int", between(1, 100_000), "how many sessions can be open at a time")
	add(fs, &c.newData, "new-data", true, "bool", yesNo, "make the data file if there is none; with false the server "+
		"does not start without one, as when a disk is not mounted")
	add(fs, &c.maxData, "max-data", 4096, "MiB", between(0, 1<<20),
		"the maximum size of the data file, in MiB; from nine tenths of it on, not counting free pages, no account "+
			"and no game can begin; 0 is no limit")
	add(fs, &c.Limits.Idle, "idle", 30*time.Minute, "time", lasting(time.Second, 7*24*time.Hour),
		"how long a session may go without a key press before it is closed")
	add(fs, &c.Limits.Drain, "drain", 5*time.Second, "time", lasting(time.Second, time.Hour),
		"how long a shutdown may take; players can continue until shortly before its end, but sessions in words end at once")
	add(fs, &c.BackupEvery, "backup-every", 0, "time", orNone(lasting(time.Minute, 30*24*time.Hour), "0", "0", "0s"),
		"how old the latest backup may become before the server makes one in the directory backups beside the data, "+
			"such as 24h or 7d; 0 makes none")
	add(fs, &c.BackupKeep, "backup-keep", 7, "int", between(1, 10_000), "how many backups of backup-every to keep; those of admin backup stay")
	add(fs, &c.health, "health-addr", "", "addr", orNone(address, "nothing", ""),
		"an address for /livez, /readyz and /metrics over HTTP, such as 127.0.0.1:2280; other than loopback addresses "+
			"need health-public; off by default")
	add(fs, &c.healthPublic, "health-public", false, "bool", yesNo,
		"allow a health-addr that others can reach, as a container needs; it shows the version, counts and sizes, but "+
			"no names, keys or addresses")
	add(fs, &c.web, "web-addr", "", "addr", orNone(address, "nothing", ""), "an address for pages that show anybody over HTTP what a "+
		"guest may see: boards, dailies, who plays, finished games; such as :8080, and public must say what players "+
		"type; off by default")
	add(fs, &c.webProxies, "web-proxies", "", "networks", networkList,
		"addresses and networks of web servers that forward to web-addr and name each client in X-Forwarded-For, "+
			"besides this machine's 127.0.0.1 and ::1; none by default")
	c.cluster.flags(fs)
	add(fs, &c.logFormat, "log-format", "logfmt", "form", oneOf[string](choices["log-format"]), "logfmt or json")
	add(fs, &c.logLevel, "log-level", "info", "level", oneOf[string](choices["log-level"]), "debug, info, warn or error")
}

// besideDataUsage ends the usage of settings that are paths.
const besideDataUsage = "; a relative path is beside the data"

// some adds those settings to a command that have one of some names.
func (c *config) some(cmd *cobra.Command, names ...string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.flags(all)
	for _, name := range names {
		cmd.Flags().AddFlag(all.Lookup(name))
	}
}

// dataFlag adds the flags that name the data file.
func dataFlag(cmd *cobra.Command) *string {
	var c config
	c.some(cmd, "data", "config")
	return &c.data
}

func configFlags(cmd *cobra.Command) *config {
	c := new(config)
	c.flags(cmd.Flags())
	for name, words := range choices {
		// It fails only for a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	return c
}

// check returns what is wrong with the settings as a whole.
func (c *config) check(fs *pflag.FlagSet) error {
	var errs []error
	if err := store.Readable(c.besideData(c.AllowedKeys)); err != nil && c.Access == server.Allow {
		errs = append(errs, fmt.Errorf("access is allow, so allowed-keys must name a file that can be read: %w", err))
	}
	// By default the file need not exist, nor if the first start makes it; a host who names another
	// one otherwise means an existing file.
	err := store.Readable(c.besideData(c.Admins))
	made := errors.Is(err, os.ErrNotExist) && os.Getenv(adminKeys) != ""
	if err != nil && !made && c.Admins != fs.Lookup("admins").DefValue {
		errs = append(errs, fmt.Errorf("admins must name a file that can be read: %w", err))
	}
	if !c.healthPublic && !isLoopback(c.health) {
		errs = append(errs, fmt.Errorf("health-addr is %q, which others can reach: it takes a loopback address such "+
			"as 127.0.0.1:2280, unless health-public is true", c.health))
	}
	if c.web != "" && c.Public == "" {
		errs = append(errs, errors.New("web-addr is set, so public must name the address that players type: the pages show it"))
	}
	if c.web != "" && c.web == c.health && !strings.HasSuffix(c.web, ":0") {
		errs = append(errs, errors.New("web-addr and health-addr are the same address, and each needs its own"))
	}
	if err := c.cluster.check(fs, c.besideData); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// checkFiles returns what is wrong with the keys of the host and of the admins.
func (c *config) checkFiles() error {
	s := c.Config
	s.HostKey, s.NextHostKey, s.Settings = c.besideData(c.HostKey), c.besideData(c.NextHostKey), c.reloaded()
	_, _, err := server.ParseFirstAdmins(os.Getenv(adminKeys))
	if err != nil {
		err = fmt.Errorf("%s: %w", adminKeys, err)
	}
	return errors.Join(server.CheckFiles(s), err)
}

// besideData returns a path, relative to the directory of the data unless it is absolute. No path
// stays none.
func (c *config) besideData(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.data), path)
}

// A value is a setting that accepts what parse accepts. It implements pflag.Value.
type value[T any] struct {
	to    *T
	kind  string                  // its type as shown in the help
	parse func(string) (T, error) // the error says what it accepts
}

func (v value[T]) String() string { return fmt.Sprint(*v.to) }
func (v value[T]) Type() string   { return v.kind }

func (v value[T]) Set(text string) error {
	got, err := v.parse(text)
	if err == nil {
		*v.to = got
	}
	return err
}

// add adds a flag and sets its default. A flag of the kind bool needs no value to be true.
func add[T any](fs *pflag.FlagSet, to *T, name string, def T, kind string, parse func(string) (T, error), usage string) {
	*to = def
	if f := fs.VarPF(value[T]{to, kind, parse}, name, "", usage); kind == "bool" {
		f.NoOptDefVal = "true"
	}
}

// hours parses a time of whole hours that divide a day, or none.
func hours(text string) (time.Duration, error) {
	d, err := command.ParseTime(text)
	if err != nil || d < 0 || d%time.Hour != 0 || d > 0 && (24*time.Hour)%d != 0 {
		return 0, errors.New("it takes hours that divide a day, such as 1h, 3h or 24h, or 0")
	}
	return d, nil
}

// gameList parses a list of built-in games, separated by commas, and writes it with their IDs.
func gameList(text string) (string, error) {
	var ids []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		g, err := catalog.Library().House.Resolve(name)
		if err != nil {
			return "", fmt.Errorf("it takes built-in games with commas between them, or nothing: %v", err) // the exit code is that of settings
		}
		ids = append(ids, g.Info().ID)
	}
	return strings.Join(ids, ", "), nil
}

func address(text string) (string, error) {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return "", errors.New("it takes an address and a port, such as :2222, 192.0.2.7:22 or [::1]:2222")
	}
	return text, nil
}

func publicAddress(text string) (string, error) {
	_, err := server.PublicCommand(text)
	return text, err
}

// isLoopback reports whether an address can be reached only from this machine. No address
// counts as one.
func isLoopback(addr string) bool {
	host, _, _ := net.SplitHostPort(addr)
	ip, _ := netip.ParseAddr(host)
	return addr == "" || host == "localhost" || ip.IsLoopback()
}

// wordList parses a list of words for nicks, separated by commas or spaces.
func wordList(text string) (string, error) {
	words := wordsIn(text)
	for _, word := range words {
		if strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || len(strings.Trim(word, "-_")) < 2 {
			return "", fmt.Errorf("it takes words of at least two letters, digits, _ and -, with commas between them, or nothing; %q is not one", word)
		}
	}
	return strings.Join(words, ", "), nil
}

// The most characters of the texts of a host: a name that fits into the title of a screen, a
// line, and a page.
const nameMax, lineMax, pageMax = 40, 200, 4000

// line returns a parser of one line of at most n characters.
func line(n int) func(string) (string, error) {
	return func(text string) (string, error) {
		text = strings.TrimSpace(text)
		if utf8.RuneCountInString(text) > n || strings.ContainsFunc(text, unprintable) {
			return "", fmt.Errorf("it takes one line of at most %d printable characters, or nothing", n)
		}
		return text, nil
	}
}

// paragraphs parses a text of several lines.
func paragraphs(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if utf8.RuneCountInString(text) > pageMax || strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), unprintable) {
		return "", fmt.Errorf("it takes at most %d printable characters and line breaks, or nothing", pageMax)
	}
	return text, nil
}

func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// reloaded returns the settings that a running server takes over.
func (c *config) reloaded() server.Settings {
	s := c.Settings
	s.AllowedKeys, s.Admins = c.besideData(c.AllowedKeys), c.besideData(c.Admins)
	s.Trusted, _ = networks(c.trusted) // flags accept only valid lists
	return s
}

// sprints returns when the host holds sprints, and of which games.
func (c *config) sprints() arcade.SprintPlan {
	plan := arcade.SprintPlan{Every: c.Sprints.Every, Games: wordsIn(c.sprintGames)}
	if c.sprintGames == "" {
		for _, g := range catalog.Library().House {
			plan.Games = append(plan.Games, g.Info().ID)
		}
	}
	return plan
}

func wordsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// networkList parses a list of networks and writes them as netip does.
func networkList(text string) (string, error) {
	list, err := networks(text)
	var words []string
	for _, n := range list {
		words = append(words, n.String())
	}
	return strings.Join(words, ", "), err
}

func networks(text string) (list []netip.Prefix, err error) {
	for _, word := range wordsIn(text) {
		n, err := netip.ParsePrefix(word)
		if ip, bad := netip.ParseAddr(word); bad == nil && ip.Zone() == "" {
			n, err = netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen()), nil
		}
		switch {
		case err != nil || n.Addr().Is4In6():
			return nil, fmt.Errorf("it takes addresses and networks, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/48, "+
				"with commas between them, or nothing; %q is not one", word)
		case n.Bits() == 0:
			return nil, fmt.Errorf("it takes some addresses or networks, and %q is all of them", word)
		}
		list = append(list, n.Masked())
	}
	return list, nil
}

func path(text string) (string, error) {
	if text == "" || strings.ContainsRune(text, 0) {
		return "", errors.New("it takes the path of a file")
	}
	return text, nil
}

// dataPath parses the path of the data file. Files of settings lie beside it under names of their own.
func dataPath(text string) (string, error) {
	if strings.EqualFold(filepath.Ext(text), ".toml") {
		return "", errors.New("it takes the path of the data file, and a name that ends in .toml is that of a settings file")
	}
	return path(text)
}

// orNone returns a parser that also takes words for none, which its errors call so.
func orNone[T any](parse func(string) (T, error), called string, none ...string) func(string) (T, error) {
	return func(text string) (got T, err error) {
		if slices.Contains(none, text) {
			return got, nil
		}
		if got, err = parse(text); err != nil {
			err = fmt.Errorf("%w, or %s", err, called)
		}
		return got, err
	}
}

func yesNo(text string) (bool, error) {
	if text != "true" && text != "false" {
		return false, errors.New("it takes true or false")
	}
	return text == "true", nil
}

func oneOf[T ~string](words []string) func(string) (T, error) {
	return func(text string) (T, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("it takes %s or %s", strings.Join(words[:len(words)-1], ", "), words[len(words)-1])
		}
		return T(text), nil
	}
}

func between(low, high int) func(string) (int, error) {
	return func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			return 0, fmt.Errorf("it takes a whole number from %d to %d", low, high)
		}
		return n, nil
	}
}

// short returns a time without the parts that are 0.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func lasting(low, high time.Duration) func(string) (time.Duration, error) {
	return func(text string) (time.Duration, error) {
		d, err := command.ParseTime(text)
		if err != nil || d < low || d > high {
			return 0, fmt.Errorf("it takes a time from %s to %s, such as 90s, 1h30m or 7d", short(low), short(high))
		}
		return d, nil
	}
}
