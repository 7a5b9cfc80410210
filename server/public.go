package server

import (
	"errors"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

// publicMax is the maximum length of a public address, so that a command with it fits most
// windows.
const publicMax = 64

// hostName is a host name of RFC 1123. It never begins like an option of ssh.
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$`)

// PublicCommand returns how players reach an arcade with a public address: "ssh -p 2222
// play.example.org" for play.example.org:2222. The address is a host name or an IP address,
// with a port unless that is 22. Without an address it is "ssh HOST". The error says what an
// address may be.
func PublicCommand(address string) (string, error) {
	if address == "" {
		return "ssh HOST", nil
	}
	wrong := errors.New("it takes a host name or an address of at most 64 characters, with a port if it is not 22, such as arcade.example.org, play.example.org:2222 or [2001:db8::1]:2222, or nothing")
	host, port := address, "22"
	ip, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(address, "["), "]"))
	if bare := err == nil; bare {
		host = ip.String()
	} else if strings.Contains(address, ":") {
		if host, port, err = net.SplitHostPort(address); err != nil {
			return "", wrong
		}
	}
	n, err := strconv.ParseUint(port, 10, 16)
	ip, notIP := netip.ParseAddr(host)
	if err != nil || n == 0 || len(address) > publicMax || ip.Zone() != "" || notIP != nil && !hostName.MatchString(host) {
		return "", wrong
	}
	if n == 22 {
		return "ssh " + host, nil
	}
	return "ssh -p " + strconv.FormatUint(n, 10) + " " + host, nil
}

// command returns what players type in front of the arcade's commands.
func (c Config) command() string {
	command, err := PublicCommand(c.Public)
	if err != nil {
		return "ssh HOST" // New refuses it
	}
	return command
}
