package words

import (
	"fmt"
	"io"
	"strings"

	"boardwalk/tui/caption"
)

const (
	lineWidth = 78 // columns
	pageSize  = 21 // lines shown at once in a window of unknown height
)

// A terminal is the player's end of the conversation: it shows answers a page at a time,
// and may wait for the answer to a question.
type terminal struct {
	in      *Lines
	out     io.Writer
	answer  []string // lines still to be shown, wrapped
	unshown []string // what was not shown of the previous answer
	asking  func()   // what yes does; nil if nothing is being asked
	refused string   // what any other answer says
}

// say adds a text to the answer, on one line if it fits.
func (t *terminal) say(text string) { t.answer = append(t.answer, wrap(plain(text))...) }

// sayf adds a text to the answer, as fmt.Sprintf writes it.
func (t *terminal) sayf(format string, args ...any) { t.say(fmt.Sprintf(format, args...)) }

// sayEach adds texts to the answer, each on a line of its own.
func (t *terminal) sayEach(texts []string) {
	for _, text := range texts {
		t.say(text)
	}
}

// sayAll adds sentences to the answer: on one line if they fit, otherwise a line each.
func (t *terminal) sayAll(sentences []string) {
	if all := strings.Join(sentences, " "); len(plain(all)) <= lineWidth {
		if all != "" {
			t.say(all)
		}
		return
	}
	t.sayEach(sentences)
}

// sayMarkdown adds a page of Markdown to the answer, without the marks of its layout.
func (t *terminal) sayMarkdown(page string) {
	marks := strings.NewReplacer("**", "", "`", "")
	for line := range strings.SplitSeq(strings.TrimSpace(page), "\n") {
		if heading := strings.TrimLeft(line, "#"); heading != line {
			line = strings.TrimSpace(heading)
		}
		line = plain(marks.Replace(line))
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
		case len(line) <= lineWidth:
			t.answer = append(t.answer, strings.TrimRight(line, " "))
		default:
			t.say(line)
		}
	}
}

// sayIfFailed reports whether something failed, and says why.
func (t *terminal) sayIfFailed(err error) bool {
	if err != nil {
		t.say(caption.Sentence(err.Error()))
	}
	return err != nil
}

// sayIfUnread reports whether the player's rows could not be read, and says so.
func (t *terminal) sayIfUnread(err error) bool {
	if err != nil {
		t.say("Your games cannot be read: " + caption.Sentence(err.Error()))
	}
	return err != nil
}

// newAnswer begins the answer to another line.
func (t *terminal) newAnswer() { t.answer, t.unshown = nil, t.answer }

// more shows the next part of the previous answer.
func (t *terminal) more(string) {
	if t.answer = t.unshown; len(t.answer) == 0 {
		t.say("That was all.")
	}
}

// goesOn is what there is to say when a game is not ended after all.
const goesOn = "The game goes on."

// ask asks before doing something that cannot be taken back. Any other answer than yes says no.
func (t *terminal) ask(text, no string, yes func()) {
	t.asking, t.refused = yes, no
	t.say(text)
}

// reply handles the answer to a question. Only yes, or a beginning of it, is yes.
func (t *terminal) reply(line string) {
	yes := t.asking
	t.asking = nil
	if line == "" || !strings.HasPrefix("yes", line) {
		t.say(t.refused)
		return
	}
	yes()
}

// tell writes a text at once, before the answer.
func (t *terminal) tell(text string) {
	lines := wrap(plain(text))
	_, _ = io.WriteString(t.out, strings.Join(lines, t.in.newline())+t.in.newline()) // a client that is gone is noticed by the answer
}

// writePage writes the next page of the answer, or all of it unless paged is set. After
// it comes the prompt, which is at unless the player has something else to do first. There
// is none if at is "".
func (t *terminal) writePage(paged bool, at string) error {
	page := t.answer
	if n := t.in.page(); paged && !t.in.pipe && len(page) > n+1 { // one more line is not worth asking for
		page = page[:n]
	}
	t.answer = t.answer[len(page):]
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
	case len(t.answer) > 0:
		b.WriteString(caption.Plural(len(t.answer), "more line") + ", Enter goes on, q stops>" + end)
	case t.asking != nil:
		b.WriteString("yes or no>" + end)
	default:
		b.WriteString(plain(at) + ">" + end)
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// wrap breaks printable ASCII into lines, between words if possible. All lines but the
// first are indented.
func wrap(text string) []string {
	var lines []string
	line, indent := "", ""
	for _, word := range strings.Fields(text) {
		if line != indent && len(line)+1+len(word) > lineWidth {
			lines, indent = append(lines, line), "  "
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
		for len(line) > lineWidth {
			lines, indent = append(lines, line[:lineWidth]), "  "
			line = indent + line[lineWidth:]
		}
	}
	return append(lines, line)
}
