package sshtest

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// loginLimit is how long Dial and Login wait.
const loginLimit = time.Minute

// NewKey returns a new key. It panics if there is none to be had, which the operating
// system does not let happen.
func NewKey() ssh.Signer {
	key, err := ssh.NewSignerFromKey(newKey())
	if err != nil {
		panic(err)
	}
	return key
}

func newKey() ed25519.PrivateKey {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

// WriteKey makes a new key and writes its files as ssh-keygen does: the private half to
// path, the public half to path with ".pub" added.
func WriteKey(path, comment string) error {
	private := newKey()
	block, err := ssh.MarshalPrivateKey(private, comment)
	if err != nil {
		return err
	}
	public, err := ssh.NewPublicKey(private.Public())
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		return err
	}
	line := fmt.Sprintf("%s %s\n", bytes.TrimSpace(ssh.MarshalAuthorizedKey(public)), comment)
	return os.WriteFile(path+".pub", []byte(line), 0o644)
}

// Guest returns the method of a player without a key, who answers no question.
func Guest() ssh.AuthMethod {
	return ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
}

// Dial connects to a server over TCP and logs in as Login does.
func Dial(addr, user string, methods ...ssh.AuthMethod) (*ssh.Client, error) {
	return DialConfig(addr, ssh.ClientConfig{User: user, Auth: methods})
}

// DialConfig does what Dial does, with all that a client can choose.
func DialConfig(addr string, config ssh.ClientConfig) (*ssh.Client, error) {
	conn, err := net.DialTimeout("tcp", addr, loginLimit)
	if err != nil {
		return nil, err
	}
	return Login(conn, config)
}

// Login logs in over a connection, within a minute. Without methods the player is a
// guest; without a HostKeyCallback any host key is accepted. If the login fails, the
// connection is closed.
func Login(conn net.Conn, config ssh.ClientConfig) (*ssh.Client, error) {
	sc, channels, requests, err := Handshake(conn, config)
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(sc, channels, requests), nil
}

// Handshake does what Login does, for a test that puts something between the connection
// and its client.
func Handshake(conn net.Conn, config ssh.ClientConfig) (ssh.Conn, <-chan ssh.NewChannel, <-chan *ssh.Request, error) {
	if config.Auth == nil && config.AuthCallback == nil {
		config.Auth = []ssh.AuthMethod{Guest()}
	}
	if config.HostKeyCallback == nil {
		config.HostKeyCallback = ssh.InsecureIgnoreHostKey()
	}
	_ = conn.SetDeadline(time.Now().Add(loginLimit))
	sc, channels, requests, err := ssh.NewClientConn(conn, conn.RemoteAddr().String(), &config)
	if err != nil {
		_ = conn.Close()
		return nil, nil, nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return sc, channels, requests, nil
}

// Run runs a command without a terminal and returns what it prints and its exit code. The
// error is that of a session which has no exit code.
func Run(client *ssh.Client, command string) (out, errOut string, code int, err error) {
	sess, err := client.NewSession()
	if err != nil {
		return "", "", 0, err
	}
	defer sess.Close()
	var stdout, stderr bytes.Buffer
	sess.Stdout, sess.Stderr = &stdout, &stderr
	code, err = ExitCode(sess.Run(command))
	return stdout.String(), stderr.String(), code, err
}

// ExitCode returns the exit code of a session whose Run or Wait returned err. If it has
// none, the error is err.
func ExitCode(err error) (int, error) {
	if exit := (*ssh.ExitError)(nil); errors.As(err, &exit) && exit.Signal() == "" {
		return exit.ExitStatus(), nil
	}
	return 0, err
}

// NewTerminal opens a session that has variables, as NAME=VALUE, and a PTY. Nothing runs
// in it yet. What is written to in is typed.
func NewTerminal(client *ssh.Client, term string, rows, columns int, env ...string) (sess *ssh.Session, in io.WriteCloser, err error) {
	if sess, err = client.NewSession(); err != nil {
		return nil, nil, err
	}
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		if err := sess.Setenv(name, value); err != nil {
			_ = sess.Close()
			return nil, nil, fmt.Errorf("setenv %s: %w", pair, err)
		}
	}
	if err = sess.RequestPty(term, rows, columns, nil); err == nil {
		in, err = sess.StdinPipe()
	}
	if err != nil {
		_ = sess.Close()
		return nil, nil, err
	}
	return sess, in, nil
}

// Start runs a command in a session, or the arcade itself if command is "".
func Start(sess *ssh.Session, command string) error {
	if command == "" {
		return sess.Shell()
	}
	return sess.Start(command)
}
