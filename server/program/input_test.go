package program

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// A fakeFile notes the sizes that an input reports. It is refused beyond a size.
type fakeFile struct {
	max      int
	sizes    []int
	released int
}

func (f *fakeFile) Grow(size int) bool {
	f.sizes = append(f.sizes, size)
	return size <= f.max
}

func (f *fakeFile) Release() { f.released++ }

// openInput returns an input, and a function that sends it text and waits until it has
// dealt with that.
func openInput(t *testing.T) (in *Input, send func(text string)) {
	r, w := io.Pipe()
	in = NewInput(r, func() { _ = r.Close() })
	t.Cleanup(func() { _ = w.Close() })
	return in, func(text string) {
		_, _ = io.WriteString(w, text)
		synctest.Wait()
	}
}

func TestInput(t *testing.T) {
	tests := map[string]func(t *testing.T){
		"keys wait, but not too many": func(t *testing.T) {
			in, send := openInput(t)
			in.ExpectKeys()
			send("abc")
			<-in.ready
			if got := in.AppendTo([]byte("> ")); string(got) != "> abc" {
				t.Errorf("%q waits", got)
			}
			send(strings.Repeat("x", inputWaiting+1))
			if got := in.AppendTo(nil); len(got) != inputWaiting {
				t.Errorf("%d bytes wait, want %d", len(got), inputWaiting)
			}
			if in.Flooded() {
				t.Error("that is a flood")
			}
		},
		"a flood ends it": func(t *testing.T) {
			in, send := openInput(t)
			in.ExpectKeys()
			send(strings.Repeat("x", InputAtOnce+1))
			<-in.Ended()
			if !in.Flooded() {
				t.Error("that is no flood")
			}
		},
		"a flood that goes on is cut off": func(t *testing.T) {
			r, w := io.Pipe()
			_ = NewInput(r, func() { _ = r.Close() })
			if n, err := io.WriteString(w, strings.Repeat("x", 4*inputCut)); err != io.ErrClosedPipe || n < inputCut {
				t.Errorf("cut off after %d bytes: %v", n, err)
			}
		},
		"a file comes as fast as it can": func(t *testing.T) {
			in, send := openInput(t)
			file := &fakeFile{max: 10 * InputAtOnce}
			in.ExpectFile(file, 3*InputAtOnce)
			send(strings.Repeat("x", 2*InputAtOnce))
			send(strings.Repeat("x", InputAtOnce))
			if got := in.AppendTo(nil); in.Flooded() || len(got) != 3*InputAtOnce || slices.Max(file.sizes) != len(got) {
				t.Errorf("%d bytes wait, and the file grew to %d", len(got), slices.Max(file.sizes))
			}
		},
		"a file comes before it is known to be one": func(t *testing.T) {
			r, w := io.Pipe()
			in := NewInput(r, func() { _ = r.Close() })
			go func() {
				_, _ = io.WriteString(w, strings.Repeat("x", 3*InputAtOnce))
				_ = w.Close()
			}()
			synctest.Wait()
			in.ExpectFile(&fakeFile{max: 3 * InputAtOnce}, 3*InputAtOnce)
			<-in.Ended()
			if got := in.AppendTo(nil); in.Flooded() || len(got) != 3*InputAtOnce {
				t.Errorf("%d bytes wait, want all of the file", len(got))
			}
		},
		"a file is too large": func(t *testing.T) {
			in, send := openInput(t)
			in.ExpectFile(&fakeFile{max: InputAtOnce}, 5)
			send("123456")
			if !in.Flooded() {
				t.Error("it goes on")
			}
		},
		"a file is refused": func(t *testing.T) {
			in, send := openInput(t)
			in.ExpectFile(&fakeFile{max: 5}, InputAtOnce)
			send("12345")
			send("6")
			if got := in.AppendTo(nil); !in.Flooded() || len(got) > 0 {
				t.Errorf("%q is kept", got)
			}
		},
		"nothing is kept after Discard": func(t *testing.T) {
			in, send := openInput(t)
			file := &fakeFile{max: InputAtOnce}
			in.ExpectFile(file, InputAtOnce)
			send("games")
			in.Discard()
			send("games")
			if len(in.waiting) > 0 || cap(in.waiting) > 0 || file.released != 1 {
				t.Errorf("%d bytes are kept, with room for %d; released %d times", len(in.waiting), cap(in.waiting), file.released)
			}
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
}
