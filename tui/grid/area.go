package grid

// An Area is a part of a grid: W columns and H rows, from column X and row Y on.
type Area struct{ X, Y, W, H int }

// Has reports whether a cell is in an area.
func (a Area) Has(x, y int) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H }

// Below returns the part of an area from its row n on.
func (a Area) Below(n int) Area {
	n = min(n, a.H)
	return Area{a.X, a.Y + n, a.W, a.H - n}
}
