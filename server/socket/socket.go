// Package socket is the way into the server for whoever runs it: a Unix socket that nobody else can use.
package socket

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// Listen listens on a Unix socket at path. Nobody but the user of this process and root can connect, as
// the socket has mode 0600. It replaces a socket that another server left behind, so
// the caller must hold something that only one server can hold, such as the data file.
func Listen(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() != os.ModeSocket {
		return nil, fmt.Errorf("listen on %s: there is a file that is not a socket", path)
	}
	// The socket is made in a folder that nobody else can enter, until it has its mode.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".s")
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: made, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	l.SetUnlinkOnClose(false) // the listener would remove only the name it was made under
	if err := errors.Join(os.Chmod(made, 0o600), os.Rename(made, path)); err != nil {
		return nil, errors.Join(fmt.Errorf("listen on %s: %w", path, err), l.Close())
	}
	return &Listener{l, path}, nil
}

// A Listener accepts connections from this machine only.
type Listener struct {
	*net.UnixListener
	path string
}

// Accept implements net.Listener. It turns away processes of any user but the server's
// own and root, where the system names the user.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.AcceptUnix()
		if err != nil {
			return nil, err
		}
		if isOurs(c) {
			return Conn{c}, nil
		}
		_ = c.Close()
	}
}

// Addr returns the path.
func (l *Listener) Addr() net.Addr { return &net.UnixAddr{Name: l.path, Net: "unix"} }

// Close removes the socket.
func (l *Listener) Close() error {
	err := l.UnixListener.Close()
	if err == nil {
		_ = os.Remove(l.path)
	}
	return err
}

// A Conn came through a Listener.
type Conn struct{ net.Conn }
