package policy

import (
	"math/rand/v2"
	"testing"
)

func TestAddScaled(t *testing.T) {
	var v, w, want Vector
	random := rand.New(rand.NewPCG(3, 4))
	for i := range v {
		v[i], w[i] = random.Float32(), random.Float32()
		want[i] = v[i] + float32(w[i]*0.3)
	}
	if v.AddScaled(&w, 0.3); v != want {
		t.Errorf("got %v, want %v", v, want)
	}
}

// TestNets reads the nets that are built in, and stores them again.
func TestNets(t *testing.T) {
	entries, err := files.ReadDir("nets")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, e := range entries {
		b, err := files.ReadFile("nets/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > 64<<10 {
			t.Errorf("%s has %d bytes, which is more than 64 KiB", e.Name(), len(b))
		}
		var n, again Net
		if err := n.UnmarshalBinary(b); err != nil {
			t.Errorf("%s: %v", e.Name(), err)
			continue
		}
		read++
		stored, err := n.MarshalBinary()
		if err == nil {
			err = again.UnmarshalBinary(stored)
		}
		if err != nil || again != n {
			t.Errorf("%s is another net once it has been stored: %v", e.Name(), err)
		}
	}
	if read != len(nets()) || nets()[Any] == nil {
		t.Errorf("%d nets of %d files, and %d in use", read, len(entries), len(nets()))
	}
}

func TestNoNet(t *testing.T) {
	var n Net
	if b, err := n.MarshalBinary(); err != nil || n.UnmarshalBinary(b) != nil {
		t.Errorf("a net of zeros is stored as %d bytes, %v", len(b), err)
	}
	for _, b := range [][]byte{nil, make([]byte, 100), make([]byte, 80_000)} {
		if n.UnmarshalBinary(b) == nil {
			t.Errorf("%d zeros are a net", len(b))
		}
	}
}
