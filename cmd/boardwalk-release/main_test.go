package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// source is the directory of the source.
const source = "../.."

// built builds a release of this machine's system and returns its files by name.
func built(t *testing.T, source string) map[string][]byte {
	t.Helper()
	r := release{version: "v1.2.3", source: source, out: filepath.Join(t.TempDir(), "dist"), targets: []string{runtime.GOOS + "/" + runtime.GOARCH}}
	if err := r.build(); err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	entries, err := os.ReadDir(r.out)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(r.out, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// copied returns a copy of the source elsewhere, without git.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
		name, relErr := filepath.Rel(source, path)
		switch {
		case errors.Join(err, relErr) != nil:
			return errors.Join(err, relErr)
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "dist"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, name), 0o755)
		case !d.Type().IsRegular() || d.Name() == ".git":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var twice = flag.Bool("twice", false, "build the release once more elsewhere, and compare")

func TestAReleaseIsTheSameWhereverItIsBuilt(t *testing.T) {
	here := built(t, source)
	there := here
	if *twice {
		there = built(t, copied(t))
	}
	name := "boardwalk_1.2.3_" + runtime.GOOS + "_" + runtime.GOARCH
	want := []string{name + ".tar.gz", name + ".cdx.json", "SHA256SUMS"}
	packaged := runtime.GOOS == "linux" && rpmArchs[runtime.GOARCH] != ""
	if packaged {
		want = append(want, name+".deb", name+".rpm")
	}
	if len(here) != len(want) {
		t.Errorf("there are %d files", len(here))
	}
	for _, file := range want {
		if len(here[file]) == 0 || !bytes.Equal(here[file], there[file]) {
			t.Errorf("%s has %d bytes here and %d or other ones there", file, len(here[file]), len(there[file]))
		}
		if sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(here[file]), file); file != "SHA256SUMS" && !strings.Contains(string(here["SHA256SUMS"]), sum) {
			t.Errorf("SHA256SUMS has no %q:\n%s", sum, here["SHA256SUMS"])
		}
	}

	files := unpack(t, here[name+".tar.gz"])
	var names []string
	for file, text := range files {
		names = append(names, strings.TrimPrefix(file, name+"/"))
		if len(text) == 0 {
			t.Errorf("%s is empty", file)
		}
	}
	slices.Sort(names)
	for _, want := range []string{
		"CHANGELOG.md", "LICENSE", "NOTICES", "README.md", "SECURITY.md", "boardwalk", "boardwalk.1",
		"cmd/boardwalk/HOSTING.md", "cmd/boardwalk/HOSTING-CLUSTER.md", "cmd/boardwalk/alerts.yml", "cmd/boardwalk/boardwalk.service",
		"cmd/boardwalk/boardwalk@.socket", "cmd/boardwalk/compose.yaml", "cmd/boardwalk/grafana.json", "cmd/boardwalk/kubernetes.yaml",
		"completions/boardwalk.bash", "completions/boardwalk.fish", "completions/boardwalk.zsh", "tui/PLAYING.md",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("the archive has no %s: %q", want, names)
		}
	}

	if packaged {
		inDeb, _ := undeb(t, here[name+".deb"])
		for kind, in := range map[string]map[string][]byte{"deb": inDeb, "rpm": unrpm(t, here[name+".rpm"])} {
			if !bytes.Equal(in["usr/bin/boardwalk"], files[name+"/boardwalk"]) {
				t.Errorf("the .%s has another program than the archive", kind)
			}
			if !bytes.Equal(in[docs+"NOTICES"], files[name+"/NOTICES"]) {
				t.Errorf("the .%s has other notices than the archive", kind)
			}
		}
	}

	program := filepath.Join(t.TempDir(), "boardwalk")
	if err := os.WriteFile(program, files[name+"/boardwalk"], 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, "version").Output(); err != nil || !strings.HasPrefix(string(out), "boardwalk v1.2.3\n") {
		t.Errorf("it says that it is %q: %v", out, err)
	}
	if page := string(files[name+"/boardwalk.1"]); !strings.Contains(page, "boardwalk v1.2.3") {
		t.Errorf("the manual page begins %.80q", page)
	}

	var bill cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(here[name+".cdx.json"]), cdx.BOMFileFormatJSON).Decode(&bill); err != nil {
		t.Fatal(err)
	}
	if c := bill.Metadata.Component; c.Name != "boardwalk" || c.Version != "v1.2.3" {
		t.Errorf("the bill is of %s %s", c.Name, c.Version)
	}
	for _, module := range []string{"std", "go.etcd.io/bbolt", "golang.org/x/crypto", "charm.land/ssh"} {
		if !slices.ContainsFunc(*bill.Components, func(c cdx.Component) bool { return c.Name == module && c.Version != "" }) {
			t.Errorf("the bill has no %s", module)
		}
	}
	for _, c := range *bill.Components {
		module := c.Name + " " + c.Version
		if c.Name == "std" {
			module = "go" + c.Version
		}
		if !strings.Contains(string(files[name+"/NOTICES"]), "=== "+module+": ") {
			t.Errorf("the notices have no %s", module)
		}
	}
	if slices.ContainsFunc(*bill.Components, func(c cdx.Component) bool {
		return strings.Contains(c.Name, "staticcheck") || strings.Contains(c.Name, "cyclonedx")
	}) {
		t.Error("the bill has what is not in the program")
	}
}

// What the pages of an archive lead to and tell to type is in it.
func TestThePagesOfAnArchiveLeadToWhatItHas(t *testing.T) {
	r := release{version: "v1.2.3", source: source}
	files, err := r.sourceFiles()
	if err != nil {
		t.Fatal(err)
	}
	image, err := r.image()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range append(files, image...) {
		names = append(names, f.name)
	}
	has := func(pattern string) bool {
		return slices.ContainsFunc(names, func(name string) bool { ok, _ := path.Match(pattern, name); return ok })
	}
	links := 0
	for _, f := range files {
		if path.Ext(f.name) != ".md" {
			continue
		}
		for _, m := range regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)|src="([^":]+)"`).FindAllSubmatch(f.text, -1) {
			links++
			if to := path.Join(path.Dir(f.name), string(m[1])+string(m[3])); !has(to) {
				t.Errorf("%s leads to %s, which the archive has not", f.name, to)
			}
		}
		if !strings.HasPrefix(path.Base(f.name), "HOSTING") {
			continue
		}
		for _, to := range regexp.MustCompile(`\bcmd/boardwalk/[\w@.*-]+\.\w+`).FindAllString(string(f.text), -1) {
			if !has(to) {
				t.Errorf("%s tells of %s, which the archive has not", f.name, to)
			}
		}
	}
	if links < 20 {
		t.Errorf("only %d links are found", links)
	}
	if docker := string(image[0].text); !strings.Contains(docker, "\nCOPY boardwalk LICENSE NOTICES /\nCOPY --chown=65532:65532 data /data\nUSER 65532:65532\n") || !has("data/.keep") {
		t.Errorf("the archive's Dockerfile is\n%s", docker)
	}
}

func unpack(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for r := tar.NewReader(zip); ; {
		head, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if head.Name == "" || head.Uid != 0 || head.Gid != 0 || head.ModTime.Unix() != 0 {
			t.Errorf("%+v is of this machine or time", head)
		}
		if files[head.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAReleaseNeedsAVersion(t *testing.T) {
	for _, version := range []string{"", "1.2.3", "v1.2", "v1.2.3; rm", "v1.2.3-", "v1.2.3 -X main.release=v4"} {
		if err := (release{version: version, source: source, out: t.TempDir()}).build(); err == nil || !strings.Contains(err.Error(), "--version") {
			t.Errorf("%q: %v", version, err)
		}
	}
}
