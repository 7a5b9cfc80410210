package words

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/tui/caption"
)

const (
	widest    = 78 // what an output line has at most: more is hard to read
	narrowest = 20 // columns of the narrowest window for which lines are broken
)

// A terminal is the player's end of the conversation: it shows answers a page at a time,
// and may wait for the answer to a question.
type terminal struct {
	in       *Lines
	out      io.Writer
	answer   []string // texts still to be shown, each of which begins a line
	unshown  []string // what was not shown of the previous answer
	asking   func()   // what yes does; nil if nothing is being asked
	question string   // what is being asked
	refused  string   // what no says
}

// say adds texts to the answer, each on one line if it fits. It leaves out those that are empty.
func (t *terminal) say(texts ...string) {
	for _, text := range texts {
		if text != "" {
			t.answer = append(t.answer, oneLine(text))
		}
	}
}

// oneLine returns a text in printable ASCII, with single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(plain(text)), " ") }

// sayf adds a text to the answer, as fmt.Sprintf writes it.
func (t *terminal) sayf(format string, args ...any) { t.say(fmt.Sprintf(format, args...)) }

// sayAll adds sentences to the answer: on one line if they fit, otherwise a line each.
func (t *terminal) sayAll(sentences []string) {
	if all := strings.Join(sentences, " "); len(plain(all)) <= t.in.width() {
		t.say(all)
		return
	}
	t.say(sentences...)
}

// sayMarkdown adds a page of Markdown to the answer, without the marks of its layout. In a
// narrow window the lines of a paragraph are one text, which is then broken where it fits.
func (t *terminal) sayMarkdown(page string) {
	marks := strings.NewReplacer("**", "", "`", "")
	narrow := t.in.width() < widest
	code, prose := false, false // in a block of code; the last line was prose
	for line := range strings.SplitSeq(strings.TrimSpace(page), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code, prose = !code, false
			continue
		}
		title := strings.TrimLeft(line, "#")
		heading := title != line
		if heading {
			title = strings.TrimSpace(title)
		}
		text := strings.TrimRight(plain(marks.Replace(title)), " ")
		if narrow && prose && text != "" && !heading && !ownLine.MatchString(text) {
			t.answer[len(t.answer)-1] += " " + strings.TrimSpace(text)
			continue
		}
		t.answer = append(t.answer, text)
		prose = !code && text != "" && !heading && !strings.HasPrefix(text, "    ")
	}
}

// ownLine matches the beginning of a line of Markdown that goes on with no paragraph: an item
// of a list, a row of a table, or code.
var ownLine = regexp.MustCompile(`^( *([-*|]|[0-9]+\.) |    )`)

// sayIfFailed reports whether something failed, and says why.
func (t *terminal) sayIfFailed(err error) bool {
	if err != nil {
		t.say(caption.Sentence(err.Error()))
	}
	return err != nil
}

// sayDone says why something failed or, if it did not, that it is done, as fmt.Sprintf writes it.
func (t *terminal) sayDone(err error, format string, args ...any) {
	if !t.sayIfFailed(err) {
		t.sayf(format, args...)
	}
}

// sayIfUnread reports whether the player's rows could not be read, and says so.
func (t *terminal) sayIfUnread(err error) bool {
	if err != nil {
		t.say("Your games cannot be read: " + caption.Sentence(err.Error()))
	}
	return err != nil
}

// beware says a warning, if there is one.
func (t *terminal) beware(warning string) {
	if warning != "" {
		t.say("Beware: " + caption.Sentence(warning))
	}
}

// more shows the next part of the previous answer.
func (t *terminal) more(string) {
	if t.answer = t.unshown; len(t.answer) == 0 {
		t.say("That was all.")
	}
}

// ask asks before doing something that cannot be taken back.
func (t *terminal) ask(text, no string, yes func()) {
	t.question, t.asking, t.refused = text, yes, no
	t.say(text)
}

// reply handles the answer to a question: yes or no, or the beginning of one. Any other line leaves it open.
func (t *terminal) reply(line string) {
	yes := t.asking
	switch {
	case line == "":
	case strings.HasPrefix("yes", line):
		t.asking = nil
		yes()
	case strings.HasPrefix("no", line):
		t.asking = nil
		t.say(t.refused)
	default:
		t.say("First answer the question with yes or no.")
	}
}

// tell writes a text at once, before the answer.
func (t *terminal) tell(text string) {
	lines := wrap(oneLine(text), t.in.width())
	_, _ = io.WriteString(t.out, strings.Join(lines, t.in.newline())+t.in.newline()) // a client that is gone is noticed by the answer
}

// tellLate calls do, and tells a text if that takes longer than patience.
func (t *terminal) tellLate(patience time.Duration, text string, do func()) {
	told := make(chan struct{})
	late := time.AfterFunc(patience, func() {
		t.tell(text)
		close(told)
	})
	do()
	if !late.Stop() {
		<-told
	}
}

// writePage writes the next page of the answer, or all of it unless paged is set. After
// it comes the prompt, which is at unless the player has something else to do first. There
// is none if at is "".
func (t *terminal) writePage(paged bool, at string) error {
	page, left := t.nextPage(paged && !t.in.pipe)
	var b strings.Builder
	for _, line := range page {
		b.WriteString(line + t.in.newline())
	}
	end := " "
	if t.in.pipe {
		end = "\n"
	}
	switch {
	case at == "":
	case left > 0:
		more := engine.Plural(left, "more line") + ", Enter goes on, q stops>"
		if len(more) >= t.in.width() { // a q has no room behind it
			more = fmt.Sprintf("%d more, Enter or q>", left)
		}
		b.WriteString(more + end)
	case t.asking != nil:
		b.WriteString("yes or no>" + end)
	default:
		b.WriteString(plain(at) + ">" + end)
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// nextPage takes the lines of the next page from the answer, or all of them unless paged is
// set, and returns how many are left. The lines fit the window as it is now.
func (t *terminal) nextPage(paged bool) (page []string, left int) {
	width, size := t.in.width(), t.in.page()
	var texts [][]string // the answer, in lines
	for _, text := range t.answer {
		texts = append(texts, wrap(text, width))
		left += len(texts[len(texts)-1])
	}
	if !paged || left <= size+1 { // one more line is not worth asking for
		size = left
	}
	for len(page) < size {
		lines := texts[0]
		n := min(len(lines), size-len(page))
		page, left = append(page, lines[:n]...), left-n
		if n < len(lines) { // what is left of a text keeps its lines
			t.answer = append(slices.Clone(lines[n:]), t.answer[1:]...)
			break
		}
		texts, t.answer = texts[1:], t.answer[1:]
	}
	return page, left
}

// wrap breaks a text in printable ASCII into lines of a width, at blanks if possible. All lines
// but the first are indented. A command to copy stays whole.
func wrap(text string, width int) (lines []string) {
	for len(text) > width && !strings.HasPrefix(text, "ssh ") {
		at := strings.LastIndexByte(text[:width+1], ' ')
		if strings.Trim(text[:max(at, 0)], " ") == "" { // a word that is too long
			at = width
		}
		lines = append(lines, strings.TrimRight(text[:at], " "))
		text = "  " + strings.TrimLeft(text[at:], " ")
	}
	return append(lines, text)
}
