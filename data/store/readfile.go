package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// textMax is how many bytes a file of settings or keys has at most.
const textMax = 16 << 20

// Readable returns why a file of settings or keys cannot be read: it is none, or too large, or what has no
// end or waits for a writer. A pipe that a link leads to, such as /dev/stdin and what a shell makes of
// <(...), has its writer.
func Readable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	link, err := os.Lstat(path)
	switch mode := info.Mode(); {
	case err != nil:
		return err
	case mode.IsDir():
		err = syscall.EISDIR
	case mode.IsRegular() && info.Size() > textMax:
		err = errLargeText
	case mode.IsRegular(), path == os.DevNull, mode.Type() == fs.ModeNamedPipe && link.Mode().Type() == fs.ModeSymlink:
		return nil
	case mode.Type() == fs.ModeNamedPipe:
		err = errors.New("it is a named pipe, and not a file of settings or keys")
	default:
		err = errors.New("it is a device or a socket, and not a file of settings or keys")
	}
	return &fs.PathError{Op: "read", Path: path, Err: err}
}

var errLargeText = fmt.Errorf("it is larger than the %d MiB of a file of settings or keys", textMax>>20)

// ReadFile is os.ReadFile for a file that is [Readable].
func ReadFile(path string) ([]byte, error) {
	if err := Readable(path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, textMax+1))
	if err == nil && len(text) > textMax {
		err = &fs.PathError{Op: "read", Path: path, Err: errLargeText}
	}
	return text, err
}
