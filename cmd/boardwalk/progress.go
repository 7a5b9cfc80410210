package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A progress is a line on a terminal that says how far something long is. A nil progress
// shows nothing.
type progress struct {
	out          io.Writer
	doing        string
	first        int64 // how much was done when that began
	began, shown time.Time
}

// newProgress returns the progress of something that begins with so much done, or nil if
// out is no terminal.
func newProgress(out io.Writer, first int64) *progress {
	if !isTerminal(out) {
		return nil
	}
	return &progress{out: out, first: first, began: time.Now()}
}

// count shows how many of a total are done, up to ten times a second.
func (p *progress) count(done, total int64) {
	p.show(done, total, func() string { return fmt.Sprintf("%d of %d", done, total) })
}

// part shows how much of a part of the work is done, up to ten times a second.
func (p *progress) part(doing string, done, total int64) {
	if p != nil && p.doing != doing {
		p.doing, p.first, p.began, p.shown = doing, 0, time.Now(), time.Time{}
	}
	p.show(done, total, func() string { return fmt.Sprintf("%s, %d %%", doing, 100*done/max(1, total)) })
}

func (p *progress) show(done, total int64, text func() string) {
	if p == nil || time.Since(p.shown) < time.Second/10 {
		return
	}
	p.shown = time.Now()
	const width = 30
	full := int(width * min(done, total) / max(1, total))
	left := ""
	if done > p.first && done < total {
		each := float64(time.Since(p.began)) / float64(done-p.first)
		left = ", " + time.Duration(each*float64(total-done)).Round(time.Second).String() + " left"
	}
	fmt.Fprintf(p.out, "\r\x1b[K[%s%s] %s%s", strings.Repeat("#", full), strings.Repeat(".", width-full), text(), left)
}

func (p *progress) clear() {
	if p != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
