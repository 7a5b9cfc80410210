package cluster

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"boardwalk/data/commitlog"
)

// What all nodes of a cluster share, and nobody else has, is [Config].Secret. The password of the
// routes between the nodes' own servers comes from it, and the key with which the nodes sign what
// goes through servers that others may use too.

// derive returns a key for one purpose.
func (c *Config) derive(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, c.Secret, nil, "boardwalk cluster "+c.Name+" "+purpose, sha256.Size)
	if err != nil { // only for keys of many hashes
		panic(err)
	}
	return key
}

// A seal signs what nodes write, so that they notice what nobody of them has written.
type seal struct{ key []byte }

func (c *Config) seal() seal { return seal{c.derive("entries")} }

// macHeader is the header with the signature of what a node writes.
const macHeader = "Arcade-MAC"

// entry returns the signature of an entry of the log. An entry without data has any place.
func (s seal) entry(e commitlog.Entry) string {
	if len(e.Data) == 0 {
		e.Number, e.After = 0, commitlog.Hash{}
	}
	return s.sign("entry", fmt.Sprint(e.Number), e.After.String(), e.ID, string(e.Data))
}

// sign returns the signature of texts, in their order.
func (s seal) sign(texts ...string) string {
	mac := hmac.New(sha256.New, s.key)
	for _, text := range texts {
		fmt.Fprintf(mac, "%d:", len(text))
		_, _ = io.WriteString(mac, text)
	}
	return hex.EncodeToString(mac.Sum(nil))
}

func same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }
