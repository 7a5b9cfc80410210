package hopscotch

import (
	_ "embed"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/teach"
)

// What a player can learn from, in the forms of package teach.
var (
	//go:embed lessons/lessons.txt
	lessonsText string
	//go:embed lessons/topics.md
	topicsText string
	//go:embed lessons/terms.md
	termsText string
)

// lessons holds the lessons; all callers share them.
var lessons = sync.OnceValue(func() []engine.Lesson {
	all, err := teach.Lessons(lessonsText, game{}.Set)
	if err != nil {
		panic("hopscotch: " + err.Error()) // the texts are fixed and tested
	}
	return all
})

// Lessons implements [engine.Teacher].
func (game) Lessons() []engine.Lesson { return lessons() }

// Topics implements [engine.Teacher].
func (game) Topics() []engine.Topic { return teach.Topics(topicsText) }

// Terms implements [engine.Teacher].
func (game) Terms() []engine.Term { return teach.Terms(termsText) }
