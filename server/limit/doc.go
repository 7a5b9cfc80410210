// Package limit keeps clients from doing too much. A [Bucket] limits one client; the
// others limit each network that clients come from:
//
//   - [Rate]: a burst of events, then so many a second. It is for what costs work, and for accounts too.
//   - [Pace]: so many events in any 60 minutes. It is for what takes room on the disk, and for what others see of
//     an account, with a pause between two.
//   - [Penalties]: a network that misbehaves too often is blocked for a while.
//
// They count networks and not addresses, because one person can have many addresses:
// [Source] and [Subnet] return the network that stands for an address. And they must not
// fill the memory themselves, so each remembers only some thousands of networks. When more
// come, the idle ones are forgotten first.
//
// Nothing here waits, starts a goroutine or reads the clock: a caller asks whether it may
// do something at a time, and the answer counts it.
package limit
