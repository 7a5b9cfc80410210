package player

import (
	_ "embed"
	"encoding/binary"
	"math"
)

// weights has the house's policy: Features numbers of 32 bits, least byte first. WEIGHTS.md
// says where they come from and how good they are.
//
//go:embed weights.bin
var weights []byte

var house = decode(weights)

// House returns the policy of the house.
func House() *Policy { return house }

// decode reads a policy. It panics if data is not what [Policy.Encode] writes.
func decode(data []byte) *Policy {
	if len(data) != 4*Features {
		panic("player: weights of the wrong size")
	}
	y := new(Policy)
	for i := range y.Weights {
		y.Weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return y
}

// Encode returns the weights as weights.bin has them.
func (y *Policy) Encode() []byte {
	data := make([]byte, 0, 4*Features)
	for _, w := range y.Weights {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(w))
	}
	return data
}
