// Package grid is the screen that everything is drawn on: a rectangle of
// packed cells, and the bytes that turn one such screen into the next.
//
// A [Cell] is one number: a rune that is one column wide, its attributes and
// two colours. A frame is drawn anew each time with [Grid.Put], [Grid.Fill] and
// [Grid.PutANSI]; drawing clips at the edges and never fails. [Diff] compares
// it with the frame before and writes only what changed:
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
// Whatever text is put, no control character reaches a cell, so none reaches
// the terminal. The same frame is [Grid.ANSI] for a renderer that wants a
// string, and [Grid.String] where only the text counts.
//
// A Grid belongs to one goroutine at a time; nothing here is shared.
package grid
