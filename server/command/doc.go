// Package command has the commands of `ssh HOST COMMAND`, for people and for scripts.
//
// A command is a row of the table in [New], with a method of [Context] that runs it; one with
// flags of its own has a constructor. The Context is one run: who has given the command, what that
// player may see and do, and where the output goes. Most commands make a report, a struct that is
// printed as text or, with --json, as JSON. What only admins may do is in package admin.
//
//	c := &command.Context{Arcade: arcade, Ports: ports, ID: id, Player: player, Out: new(bytes.Buffer), NoTimeLimit: func() {}}
//	code, err := command.Execute(ctx, c, command.New(c), command.Split("stats --json"), errOut)
//
// A body returns nil, the error of a port as it is, a [Failure] for another command that was
// understood and did nothing, or any other error for one that was not understood; [Execute] makes
// the exit code and the words of it.
//
// # Adding a command
//
//   - Write its method, and its row in New, beside the ones it is most like. Flags are variables
//     of a constructor. Numbers that a player may choose have a limit.
//   - What it needs of a player is a method of [Player] or of a port in package arcade, and
//     an error that it returns is an [arcade.Refusal].
//   - A report's fields have names and descriptions that scripts can rely on. They may be
//     added to, but none is removed or changes its meaning. Name the report in reports
//     (report.go), so that schema prints its schema.
//   - Text of clients or of the store passes package clean before it is printed. Nothing
//     shows a deal that is sealed (arcade.Events) to somebody who may still play it.
//   - Add a line to FuzzCommand, a test through
//     SSH in package server, and a line to tui/PLAYING.md.
//   - A command of admins belongs in package admin. It is in the log, so its arguments must
//     be no secrets.
package command
