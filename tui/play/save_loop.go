package play

// A SaveLoop stores something that goes on changing. It has one call to the store in
// progress at a time. What changes in the meantime goes with the next call, and a call
// that failed is made again a few seconds later. The zero SaveLoop has nothing to store.
//
// It is in one of five states. A star means that a call has to be made now.
//
//	state                                           Begin    stored   failed    Retry
//	stored     all is stored                        saving*  -        -         -
//	saving     a call is in progress                behind   stored   failing   -
//	behind     and not all is in that call          behind   saving*  failing   -
//	repeating  a call that failed is made again     behind   stored   failing   -
//	failing    the last call failed                 saving*  -        -         repeating*
//
// It does not make the calls: it says when, and is told how they ended. It is not safe for
// concurrent use.
type SaveLoop struct {
	state     loopState
	err       error
	scheduled bool // Retry is going to be called
}

type loopState uint8

const (
	stored loopState = iota
	saving
	behind
	repeating
	failing
)

// Begin records that something is to be stored, and reports whether to make the call for
// that now. If not, it follows the call in progress.
func (l *SaveLoop) Begin() (call bool) {
	if l.Busy() {
		l.state = behind
		return false
	}
	l.state = saving
	return true
}

// End records how the call in progress ended, and reports whether to make another at once
// and whether to call Retry in a few seconds.
func (l *SaveLoop) End(err error) (call, retry bool) {
	l.err = err
	switch {
	case err != nil:
		retry = !l.scheduled
		l.state, l.scheduled = failing, true
	case l.state == behind:
		l.state, call = saving, true
	default:
		l.state = stored
	}
	return call, retry
}

// Retry reports whether to make a call that failed again.
func (l *SaveLoop) Retry() (call bool) {
	l.scheduled = false
	if l.state != failing {
		return false
	}
	l.state = repeating
	return true
}

// Busy reports whether a call is in progress.
func (l *SaveLoop) Busy() bool { return l.state == saving || l.state == behind || l.state == repeating }

// Failing reports whether the last call failed and all that follows is to make it again.
func (l *SaveLoop) Failing() bool { return l.state == failing || l.state == repeating }

// Unsaved reports whether something is not stored yet.
func (l *SaveLoop) Unsaved() bool { return l.state != stored }

// Err returns the error of the last call that ended, nil if it succeeded.
func (l *SaveLoop) Err() error { return l.err }
