package boltpages

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
)

// salvaged returns how many rows of each bucket Salvage finds, and how many pages are lost.
func salvaged(file []byte) (rows map[string]int, lost int, err error) {
	rows = map[string]int{}
	_, lost, _, err = Salvage(bytes.NewReader(file), int64(len(file)), func(bucket, key, value []byte) error {
		rows[string(bucket)]++
		return nil
	})
	return rows, lost, err
}

func TestSalvage(t *testing.T) {
	file := image(t)
	if rows, lost, err := salvaged(file); err != nil || lost != 0 || rows["many"] != 1500 || rows["inline"] != 1 || len(rows) != 2 {
		t.Errorf("of a sound file it finds %v, %d, %v", rows, lost, err)
	}
	m, err := ReadMeta(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for page := range m.Pages {
		damaged := bytes.Clone(file)
		copy(damaged[int64(page)*m.PageSize:], bytes.Repeat([]byte{0xA5}, int(m.PageSize)))
		// Without the newest state, the one before it has 500 rows more.
		if rows, lost, err := salvaged(damaged); err != nil || rows["many"] < 1500-60 || rows["many"] > 2000 || lost > 1 {
			t.Errorf("without page %d it finds %v, %d, %v", page, rows, lost, err)
		}
	}
	for page, want := range map[uint64]bool{0: true, 1: true, m.Root: true, m.Pages: false} {
		damaged := append(bytes.Clone(file), make([]byte, m.PageSize)...)
		clear(damaged[int64(page)*m.PageSize:][:m.PageSize])
		_, lost, older, err := Salvage(bytes.NewReader(damaged), int64(len(damaged)), func(_, _, _ []byte) error { return nil })
		if err != nil || older != want || lost > 0 != want {
			t.Errorf("without page %d, %d are lost, and it may be older: %v, %v", page, lost, older, err)
		}
	}
	failed := errors.New("the disk is full")
	if _, _, _, err := Salvage(bytes.NewReader(file), int64(len(file)), func(_, _, _ []byte) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("when a row cannot be kept, the error is %v", err)
	}
	if _, _, err := salvaged([]byte("hello\n")); !errors.Is(err, ErrNoMeta) {
		t.Errorf("of another file the error is %v", err)
	}
}

// A page of which a part is lost is counted, also where it lists the buckets, and nothing is of the state before.
func TestSalvageCountsPartsOfPages(t *testing.T) {
	file := image(t)
	m, err := ReadMeta(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	copy(file[(m.number+1)%2*4096+pageHead:][:metaSize], file[m.number%2*4096+pageHead:]) // as in a backup
	for _, from := range []int64{pageHead + elementSize, pageHead + 2*elementSize} {
		damaged := bytes.Clone(file)
		clear(damaged[int64(m.Root)*4096+from:][:4096-from])
		if rows, lost, err := salvaged(damaged); err != nil || lost == 0 {
			t.Errorf("without the bytes from %d on of the list of buckets it finds %v, %d, %v", from, rows, lost, err)
		}
	}
}

// No page takes those behind it with it by saying that it goes on there.
func TestSalvageSparesWhatAPageClaims(t *testing.T) {
	file := image(t)
	m, err := ReadMeta(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	leaves := 0
	for page := uint64(2); page < m.Pages; page++ {
		head := file[int64(page)*m.PageSize:]
		if order.Uint16(head[8:]) != leafFlag || order.Uint32(head[12:]) != 0 {
			continue
		}
		leaves++
		damaged := bytes.Clone(file)
		order.PutUint32(damaged[int64(page)*m.PageSize+12:], 3)
		if rows, lost, err := salvaged(damaged); err != nil || lost != 0 || rows["many"] != 1500 || rows["inline"] != 1 {
			t.Errorf("where page %d says that it has 3 more it finds %v, %d lost, %v", page, rows, lost, err)
		}
	}
	if leaves < 10 {
		t.Errorf("there are %d leaves", leaves)
	}
}

// The list of buckets may have several pages, and any of them may be lost.
func TestSalvageOfManyBuckets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "many.bolt")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // so that the state before the last one has them all
		err = errors.Join(err, db.Update(func(tx *bbolt.Tx) (err error) {
			for i := range 100 {
				b, more := tx.CreateBucketIfNotExists(fmt.Appendf(nil, "bucket %d", i))
				err = errors.Join(err, more, b.Put([]byte("key"), make([]byte, 100)))
			}
			return err
		}))
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := range len(file) / 4096 {
		damaged := bytes.Clone(file)
		copy(damaged[page*4096:], bytes.Repeat([]byte{0xA5}, 4096))
		if rows, _, err := salvaged(damaged); err != nil || len(rows) != 100 {
			t.Errorf("without page %d it finds rows of %d buckets, %v", page, len(rows), err)
		}
	}
}

// Whatever is damaged, Salvage ends, and does not panic.
func TestSalvageAtRandom(t *testing.T) {
	file := image(t)
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		damaged := bytes.Clone(file)
		for range 1 + rng.IntN(100) {
			damaged[rng.IntN(len(damaged))] = byte(rng.Uint32())
		}
		if seed%5 == 0 {
			damaged = damaged[:rng.IntN(len(damaged))]
		}
		if rows, _, err := salvaged(damaged); err != nil && !errors.Is(err, ErrNoMeta) || rows["many"] > 3000 {
			t.Errorf("seed %d: it finds %v, %v", seed, rows, err)
		}
	}
}

// A spoiled page costs what is in it, and nothing of its neighbours, whatever bytes stand in it.
func TestSalvageLosesNoMoreToRandomBytesThanToZeros(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.bolt")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for group := range 8 { // leaves lie next to branches then
		err = errors.Join(err, db.Update(func(tx *bbolt.Tx) (err error) {
			for _, name := range []string{"one", "two"} {
				b, more := tx.CreateBucketIfNotExists([]byte(name))
				err = errors.Join(err, more)
				for range 120 {
					size := 100
					if rng.IntN(50) == 0 {
						size = 9000
					}
					key := fmt.Appendf(nil, "%d of group %d", rng.Uint64(), group)
					err = errors.Join(err, b.Put(key, bytes.Repeat([]byte{7}, size)))
				}
			}
			return err
		}))
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	intact := map[string]bool{}
	all := func(file []byte, row func(bucket, key, value []byte) error) int {
		_, lost, _, err := Salvage(bytes.NewReader(file), int64(len(file)), row)
		if err != nil {
			t.Error(err)
		}
		return lost
	}
	all(file, func(bucket, key, value []byte) error {
		intact[string(bucket)+string(key)+string(value)] = true
		return nil
	})
	found := func(file []byte) (rows, lost int) {
		lost = all(file, func(bucket, key, value []byte) error {
			if intact[string(bucket)+string(key)+string(value)] {
				rows++
			}
			return nil
		})
		return rows, lost
	}
	pages := len(file) / 4096
	if rows, lost := found(file); pages < 300 || rows != 8*2*120 || lost != 0 {
		t.Fatalf("of %d pages %d rows are found and %d lost", pages, rows, lost)
	}
	for page := range pages {
		for _, from := range []int{0, 10, 12, 16} { // all, and behind parts of the head that are still good
			spoiled := file[page*4096+from : (page+1)*4096]
			was := bytes.Clone(spoiled)
			clear(spoiled)
			want, _ := found(file)
			for i := range spoiled {
				spoiled[i] = byte(rng.Uint32())
			}
			if rows, lost := found(file); rows < want || lost > 1 {
				t.Errorf("with random bytes from %d on in page %d it finds %d rows, %d with zeros there, and loses %d pages", from, page, rows, want, lost)
			}
			copy(spoiled, was)
		}
	}
}
