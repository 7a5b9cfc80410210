package policy

// Width is the number of hidden units of a net.
const Width = 32

// A Vector holds a number for each hidden unit.
type Vector [Width]float32

// Add adds w to v.
func (v *Vector) Add(w *Vector) { v.AddScaled(w, 1) }

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

// rectified returns the sum of the positive numbers of v, each times that of w.
func (v *Vector) rectified(w *Vector) float32 {
	var sum [4]float32 // four sums, as a processor adds them at the same time
	for i := 0; i < Width; i += 4 {
		sum[0] += float32(max(v[i], 0) * w[i])
		sum[1] += float32(max(v[i+1], 0) * w[i+1])
		sum[2] += float32(max(v[i+2], 0) * w[i+2])
		sum[3] += float32(max(v[i+3], 0) * w[i+3])
	}
	return sum[0] + sum[1] + (sum[2] + sum[3])
}
