package data

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"boardwalk/engine"
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
	case containsAny(look, forbidden):
		return fmt.Errorf("%w: %s is not allowed here; choose another", ErrName, nick)
	}
	return nil
}

// containsAny reports whether a look contains one of the host's forbidden words.
func containsAny(look string, forbidden []string) bool {
	return slices.ContainsFunc(forbidden, func(word string) bool { return lookOf(word) != "" && strings.Contains(look, lookOf(word)) })
}

func isReserved(look string) bool {
	return slices.ContainsFunc(reserved, func(name string) bool { return look == lookOf(name) }) ||
		slices.ContainsFunc(reservedPrefixes, func(name string) bool { return strings.HasPrefix(look, lookOf(name)) })
}

// looks maps each character of a nick to one that it can be mistaken for.
var looks = strings.NewReplacer("-", "", "_", "", "0", "o", "1", "l", "i", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b")

// lookOf returns the same text for names that look alike.
func lookOf(nick string) string { return looks.Replace(strings.ToLower(nick)) }

// The most characters of the name of a made-up game.
const variationNameMax = 24

// CheckVariationName returns nil if a made-up game may be kept under a name, and otherwise
// an ErrName that explains why not. The name must not look like that of a game of the
// library's house, read as a share code of one of its families, or contain one of the host's
// forbidden words. Names and words are compared as [CheckNick] does, without spaces and
// punctuation.
func CheckVariationName(name string, library engine.Library, forbidden ...string) error {
	if len(name) < 1 || len(name) > variationNameMax {
		return fmt.Errorf("%w: a name has 1 to %d characters", ErrName, variationNameMax)
	}
	for _, r := range name {
		if r < ' ' || r > '~' { // the same that clients may show
			return fmt.Errorf("%w: a name has only letters without accents, digits, spaces and punctuation", ErrName)
		}
	}
	look := nameLook(name)
	switch {
	case strings.Join(strings.Fields(name), " ") != name:
		return fmt.Errorf("%w: a name has no space at either end and none twice", ErrName)
	case look == "" || !strings.ContainsFunc(name[:1], isAlphanumeric):
		return fmt.Errorf("%w: a name begins with a letter or a digit", ErrName)
	case strings.ContainsAny(name, "/@"):
		return fmt.Errorf("%w: a name has neither / nor @", ErrName) // or it might be an ID
	case containsAny(look, forbidden):
		return fmt.Errorf("%w: %s is not allowed here; choose another", ErrName, name)
	}
	for _, g := range library.House {
		info := g.Info()
		for _, known := range append([]string{info.Name, info.ID, path.Base(info.ID)}, info.Aliases...) {
			if nameLook(known) == look {
				return fmt.Errorf("%w: %s is too much like %s, a game of the house; choose another", ErrName, name, info.Name)
			}
		}
	}
	for _, family := range library.Families {
		if _, err := family.ParseCode(name); !errors.Is(err, engine.ErrNoCode) {
			return fmt.Errorf("%w: %s reads as a share code; choose another", ErrName, name)
		}
	}
	return nil
}

func isAlphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// nameLook returns the same text for names of games that look alike.
func nameLook(name string) string {
	return lookOf(strings.Map(func(r rune) rune {
		if isAlphanumeric(r) {
			return r
		}
		return -1
	}, name))
}

// sameName reports whether one player cannot have both names.
func sameName(a, b string) bool { return nameLook(a) == nameLook(b) }
