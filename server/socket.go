package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// ListenLocal listens on a Unix socket at path, for [Server.Serve]. A player who connects
// there is the host: an admin who plays as the account "local". Nobody else can connect,
// as the socket has mode 0600. It replaces a socket that another server left behind, so
// the caller must hold something that only one server can hold, such as the data file.
func ListenLocal(path string) (net.Listener, error) {
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
	return &localListener{l, path}, nil
}

// A localListener accepts connections from this machine only.
type localListener struct {
	*net.UnixListener
	path string
}

// Accept implements net.Listener. It turns away processes of any user but the server's
// own and root, where the system names the user.
func (l *localListener) Accept() (net.Conn, error) {
	for {
		c, err := l.AcceptUnix()
		if err != nil {
			return nil, err
		}
		if isOurs(c) {
			return localConn{c}, nil
		}
		_ = c.Close()
	}
}

// Addr returns the path.
func (l *localListener) Addr() net.Addr { return &net.UnixAddr{Name: l.path, Net: "unix"} }

// Close removes the socket.
func (l *localListener) Close() error {
	err := l.UnixListener.Close()
	if err == nil {
		_ = os.Remove(l.path)
	}
	return err
}

// A localConn came through a localListener.
type localConn struct{ net.Conn }
