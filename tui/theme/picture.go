package theme

import (
	"unicode/utf8"

	"boardwalk/engine"
)

// SuitSign stands for the sign of the card's suit in a picture.
const SuitSign = '@'

// A picture is what a large card without pips shows, in rows of equal width.
type picture []string

// A gallery holds the pictures of a deck, the largest of a card first.
type gallery struct {
	aces   [engine.Suits][]picture // a large pip
	courts [engine.Ranks][]picture
}

// Picture returns the largest picture of an ace, or of a card above ten, that fits w
// columns and h rows, in rows of equal width; none if there is none. In it, [SuitSign]
// stands for the suit.
func (d *Deck) Picture(c engine.Card, w, h int) []string {
	all := d.pictures.courts[c.Rank()]
	if c.Rank() == engine.Ace {
		all = d.pictures.aces[c.Suit()]
	}
	for _, p := range all {
		if len(p) <= h && utf8.RuneCountInString(p[0]) <= w {
			return p
		}
	}
	return nil
}

var unicodePictures = gallery{
	aces: [engine.Suits][]picture{
		engine.Spades: {
			{"    ▗█▖    ", "  ▗▟███▙▖  ", " ▟███████▙ ", " ▜██▛█▜██▛ ", "    ▟█▙    "},
			{" ▗█▖ ", "▟███▙", " ▗█▖ "},
		},
		engine.Hearts: {
			{" ▗▟█▙▄▟█▙▖ ", " █████████ ", " ▜███████▛ ", "  ▝▜███▛▘  ", "    ▝█▘    "},
			{"▟█▄█▙", "▜███▛", " ▝█▘ "},
		},
		engine.Diamonds: {
			{"    ▗█▖    ", "  ▗▟███▙▖  ", " ▐███████▌ ", "  ▝▜███▛▘  ", "    ▝█▘    "},
			{" ▗█▖ ", "▐███▌", " ▝█▘ "},
		},
		engine.Clubs: {
			{"   ▗▟█▙▖   ", "   ▐███▌   ", " ▗▟█▙█▟█▙▖ ", " ▜██▛█▜██▛ ", "    ▟█▙    "},
			{" ▟█▙ ", "▟▙█▟▙", " ▗█▖ "},
		},
		engine.Oceans: {
			{" ▗▄▖   ▗▄▖ ", "▟▀▘▝▀▄▀▘▝▀▙", " ▗▄▖   ▗▄▖ ", "▟▀▘▝▀▄▀▘▝▀▙", " ▗▄▖   ▗▄▖ "},
			{"≈≈≈≈≈", "≈≈≈≈≈", "≈≈≈≈≈"},
		},
	},
	courts: [engine.Ranks][]picture{
		engine.Jack: {
			{"  ▄▄▄▄▞  ", " ▟████▌  ", "  ▌• •▐  ", "  ▚ ▂ ▞  ", " ▗▟▀▀▀▙▖ ", " █▌ @ ▐█ ", " ██▄▄▄██ "},
			{" ▗▄▄▄▞ ", " ▌• •▐ ", " ▚ ▂ ▞ ", "▗▟▀▀▀▙▖", "█▌ @ ▐█"},
			{"▗▄▄▄▞", "▌• •▐", "▝▚▂▞▘"},
		},
		engine.Queen: {
			{"  • • •  ", "  ▚▟█▙▞  ", " ▟▌• •▐▙ ", " █▙ ▄ ▟█ ", " ▜▛▀█▀▜▛ ", " ▗▟▌@▐▙▖ ", "▗███████▖"},
			{" ▚▟█▙▞ ", "▟▌• •▐▙", "▜▙ ▄ ▟▛", " ▟▀█▀▙ ", "▟█ @ █▙"},
			{"▚▟█▙▞", "▌• •▐", "▜▙▄▟▛"},
		},
		engine.King: {
			{"  ▖ ▄ ▗  ", "  █▄█▄█  ", "  ▌• •▐  ", "  ▙▟▄▙▟  ", " ▗▟███▙▖ ", "▟█▌ @ ▐█▙", "███▄▄▄███"},
			{" ▙▄█▄▟ ", " ▌• •▐ ", " ▙▟▄▙▟ ", "▗▟▀█▀▙▖", "██ @ ██"},
			{"▙▄█▄▟", "▌• •▐", "▙▟▄▙▟"},
		},
		engine.Mate:    {{"▗▄▄▄▖", "▌• •▐", "▝▚▂▞▘"}},
		engine.Bosun:   {{"▗▄▄▄▖", "▌• •▐", "▜▙▄▟▛"}},
		engine.Captain: {{"▟███▙", "▌• •▐", "▙▟▄▙▟"}},
		engine.Admiral: {{"▄▟█▙▄", "▌• •▐", "▝▚▂▞▘"}},
		engine.Neptune: {{"▚▐█▌▞", "▌• •▐", "▜▙█▟▛"}},
		engine.Wild:    {{" ▚█▞ ", "▀▜█▛▀", " ▞█▚ "}},
		engine.Free:    {{"▗▀▀▀▖", "▌ @ ▐", "▝▄▄▄▘"}},
		engine.Joker:   {{"•▗▄▖•", "▜▙█▟▛", "▌•▂•▐"}},
	},
}

var asciiPictures = gallery{
	aces: [engine.Suits][]picture{
		engine.Spades: {
			{"    @    ", "  @@@@@  ", "@@@@@@@@@", " @@ @ @@ ", "   @@@   "},
			{"  @  ", "@@@@@", "  @  "},
		},
		engine.Hearts: {
			{" @@   @@ ", "@@@@@@@@@", " @@@@@@@ ", "   @@@   ", "    @    "},
			{"@@ @@", "@@@@@", "  @  "},
		},
		engine.Diamonds: {
			{"    @    ", "  @@@@@  ", "@@@@@@@@@", "  @@@@@  ", "    @    "},
			{"  @  ", " @@@ ", "  @  "},
		},
		engine.Clubs: {
			{"   @@@   ", "   @@@   ", "@@@ @ @@@", "@@@ @ @@@", "   @@@   "},
			{" @@@ ", "@@ @@", "  @  "},
		},
		engine.Oceans: {
			{" @@   @@ ", "@  @@@  @", " @@   @@ ", "@  @@@  @", " @@   @@ "},
			{" @ @ ", "@ @ @", " @ @ "},
		},
	},
	courts: [engine.Ranks][]picture{
		engine.Jack: {
			{" .---/ ", " |o o| ", "  \\_/  ", " /\"\"\"\\ ", "/| @ |\\"},
			{".---/", "|o o|", " \\_/ "},
		},
		engine.Queen: {
			{" .*^*. ", " (o o) ", "( \\_/ )", " /\\|/\\ ", "/  @  \\"},
			{".*^*.", "(o o)", "(\\_/)"},
		},
		engine.King: {
			{" |\\^/| ", " |o o| ", " {\\_/} ", " /WWW\\ ", "/# @ #\\"},
			{"|\\^/|", "|o o|", "{WWW}"},
		},
		engine.Mate:    {{".---.", "|o o|", " \\_/ "}},
		engine.Bosun:   {{".---.", "|o o|", "{\\_/}"}},
		engine.Captain: {{"/===\\", "|o o|", "{WWW}"}},
		engine.Admiral: {{"_/#\\_", "|o o|", " \\_/ "}},
		engine.Neptune: {{"\\_|_/", "|o o|", "{WWW}"}},
		engine.Wild:    {{" \\|/ ", "--*--", " /|\\ "}},
		engine.Free:    {{".---.", "| @ |", "'---'"}},
		engine.Joker:   {{"*/^\\*", "|o o|", " \\_/ "}},
	},
}
