package grid

// Nearest16 lets tests know which colours a terminal of 16 is sent.
var Nearest16 = nearest16
