//go:build !unix

package main

import gossh "golang.org/x/crypto/ssh"

// resizes does nothing: the system has no signal for it.
func resizes(*gossh.Session) (stop func()) { return func() {} }
