package store

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
