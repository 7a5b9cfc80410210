//go:build !(goexperiment.simd && amd64)

package policy

// AddScaled adds w times x to v. The conversions keep processors that could from adding
// without rounding first, so that a net says the same everywhere.
func (v *Vector) AddScaled(w *Vector, x float32) {
	for i := 0; i < Width; i += 4 {
		a, b, c, d := w[i], w[i+1], w[i+2], w[i+3]
		v[i] += float32(a * x)
		v[i+1] += float32(b * x)
		v[i+2] += float32(c * x)
		v[i+3] += float32(d * x)
	}
}
