package data

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

func TestPlayers(t *testing.T) {
	c := newCrowd(t)
	for i := range 3 {
		player(t, c.db, fp(fmt.Sprint("nameless", i)))
	}
	all, err := c.db.Players("", 100)
	must(t, err)
	t.Run("those with a nick come first", func(t *testing.T) {
		var got []string
		for _, p := range all[:3] {
			got = append(got, fmt.Sprintf("%s: %d rounds, keys %q (%d), guest %v, since %v", p.Nick, p.Rounds, p.Credentials, p.Keys, p.Guest, p.Since.UTC().Format(time.StampMilli)))
		}
		want := []string{
			`ann: 23 rounds, keys ["SHA256:ann" "SHA256:bob" "SHA256:cid"] (3), guest false, since Sep 21 14:13:20.001`,
			`dan: 6 rounds, keys ["SHA256:dan"] (1), guest false, since Sep 21 14:13:20.004`,
			`eve: 6 rounds, keys ["SHA256:eve"] (1), guest false, since Sep 21 14:13:20.005`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("then the others by ID", func(t *testing.T) {
		guests := 0
		for i, p := range all[3:] {
			if p.Nick != "" || p.Rounds != 1 || p.Keys != len(p.Credentials) || (p.Keys == 0) != p.Guest || i > 0 && p.ID <= all[2+i].ID {
				t.Errorf("got %+v", p)
			}
			if p.Guest {
				guests++
			}
		}
		if len(all) != 7 || guests != 1 {
			t.Errorf("there are %d, of them %d guests", len(all), guests)
		}
	})
}

func TestPlayersByPages(t *testing.T) {
	c := newCrowd(t)
	for i := range 3 {
		player(t, c.db, fp(fmt.Sprint("nameless", i)))
	}
	all, err := c.db.Players("", 100)
	must(t, err)
	t.Run("page by page it is the same", func(t *testing.T) {
		for n := 1; n <= len(all); n++ {
			var got []PlayerInfo
			for after := ""; ; {
				page, err := c.db.Players(after, n)
				must(t, err)
				if len(page) == 0 {
					break
				}
				got = append(got, page...)
				if after = page[len(page)-1].Nick; after == "" {
					after = page[len(page)-1].ID
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(all) {
				t.Errorf("by %d it is %v, want %v", n, got, all)
			}
		}
	})
	t.Run("what is neither a nick nor an ID", func(t *testing.T) {
		for _, after := range []string{"#x", "#" + fmt.Sprintf("%066x", 1)} {
			_, err := c.db.Players(after, 1)
			wantErr(t, "Players", err, ErrNotFound)
		}
		if page, err := c.db.Players("dao", 1); err != nil || len(page) != 1 || page[0].Nick != "eve" {
			t.Errorf("after a nick that nobody has the list is %+v, %v", page, err)
		}
		if page, err := c.db.Players("", 0); err != nil || len(page) != 0 {
			t.Errorf("none is %+v, %v", page, err)
		}
	})
	t.Run("one that cannot be read is left out", func(t *testing.T) {
		id := accountOf(t, c.players["dan"])
		must(t, c.db.bolt.Update(func(tx *bbolt.Tx) error { return tx.Bucket(playersBucket).Put(id[:], []byte("x")) }))
		if page, err := c.db.Players("ann", 1); err != nil || len(page) != 1 || page[0].Nick != "eve" {
			t.Errorf("after ann the list is %+v, %v", page, err)
		}
	})
}

func TestTotals(t *testing.T) {
	db := openTemp(t)
	got, err := db.Totals()
	if want := (Totals{Size: got.Size, FreePages: got.FreePages}); err != nil || got != want || got.Size == 0 {
		t.Errorf("of a new file Totals = %+v, %v", got, err)
	}
	c := newCrowd(t)
	must(t, c.players["dan"].SetSettings([]byte(`{"into":"x"}`)))
	got, err = c.db.Totals()
	if want := (Totals{Players: 3, Guests: 1, Rounds: 36, Open: 5, Bans: 1, Size: got.Size, FreePages: got.FreePages}); err != nil || got != want || got.FreePages == 0 {
		t.Errorf("Totals = %+v, %v, want %+v", got, err, want)
	}
	if players, rounds, err := c.db.Played(); err != nil || players != 3 || rounds != 35 { // without the imported one
		t.Errorf("Played = %d, %d, %v", players, rounds, err)
	}
	for i := range pageRows {
		finish(t, session(t, c.db, fp(fmt.Sprint(i))), of(arcade.Practice, finished(record(hop, "A", 1), 1)))
	}
	got, err = c.db.Totals()
	if err != nil || got.Players != 3+pageRows || got.Rounds != 36+pageRows {
		t.Errorf("Totals = %+v, %v", got, err)
	}
	must(t, c.db.Close())
	_, err = c.db.Totals()
	wantErr(t, "Totals", err, ErrClosed)
}
