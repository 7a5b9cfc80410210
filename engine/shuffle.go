package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Code names a deal: 1 to 32 upper-case letters and digits. The same game, version and
// code give the same deal forever, on every machine.
type Code string

// CodeMax is the most characters that a code can have.
const CodeMax = 32

var errCode = errors.New("a deal code is 1 to 32 letters A-Z and digits 0-9")

// ParseCode parses a deal code as a player types it: it trims spaces and accepts lower
// case.
func ParseCode(s string) (Code, error) {
	s = strings.TrimSpace(s)
	if len(s) < 1 || len(s) > CodeMax {
		return "", fmt.Errorf("%w; this one has %d characters", errCode, len(s))
	}
	s = strings.ToUpper(s)
	for _, r := range s {
		if (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return "", fmt.Errorf("%w, not %q", errCode, r)
		}
	}
	return Code(s), nil
}

// freshAlphabet leaves out I, L, O and U, which are easily misread. 13 of its 32
// characters are 65 bits.
const freshAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewCode returns a fresh code of 13 characters. For deals that count, random must be a
// source that no player can predict, such as crypto/rand.Reader.
func NewCode(random io.Reader) (Code, error) {
	var b [13]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("draw a deal code: %w", err)
	}
	for i := range b {
		b[i] = freshAlphabet[b[i]%32]
	}
	return Code(b[:]), nil
}

// LooksFresh reports whether a text looks like a code of [NewCode], as a player types it.
func LooksFresh(s string) bool {
	s = strings.ToUpper(s)
	return len(s) == 13 && strings.ContainsAny(s, "0123456789") && strings.Trim(s, freshAlphabet) == ""
}

// Shuffle returns the cards of deck in the order of a code; deck itself is not changed.
// The algorithm is frozen, and catalog/testdata/deals.txt pins it: the SHA-256 of a fixed
// prefix and the code is the key of a ChaCha8 stream, and a Fisher-Yates shuffle walks
// the deck from its end, drawing by rejection sampling.
func Shuffle(code Code, deck []Card) []Card {
	stream := rand.NewChaCha8(sha256.Sum256([]byte("boardwalk deal 1\n" + string(code))))
	cards := append([]Card(nil), deck...)
	for i := len(cards) - 1; i > 0; i-- {
		j := below(stream, uint64(i+1))
		cards[i], cards[j] = cards[j], cards[i]
	}
	return cards
}

// Luck returns the random numbers that a hash decides: of all that is to come out the same everywhere.
func Luck(sum [sha256.Size]byte) *rand.Rand {
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])))
}

// Redeal shuffles the face-down cards of piles among the places where
// face-down cards lie. It changes the slice; face-up cards stay. A [Guesser] guesses with
// it: the outcome does not depend on where the cards lay before.
func Redeal(piles []Pile, random *rand.Rand) {
	var hidden []Card
	for _, p := range piles {
		for i := range p.Len() {
			if c := p.At(i); c.IsDown() {
				hidden = append(hidden, c)
			}
		}
	}
	slices.Sort(hidden)
	random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	for i, p := range piles {
		cards := []byte(p.cards)
		for j, c := range cards {
			if Card(c).IsDown() {
				cards[j] = byte(hidden[0])
				hidden = hidden[1:]
			}
		}
		piles[i].cards = string(cards)
	}
}

// below returns a number from 0 to n-1, each equally likely: draws at or above limit are
// repeated.
func below(stream rand.Source, n uint64) uint64 {
	limit := -n / n * n // the largest multiple of n that is at most 2^64-n
	for {
		if x := stream.Uint64(); x < limit {
			return x % n
		}
	}
}
