package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/google/rpmpack"
)

// rpmArchs are the architectures that have packages, with rpm's names for them; deb has those of Go.
var rpmArchs = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

const (
	summary     = "Solitaire in the terminal, over SSH"
	description = "Boardwalk Arcade is a server of solitaire card games, to which players connect with SSH."

	// sysusers makes the user of the units.
	sysusers = "u boardwalk - \"Boardwalk Arcade\" /var/lib/boardwalk\n"

	// installed runs after a package is installed or upgraded, and starts nothing.
	installed = `#!/bin/sh
set -e
if command -v systemd-sysusers >/dev/null; then systemd-sysusers boardwalk.conf; fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`
)

// docs is the directory of what has no place of its own.
const docs = "usr/share/doc/boardwalk/"

// places are where packages have files of an archive, apart from units and what goes to docs.
var places = map[string]string{
	"boardwalk":                  "usr/bin/boardwalk",
	"boardwalk.1":                "usr/share/man/man1/boardwalk.1",
	"completions/boardwalk.bash": "usr/share/bash-completion/completions/boardwalk",
	"completions/boardwalk.fish": "usr/share/fish/vendor_completions.d/boardwalk.fish",
}

// byHand are the lines of a unit's comment that a package makes needless.
var byHand = regexp.MustCompile(`(?m)^#\t(useradd|install) .*\n`)

// placed returns the files of an archive where a package has them, and the directories above them,
// whose names end in a slash. Zsh is the directory for its completions, in which systems differ.
func placed(files []file, zsh string) []file {
	to := []file{{"usr/lib/sysusers.d/boardwalk.conf", 0o644, []byte(sysusers)}}
	for _, f := range files {
		switch ext := path.Ext(f.name); {
		case places[f.name] != "":
			f.name = places[f.name]
		case ext == ".zsh":
			f.name = zsh + "/_boardwalk"
		case ext == ".service", ext == ".socket":
			f.name = "usr/lib/systemd/system/" + path.Base(f.name)
			f.text = bytes.ReplaceAll(byHand.ReplaceAll(f.text, nil), []byte("/usr/local/bin/"), []byte("/usr/bin/"))
		default:
			f.name = docs + f.name
		}
		to = append(to, f)
	}
	seen := make(map[string]bool)
	for _, f := range to {
		for dir := path.Dir(f.name); dir != "." && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			to = append(to, file{dir + "/", 0o755, nil})
		}
	}
	return to
}

// packageVersion returns a release's version as packages have it: one before a release is older than it.
func (r release) packageVersion() string {
	number, before, ok := strings.Cut(strings.TrimPrefix(r.version, "v"), "-")
	if ok {
		number += "~" + strings.ReplaceAll(before, "-", ".")
	}
	return number
}

// deb returns the package for Debian and its like, of an archive's files.
func (r release) deb(arch string, files []file) ([]byte, error) {
	size := 0
	for _, f := range files {
		size += len(f.text)
	}
	control := fmt.Sprintf("Package: boardwalk\nVersion: %s\nArchitecture: %s\nMaintainer: The Boardwalk Arcade authors\n"+
		"Installed-Size: %d\nSection: games\nPriority: optional\nDescription: %s\n %s\n",
		r.packageVersion(), arch, size/1024, summary, description)
	head, headErr := pack(".", []file{{"control", 0o644, []byte(control)}, {"postinst", 0o755, []byte(installed)}})
	body, bodyErr := pack(".", placed(files, "usr/share/zsh/vendor-completions"))
	text := bytes.NewBufferString("!<arch>\n")
	for _, f := range []file{
		{"debian-binary", 0o100644, []byte("2.0\n")}, {"control.tar.gz", 0o100644, head}, {"data.tar.gz", 0o100644, body},
	} {
		fmt.Fprintf(text, "%-16s%-12d%-6d%-6d%-8o%-10d`\n%s", f.name, 0, 0, 0, f.mode, len(f.text), f.text)
		if len(f.text)%2 != 0 {
			text.WriteByte('\n')
		}
	}
	return text.Bytes(), errors.Join(headErr, bodyErr)
}

// rpm returns the package for Fedora and its like, of an archive's files.
func (r release) rpm(arch string, files []file) ([]byte, error) {
	p, err := rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "boardwalk", Summary: summary, Description: description, Version: r.packageVersion(), Release: "1",
		Epoch: rpmpack.NoEpoch, Arch: arch, Licence: "MIT", BuildTime: time.Unix(0, 0),
		Compressor: "gzip:6", // as tightly as the other archives; more is slow
	})
	if err != nil {
		return nil, err
	}
	p.AddPostin(installed)
	for _, f := range placed(files, "usr/share/zsh/site-functions") {
		to := rpmpack.RPMFile{Name: "/" + f.name, Body: f.text, Mode: uint(f.mode), Owner: "root", Group: "root"}
		if name, dir := strings.CutSuffix(to.Name, "/"); dir {
			if !strings.HasPrefix(f.name, docs) {
				continue // it belongs to another package
			}
			to.Name, to.Mode = name, to.Mode|0o40000
		}
		p.AddFile(to)
	}
	var text bytes.Buffer
	err = p.Write(&text)
	return text.Bytes(), err
}
