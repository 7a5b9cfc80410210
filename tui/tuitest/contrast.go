package tuitest

import (
	"math"

	"boardwalk/tui/grid"
)

// Contrast returns the contrast of two of the colours from 16 on, by WCAG: 1 to 21.
func Contrast(a, b grid.Color) float64 {
	light, dark := luminance(a), luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

func luminance(c grid.Color) float64 {
	n := int(c) - 1
	level := func(v int) int { // of a cube of 6x6x6
		if v == 0 {
			return 0
		}
		return 55 + 40*v
	}
	rgb := [3]int{level((n - 16) / 36), level((n - 16) / 6 % 6), level((n - 16) % 6)}
	if n >= 232 {
		grey := 8 + 10*(n-232)
		rgb = [3]int{grey, grey, grey}
	}
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		v := float64(rgb[i]) / 255
		if v = math.Pow((v+0.055)/1.055, 2.4); rgb[i] < 11 {
			v = float64(rgb[i]) / 255 / 12.92
		}
		sum += weight * v
	}
	return sum
}
