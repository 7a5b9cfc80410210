package hopscotch

import (
	"embed"
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/teach"
)

// texts holds what a player can learn from, in the forms of package teach.
//
//go:embed lessons
var texts embed.FS

// text returns the file name of texts.
func text(name string) string {
	b, err := texts.ReadFile("lessons/" + name)
	if err != nil {
		panic(fmt.Sprintf("hopscotch: %v", err)) // it is embedded
	}
	return string(b)
}

// Lessons implements [engine.Teacher]. It builds the boards at each call.
func (g game) Lessons() []engine.Lesson {
	lessons, err := teach.Lessons(text("lessons.txt"), g.Set)
	if err != nil {
		panic(fmt.Sprintf("hopscotch: %v", err)) // the texts are fixed and tested
	}
	return lessons
}

// Topics implements [engine.Teacher].
func (game) Topics() []engine.Topic { return teach.Topics(text("topics.md")) }

// Terms implements [engine.Teacher].
func (game) Terms() []engine.Term { return teach.Terms(text("terms.md")) }
