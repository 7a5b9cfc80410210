// Package grid is the screen on which everything is drawn: a rectangle of packed cells,
// and the bytes that turn one such screen into the next.
//
// A [Cell] is one number: a rune that is one column wide, its attributes and two colours.
// Each frame is drawn from nothing with [Grid.Put], [Grid.Fill] and [Grid.PutANSI]; drawing clips
// at the edges and never fails. [Diff] compares a frame with the previous one and writes
// only the changes:
//
//	frame, shown := grid.New(80, 24), grid.New(0, 0)
//	for range events {
//		frame.Clear()
//		draw(frame)
//		buf = grid.Diff(buf[:0], shown, frame, grid.ANSI256)
//		w.Write(buf)
//		shown.CopyFrom(frame)
//	}
//
// Whatever text is put, no control character reaches a cell, so none reaches the
// terminal. [Grid.String] returns a frame's text alone.
//
// A Grid belongs to one goroutine at a time; grids share nothing.
package grid
