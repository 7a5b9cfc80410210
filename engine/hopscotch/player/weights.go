package player

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
)

// weights has the arcade's policy: Features numbers of 32 bits, least byte first. TRAINING.md of
// cmd/boardwalk-train
// says where they come from and how good they are.
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
	for i := range y.Weights {
		y.Weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return y, nil
}

// Encode returns the weights as weights.bin has them.
func (y *Policy) Encode() []byte {
	data := make([]byte, 0, 4*Features)
	for _, w := range y.Weights {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(w))
	}
	return data
}
