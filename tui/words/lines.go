package words

import (
	"errors"
	"io"
)

// lineMax is the longest line that is read, in bytes; what is typed beyond it
// is dropped.
const lineMax = 200

// What a reader of lines returns for a key that ends more than a line. One can
// read on after them.
var (
	errInterrupt = errors.New("Ctrl-C")
	errQuit      = errors.New("Ctrl-D")
)

// The control characters that a line is edited with.
const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	bell      = 0x07
	backspace = 0x08
	ctrlU     = 0x15
	escape    = 0x1b
	del       = 0x7f
)

// Lines reads lines of printable ASCII, whatever is sent: other characters are
// dropped, escape sequences as a whole. Only one goroutine may use it.
type Lines struct {
	from    io.Reader
	echo    io.Writer // nil where the client's terminal shows what is typed
	buf     [256]byte
	waiting []byte     // of buf, read and not yet taken
	ended   error      // what from has said; it comes behind waiting
	reading chan chunk // what a read under way will bring, nil while there is none
	line    []byte
	heard   []byte // the echo that is not yet written
	inside  sequence
	cr      bool // the last byte was a carriage return, so a line feed adds nothing
}

// A sequence is what kind of escape sequence a byte stands in.
type sequence uint8

const (
	noSequence sequence = iota
	begun               // behind the escape
	control             // ESC [ ... up to a letter
	oneMore             // ESC O and one character
	text                // ESC ] and the like, up to a bell or ESC \
	textEnd             // an escape inside of text
)

// NewLines reads lines from r. Where echo is not nil, r is a terminal that
// leaves all to the program: what is typed is echoed, ends of lines are written
// as CR and LF, and a line that was not ended is dropped. Where it is nil, r
// sends lines that are ready.
func NewLines(r io.Reader, echo io.Writer) *Lines { return &Lines{from: r, echo: echo} }

// newline is what ends a line of output.
func (l *Lines) newline() string {
	if l.echo != nil {
		return "\r\n"
	}
	return "\n"
}

// Next is the next line, without its end. The error is that of a line which
// ended with Ctrl-C or Ctrl-D, or that of the reader or of the echo.
func (l *Lines) Next() (string, error) {
	l.line = l.line[:0]
	for {
		for len(l.waiting) > 0 {
			b := l.waiting[0]
			l.waiting = l.waiting[1:]
			done, err := l.take(b)
			if done {
				return string(l.line), errors.Join(err, l.flush())
			}
		}
		if err := l.flush(); err != nil {
			return "", err
		}
		if l.ended != nil {
			if l.echo == nil && len(l.line) > 0 {
				return string(l.line), nil
			}
			return "", l.ended
		}
		l.read()
	}
}

// take takes a byte and tells whether the line is done.
func (l *Lines) take(b byte) (done bool, err error) {
	cr := l.cr
	l.cr = b == '\r'
	switch b {
	case '\n':
		if cr {
			return false, nil
		}
		return true, l.end(nil)
	case '\r':
		return true, l.end(nil)
	case ctrlC:
		return true, l.end(errInterrupt)
	case ctrlD:
		return true, l.end(errQuit)
	}
	if l.skip(b) {
		return false, nil
	}
	switch {
	case b == backspace || b == del:
		l.rub(1)
	case b == ctrlU:
		l.rub(len(l.line))
	case b == '\t':
		l.add(' ')
	case ' ' <= b && b <= '~':
		l.add(b)
	}
	return false, nil
}

// skip tells whether a byte belongs to an escape sequence.
func (l *Lines) skip(b byte) bool {
	switch l.inside {
	case noSequence:
		if b != escape {
			return false
		}
		l.inside = begun
	case begun:
		l.inside = after(b)
		return l.inside != noSequence // else the key Escape was pressed, and then b
	case control:
		if '@' <= b && b <= '~' {
			l.inside = noSequence
		}
	case oneMore:
		l.inside = noSequence
	case text:
		switch b {
		case bell:
			l.inside = noSequence
		case escape:
			l.inside = textEnd
		}
	case textEnd:
		l.inside = text
		if b == '\\' {
			l.inside = noSequence
		}
	}
	return true
}

// after is the sequence that begins with an escape and b.
func after(b byte) sequence {
	switch b {
	case '[':
		return control
	case 'O':
		return oneMore
	case ']', 'P', 'X', '^', '_':
		return text
	case escape:
		return begun
	}
	return noSequence
}

// end ends the line, and a sequence that was never finished with it.
func (l *Lines) end(err error) error {
	l.inside = noSequence
	l.heard = append(l.heard, "\r\n"...)
	return err
}

func (l *Lines) add(b byte) {
	if len(l.line) < lineMax {
		l.line = append(l.line, b)
		l.heard = append(l.heard, b)
	}
}

// rub takes back the last n characters.
func (l *Lines) rub(n int) {
	for ; n > 0 && len(l.line) > 0; n-- {
		l.line = l.line[:len(l.line)-1]
		l.heard = append(l.heard, "\b \b"...)
	}
}

// flush writes the echo so far.
func (l *Lines) flush() error {
	heard := l.heard
	l.heard = l.heard[:0]
	if l.echo == nil || len(heard) == 0 {
		return nil
	}
	_, err := l.echo.Write(heard)
	return err
}
