package data

import (
	"fmt"
	"slices"
	"strings"
)

// The least and the most characters of a nick.
const nickMin, nickMax = 3, 20

// reserved lists nicks that nobody may choose: common login names, and words the arcade
// uses for itself and for players without a nick.
var reserved = []string{
	"administrator", "anonymous", "anybody", "anyone", "arcade", "boardwalk", "debian", "ec2-user", "everybody", "everyone",
	"git", "host", "local", "me", "moderator", "nobody", "no-one", "operator", "pi", "root", "server", "somebody", "someone",
	"staff", "system", "ubuntu", "user", "vagrant", "you",
}

// reservedPrefixes begin nicks that nobody may choose: the arcade adds a number to them
// to name players without a nick.
var reservedPrefixes = []string{"admin", "guest", "player", "racer"}

// CheckNick returns nil if a nick may be chosen, and otherwise an ErrName that explains
// why not. No nick may contain one of the host's forbidden words. For reserved and
// forbidden words it ignores case, - and _, and treats digits as the letters they look
// like; for reserved words it also ignores digits at the end.
func CheckNick(nick string, forbidden ...string) error {
	if len(nick) < nickMin || len(nick) > nickMax {
		return fmt.Errorf("%w: a nick has %d to %d characters", ErrName, nickMin, nickMax)
	}
	letters := 0
	for _, r := range nick {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		case r >= '0' && r <= '9' || r == '_' || r == '-':
		default:
			return fmt.Errorf("%w: a nick has only the letters a to z, digits, _ and -", ErrName)
		}
	}
	switch look := lookOf(nick); {
	case strings.ContainsRune("-_", rune(nick[0])):
		return fmt.Errorf("%w: a nick begins with a letter or a digit", ErrName)
	case letters == 0:
		return fmt.Errorf("%w: a nick has at least one letter", ErrName)
	case isReserved(look) || isReserved(lookOf(strings.TrimRight(nick, "0123456789-_"))):
		return fmt.Errorf("%w: %s is too much like a name that the arcade itself uses; choose another", ErrName, nick)
	case slices.ContainsFunc(forbidden, func(word string) bool { return lookOf(word) != "" && strings.Contains(look, lookOf(word)) }):
		return fmt.Errorf("%w: %s is not allowed here; choose another", ErrName, nick)
	}
	return nil
}

func isReserved(look string) bool {
	return slices.ContainsFunc(reserved, func(name string) bool { return look == lookOf(name) }) ||
		slices.ContainsFunc(reservedPrefixes, func(name string) bool { return strings.HasPrefix(look, lookOf(name)) })
}

// looks maps each character of a nick to one that it can be mistaken for.
var looks = strings.NewReplacer("-", "", "_", "", "0", "o", "1", "l", "i", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b")

// lookOf returns the same text for names that look alike.
func lookOf(nick string) string { return looks.Replace(strings.ToLower(nick)) }
