package engine

// A Teacher is a Game that can teach itself; whoever shows games finds it by
// assertion.
type Teacher interface {
	// Lessons are little boards to play, in the order in which to learn. Like
	// the game they are shared, and nobody may change them.
	Lessons() []Lesson
	// Topics are pages of advice, in the order in which to read.
	Topics() []Topic
	// Terms are the words of the game, in the order of the alphabet.
	Terms() []Term
}

// A Lesson is a board of a few cards that teaches one thing by having it done.
type Lesson struct {
	Title string // unique within the game
	Start State
	Steps []Step
}

// A Step is one move of a lesson, or only something said.
type Step struct {
	Say string // what to do and why, a sentence or two
	// Want is the moves that are right, all of them legal whichever right
	// moves led here. Where there is none the step only says something.
	Want []Move
	Done string // said when one of them was played
}

// A Topic is a page of advice.
type Topic struct {
	Title string // unique within the game
	Text  string // Markdown, without the title
}

// A Term is a word of the game.
type Term struct {
	Name  string   // the newest word for it
	Means string   // a sentence
	Also  []string // older and other words for the same
}
