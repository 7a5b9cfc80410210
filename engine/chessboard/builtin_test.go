package chessboard

// What the tests of Chessboard know of it.
const (
	deckSize = 52
	suitSize = 13
)

var (
	table     = chessboard.table
	ofRank    = chessboard.ofRank
	rankAbove = chessboard.rankAbove
	order     = chessboard.order
)
