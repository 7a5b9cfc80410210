package data

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzPack packs and unpacks any text, and unpacks any bytes.
func FuzzPack(f *testing.F) {
	f.Add([]byte(`{"player":"AAAA","record":"test/hop 1 CODE a1 b1","points":3,"max":27,"class":"counted","millis":1,"ended":1790000000000}`))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, err := unpack(pack(text)); len(text) <= unpackedMax && (err != nil || !bytes.Equal(got, text)) {
			t.Errorf("%q became %q, %v", text, got, err)
		}
		if got, err := unpack(text); err == nil && len(got) > unpackedMax {
			t.Errorf("%q becomes %d bytes", text, len(got))
		}
	})
}

// A few bytes that come to many must not fill the memory.
func TestUnpackIsBounded(t *testing.T) {
	if _, err := unpack(pack([]byte(strings.Repeat(" ", unpackedMax+1)))); err == nil {
		t.Error("a text over the limit was unpacked")
	}
}

// Rounds are stored packed, and those of older files are read as they are.
func TestRoundsArePacked(t *testing.T) {
	db := quick(t)
	r := finish(t, session(t, db, fp("ann")), finished(record(hop, "A", 1, 2, 3), 5))
	row, id, err := newRoundRow(playerID{1}, r)
	must(t, err)
	value, err := seal(id[:], row)
	must(t, err)
	text, err := textOf(value)
	if err != nil || value[0] != packedVersion || len(value) >= len(text) {
		t.Errorf("a round has format %d and %d bytes for %d, %v", value[0], len(value), len(text), err)
	}
}
