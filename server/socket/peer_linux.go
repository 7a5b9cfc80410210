package socket

import (
	"net"
	"os"
	"syscall"
)

// isOurs reports whether the process at the other end runs as the server's own user or
// root.
func isOurs(c *net.UnixConn) bool {
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	ours := false
	err = raw.Control(func(fd uintptr) {
		peer, err := syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
		ours = err == nil && (peer.Uid == 0 || int(peer.Uid) == os.Getuid())
	})
	return ours && err == nil
}
