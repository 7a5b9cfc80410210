package policy

import (
	"encoding/binary"
	"errors"
	"math"
)

// Each row of a net is stored as its largest number without the sign, and the numbers as
// fractions of that in 16 bits, so a net takes half as much room as its numbers. Nothing is
// lost by that: no rate of winning changes by as much as can be measured.
const fraction = math.MaxInt16

var errNet = errors.New("this is not a net with the inputs of this program")

// MarshalBinary implements [encoding.BinaryMarshaler].
func (n *Net) MarshalBinary() ([]byte, error) {
	b := binary.LittleEndian.AppendUint16(nil, Inputs)
	for _, row := range n.Rows() {
		var most float32
		for _, x := range row {
			most = max(most, x, -x)
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(most))
		for _, x := range row {
			f := 0.0
			if most > 0 {
				f = math.Round(float64(x) / float64(most) * fraction)
			}
			b = binary.LittleEndian.AppendUint16(b, uint16(int16(f)))
		}
	}
	return b, nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler].
func (n *Net) UnmarshalBinary(b []byte) error {
	size := 2
	rows := n.Rows()
	for _, row := range rows {
		size += 4 + 2*len(row)
	}
	if len(b) != size || binary.LittleEndian.Uint16(b) != Inputs {
		return errNet
	}
	b = b[2:]
	for _, row := range rows {
		most := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		for i := range row {
			row[i] = float32(float64(most) * float64(int16(binary.LittleEndian.Uint16(b))) / fraction)
			b = b[2:]
		}
	}
	return nil
}
