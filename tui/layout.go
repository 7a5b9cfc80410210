package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// layouts holds the letters of other scripts, and the keys of a US keyboard in the same places.
// Signs that such keyboards share with it, such as the ; that a Greek one has in the place of q,
// stay what they are.
var layouts = keysByLetter(
	"йцукенгшщзхъфывапролджэячсмитьбюіїєґў", "qwertyuiop[]asdfghjkl;'zxcvbnm,.s]'`o", // Cyrillic
	"ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm", // Greek
	"קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,.", // Hebrew
	"ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوز", "qwertyuiop[]asdfghjkl;'zxcvnm,.", // Arabic
	"ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", "qwertyuiopasdfghjklzxcvbnm", // Korean
)

// keysByLetter returns the key of each letter in pairs of letters and keys.
func keysByLetter(pairs ...string) map[rune]rune {
	keys := make(map[rune]rune)
	for i := 0; i < len(pairs); i += 2 {
		letters := []rune(pairs[i])
		for j, key := range pairs[i+1] {
			keys[letters[j]] = key
		}
	}
	return keys
}

// byPlace returns the key of a US keyboard that is where a key is: keys are commands by their
// place, whatever letter is written there.
func byPlace(msg tea.KeyPressMsg) tea.KeyPressMsg {
	letter, size := utf8.DecodeRuneInString(msg.Text)
	if msg.Text == "" {
		letter = msg.Code
	}
	if letter < utf8.RuneSelf || size < len(msg.Text) {
		return msg
	}
	key, ok := msg.BaseCode, msg.BaseCode != 0
	if !ok {
		key, ok = layouts[unicode.ToLower(letter)]
	}
	if !ok {
		return msg
	}
	msg.Code = key
	if msg.Text != "" {
		msg.Text = string(key)
		if unicode.IsUpper(letter) || msg.BaseCode != 0 && msg.Mod&tea.ModShift != 0 {
			msg.Text = strings.ToUpper(msg.Text)
		}
	}
	return msg
}
