//go:build goexperiment.simd && amd64

package policy

import "simd/archsimd"

// AddScaled adds w times x to v, eight numbers at a time. The sums are those of
// vector_plain.go to the last bit; training is faster with them.
func (v *Vector) AddScaled(w *Vector, x float32) {
	by := archsimd.BroadcastFloat32x8(x)
	for i := 0; i < Width; i += 8 {
		to, from := (*[8]float32)(v[i:]), (*[8]float32)(w[i:])
		archsimd.LoadFloat32x8(to).Add(archsimd.LoadFloat32x8(from).Mul(by)).Store(to)
	}
	archsimd.ClearAVXUpperBits()
}
