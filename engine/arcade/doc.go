// Package arcade holds what an arcade keeps and shows about the rounds that people play:
// open rounds and results, the events on which many play one deal, and what results add
// up to.
//
// It knows the games only as package engine does, and nothing of screens, servers or
// files. Those meet here: package data stores these types, package tui shows them.
package arcade
