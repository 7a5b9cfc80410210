package player

import (
	_ "embed"
	"encoding/binary"
	"fmt"
)

// weights has the arcade's policy: Features numbers of 32 bits, least byte first. TRAINING.md of
// cmd/boardwalk-train says where they come from and how good they are.
//
//go:embed weights.bin
var weights []byte

var house = must(Decode(weights))

func must(y *Policy, err error) *Policy {
	if err != nil {
		panic("player: " + err.Error())
	}
	return y
}

// House returns the policy of the arcade's player.
func House() *Policy { return house }

// Decode reads a policy as [Policy.Encode] writes it.
func Decode(data []byte) (*Policy, error) {
	if len(data) != 4*Features {
		return nil, fmt.Errorf("a policy has %d bytes, not %d", 4*Features, len(data))
	}
	y := new(Policy)
	_, err := binary.Decode(data, binary.LittleEndian, y.Weights[:])
	return y, err
}

// Encode returns the weights as weights.bin has them.
func (y *Policy) Encode() []byte {
	data, err := binary.Append(nil, binary.LittleEndian, y.Weights[:])
	if err != nil {
		panic("player: " + err.Error()) // they have a fixed size
	}
	return data
}
