package arcade

import (
	"cmp"
	"strings"
)

// Name is what an arcade is called whose host has given it no name.
const Name = "Boardwalk Arcade"

// About is what a host says about an arcade. Each field may be empty.
type About struct {
	Name    string `json:"name" jsonschema:"what the arcade is called"`
	Message string `json:"message,omitempty" jsonschema:"of the day, one line"`
	Rules   string `json:"rules,omitempty" jsonschema:"the house rules, as Markdown"`
	Contact string `json:"contact,omitempty" jsonschema:"how to reach the host, one line"`
}

// Called returns what the arcade is called.
func (a About) Called() string { return cmp.Or(a.Name, Name) }

// Asking returns a sentence that refuses something, and how to reach the host if the host says so.
func (a About) Asking(refusal string) string {
	if a.Contact == "" || refusal == "" {
		return refusal
	}
	between := " "
	if strings.Contains(refusal[strings.LastIndexByte(refusal, '\n')+1:], ": ssh ") { // it ends with a command to copy
		between = "\n"
	}
	return refusal + between + "To reach the host: " + a.Contact
}

// Markdown returns all of it below the name, as Markdown, or a sentence that says that the
// host has said nothing.
func (a About) Markdown() string {
	var parts []string
	for _, part := range []struct{ title, text string }{{"", a.Message}, {"## House rules\n\n", a.Rules}, {"## Contact\n\n", a.Contact}} {
		if part.text != "" {
			parts = append(parts, part.title+part.text)
		}
	}
	if parts == nil {
		return "The host of this arcade has written nothing here."
	}
	return strings.Join(parts, "\n\n")
}
