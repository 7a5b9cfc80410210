package data

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The least and the most characters of a nick.
const nickMin, nickMax = 3, 20

// reserved are the looks of words of which no nick may consist: common login names, what the
// arcade prints in place of a nick, beside one or for itself, and what a player would take for
// the host's.
var reserved = func() (looks []string) {
	words := []string{
		"administrator", "anonymous", "ansible", "anybody", "anyone", "arcade", "backup", "backups", "boardwalk", "cron", "debian",
		"deploy", "ec2-user", "everybody", "everyone", "fedora",
		"git", "host", "local", "me", "moderator", "your", "nobody", "no-one", "operator", "pi",
		"root", "server", "someone",
		"runner", "service", "staff", "sysadmin", "sysop", "system", "ubuntu", "user", "vagrant", "you",
		"the", "house", "challenger", "friend", "stranger", "opponent", "bot", "robot",
		"all", "any", "none", "null", "nil", "unknown", "unnamed", "nameless",
		"deleted", "removed", "gone", "banned", "hidden", "private", "rated", "unrated", "ranked", "unranked",
		"finished", "away", "online", "offline",
		"support", "help", "contact", "info", "security", "abuse", "official", "owner", "team", "mod", "daemon", "console",
		arcade.Nameless,
	}
	for _, c := range arcade.Classes() {
		words = append(words, string(c))
	}
	for _, d := range []arcade.Doing{arcade.Here, arcade.Playing, arcade.Racing, arcade.Watching} {
		words = append(words, string(d))
	}
	for _, word := range append(words, reservedPrefixes...) {
		looks = append(looks, lookOf(word))
	}
	return looks
}()

// reservedPrefixes begin nicks that nobody may choose: the arcade adds a number to them
// to name players without a nick, and its own.
var reservedPrefixes = []string{"admin", "guest", "level", "player", "racer"}

// CheckNick returns nil if a nick may be chosen, and otherwise an ErrName that explains
// why not. No nick may contain one of the host's forbidden words. For reserved and
// forbidden words it ignores case, - and _, and treats digits as the letters they look
// like; for reserved words it also ignores digits at the end.
// [Player.SetNick] further refuses a nick that looks like another player's.
func CheckNick(nick string, forbidden ...string) error {
	if len(nick) < nickMin || len(nick) > nickMax {
		return ErrName.Saying("a nick has %d to %d characters", nickMin, nickMax)
	}
	letters := 0
	for _, r := range nick {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		case r >= '0' && r <= '9' || r == '_' || r == '-':
		default:
			return ErrName.Saying("a nick has only the letters a to z, digits, _ and -")
		}
	}
	switch look := lookOf(nick); {
	case strings.ContainsRune("-_", rune(nick[0])):
		return ErrName.Saying("a nick begins with a letter or a digit")
	case letters == 0:
		return ErrName.Saying("a nick has at least one letter")
	case isReserved(look) || isReserved(lookOf(strings.TrimRight(nick, "0123456789-_"))):
		return ErrName.Saying("the name %s is not free", nick)
	case slices.ContainsFunc(forbidden, func(word string) bool { return lookOf(word) != "" && strings.Contains(look, lookOf(word)) }):
		return ErrName.Saying("%s is not allowed here; choose another", nick)
	}
	return nil
}

func isReserved(look string) bool {
	return consistsOf(look, reserved) ||
		slices.ContainsFunc(reservedPrefixes, func(name string) bool { return strings.HasPrefix(look, lookOf(name)) })
}

// consistsOf reports whether a look is one or several of the given words, and nothing else.
func consistsOf(look string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := strings.CutPrefix(look, word)
		return ok && (rest == "" || consistsOf(rest, words))
	})
}

// looks maps each character of a nick to what it can be mistaken for: a digit to a letter, one
// letter to a narrower one, and a wide letter to the two that look like it together. No two
// digits become the same, so that players may number themselves. As every character is mapped
// by itself, the look of a name is that of its parts.
//
// The file has an index of looks (alikeBucket): whoever changes the table migrates it.
var looks = strings.NewReplacer(
	"-", "", "_", "",
	"0", "o", "1", "l", "i", "l", "2", "z", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "9", "g",
	"m", "rn", "w", "vv", "d", "cl",
)

// lookOf returns the same text for names that look alike.
func lookOf(nick string) string { return looks.Replace(strings.ToLower(nick)) }

// nickKey returns what a nick is stored under: two nicks must differ in more than case.
func nickKey(nick string) []byte { return []byte(strings.ToLower(nick)) }

// alikeIndex says which nicks look alike. Their keys are the look, a zero byte and the nick.
var alikeIndex = store.Index{
	Bucket: alikeBucket, Of: nicksBucket,
	Keys: func(nick, _ []byte) ([][]byte, error) {
		return [][]byte{slices.Concat([]byte(lookOf(string(nick))), []byte{0}, nick)}, nil
	},
	Source: func(key []byte) []byte {
		_, nick, _ := bytes.Cut(key, []byte{0})
		return nick
	},
}

// dropNick makes a nick free, if it is not "".
func dropNick(tx *store.Tx, nick string) error {
	if nick == "" {
		return nil
	}
	return nicksBucket.Delete(tx, nickKey(nick))
}

// The most characters of the name of a made-up game.
const variationNameMax = 24

// CheckVariationName returns nil if a made-up game may be kept under a name, and otherwise
// an ErrName that explains why not. The name must not look like that of a game of the
// library's house, or read as a share code of one of its families. Names are compared as
// [CheckNick] does, without spaces and punctuation.
func CheckVariationName(name string, library engine.Library) error {
	if len(name) < 1 || len(name) > variationNameMax {
		return ErrName.Saying("a name has 1 to %d characters", variationNameMax)
	}
	for _, r := range name {
		if r < ' ' || r > '~' { // the same that clients may show
			return ErrName.Saying("a name has only letters without accents, digits, spaces and punctuation")
		}
	}
	look := nameLook(name)
	switch {
	case strings.Join(strings.Fields(name), " ") != name:
		return ErrName.Saying("a name has no space at either end and none twice")
	case look == "" || !strings.ContainsFunc(name[:1], isAlphanumeric):
		return ErrName.Saying("a name begins with a letter or a digit")
	case strings.ContainsAny(name, "/@"):
		return ErrName.Saying("a name has neither / nor @") // or it might be an ID
	}
	for _, g := range library.House {
		info := g.Info()
		for _, known := range append([]string{info.Name, info.ID, path.Base(info.ID)}, info.Aliases...) {
			if nameLook(known) == look {
				return ErrName.Saying("%s is too much like %s, a built-in game; choose another", name, info.Name)
			}
		}
	}
	if _, err := library.ParseCode(name); !errors.Is(err, engine.ErrNoCode) {
		return ErrName.Saying("%s reads as a share code; choose another", name)
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
