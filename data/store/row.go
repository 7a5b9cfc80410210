package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
)

// A Packed row is written in a third of the room. Its kind is most of a file.
type Packed interface{ Packed() }

// The formats of values.
const (
	rowVersion    = 1 // JSON
	packedVersion = 2 // JSON, packed; see pack
	rowHead       = 1 + crc32.Size
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the checksum of a value sealed under key.
func sum(key, value []byte) uint32 {
	c := crc32.Update(0, castagnoli, key)
	c = crc32.Update(c, castagnoli, value[:1])
	return crc32.Update(c, castagnoli, value[rowHead:])
}

// Seal returns the value of a row as stored under key.
func Seal(key []byte, row any) ([]byte, error) {
	text, err := json.Marshal(row)
	if err != nil {
		return nil, fmt.Errorf("write a row: %w", err)
	}
	version := byte(rowVersion)
	if _, ok := row.(Packed); ok {
		version, text = packedVersion, pack(text)
	}
	value := append(make([]byte, rowHead, rowHead+len(text)), text...)
	value[0] = version
	binary.BigEndian.PutUint32(value[1:], sum(key, value))
	return value, nil
}

// isIntact reports whether the checksum of a value is right.
func isIntact(key, value []byte) bool {
	return len(value) >= rowHead && binary.BigEndian.Uint32(value[1:]) == sum(key, value)
}

// Unseal reads the row stored under key into row, which shares no memory with value.
func Unseal(key, value []byte, row any) error {
	text, err := Text(key, value)
	if err == nil {
		if err = json.Unmarshal(text, row); err != nil {
			err = fmt.Errorf("%w: row %s: %w", ErrDamaged, legible(key), err)
		}
	}
	return err
}

// Text returns the JSON of the row stored under key. To look for a field in it takes less time than to
// decode all of them.
func Text(key, value []byte) ([]byte, error) {
	if !isIntact(key, value) {
		return nil, fmt.Errorf("%w: the checksum of row %s is wrong", ErrDamaged, legible(key))
	}
	if value[0] != rowVersion && value[0] != packedVersion {
		return nil, fmt.Errorf("%w: row %s has format %d, and this program knows %d", ErrNewer, legible(key), value[0], packedVersion)
	}
	text, err := textOf(value)
	if err != nil {
		err = fmt.Errorf("%w: row %s: %w", ErrDamaged, legible(key), err)
	}
	return text, err
}

// textOf returns the JSON of a value, without verifying the checksum.
func textOf(value []byte) ([]byte, error) {
	switch {
	case len(value) < rowHead:
		return nil, errors.New("it is too short")
	case value[0] == packedVersion:
		return unpack(value[rowHead:])
	}
	return value[rowHead:], nil
}

// HasText reports whether the JSON of a value has a text in it, which takes less time than
// to decode the value.
func HasText(value []byte, what string) bool {
	text, err := textOf(value)
	return err == nil && bytes.Contains(text, []byte(what))
}

// Put seals a row and writes it.
func Put(b Bucket, key []byte, row any) error {
	value, err := Seal(key, row)
	if err != nil {
		return err
	}
	return b.Put(key, value)
}

// Rows iterates over a bucket; what it yields is valid only during the transaction.
func Rows(b Bucket) iter.Seq2[[]byte, []byte] { return RowsUnder(b, nil) }

// RowsUnder iterates over the rows whose keys begin with prefix; what it yields is valid
// only during the transaction.
func RowsUnder(b Bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		c := b.Cursor()
		for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix) && yield(k, v); k, v = c.Next() {
		}
	}
}
