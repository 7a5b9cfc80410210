package screen

import "context"

// A Wait is for something that takes long and is made in a command, as long as a screen wants it. The zero Wait is for
// nothing.
type Wait struct{ cancel context.CancelFunc }

// Begin begins another wait in place of one that is on. The context ends with it.
func (w *Wait) Begin() (ctx context.Context) {
	w.End()
	ctx, w.cancel = context.WithCancel(context.Background())
	return ctx
}

// On reports whether it is on.
func (w *Wait) On() bool { return w.cancel != nil }

// End ends it, and reports whether it was on.
func (w *Wait) End() (was bool) {
	if was = w.On(); was {
		w.cancel()
	}
	w.cancel = nil
	return was
}
