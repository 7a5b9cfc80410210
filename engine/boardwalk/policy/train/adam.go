package train

import (
	"math"

	"boardwalk/engine/boardwalk/policy"
)

// Adam changes a net a little against a gradient, each number in a measure of how large its
// own gradient usually is (Kingma and Ba, 2014).
type Adam struct {
	mean, square policy.Net
	steps        int
}

// Step makes a step of a length and clears the gradient.
func (a *Adam) Step(net, gradient *policy.Net, length float64) {
	const keepMean, keepSquare = 0.9, 0.999
	a.steps++
	length *= math.Sqrt(1-math.Pow(keepSquare, float64(a.steps))) / (1 - math.Pow(keepMean, float64(a.steps)))
	numbers, gradients, means, squares := net.Rows(), gradient.Rows(), a.mean.Rows(), a.square.Rows()
	for i, row := range numbers {
		for j, g := range gradients[i] {
			m, s := &means[i][j], &squares[i][j]
			*m += (1 - keepMean) * (g - *m)
			*s += (1 - keepSquare) * (g*g - *s)
			if *s > 0 {
				row[j] -= float32(length) * *m / (float32(math.Sqrt(float64(*s))) + 1e-8)
			}
			gradients[i][j] = 0
		}
	}
}
