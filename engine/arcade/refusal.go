package arcade

import "fmt"

// A Refusal is an error that a player may read: its sentence says why nothing was done, and nothing
// more about the host. Of is what it also is for [errors.Is]: a more general refusal, or what has failed.
type Refusal struct {
	Sentence string
	Of       error // nil if there is nothing
}

// ErrNotFound is returned if there is not what a call is about, or not for its player.
var ErrNotFound = Refuse("not found")

// Refuse returns a refusal that is no case of another.
func Refuse(format string, args ...any) *Refusal {
	return &Refusal{Sentence: fmt.Sprintf(format, args...)}
}

// Saying returns a case of r with a sentence of its own.
func (r *Refusal) Saying(format string, args ...any) *Refusal {
	return &Refusal{fmt.Sprintf(format, args...), r}
}

func (r *Refusal) Error() string { return r.Sentence }
func (r *Refusal) Unwrap() error { return r.Of }
