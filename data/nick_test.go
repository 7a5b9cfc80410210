package data

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

//abuse:case 14
func TestCheckNick(t *testing.T) {
	for nick, ok := range map[string]bool{
		"ann": true, "Ann_B-2": true, "1234567890123456789x": true, "9-lives": true, "Youssef": true, "roots": true, "me_too": true,
		"": false, "an": false, "123456789012345678901": false, "a b": false, "änn": false, "ann\n": false,
		"root": false, "Admin": false, "192.0.2.1": false, "SHA256:x": false,
		"---": false, "_ann": false, "-vvv": false, "12345": false, "3_4": false,
		"Somebody": false, "s0mebody": false, "some_body2": false, "You": false, "you-1": false, "me-2": false, "nobody": false, "N0B0DY": false,
		"racer-1": false, "Racer2": false, "racer_x": false, "guest": false, "gue5t-17": false, "player": false, "p1ayer-1": false,
		"anonymous": false, "everyone": false, "admin": false, "admin2": false, "ADM1N": false, "administrator": false, "loca1": false,
	} {
		err := CheckNick(nick)
		if (err == nil) != ok || err != nil && !errors.Is(err, ErrName) {
			t.Errorf("CheckNick(%q) = %v, want it to be one: %v", nick, err, ok)
		}
	}
}

// The host's words are found in a nick however they are written.
func TestForbiddenNicks(t *testing.T) {
	words := []string{"Spam-Bot", "r1val", "-"}
	for nick, ok := range map[string]bool{
		"ann": true, "spam": true, "bots": true,
		"spambot": false, "SPAM_BOT": false, "xXspamb0tXx": false, "5pam-bot-7": false, "rival": false, "Arriva1s": false,
	} {
		if err := CheckNick(nick, words...); (err == nil) != ok || err != nil && !errors.Is(err, ErrName) {
			t.Errorf("CheckNick(%q) = %v, want it to be one: %v", nick, err, ok)
		}
	}
}

// goodNick matches well-formed nicks.
var goodNick = regexp.MustCompile(`^[A-Za-z0-9_-]{3,20}$`)

// FuzzNames passes any text where a player may name something: as a nick, a key, a code
// and a round. Only good ones are accepted, and nothing is found that was not named.
//
//abuse:case 27
func FuzzNames(f *testing.F) {
	db := quick(f)
	ann, bob := session(f, db, fp("ann")), player(f, db, fp("bob"))
	round := finish(f, ann, finished(record(hop, "A", 1), 1))
	must(f, ann.SetNick("Mary_Ann"))
	const code = "K7Q2-M9XH"
	for _, text := range []string{
		"Mary_Ann", "mary_ann", "Ma\u0280y_Ann", "root", "Root", "-x-", "a b", "\x1b[2J", "", strings.Repeat("x", 21),
		code, "k7q2m9xh", " K-7 Q2M9 XH", "\u212a7Q2M9XH", round.ID, strings.ToLower(round.ID), round.ID + "0", strings.Repeat("0", len(round.ID)), fp("ann"), fp("bob"), "guest:1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lower := strings.ToLower(text)
		free := goodNick.MatchString(text) && CheckNick(text) == nil && lower != "mary_ann"
		if err := bob.SetNick(text); free != (err == nil) || !free && !errors.Is(err, ErrName) && !errors.Is(err, ErrTaken) {
			t.Errorf("SetNick(%q) = %v", text, err)
		}
		if exists, holds, err := db.Holds(text, credential("bob")); err != nil || exists && !goodNick.MatchString(lower) || free && !holds {
			t.Errorf("Holds(%q) = %v, %v, %v", text, exists, holds, err)
		}
		if err := bob.NameKey(fp("bob"), text); (len(text) <= keyNameMax) != (err == nil) || err == nil && utf8.ValidString(text) && !strings.Contains(keys(t, bob)[0], strconv.Quote(text)) {
			t.Errorf("NameKey(%q) = %v", text, err)
		}
		for _, p := range []*Player{ann, bob} {
			if err := p.RemoveKey(text, day(0)); err == nil || !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrLastKey) {
				t.Errorf("RemoveKey(%q) = %v", text, err)
			}
		}
		checkCode(t, db, code, text)
		got, err := ann.Result(text)
		if theirs := len(text) == len(round.ID) && strings.ToUpper(text) == round.ID; theirs != (err == nil) || theirs && got.ID != round.ID || !theirs && !errors.Is(err, ErrNotFound) {
			t.Errorf("Result(%q) = %v, %v", text, got.ID, err)
		}
		if _, err := bob.Result(text); !errors.Is(err, ErrNotFound) {
			t.Errorf("another's Result(%q) = %v", text, err)
		}
		if page, err := ann.History(text, 9); err != nil && !errors.Is(err, ErrNotFound) || len(page) > 1 || text != "" && slices.ContainsFunc(page, func(r arcade.Result) bool { return r.ID >= strings.ToUpper(text) }) {
			t.Errorf("History(%q) = %v, %v", text, page, err)
		}
	})
}

// checkCode fails the test unless a text is accepted as a code exactly if it is that
// code, whatever its case and hyphens.
func checkCode(t *testing.T, db *DB, code, text string) {
	t.Helper()
	raw, err := bolt(db).Begin(true)
	must(t, err)
	defer func() { must(t, raw.Rollback()) }()
	tx := &store.Tx{Tx: raw}
	must(t, store.Put(tx.Bucket(codesBucket), codeKey(code), codeRow{Key: []byte("ann"), Until: day(1).UnixMilli()}))
	_, err = codeOf(tx, text, false, day(0))
	bare := strings.NewReplacer("-", "", " ", "")
	want, got := bare.Replace(code), bare.Replace(text)
	switch {
	case err == nil && !strings.EqualFold(got, want), err != nil && (len(got) == len(want) && strings.EqualFold(got, want) || !errors.Is(err, ErrCode)):
		t.Errorf("the code %q is taken with %v", text, err)
	}
	if _, err := codeOf(tx, text, true, day(0)); !errors.Is(err, ErrCode) {
		t.Errorf("%q is an invitation: %v", text, err)
	}
}
