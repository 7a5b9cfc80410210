// Package limit limits what clients do: how fast, how often an hour, and how long one
// that misbehaves must stay away.
//
// A [Bucket] limits one thing, such as the keys of a session. The others limit a whole
// server: they keep an account for each network that clients come from.
package limit
