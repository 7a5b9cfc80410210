//go:build unix

package sshtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// Variable is the environment variable by which Command chooses an ssh. It does not begin
// with BOARDWALK_: the server refuses variables of that kind which are no settings.
const Variable = "SSHTEST_OPENSSH"

// standInName is the name under which a test binary stands in for ssh.
const standInName = "ssh-stand-in"

// canStandIn is set by Main. A test binary that does not call it would run all of its
// tests again in place of ssh.
var canStandIn bool

// Main stands in for ssh if Command started this process for that, and does not return
// then. TestMain must call it first.
func Main() {
	canStandIn = true
	if os.Args[0] != standInName {
		return
	}
	code, err := runSSH(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "ssh: %v\r\n", err)
		code = failed
	}
	os.Exit(code)
}

// Command returns the command line of ssh, like exec.CommandContext. The variable
// SSHTEST_OPENSSH says which ssh that is:
//
//   - unset or empty: OpenSSH's if there is one in PATH, otherwise the stand-in;
//   - required: OpenSSH's, and an error if there is none;
//   - none: the stand-in.
//
// The stand-in knows the flags and options that the tests need, and fails for others. It
// reads no configuration files and knows no escape characters.
func Command(ctx context.Context, args ...string) (*exec.Cmd, error) {
	path, err := "", error(nil)
	switch choice := os.Getenv(Variable); choice {
	case "", "required":
		if path, err = exec.LookPath("ssh"); err == nil {
			return exec.CommandContext(ctx, path, args...), nil
		}
		if choice == "required" {
			return nil, fmt.Errorf("%s is required, so install openssh-client: %w", Variable, err)
		}
	case "none":
	default:
		return nil, fmt.Errorf("%s is required, none or empty, not %q", Variable, choice)
	}
	if !canStandIn {
		return nil, errors.New("TestMain must call sshtest.Main")
	}
	if path, err = os.Executable(); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Args[0] = standInName
	return cmd, nil
}
