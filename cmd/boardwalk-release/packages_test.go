package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cavaliergopher/cpio"
)

// undeb returns the files of a .deb, and those that control it.
func undeb(t *testing.T, deb []byte) (files, control map[string][]byte) {
	t.Helper()
	rest, ok := bytes.CutPrefix(deb, []byte("!<arch>\n"))
	if !ok {
		t.Fatalf("the package begins %.20q", deb)
	}
	var members [][]byte
	for _, want := range []string{"debian-binary", "control.tar.gz", "data.tar.gz"} {
		head := strings.Fields(string(rest[:60]))
		if len(head) != 7 || !slices.Equal(head[:5], []string{want, "0", "0", "0", "100644"}) {
			t.Fatalf("the member %q is no %s of root", rest[:60], want)
		}
		size, err := strconv.Atoi(head[5])
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, rest[60:60+size])
		rest = rest[60+size+size%2:]
	}
	if len(rest) > 0 || string(members[0]) != "2.0\n" {
		t.Errorf("the package is of version %q and has %d bytes more", members[0], len(rest))
	}
	files = make(map[string][]byte)
	for name, text := range unpack(t, members[2]) {
		files[strings.TrimPrefix(name, "./")] = text
	}
	return files, unpack(t, members[1])
}

// unrpm returns the files of a .rpm.
func unrpm(t *testing.T, rpm []byte) map[string][]byte {
	t.Helper()
	rest := rpm[96:] // after the lead are the headers of the signatures and of the package
	for _, align := range []int{8, 1} {
		if !bytes.HasPrefix(rest, []byte("\x8e\xad\xe8\x01")) {
			t.Fatalf("a header begins %.8q", rest)
		}
		size := 16 + 16*int(binary.BigEndian.Uint32(rest[8:])) + int(binary.BigEndian.Uint32(rest[12:]))
		rest = rest[(size+align-1)/align*align:]
	}
	zip, err := gzip.NewReader(bytes.NewReader(rest))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for r := cpio.NewReader(zip); ; {
		head, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[strings.TrimPrefix(head.Name, "/")], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPackagesPutFilesWhereSystemsLookForThem(t *testing.T) {
	r := release{version: "v1.2.3-rc-1", source: source}
	files, err := r.sourceFiles()
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, file{"boardwalk", 0o755, []byte("program")}, file{"boardwalk.1", 0o644, []byte("page")})
	for _, shell := range shells {
		files = append(files, file{"completions/boardwalk." + shell, 0o644, []byte(shell)})
	}
	deb, err := r.deb("amd64", files)
	if err != nil {
		t.Fatal(err)
	}
	rpm, err := r.rpm("x86_64", files)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	if again, err := r.deb("amd64", files); !bytes.Equal(deb, again) {
		t.Errorf("the same files make another .deb: %v", err)
	}
	if again, err := r.rpm("x86_64", files); !bytes.Equal(rpm, again) {
		t.Errorf("the same files make another .rpm: %v", err)
	}

	inDeb, control := undeb(t, deb)
	if text := string(control["./control"]); !strings.Contains(text, "\nVersion: 1.2.3~rc.1\nArchitecture: amd64\n") {
		t.Errorf("the .deb is\n%s", text)
	}
	if text := string(control["./postinst"]); text != installed {
		t.Errorf("after the installation the .deb runs\n%s", text)
	}
	// The header has texts in it as they are.
	for _, text := range []string{"1.2.3~rc.1", "x86_64", installed} {
		if !bytes.Contains(rpm, []byte("\x00"+text+"\x00")) {
			t.Errorf("the .rpm has no %q", text)
		}
	}
	for kind, in := range map[string]map[string][]byte{"deb": inDeb, "rpm": unrpm(t, rpm)} {
		zsh := map[string]string{"deb": "usr/share/zsh/vendor-completions/", "rpm": "usr/share/zsh/site-functions/"}[kind]
		for name, text := range map[string]string{
			"usr/bin/boardwalk": "program", "usr/share/man/man1/boardwalk.1": "page",
			"usr/share/bash-completion/completions/boardwalk":    "bash",
			"usr/share/fish/vendor_completions.d/boardwalk.fish": "fish",
			zsh + "_boardwalk":                                         "zsh",
			"usr/lib/systemd/system/boardwalk.service":                 "\nExecStart=/usr/bin/boardwalk serve\n",
			"usr/lib/systemd/system/boardwalk@.service":                "\nExecReload=/usr/bin/boardwalk admin reload\n",
			"usr/lib/systemd/system/boardwalk.socket":                  "#\tListenStream=192.0.2.7:22\n",
			"usr/lib/systemd/system/boardwalk@.socket":                 "ListenStream=%i\n",
			"usr/lib/sysusers.d/boardwalk.conf":                        "u boardwalk - ",
			"usr/share/doc/boardwalk/LICENSE":                          "MIT License",
			"usr/share/doc/boardwalk/CHANGELOG.md":                     "# Changes",
			"usr/share/doc/boardwalk/README.md":                        "# Boardwalk Arcade",
			"usr/share/doc/boardwalk/tui/PLAYING.md":                   "# ",
			"usr/share/doc/boardwalk/cmd/boardwalk/HOSTING.md":         "# Hosting",
			"usr/share/doc/boardwalk/cmd/boardwalk/compose.yaml":       "services:",
			"usr/share/doc/boardwalk/cmd/boardwalk/grafana.json":       "{",
			"usr/share/doc/boardwalk/cmd/boardwalk/alerts.yml":         "groups:",
			"usr/share/doc/boardwalk/cmd/boardwalk/HOSTING-CLUSTER.md": "#",
		} {
			if !strings.Contains(string(in[name]), text) {
				t.Errorf("%s: %s has no %q", kind, name, text)
			}
		}
		for name, text := range in {
			unit := path.Ext(name) == ".service" || path.Ext(name) == ".socket"
			local := regexp.MustCompile("/usr/local|useradd|install ").Match(text)
			if unit && (local || path.Dir(name) != "usr/lib/systemd/system") {
				t.Errorf("%s: %s is as it is in the source:\n%s", kind, name, text)
			}
			// Deb makes no directories by itself, and rpm shares only what it has with others.
			_, parent := in[path.Dir(strings.TrimSuffix(name, "/"))+"/"]
			if kind == "deb" && name != "usr/" && !parent {
				t.Errorf("deb: %s is in no directory", name)
			}
		}
	}
}
