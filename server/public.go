package server

import (
	"errors"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"boardwalk/tui/caption"
)

// publicMax is the maximum length of a public address, so that a command with it fits most
// windows.
const publicMax = 64

// hostName is a host name of RFC 1123. It never begins like an option of ssh.
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$`)

// PublicCommand returns how players reach an arcade with a public address: "ssh -p 2222
// play.example.org" for play.example.org:2222. The address is a host name or an IP address,
// with a port unless that is 22. Without an address it is [caption.NoAddress]. The error says
// what an address may be.
func PublicCommand(address string) (string, error) {
	if address == "" {
		return caption.NoAddress, nil
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

// command returns what a player types in front of the arcade's commands whose connection has
// arrived at an address: the public address or, without one, that address if the player can
// have dialed it. An address of a private network may be that of a container, or stand behind
// a router, and then nobody dials it.
func (c Config) command(at net.Addr) string {
	public := c.Public
	if tcp, ok := at.(*net.TCPAddr); ok && public == "" {
		if to := tcp.AddrPort(); to.Addr().IsLoopback() || to.Addr().IsGlobalUnicast() && !to.Addr().Unmap().IsPrivate() {
			public = netip.AddrPortFrom(to.Addr().Unmap().WithZone(""), to.Port()).String()
		}
	}
	command, _ := PublicCommand(public) // New refuses one that is wrong
	return command
}
