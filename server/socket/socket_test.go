package socket

import (
	"net"
	"os"
	"strings"
	"testing"
)

func TestTheSocketsFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // for a short path
	l, err := Listen("s")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat("s")
	if err != nil || info.Mode().Type() != os.ModeSocket || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir("."); len(entries) != 1 {
		t.Errorf("the folder has %v", entries)
	}
	// A socket that a killed server left behind is replaced; a file is not.
	second, err := Listen("s")
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	go func() {
		if c, err := second.Accept(); err == nil {
			c.Close()
		}
	}()
	c, err := net.Dial("unix", "s")
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	_ = l.(*Listener).UnixListener.Close()
	if err := os.WriteFile("file", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen("file"); err == nil || !strings.Contains(err.Error(), "not a socket") {
		t.Errorf("Listen on a file = %v", err)
	}
	if _, err := Listen("no/such/folder/s"); err == nil {
		t.Error("it listens in no folder")
	}
}
