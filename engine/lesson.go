package engine

// A Teacher is a Game that can teach itself. Callers find it by a type assertion.
type Teacher interface {
	// Lessons returns small boards to play, in the order in which to learn. Like the game
	// they are shared; callers must not change them.
	Lessons() []Lesson
	// Topics returns pages of advice, in the order in which to read them.
	Topics() []Topic
	// Terms returns the words of the game, in alphabetical order.
	Terms() []Term
}

// A Lesson is a board of a few cards that teaches one thing by letting the player do it.
type Lesson struct {
	Title string // unique within the game
	Start State
	Steps []Step
}

// A Step is one move of a lesson, or only a text.
type Step struct {
	Say string // what to do and why, a sentence or two
	// Want holds the right moves. All of them are legal, whichever right moves led here.
	// If it is empty, the step is only a text.
	Want []Move
	Done string // said once a move of Want was played
}

// A Topic is a page of advice.
type Topic struct {
	Title string // unique within the game
	Text  string // Markdown, without the title
}

// A Term is a word of the game.
type Term struct {
	Name  string   // the newest word in use
	Means string   // a sentence
	Also  []string // older and other words for the same
}

// A Glosser is a Game whose sentences have words that a new player does not know. Callers find
// it by a type assertion.
type Glosser interface {
	// Glosses returns what these words mean.
	Glosses() []Gloss
}

// A Gloss says in a few words what a word of a game's sentences means, for somebody who meets
// it for the first time.
type Gloss struct {
	Word  string   // as it is explained: "declare"
	Forms []string // as sentences have it, in lower case: "declaring", "high trump"
	Means string   // in lower case, without a stop
}

// GlossWidth is the most characters of a gloss with its word: "live: on row 4". That is a row
// of a window of 80 columns.
const GlossWidth = AimWidth

// String returns the word and what it means.
func (g Gloss) String() string { return g.Word + ": " + g.Means }
