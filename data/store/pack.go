package store

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"sync"
)

// packDict is what packed texts are likely to contain, the likeliest last. It is part of the
// format: another text would make all packed rows unreadable.
const packDict = `"warnings":,"grade":"","stopped":true,"made":true,"event":"race/","event":"daily/2026-` +
	`"class":"imported","class":"practice","class":"assisted","timed":,"quick":,"span":,"hints":,"peeks":,"undos":` +
	`,"perfect":true,"won":true,"class":"counted","millis":,"began":17,"ended":17,"prev":"` +
	`=","points":,"max":{"player":"=","record":"`

// unpackedMax bounds what a packed text may come to, as damage could make it any size.
const unpackedMax = 1 << 20

var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriterDict(nil, flate.BestCompression, []byte(packDict)) // it fails only for other levels
	return w
}}

// pack returns a text as raw DEFLATE with packDict.
func pack(text []byte) []byte {
	var packed bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&packed)
	_, _ = w.Write(text) // a buffer accepts everything
	_ = w.Close()
	return packed.Bytes()
}

var unpackers = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// unpack returns the text that pack was given.
func unpack(packed []byte) ([]byte, error) {
	r := unpackers.Get().(io.ReadCloser)
	defer unpackers.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(packed), []byte(packDict)); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, unpackedMax+1))
	if len(text) > unpackedMax {
		err = errors.New("its text is too long")
	}
	return text, err
}
