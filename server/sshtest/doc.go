// Package sshtest is the SSH client of tests: one in this process, for
// who looks at the protocol or at the screen of a [Terminal], and the ssh program, for
// tests that play as a person does.
//
// The program is OpenSSH's where that is installed. Elsewhere the test binary stands in
// for it, so that the tests need Go and nothing else. The variable SSHTEST_OPENSSH
// decides otherwise: see Command.
package sshtest
