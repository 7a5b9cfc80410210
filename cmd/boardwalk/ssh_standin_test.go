//go:build unix

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"

	"boardwalk/server/sshtest"
)

// sshFailed is the exit code of ssh for all that is not the session's.
const sshFailed = 255

// sshDefaults holds the options that the stand-in knows, with their values if not given. The
// real ssh has other sshDefaults: a test that sets them all cannot tell.
var sshDefaults = map[string]string{
	"GlobalKnownHostsFile":     os.DevNull,
	"HostKeyAlias":             "",
	"IdentitiesOnly":           "no",
	"IdentityAgent":            "none",
	"PasswordAuthentication":   "no",
	"PreferredAuthentications": "publickey,keyboard-interactive",
	"PubkeyAuthentication":     "yes",
	"StrictHostKeyChecking":    "yes",
	"UserKnownHostsFile":       os.DevNull,
}

// fixedOptions lists the options that can have no value but their default.
var fixedOptions = []string{"PasswordAuthentication", "StrictHostKeyChecking"}

// A sshLine is what ssh was asked to do.
type sshLine struct {
	never, wanted, forced bool // a PTY: -T, -t, -tt
	port, user            string
	keys                  []string // paths of private keys
	options               map[string]string
	host, command         string
}

// parseSSH reads the arguments. As with ssh, the first value of a flag or option counts.
func parseSSH(args []string) (*sshLine, error) {
	c := &sshLine{options: make(map[string]string)}
	flags := flag.NewFlagSet("ssh", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&c.never, "T", false, "no PTY")
	flags.BoolVar(&c.wanted, "t", false, "a PTY if standard input is a terminal")
	flags.BoolVar(&c.forced, "tt", false, "a PTY")
	flags.Func("p", "port", firstValue(&c.port))
	flags.Func("l", "login name", firstValue(&c.user))
	flags.Func("i", "path of a private key", func(path string) error {
		c.keys = append(c.keys, path)
		return nil
	})
	flags.Func("F", "configuration file", func(path string) error {
		if path != os.DevNull {
			return errors.New("the stand-in reads no configuration")
		}
		return nil
	})
	flags.Func("o", "option", func(option string) error {
		name, value, _ := strings.Cut(option, "=")
		if _, known := sshDefaults[name]; !known {
			return errors.New("the stand-in does not know it")
		}
		if _, given := c.options[name]; !given {
			c.options[name] = value
		}
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() == 0 || c.port == "" || c.user == "" {
		return nil, errors.New("the stand-in needs -p, -l and a host")
	}
	for _, name := range fixedOptions {
		if c.option(name) != sshDefaults[name] {
			return nil, fmt.Errorf("the stand-in knows only %s=%s", name, sshDefaults[name])
		}
	}
	c.host, c.command = flags.Arg(0), strings.Join(flags.Args()[1:], " ")
	return c, nil
}

// firstValue returns a function that sets a variable at its first call only.
func firstValue(into *string) func(string) error {
	set := false
	return func(value string) error {
		if !set {
			*into, set = value, true
		}
		return nil
	}
}

func (c *sshLine) option(name string) string {
	if value, given := c.options[name]; given {
		return value
	}
	return sshDefaults[name]
}

// runSSH does what ssh does, with this process's terminal, and returns the session's exit
// code.
func runSSH(args []string) (code int, err error) {
	c, err := parseSSH(args)
	if err != nil {
		return 0, err
	}
	client, err := c.login()
	if err != nil {
		return 0, err
	}
	defer client.Close()
	return c.session(client)
}

// login connects and logs in.
func (c *sshLine) login() (*ssh.Client, error) {
	config := ssh.ClientConfig{User: c.user, BannerCallback: func(text string) error {
		_, err := io.WriteString(os.Stderr, text)
		return err
	}}
	for method := range strings.SplitSeq(c.option("PreferredAuthentications"), ",") {
		switch {
		case method == "keyboard-interactive":
			config.Auth = append(config.Auth, ssh.KeyboardInteractive(c.ask))
		case method != "publickey":
			return nil, fmt.Errorf("the stand-in does not know the method %s", method)
		case c.option("PubkeyAuthentication") == "yes":
			config.Auth = append(config.Auth, ssh.PublicKeysCallback(c.signers))
		}
	}
	known, err := knownhosts.New(c.option("UserKnownHostsFile"), c.option("GlobalKnownHostsFile"))
	if err != nil {
		return nil, err
	}
	config.HostKeyCallback = func(addr string, remote net.Addr, key ssh.PublicKey) error {
		if alias := c.option("HostKeyAlias"); alias != "" {
			addr = net.JoinHostPort(alias, "22") // that is, on any port
		}
		return known(addr, remote, key)
	}
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(c.host, c.port), guardTime)
	if err != nil {
		return nil, err
	}
	return sshtest.Login(conn, config)
}

// signers returns the keys to try: the agent's, then those in files.
func (c *sshLine) signers() (signers []ssh.Signer, err error) {
	if path := c.option("IdentityAgent"); path != "none" && c.option("IdentitiesOnly") == "no" {
		conn, err := net.Dial("unix", path) // open until the process ends
		if err != nil {
			return nil, err
		}
		if signers, err = agent.NewClient(conn).Signers(); err != nil {
			return nil, err
		}
	}
	for _, path := range c.keys {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		key, err := ssh.ParsePrivateKey(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		signers = append(signers, key)
	}
	return signers, nil
}

// ask shows the server's questions in the terminal and reads the answers there.
func (c *sshLine) ask(name, instruction string, questions []string, echos []bool) (answers []string, err error) {
	for _, text := range []string{name, instruction} {
		if text != "" {
			fmt.Fprintln(os.Stderr, text)
		}
	}
	if len(questions) == 0 {
		return nil, nil
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer tty.Close()
	host := c.option("HostKeyAlias")
	if host == "" {
		host = c.host
	}
	for _, question := range questions {
		fmt.Fprintf(tty, "(%s@%s) %s", c.user, host, question)
		answer, err := term.ReadPassword(tty.Fd())
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(tty)
		answers = append(answers, string(answer))
	}
	return answers, nil
}

// session runs the command, or the arcade itself, until it ends or a signal ends ssh. The
// terminal is then as it was.
func (c *sshLine) session(client *ssh.Client) (code int, err error) {
	killed := make(chan os.Signal, 1)
	signal.Notify(killed, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH) // before the size is read, so that none is missed
	stdin := os.Stdin.Fd()
	terminal := term.IsTerminal(stdin)
	pty := !c.never && (c.forced || terminal && (c.wanted || c.command == ""))
	if c.wanted && !terminal {
		fmt.Fprintln(os.Stderr, "Pseudo-terminal will not be allocated because stdin is not a terminal.")
	}
	sess, in, err := openSession(client, pty)
	if err != nil {
		return 0, err
	}
	sess.Stdout, sess.Stderr = os.Stdout, os.Stderr
	if pty {
		defer fmt.Fprintf(os.Stderr, "Connection to %s closed.\r\n", c.host)
	}
	if pty && terminal {
		before, err := term.MakeRaw(stdin)
		if err != nil {
			return 0, err
		}
		defer term.Restore(stdin, before)
	}
	if err := sshtest.Start(sess, c.command); err != nil {
		return 0, err
	}
	go func() {
		_, _ = io.Copy(in, os.Stdin) // a read that waits ends with the process
		_ = in.Close()
	}()
	ended := make(chan error, 1)
	go func() { ended <- sess.Wait() }()
	for {
		select {
		case err := <-ended:
			return sshtest.ExitCode(err)
		case <-killed:
			return sshFailed, nil
		case <-resized:
			if width, height, err := term.GetSize(stdin); err == nil && pty {
				_ = sess.WindowChange(height, width)
			}
		}
	}
}

// openSession opens a session, with a PTY of the terminal's size or without one.
func openSession(client *ssh.Client, pty bool) (*ssh.Session, io.WriteCloser, error) {
	if pty {
		width, height, _ := term.GetSize(os.Stdin.Fd()) // 0 if there is no terminal, as with ssh
		return sshtest.NewTerminal(client, os.Getenv("TERM"), height, width)
	}
	sess, err := client.NewSession()
	if err != nil {
		return nil, nil, err
	}
	in, err := sess.StdinPipe()
	return sess, in, err
}
