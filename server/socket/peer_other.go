//go:build !linux

package socket

import "net"

// isOurs always returns true here: only the socket's mode keeps others out.
func isOurs(*net.UnixConn) bool { return true }
