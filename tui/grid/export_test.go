package grid

// Nearest16 returns the colour sent to a terminal of 16 colours.
var Nearest16 = nearest16
