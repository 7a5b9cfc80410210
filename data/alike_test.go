package data

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// confusable lists what a reader can mistake for each other in the characters of a nick.
var confusable = [][]string{
	{"I", "i", "l", "L", "1"}, {"O", "o", "0"}, {"S", "s", "5"}, {"Z", "z", "2"}, {"B", "b", "8"}, {"G", "g", "9"},
	{"E", "e", "3"}, {"A", "a", "4"}, {"T", "t", "7"}, {"m", "M", "rn", "r-n", "RN"}, {"w", "W", "vv", "v_v"},
	{"d", "D", "cl", "cI", "c1"}, {"", "-", "_", "--"}, {"vw", "wv", "vvv"},
}

const nickAlphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// confused reports whether confusable has both of two texts in one list, or they differ in
// case alone.
func confused(a, b string) bool {
	return strings.EqualFold(a, b) || slices.ContainsFunc(confusable, func(list []string) bool {
		return slices.Contains(list, a) && slices.Contains(list, b)
	})
}

// Two nicks that look alike belong to one player, however the second one comes about.
//
//abuse:case 61
func TestNicksThatLookAlike(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, "SHA256:ann"), player(t, db, "SHA256:bob")
	tried := 0
	refused := func(first, second string) {
		t.Helper()
		tried++
		must(t, bob.SetNick(first))
		wantErr(t, fmt.Sprintf("SetNick(%s) beside %s", second, first), ann.SetNick(second), ErrTaken)
		wantErr(t, fmt.Sprintf("Rename(%s) beside %s", second, first), db.Rename("SHA256:ann", second), ErrTaken)
		if exists, holds, err := db.Holds(second, credential("SHA256:ann")); err != nil || holds || exists != strings.EqualFold(first, second) {
			t.Errorf("Holds(%s) beside %s = %v, %v, %v", second, first, exists, holds, err)
		}
	}
	for _, list := range confusable {
		for i, a := range list {
			b := list[(i+1)%len(list)]
			refused("Ka"+a+"ka"+a, "Ka"+b+"ka"+b)
		}
	}
	for _, pair := range [][2]string{{"Alice", "A1ice"}, {"Alice", "AIice"}, {"Iago", "lago"}, {"Iago", "1ago"}, {"Iago", "I-ago"}, {"barn", "bam"}} {
		refused(pair[0], pair[1])
	}
	// A player may change to a look-alike of the own nick.
	must(t, bob.SetNick("B4rn"))
	// A nick that comes with an account that is joined is still one's own, and free of no other.
	carl := player(t, db, "SHA256:carl")
	must(t, carl.Join(link(t, bob), day(0)))
	wantErr(t, "SetNick after a join", ann.SetNick("bam"), ErrTaken)
	must(t, db.DeletePlayer("B4rn", day(0)))
	must(t, ann.SetNick("bam"))
	sound(t, db)
	t.Attr("reached", fmt.Sprintf("0 of %d look-alikes taken", tried))
}

// Every two characters have the same look exactly if somebody could mistake them.
func TestLooksOfCharacters(t *testing.T) {
	for _, a := range nickAlphabet {
		for _, b := range nickAlphabet {
			if same := lookOf(string(a)) == lookOf(string(b)); same != confused(string(a), string(b)) {
				t.Errorf("%c and %c have the same look: %v", a, b, same)
			}
		}
	}
	for _, list := range confusable {
		for _, text := range list {
			if lookOf(text) != lookOf(list[0]) {
				t.Errorf("%q does not look like %q", text, list[0])
			}
		}
	}
}

// A nick that looks like one's own is free for its player alone, also after a join, until the
// account is deleted.
func TestLookAlikesOfOnesOwn(t *testing.T) {
	db := quick(t)
	iago, carl, dora := player(t, db, "SHA256:iago"), player(t, db, "SHA256:carl"), player(t, db, "SHA256:dora")
	for _, nick := range []string{"Iago", "IAGO", "l_ago", "1ago"} {
		must(t, iago.SetNick(nick))
		wantErr(t, "another's", dora.SetNick("l-ago"), ErrTaken)
	}
	must(t, carl.Join(link(t, iago), day(0))) // a join keeps the nick
	if a, err := carl.Account(); err != nil || a.Nick != "1ago" {
		t.Errorf("after a join the nick is %q, %v", a.Nick, err)
	}
	wantErr(t, "that of two keys", dora.SetNick("lago"), ErrTaken)
	must(t, db.DeletePlayer("1ago", day(0)))
	must(t, dora.SetNick("Iago"))
	sound(t, db)
}

// What the arcade prints where a nick could stand is nobody's nick.
func TestWordsOfTheArcadeAreNoNicks(t *testing.T) {
	for _, nick := range []string{
		"TheHouse", "House", "the_h0use", "Somebody", "Somebody7", "Deleted", "DE1ETED", "Hidden", "None", "n0ne", "support",
		"ArcadeSupport", "HostAdmin", "admin", "server", "guest", "you", "racer-1", "Counted", "practice", "watching", "The-Arcade",
	} {
		wantErr(t, nick, CheckNick(nick), ErrName)
	}
	for _, nick := range []string{"Housemann", "Nonette", "Supporter", "Theodore", "Nick", "mark", "Hostetler"} {
		must(t, CheckNick(nick))
	}
	names := 0
	for _, dir := range []string{"../engine/arcade", "../server", "../tui"} {
		must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "tuitest") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, word := range inPlaceOfNicks(file) {
				if names++; goodNick.MatchString(word) && CheckNick(word) == nil {
					t.Errorf("%s prints %q for somebody, and a player can be called so", path, word)
				}
			}
			return nil
		}))
	}
	if names < 8 {
		t.Errorf("only %d places print a word for somebody", names)
	}
}

// inPlaceOfNicks returns the texts that a file puts where the name of a player stands: into
// variables and fields that are named for one.
func inPlaceOfNicks(file *ast.File) (words []string) {
	isName := func(e ast.Expr) bool {
		name := ""
		switch e := e.(type) {
		case *ast.Ident:
			name = e.Name
		case *ast.SelectorExpr:
			name = e.Sel.Name
		}
		return slices.Contains([]string{"who", "nick", "player", "from", "by", "Nick", "Player", "From", "By", "Nameless"}, name)
	}
	texts := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if ok && lit.Kind == token.STRING {
				word, _ := strconv.Unquote(lit.Value)
				words = append(words, word)
			}
			return !ok
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if isName(left) && len(n.Lhs) == len(n.Rhs) {
					texts(n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if isName(name) && i < len(n.Values) {
					texts(n.Values[i])
				}
			}
		case *ast.KeyValueExpr:
			if isName(n.Key) {
				texts(n.Value)
			}
		}
		return true
	})
	return words
}
