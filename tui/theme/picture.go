package theme

import (
	"embed"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
)

// SuitSign stands for the sign of the card's suit in a picture.
const SuitSign = '@'

//go:embed pictures
var files embed.FS

// A gallery holds pictures by what they show, the largest of each first, in rows of equal width.
type gallery map[string][][]string

// hang returns the pictures of a file. A line "= name" comes before the pictures of a thing, and a
// blank line before each picture.
func hang(file string) gallery {
	text, err := files.ReadFile("pictures/" + file)
	if err != nil {
		panic(err) // the files are part of the program
	}
	all := make(gallery)
	for part := range strings.SplitSeq(strings.TrimPrefix(string(text), "= "), "\n= ") {
		name, pictures, _ := strings.Cut(part, "\n")
		for picture := range strings.SplitSeq(strings.Trim(pictures, "\n"), "\n\n") {
			rows, width := strings.Split(picture, "\n"), 0
			for _, row := range rows {
				width = max(width, utf8.RuneCountInString(row))
			}
			for i, row := range rows {
				rows[i] += strings.Repeat(" ", width-utf8.RuneCountInString(row))
			}
			all[name] = append(all[name], rows)
		}
	}
	return all
}

// largest returns the largest picture of a thing that fits w columns and h rows, none if there is
// none.
func (all gallery) largest(name string, w, h int) []string {
	for _, rows := range all[name] {
		if len(rows) <= h && utf8.RuneCountInString(rows[0]) <= w {
			return rows
		}
	}
	return nil
}

// Picture returns the largest picture of an ace, or of a card above ten, that fits w
// columns and h rows, in rows of equal width; none if there is none. In it, [SuitSign]
// stands for the suit.
func (d *Deck) Picture(c engine.Card, w, h int) []string {
	if c.Rank() == engine.Ace {
		return d.pictures.largest(c.Suit().Glyph(), w, h)
	}
	return d.pictures.largest(c.Rank().String(), w, h)
}

// wins holds a picture for a won round of each game, by its ID, and one for any other.
var wins = hang("wins.txt")

// Win returns the largest picture for a won round of a game, by its ID, that fits w columns and h
// rows, in rows of equal width; none if there is none.
func (d *Deck) Win(game string, w, h int) []string {
	if wins[game] == nil {
		game = "any"
	}
	var rows []string
	for _, row := range wins.largest(game, w, h) {
		rows = append(rows, d.Translate(row))
	}
	return rows
}
