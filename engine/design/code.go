package design

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"boardwalk/engine"
)

// A share code is a game's rules as text: "BW1-D812-6000-K3XF". After the mark, which has the
// family and the version of its format, come 12 letters of Crockford's base 32. The first 8 hold
// the knobs, each in as few bits as its values take, in the order of [Knobs], the last of them
// in the lowest bits. Knobs that follow from others are left out. The last 4 are a
// Reed-Solomon checksum over the field of 32 elements: a code with up to 4 wrong letters, or
// two exchanged ones, is never another code. All this is frozen.
const (
	codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeMark    = 3
	codeKnobs   = 8 // letters
	codeCheck   = 4
)

// formatCode returns the share code of rules that make a game.
func (f *Family[R]) formatCode(r R) string {
	var packed uint64
	for _, k := range f.Knobs {
		if !k.Follows {
			packed = packed<<width(k.Values) | uint64(k.Get(&r))
		}
	}
	var symbols [codeKnobs]byte
	for i := range symbols {
		symbols[codeKnobs-1-i] = byte(packed >> (5 * i) & 31)
	}
	check := checksum(symbols)
	code := f.Mark
	for i, s := range append(symbols[:], check[:]...) {
		if i%4 == 0 {
			code += "-"
		}
		code += codeLetters[s : s+1]
	}
	return code
}

// width returns the number of bits that a knob with these values takes.
func width(values []string) int { return bits.Len(uint(len(values) - 1)) }

// parseCode returns the rules of a share code as people type it; see [engine.Family].
func (f *Family[R]) parseCode(text string) (r R, err error) {
	letters, err := codeText(f.Mark, text)
	if err != nil {
		return r, err
	}
	var symbols [codeKnobs]byte
	var check [codeCheck]byte
	for i, letter := range letters {
		at := strings.IndexRune(codeLetters, letter)
		if at < 0 {
			return r, mistyped("this share code is mistyped: %q is no letter of one", letter)
		}
		if i < codeKnobs {
			symbols[i] = byte(at)
		} else {
			check[i-codeKnobs] = byte(at)
		}
	}
	if checksum(symbols) != check {
		return r, mistyped("this share code is mistyped: its letters do not fit together")
	}
	r, ok := f.unpack(symbols)
	if !ok || f.valid(r) != nil {
		return r, mistyped("this share code was not made by an arcade: its rules make no game")
	}
	return r, nil
}

// codeText returns the letters of a share code after its mark, in the form that code gives
// them.
func codeText(mark, text string) ([]rune, error) {
	const size = codeMark + codeKnobs + codeCheck
	var code []rune
	dashed := false // after the mark, so that nothing else can be meant
	for _, r := range strings.Trim(strings.TrimSpace(text), "\"'`<>()[].,") {
		switch r = unicode.ToUpper(r); {
		case unicode.IsSpace(r):
			continue
		case unicode.Is(unicode.Pd, r):
			dashed = dashed || len(code) == codeMark
			continue
		case r == 'O':
			r = '0'
		case r == 'I', r == 'L':
			r = '1'
		}
		code = append(code, r)
	}
	switch {
	case len(code) < codeMark, string(code[:2]) != mark[:2], code[2] < '0', code[2] > '9', !dashed && len(code) != size:
		return nil, engine.ErrNoCode
	case string(code[:codeMark]) != mark:
		return nil, mistyped("this arcade reads share codes that begin with %s, not with %s", mark, string(code[:codeMark]))
	case len(code) != size:
		return nil, mistyped("a share code has %d letters and digits after %s, and this one has %d", size-codeMark, mark, len(code)-codeMark)
	}
	return code[codeMark:], nil
}

func mistyped(format string, args ...any) error {
	return &engine.CodeError{Why: fmt.Sprintf(format, args...)}
}

// unpack returns the rules that the letters of a code hold. It reports whether there can be any.
func (f *Family[R]) unpack(symbols [codeKnobs]byte) (r R, ok bool) {
	var packed uint64
	for _, s := range symbols {
		packed = packed<<5 | uint64(s)
	}
	r = f.Own[0]
	for _, k := range slices.Backward(f.Knobs) {
		if k.Follows {
			continue
		}
		bits := width(k.Values)
		n := int(packed & (1<<bits - 1))
		if packed >>= bits; n >= len(k.Values) {
			return r, false
		}
		k.Set(&r, n)
	}
	if f.Derive != nil {
		f.Derive(&r)
	}
	return r, packed == 0
}

// checksum returns the remainder of the letters, taken as a polynomial, after division by
// the generator.
func checksum(symbols [codeKnobs]byte) (check [codeCheck]byte) {
	for _, s := range symbols {
		factor := s ^ check[0]
		copy(check[:], check[1:])
		check[codeCheck-1] = 0
		for i, g := range generator {
			check[i] ^= times(factor, g)
		}
	}
	return check
}

// generator holds the coefficients below the highest, which is 1, of (x-2)(x-4)(x-8)(x-16),
// the highest first.
var generator = func() [codeCheck]byte {
	product := []byte{1}
	for root := byte(2); root <= 16; root *= 2 {
		next := append(slices.Clone(product), 0)
		for i, c := range product {
			next[i+1] ^= times(c, root)
		}
		product = next
	}
	return [codeCheck]byte(product[1:])
}()

// times multiplies in the field of 32 elements, modulo x^5 + x^2 + 1.
func times(a, b byte) byte {
	var product byte
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			product ^= a
		}
		if a <<= 1; a&32 != 0 {
			a ^= 0b100101
		}
	}
	return product
}
