package data

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
)

// banned reports whether somebody is kept out after n days.
func banned(t testing.TB, db *DB, who string, from string, days float64) bool {
	t.Helper()
	var addr netip.Addr
	if from != "" {
		addr = netip.MustParseAddr(from)
	}
	b, banned, err := db.Banned(credential(who), addr, day(days))
	must(t, err)
	if banned != (b.Who != "") {
		t.Errorf("Banned = %+v, %v", b, banned)
	}
	return banned
}

func wantBanned(t testing.TB, db *DB, who string, want bool) {
	t.Helper()
	if got := banned(t, db, who, "", 0); got != want {
		t.Errorf("%s is banned: %v, want %v", who, got, want)
	}
}

func TestBanNetworks(t *testing.T) {
	for _, c := range []struct {
		who     string
		in, out []string
	}{
		{"192.0.2.7", []string{"192.0.2.7", "::ffff:192.0.2.7"}, []string{"192.0.2.8", "2001:db8::1"}},
		{"192.0.2.7/24", []string{"192.0.2.0", "192.0.2.255"}, []string{"192.0.3.1"}},
		{"::ffff:192.0.2.0/120", []string{"192.0.2.9", "::ffff:192.0.2.9"}, []string{"192.0.3.1"}},
		{"::ffff:192.0.2.7", []string{"192.0.2.7"}, []string{"192.0.2.8"}},
		{"2001:db8::/32", []string{"2001:db8:ffff::1"}, []string{"2001:db9::1", "192.0.2.1"}},
		{"fe80::1%eth0", []string{"fe80::1", "fe80::1%eth1"}, []string{"fe80::2"}},
		{"0.0.0.0/0", []string{"192.0.2.1"}, []string{"2001:db8::1"}},
		{"::/0", []string{"2001:db8::1"}, []string{"192.0.2.1"}},
	} {
		t.Run(c.who, func(t *testing.T) {
			db := quick(t)
			must(t, db.Ban(Ban{Who: c.who, Since: day(0)}))
			for _, from := range c.in {
				if !banned(t, db, fp("ann"), from, 0) {
					t.Errorf("%s comes in", from)
				}
			}
			for _, from := range append(c.out, "") {
				if banned(t, db, fp("ann"), from, 0) {
					t.Errorf("%q is kept out", from)
				}
			}
			must(t, db.Unban(c.who))
			if banned(t, db, fp("ann"), c.in[0], 0) {
				t.Error("it was not lifted")
			}
		})
	}
}

func TestBan(t *testing.T) {
	db := openGames(t)
	ann := named(t, db, "ann", finished(record(hop, "A", 1), 1))
	join(t, ann, session(t, db, fp("two")))
	t.Run("a nick bans all keys of the account", func(t *testing.T) {
		wantErr(t, "Ban", db.Ban(Ban{Who: "nobody", Since: day(0)}), ErrNotFound)
		wantErr(t, "Ban", db.Ban(Ban{Since: day(0)}), ErrNotFound)
		want := Ban{Who: "Ann", Reason: "for a test", By: "host", Since: day(0), Until: day(1)}
		must(t, db.Ban(want))
		wantBanned(t, db, fp("ann"), true)
		wantBanned(t, db, fp("two"), true)
		wantBanned(t, db, fp("bob"), false)
		got, _, err := db.Banned(credential("two"), netip.Addr{}, day(0))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Banned = %+v, %v, want %+v", got, err, want)
		}
		info, err := db.Lookup("ann")
		must(t, err)
		want.ID = info.ID
		bans, err := db.Bans()
		if err != nil || len(bans) != 1 || fmt.Sprint(bans[0]) != fmt.Sprint(want) {
			t.Errorf("Bans = %+v, %v", bans, err)
		}
	})
	t.Run("its time is over", func(t *testing.T) {
		if !banned(t, db, fp("ann"), "", 0.999) || banned(t, db, fp("ann"), "", 1) {
			t.Error("the ban does not end when it should")
		}
	})
	t.Run("another on the same takes its place", func(t *testing.T) {
		must(t, db.Ban(Ban{Who: fp("two"), Since: day(0)})) // of the account
		if !banned(t, db, fp("ann"), "", 100) {
			t.Error("the account comes in")
		}
		if bans, err := db.Bans(); err != nil || len(bans) != 1 {
			t.Errorf("Bans = %+v, %v", bans, err)
		}
		must(t, db.Unban("ann"))
		wantBanned(t, db, fp("two"), false)
		wantErr(t, "Unban", db.Unban("ann"), ErrNotFound)
	})
	t.Run("a key without an account", func(t *testing.T) {
		must(t, db.Ban(Ban{Who: fp("new"), Since: day(0)}))
		wantBanned(t, db, fp("new"), true)
		finish(t, session(t, db, fp("new")), finished(record(hop, "A", 1), 1)) // it was in already
		wantBanned(t, db, fp("new"), true)
		must(t, db.Unban(fp("new")))
		wantBanned(t, db, fp("new"), false)
	})
	t.Run("a nick that changed", func(t *testing.T) {
		must(t, db.Ban(Ban{Who: "ann", Since: day(0)}))
		must(t, ann.SetNick("anna"))
		named(t, db, "ann2", finished(record(hop, "A", 1), 1))
		wantErr(t, "Unban", db.Unban("ann2"), ErrNotFound)
		must(t, session(t, db, fp("ann2")).SetNick("ann"))
		wantBanned(t, db, fp("ann2"), false)
		must(t, db.Unban("ANN")) // as Bans names it
		wantBanned(t, db, fp("ann"), false)
	})
	sound(t, db)
}

// A ban on an account stays with its keys and with the account it is joined into.
func TestBanStays(t *testing.T) {
	setup := func(t *testing.T) (*DB, *Player) {
		t.Helper()
		db := quick(t)
		ann := named(t, db, "ann", finished(record(hop, "A", 1), 1))
		join(t, ann, session(t, db, fp("two")))
		return db, ann
	}
	t.Run("when it is deleted", func(t *testing.T) {
		db, ann := setup(t)
		must(t, db.Ban(Ban{Who: "ann", Since: day(0)}))
		must(t, ann.Delete(day(0)))
		wantBanned(t, db, fp("ann"), true)
		wantBanned(t, db, fp("two"), true)
		sound(t, db)
		must(t, db.Unban("ann"))
		wantBanned(t, db, fp("ann"), false)
		wantBanned(t, db, fp("two"), false)
	})
	t.Run("when a key is removed", func(t *testing.T) {
		db, ann := setup(t)
		must(t, db.Ban(Ban{Who: "ann", Since: day(0)}))
		must(t, ann.RemoveKey(fp("two"), day(0)))
		wantBanned(t, db, fp("two"), true)
		wantBanned(t, db, fp("ann"), true)
	})
	t.Run("the longest of several", func(t *testing.T) {
		for _, longer := range []string{"ann", "bob"} {
			db, ann := setup(t)
			bob := named(t, db, "bob", finished(record(hop, "B", 1), 1))
			for _, who := range []string{"ann", "bob"} {
				must(t, db.Ban(Ban{Who: who, Since: day(0), Until: day(map[bool]float64{true: 2, false: 1}[who == longer])}))
			}
			join(t, ann, bob)
			must(t, ann.Delete(day(0)))
			for _, key := range []string{"ann", "two", "bob"} {
				if !banned(t, db, fp(key), "", 1.5) || banned(t, db, fp(key), "", 2) {
					t.Errorf("%s's key is not banned as long as %s", key, longer)
				}
			}
		}
	})
	t.Run("when it is joined", func(t *testing.T) {
		for _, name := range []string{"ann", "bob"} {
			db, ann := setup(t)
			bob := named(t, db, "bob", finished(record(hop, "B", 1), 1))
			must(t, db.Ban(Ban{Who: name, Since: day(0)}))
			join(t, ann, bob) // by sessions that were in already
			for _, key := range []string{"ann", "two", "bob"} {
				wantBanned(t, db, fp(key), true)
			}
		}
	})
}

// A key that is banned longer than its account stays banned.
func TestLongerBanStays(t *testing.T) {
	db := quick(t)
	must(t, db.Ban(Ban{Who: fp("key"), Since: day(0)}))
	cid := named(t, db, "cid", finished(record(hop, "C", 1), 1))
	join(t, cid, session(t, db, fp("key")))
	must(t, db.Ban(Ban{Who: "cid", Since: day(0), Until: day(1)}))
	must(t, cid.Delete(day(0)))
	if !banned(t, db, fp("key"), "", 5) || banned(t, db, fp("cid"), "", 5) {
		t.Error("a shorter ban took the place of a longer one")
	}
}

func TestBansInOrder(t *testing.T) {
	db := quick(t)
	for _, who := range []string{"198.51.100.0/24", "192.0.2.1", fp("ann")} {
		must(t, db.Ban(Ban{Who: who, Since: day(0)}))
	}
	bans, err := db.Bans()
	must(t, err)
	var got []string
	for _, b := range bans {
		got = append(got, b.Who)
	}
	if want := []string{fp("ann"), "192.0.2.1", "198.51.100.0/24"}; !slices.Equal(got, want) {
		t.Errorf("Bans = %q, want %q", got, want)
	}
}
