package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"syscall"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/gate"
	"boardwalk/server/limit"
)

// The reasons of connections that have ended without a login, and of sessions and codes that were
// refused, beside those of the gate.
const (
	byLogin      gate.Reason = "login"      // refused in another way than those that follow
	byOldKey     gate.Reason = "old-key"    // a key or a signature that is too old
	byKey        gate.Reason = "key"        // a key that is not listed
	byNick       gate.Reason = "nick"       // a nick that belongs to another key
	byNoKey      gate.Reason = "no-key"     // no key where one is needed
	byBan        gate.Reason = "ban"        // a banned network or player
	byTries      gate.Reason = "tries"      // too many attempts
	bySignature  gate.Reason = "signature"  // a signature that is not by the key
	byUnsigned   gate.Reason = "unsigned"   // it did not sign with the key that it had offered
	byLeaving    gate.Reason = "left"       // it hung up before it had tried anything
	bySilence    gate.Reason = "silent"     // it hung up without a word
	byVersion    gate.Reason = "version"    // it does not speak SSH 2
	byAlgorithms gate.Reason = "algorithms" // it has no algorithm in common with the server
	byProtocol   gate.Reason = "protocol"   // what it sent breaks the protocol
	byTime       gate.Reason = "time"       // it took longer than Limits.Handshake
	byCode       gate.Reason = "code"       // a code or an invitation that does not exist
	byInvitation gate.Reason = "invitation" // no invitation where one is needed
	byStore      gate.Reason = "store"      // its account cannot be opened
	byFull       gate.Reason = "full"       // the arcade has as many sessions as it may
)

// reasons lists the reasons that are not the gate's.
var reasons = []gate.Reason{
	byLogin, byOldKey, byKey, byNick, byNoKey, byBan, byTries, bySignature, byUnsigned, byLeaving,
	bySilence, byVersion, byAlgorithms, byProtocol, byTime, byCode, byInvitation, byStore, byFull,
}

// notRefused lists the reasons of clients that were not refused.
var notRefused = []gate.Reason{byUnsigned, byLeaving, bySilence, byVersion, byAlgorithms}

// helloMax is how much of a client's first line says which protocol it speaks.
const helloMax = len("SSH-2.0-")

// A clientAddr is the address of a client, by which its connection is found where the library
// passes one of its own.
type clientAddr struct {
	*net.TCPAddr
	conn *conn
}

// RemoteAddr implements net.Conn.
func (c *conn) RemoteAddr() net.Addr {
	addr := c.Conn.RemoteAddr()
	if tcp, ok := addr.(*net.TCPAddr); ok {
		return clientAddr{tcp, c}
	}
	return addr
}

// loginFailed counts a connection that has ended before its client was logged in, with the
// error of the library.
func (s *Server) loginFailed(nc net.Conn, err error) {
	addr, ok := nc.RemoteAddr().(clientAddr)
	if !ok {
		return
	}
	if why := addr.conn.failure(err); why != "" {
		s.turnAway(limit.Source(limit.Addr(addr)), why, addr.conn.refused...)
	}
}

// failure returns why a handshake has failed with an error, or "" if the server has ended it and
// counted that elsewhere.
func (c *conn) failure(err error) gate.Reason {
	var timeout net.Error
	gone := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, syscall.EPIPE) || errors.As(err, new(*gossh.ServerAuthError))
	switch {
	case errors.Is(err, net.ErrClosed), c.Crowded(): // evicted, or the server ends; the gate counts a crowd
		return ""
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return byTime
	case c.tries >= authTries:
		return byTries
	case len(c.hello) == 0:
		return bySilence
	case !bytes.HasPrefix(c.hello, []byte("SSH-2.0-")) && !bytes.HasPrefix(c.hello, []byte("SSH-1.99")): // as clients of SSH 2 begin
		return byVersion
	case errors.As(err, new(*gossh.AlgorithmNegotiationError)):
		return byAlgorithms
	case gone && c.why == "":
		return byLeaving
	case gone:
		return c.why
	case c.why == byUnsigned:
		return bySignature
	}
	return byProtocol
}
