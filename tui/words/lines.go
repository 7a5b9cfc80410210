package words

import (
	"bytes"
	"context"
	"errors"
	"io"

	"boardwalk/tui/sequence"
)

// lineMax is the maximum length of a line in bytes; the rest of a longer line is dropped.
const lineMax = 200

// typeaheadMax is how many bytes may be typed ahead during a long task before reading
// pauses.
const typeaheadMax = 4 << 10

// Errors of Next for keys that end more than the line. The reader can be used after them.
var (
	errInterrupt = errors.New("Ctrl-C")
	errQuit      = errors.New("Ctrl-D")
)

// errNews is returned for news that came while nothing was typed.
var errNews = errors.New("news")

// The control characters for editing a line.
const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	backspace = 0x08
	ctrlU     = 0x15
	del       = 0x7f
)

// Lines reads lines of printable ASCII. It drops control characters, and escape sequences
// as a whole. Of any other character it keeps the first byte, so that the line can be
// refused, and echoes a question mark. It is not safe for concurrent use.
type Lines struct {
	// Size returns how many columns and rows the player's window has now, at most 0 where
	// nobody knows. It may be nil, for a window of an unknown size.
	Size func() (columns, rows int)

	from    io.Reader
	echo    io.Writer       // nil if the client's terminal shows what is typed
	pipe    bool            // a program reads and writes, or whoever has no terminal
	waiting []byte          // read but not yet taken
	readErr error           // the error of from, which follows the bytes in waiting
	reading chan readResult // the outcome of a read in progress, nil if there is none
	line    []byte
	echoed  []byte // echo that is not written yet
	inside  []byte // what has come of an escape sequence
	cr      bool   // the last byte was a carriage return, so a line feed adds nothing
}

// NewLines returns a reader of lines from r. If echo is not nil, r is a terminal in raw
// mode: Lines echoes what is typed, writes line ends as CR LF, and drops an unfinished
// last line. If echo is nil, r sends complete lines.
func NewLines(r io.Reader, echo io.Writer) *Lines { return &Lines{from: r, echo: echo} }

// NewPipe returns a reader of complete lines from r for a session without a terminal:
// nothing is echoed, answers are not divided into pages, and each prompt is a line of its
// own, so that answers begin at the beginning of a line.
func NewPipe(r io.Reader) *Lines { return &Lines{from: r, pipe: true} }

// size returns the size of the player's window, 80x24 where nobody knows.
func (l *Lines) size() (columns, rows int) {
	if l.Size != nil {
		columns, rows = l.Size()
	}
	if columns <= 0 {
		columns = 80
	}
	if rows <= 0 {
		rows = 24
	}
	return columns, rows
}

// width returns the maximum length of an output line. A terminal may break a line that ends
// in its last column.
func (l *Lines) width() int {
	columns, _ := l.size()
	return min(max(columns, narrowest)-1, widest)
}

// page returns how many lines of an answer are shown at once. A window also shows the line
// that was typed, the prompt, and one line that is not worth a page.
func (l *Lines) page() int {
	const beside, least = 3, 3
	_, rows := l.size()
	return max(rows-beside, least)
}

// newline returns the end of an output line.
func (l *Lines) newline() string {
	if l.echo != nil {
		return "\r\n"
	}
	return "\n"
}

// Next returns the next line without its end. The error is errInterrupt or errQuit if the
// line ended with Ctrl-C or Ctrl-D, or an error of the reader or of the echo.
func (l *Lines) Next() (string, error) { return l.next(nil, nil) }

// next is Next, but returns errNews if news or more delivers while nothing is typed; the prompt then
// still stands. Both may be nil.
func (l *Lines) next(news, more <-chan struct{}) (string, error) {
	l.line = l.line[:0]
	for {
		for len(l.waiting) > 0 {
			b := l.waiting[0]
			l.waiting = l.waiting[1:]
			done, err := l.handleByte(b)
			if done {
				return string(l.line), errors.Join(err, l.flush())
			}
		}
		if err := l.flush(); err != nil {
			return "", err
		}
		if l.readErr != nil {
			if l.echo == nil && len(l.line) > 0 {
				return string(l.line), nil
			}
			return "", l.readErr
		}
		heard, also := news, more
		if len(l.line) > 0 {
			heard, also = nil, nil
		}
		l.readAhead()
		select {
		case r := <-l.reading:
			l.finishRead(r)
		case <-heard:
			return "", errNews
		case <-also:
			return "", errNews
		}
	}
}

// handleByte handles a byte, and reports whether the line is done.
func (l *Lines) handleByte(b byte) (done bool, err error) {
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
		l.erase(1)
	case b == ctrlU:
		l.erase(len(l.line))
	case b == '\t':
		l.add(' ')
	case ' ' <= b && b <= '~', b >= 0xc0, b >= 0xa0 && !l.inRune():
		l.add(b)
	}
	return false, nil
}

// inRune reports whether the line ends with a character to which more bytes may belong.
func (l *Lines) inRune() bool { return len(l.line) > 0 && l.line[len(l.line)-1] >= 0xc0 }

// skip reports whether a byte belongs to an escape sequence.
func (l *Lines) skip(b byte) bool {
	if len(l.inside) == 0 {
		if !sequence.Begins(b) || l.inRune() && b != sequence.Escape {
			return false
		}
	} else if len(l.inside) == 1 && l.inside[0] == sequence.Escape && b != sequence.Escape && !sequence.Introduces(b) {
		l.inside = l.inside[:0] // the Escape key was pressed
		return false
	}
	l.inside = append(sequence.Shorten(l.inside), b)
	n, whole := sequence.Cut(l.inside)
	if !whole {
		return true
	}
	belongs := n == len(l.inside)
	l.inside = l.inside[:0]
	return belongs || l.skip(b)
}

// end ends the line, and any unfinished escape sequence.
func (l *Lines) end(err error) error {
	l.inside = l.inside[:0]
	l.echoed = append(l.echoed, "\r\n"...)
	return err
}

func (l *Lines) add(b byte) {
	if len(l.line) < lineMax {
		l.line = append(l.line, b)
		if b > '~' {
			b = '?'
		}
		l.echoed = append(l.echoed, b)
	}
}

// erase deletes the last n characters.
func (l *Lines) erase(n int) {
	for ; n > 0 && len(l.line) > 0; n-- {
		l.line = l.line[:len(l.line)-1]
		l.echoed = append(l.echoed, "\b \b"...)
	}
}

// flush writes the pending echo.
func (l *Lines) flush() error {
	echoed := l.echoed
	l.echoed = l.echoed[:0]
	if l.echo == nil || len(echoed) == 0 {
		return nil
	}
	_, err := l.echo.Write(echoed)
	return err
}

// A readResult is the outcome of one read.
type readResult struct {
	data []byte
	err  error
}

// interruptible runs do, which may take long, and reports whether it was stopped: by
// Ctrl-C, which also discards everything typed before it, or by an error of the reader
// other than io.EOF. Whatever else is typed in the meantime is left for Next. It may
// leave a read in progress, which the next call of Next or interruptible waits for.
func (l *Lines) interruptible(do func(context.Context)) (stopped bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watched := make(chan bool)
	go func() {
		stopped := l.awaitInterrupt(ctx.Done())
		if stopped {
			cancel()
		}
		watched <- stopped
	}()
	do(ctx)
	cancel()
	return <-watched
}

// awaitInterrupt reads ahead until done is closed, and reports whether the player wants
// to stop before that.
func (l *Lines) awaitInterrupt(done <-chan struct{}) (stop bool) {
	for {
		if i := bytes.LastIndexByte(l.waiting, ctrlC); i >= 0 {
			l.waiting = l.waiting[i+1:]
			return true
		}
		if l.readErr != nil {
			return !errors.Is(l.readErr, io.EOF) // at the end of input the player may still be listening
		}
		if len(l.waiting) >= typeaheadMax {
			return false
		}
		l.readAhead()
		select {
		case r := <-l.reading:
			l.finishRead(r)
		case <-done:
			return false
		}
	}
}

// readAhead starts a read in a goroutine, unless one is in progress.
func (l *Lines) readAhead() {
	if l.reading != nil {
		return
	}
	reading := make(chan readResult, 1)
	l.reading = reading
	go func() {
		buf := make([]byte, 256)
		n, err := l.from.Read(buf)
		reading <- readResult{buf[:n], err}
	}()
}

func (l *Lines) finishRead(r readResult) {
	l.reading = nil
	l.waiting = append(l.waiting, r.data...)
	l.readErr = r.err
}
