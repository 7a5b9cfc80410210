// Package session is what the front ends share of a player's session, and has no screen: its [Ports] to
// the arcade, the player's [Settings], the course of lessons for a game, and what an event is called.
package session
