// Package cputime tells how long a program has computed, which is what a search costs on a
// machine that others use as well.
package cputime
