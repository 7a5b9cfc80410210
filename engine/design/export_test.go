package design

const (
	CodeLetters = codeLetters
	CodeKnobs   = codeKnobs
)

var Checksum = checksum
