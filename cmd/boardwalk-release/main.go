// Boardwalk-release builds the archives and packages of a release, from the directory of the source:
//
//	go run ./cmd/boardwalk-release --version v1.2.3
//
// For each system it writes boardwalk_1.2.3_SYSTEM_ARCH.tar.gz, with the program, its manual page,
// completions, the licenses of what is in it and the texts and files that a host needs, where the source has them, and beside it a
// list of the modules that went into the program (CycloneDX). For Linux there are a .deb and a .rpm of
// the same files, too. SHA256SUMS has the hash of each. The same source and Go make the same bytes,
// wherever and whenever they are built.
package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/klauspost/compress/gzip"
)

func main() {
	var r release
	flag.StringVar(&r.version, "version", "", "what the release is called, such as v1.2.3")
	flag.StringVar(&r.source, "source", ".", "the directory of the source")
	flag.StringVar(&r.out, "out", "dist", "a directory for the archives, which is made")
	targets := flag.String("targets", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64", "the systems, with commas between them")
	flag.Parse()
	r.targets = strings.Split(*targets, ",")
	if err := r.build(); err != nil {
		fmt.Fprintln(os.Stderr, "boardwalk-release:", err)
		os.Exit(1)
	}
}

// versionPattern is the form of a version, as Go modules have it.
var versionPattern = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// A release is what to build.
type release struct {
	version, source, out string
	targets              []string // "linux/amd64"
}

// texts are the files of the source that each archive has, where the source has them, so that
// their links lead somewhere.
var texts = []string{
	"*.md", "LICENSE",
	"cmd/boardwalk/*.md", "cmd/boardwalk/*.service", "cmd/boardwalk/*.socket", "cmd/boardwalk/*.yaml", "cmd/boardwalk/*.yml",
	"cmd/boardwalk/grafana.json",
	"engine/ADDING-A-GAME.md", "server/*/RESULTS.md", "tui/PLAYING.md", "tui/testdata/screens/*.svg",
}

// shells are the ones whose completions each archive has.
var shells = []string{"bash", "fish", "zsh"}

// A file is one of an archive.
type file struct {
	name string
	mode int64
	text []byte
}

func (r release) build() error {
	if !versionPattern.MatchString(r.version) {
		return fmt.Errorf("--version is %q; it takes a version such as v1.2.3", r.version)
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "boardwalk-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	shared, err := r.sharedFiles(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, target := range r.targets {
		system, arch, ok := strings.Cut(target, "/")
		if !ok {
			return fmt.Errorf("--targets has %q; it takes systems such as linux/amd64", target)
		}
		path, err := r.compile(dir, system, arch)
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		info, err := madeOf(path)
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		bill, billErr := r.bill(info)
		notices, noticesErr := r.notices(info)
		program, err := os.ReadFile(path)
		if err = errors.Join(billErr, noticesErr, err); err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		files := append(slices.Clone(shared), file{"boardwalk", 0o755, program}, file{"NOTICES", 0o644, notices})
		name := fmt.Sprintf("boardwalk_%s_%s_%s", strings.TrimPrefix(r.version, "v"), system, arch)
		made := []file{{name + ".cdx.json", 0o644, bill}}
		if rpmArch := rpmArchs[arch]; system == "linux" && rpmArch != "" {
			deb, debErr := r.deb(arch, files)
			rpm, rpmErr := r.rpm(rpmArch, files)
			if err := errors.Join(debErr, rpmErr); err != nil {
				return err
			}
			made = append(made, file{name + ".deb", 0o644, deb}, file{name + ".rpm", 0o644, rpm})
		}
		if system == "linux" {
			image, err := r.image()
			if err != nil {
				return err
			}
			files = append(files, image...)
		}
		archive, err := pack(name, files)
		if err != nil {
			return err
		}
		for _, f := range append(made, file{name + ".tar.gz", 0o644, archive}) {
			if err := os.WriteFile(filepath.Join(r.out, f.name), f.text, os.FileMode(f.mode)); err != nil {
				return err
			}
			fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.text), f.name)
		}
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// sourceFiles returns the files of the source that each archive has.
func (r release) sourceFiles() (files []file, err error) {
	source := os.DirFS(r.source)
	for _, pattern := range texts {
		names, err := fs.Glob(source, pattern)
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("the source has no %s", pattern)
		}
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := fs.ReadFile(source, name)
			if err != nil {
				return nil, err
			}
			files = append(files, file{name, 0o644, text})
		}
	}
	return files, nil
}

// sharedFiles returns the files that the archives of all systems have. Programs are built in dir.
func (r release) sharedFiles(dir string) (files []file, err error) {
	if files, err = r.sourceFiles(); err != nil {
		return nil, err
	}
	program, err := r.compile(dir, runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	write := func(name string, args ...string) {
		text, runErr := exec.Command(program, args...).Output()
		err = errors.Join(err, runErr)
		files = append(files, file{name, 0o644, text})
	}
	write("boardwalk.1", "man")
	for _, shell := range shells {
		write("completions/boardwalk."+shell, "completion", shell)
	}
	return files, err
}

// image returns the files of an archive that make an image of its program: the source's Dockerfile
// without its first stage, which builds the program.
func (r release) image() ([]file, error) {
	text, err := os.ReadFile(filepath.Join(r.source, "Dockerfile"))
	if err != nil {
		return nil, err
	}
	_, last, ok := strings.Cut(string(text), "\nFROM scratch\n")
	if !ok || strings.Count(last, " --from=build") != 2 {
		return nil, errors.New("the Dockerfile has not the two stages that it had")
	}
	last = "# The program of this archive in an empty image; see cmd/boardwalk/HOSTING-CONTAINERS.md.\nFROM scratch\n" +
		strings.NewReplacer(" --from=build", "", " /boardwalk /boardwalk", " boardwalk LICENSE NOTICES /", " /data /data", " data /data").Replace(last)
	return []file{{"Dockerfile", 0o644, []byte(last)}, {"data/.keep", 0o644, []byte("Docker copies this directory.\n")}}, nil
}

// compile builds the program in dir, unless it is there already, and returns its path. Nothing of
// this machine, of its clock or of git is in it.
func (r release) compile(dir, system, arch string) (path string, err error) {
	path = filepath.Join(dir, system+"-"+arch)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.release="+r.version, "-o", path, "./cmd/boardwalk")
	cmd.Dir = r.source
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOOS="+system, "GOARCH="+arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// madeOf returns the version of Go and the modules that went into a program, as it says itself.
func madeOf(path string) (*debug.BuildInfo, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for i, m := range info.Deps {
		info.Deps[i] = cmp.Or(m.Replace, m)
	}
	return info, nil
}

// noticeNames matches the files of a module whose text every copy of it must have.
var noticeNames = regexp.MustCompile(`(?i)^(licen[sc]e|notice|copying|patents)`)

// notices returns the licenses and notices of Go and of all modules in a program.
func (r release) notices(info *debug.BuildInfo) (_ []byte, err error) {
	list := func(args ...string) []string {
		cmd := exec.Command("go", args...)
		cmd.Dir = r.source
		out, runErr := cmd.Output()
		err = errors.Join(err, runErr)
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	dirs := list("env", "GOROOT")
	args, names := []string{"list", "-m", "-f", "{{.Dir}}"}, []string{info.GoVersion}
	for _, m := range info.Deps {
		args, names = append(args, m.Path), append(names, m.Path+" "+m.Version)
	}
	if dirs = append(dirs, list(args...)...); err == nil && len(dirs) != len(names) {
		err = fmt.Errorf("go list names %d directories of %d modules", len(dirs), len(names))
	}
	if err != nil {
		return nil, err
	}
	text := bytes.NewBufferString("What boardwalk is made of, and on which terms.\n")
	for i, name := range names {
		entries, err := os.ReadDir(dirs[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		before := text.Len()
		for _, e := range entries {
			if e.IsDir() || !noticeNames.MatchString(e.Name()) {
				continue
			}
			notice, err := os.ReadFile(filepath.Join(dirs[i], e.Name()))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(text, "\n=== %s: %s\n\n%s\n", name, e.Name(), bytes.TrimSpace(notice))
		}
		if text.Len() == before {
			return nil, fmt.Errorf("%s has no license", name)
		}
	}
	return text.Bytes(), nil
}

// bill returns what a program is made of in the form of CycloneDX.
func (r release) bill(info *debug.BuildInfo) ([]byte, error) {
	library := func(name, version string) cdx.Component {
		ref := "pkg:golang/" + name + "@" + version
		return cdx.Component{BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: ref}
	}
	components := []cdx.Component{library("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		components = append(components, library(m.Path, m.Version))
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{
		BOMRef: "boardwalk", Type: cdx.ComponentTypeApplication, Name: "boardwalk", Version: r.version,
		Licenses: &cdx.Licenses{{License: &cdx.License{ID: "MIT"}}},
	}}
	bom.Components = &components
	var text bytes.Buffer
	err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return text.Bytes(), err
}

// pack returns an archive of a directory with files in it, which belong to root and are as
// old as Unix.
func pack(dir string, files []file) ([]byte, error) {
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	var text bytes.Buffer
	zip := gzip.NewWriter(&text)
	archive := tar.NewWriter(zip)
	for _, f := range files {
		head := tar.Header{Name: dir + "/" + f.name, Mode: f.mode, Size: int64(len(f.text)), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(&head); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.text); err != nil {
			return nil, err
		}
	}
	err := errors.Join(archive.Close(), zip.Close())
	return text.Bytes(), err
}
