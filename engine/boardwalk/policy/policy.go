package policy

import (
	"embed"
	"strings"
	"sync"
)

//go:embed nets/*.net
var files embed.FS

// Any is the name of the net for variations that have none of their own.
const Any = "any"

// nets holds the net of each game by the last part of its ID.
var nets = sync.OnceValue(func() map[string]*Net {
	all := make(map[string]*Net)
	entries, err := files.ReadDir("nets")
	if err != nil {
		panic("policy: " + err.Error())
	}
	for _, e := range entries {
		b, err := files.ReadFile("nets/" + e.Name())
		if err != nil {
			panic("policy: " + err.Error())
		}
		// A net for other inputs is left out, so that nets can be trained after a change.
		if n := new(Net); n.UnmarshalBinary(b) == nil {
			all[strings.TrimSuffix(e.Name(), ".net")] = n
		}
	}
	return all
})

// For returns the net for the game with an ID: its own, or the one for any variation.
func For(id string) *Net {
	if n, ok := nets()[strings.TrimPrefix(id, "boardwalk/")]; ok {
		return n
	}
	if n, ok := nets()[Any]; ok {
		return n
	}
	return new(Net)
}
