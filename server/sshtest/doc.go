// Package sshtest is the SSH client of tests, in their own process, for those that look at the
// protocol or at the screen of a [Terminal].
package sshtest
