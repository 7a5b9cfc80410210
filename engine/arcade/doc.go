// Package arcade holds what an arcade keeps and shows about the rounds that people play:
// open rounds and results, the events on which many play one deal, what results add up
// to, and the credentials that people play with.
//
// It knows the games only as package engine does, and nothing of screens, servers or
// files. Those meet here: package data stores these types, package tui shows them.
package arcade
