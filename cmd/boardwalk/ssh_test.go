//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// sshVariable is the environment variable by which sshCommand chooses an ssh. It does not begin
// with BOARDWALK_: the server refuses variables of that kind which are no settings.
const sshVariable = "SSHTEST_OPENSSH"

// standInName is the name under which a test binary stands in for ssh.
const standInName = "ssh-stand-in"

// standIn stands in for ssh, and does not return then, if sshCommand started this process for that.
func standIn() {
	if os.Args[0] != standInName {
		return
	}
	code, err := runSSH(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "ssh: %v\r\n", err)
		code = sshFailed
	}
	os.Exit(code)
}

// sshCommand returns the command line of ssh, like exec.CommandContext. The variable
// SSHTEST_OPENSSH says which ssh that is:
//
//   - unset or empty: OpenSSH's if there is one in PATH, otherwise the stand-in;
//   - required: OpenSSH's, and an error if there is none;
//   - none: the stand-in.
//
// The stand-in knows the flags and options that the tests need, and fails for others. It
// reads no configuration files and knows no escape characters.
func sshCommand(ctx context.Context, args ...string) (*exec.Cmd, error) {
	path, err := "", error(nil)
	switch choice := os.Getenv(sshVariable); choice {
	case "", "required":
		if path, err = exec.LookPath("ssh"); err == nil {
			return exec.CommandContext(ctx, path, args...), nil
		}
		if choice == "required" {
			return nil, fmt.Errorf("%s is required, so install openssh-client: %w", sshVariable, err)
		}
	case "none":
	default:
		return nil, fmt.Errorf("%s is required, none or empty, not %q", sshVariable, choice)
	}
	if path, err = os.Executable(); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Args[0] = standInName
	return cmd, nil
}
