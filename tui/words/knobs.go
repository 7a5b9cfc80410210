package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/caption"
)

// knobs says how the knobs are set, those of a group or all.
func (b *bench) knobs(group string) {
	var groups []string
	said := false
	for _, k := range b.design.Knobs() {
		fits := strings.HasPrefix(fold(k.Group), fold(group))
		if !slices.Contains(groups, k.Group) {
			groups = append(groups, k.Group)
			if fits {
				b.sayf("%s:", k.Group)
			}
		}
		if fits {
			said = true
			b.say(reading(k))
		}
	}
	if !said {
		b.sayf("There is no group %q: the groups are %s.", group, strings.ToLower(engine.Listed(groups, "and")))
		return
	}
	if b.design.Problem() != nil {
		b.sayProblem()
		return
	}
	b.say("knob NAME VALUE sets one, and knob NAME tells more of it.")
}

// reading says how a knob is set, and what that means.
func reading(k engine.Knob) string {
	text := fmt.Sprintf("%s: %s.", k.Label, caption.Setting(k, k.Value))
	if k.Idle != "" {
		return text + " It changes nothing now. " + caption.Sentence(k.Idle)
	}
	return text + " " + caption.Sentence(k.Means)
}

// fold returns a text as it is compared: letters and digits alone, in lower case.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return -1
	}, text)
}

// knob sets a knob, or tells of it.
func (b *bench) knob(args string) {
	words := strings.Fields(args)
	if len(words) == 0 {
		b.helpKnob()
		return
	}
	found := b.matching(args)
	value := ""
	if len(found) == 0 && len(words) > 1 {
		value = words[len(words)-1]
		args = strings.Join(words[:len(words)-1], " ")
		found = b.matching(args)
	}
	switch {
	case len(found) == 0:
		b.sayf("There is no knob %q: knobs lists them.", args)
	case len(found) > 1:
		b.sayf("%q can mean %s.", args, engine.Listed(texts(found, labelOf), "or"))
	case value == "":
		b.sayKnob(found[0])
	default:
		b.set(found[0], value)
	}
}

// matching returns the knobs that a name can mean: the one that is called so, or else all
// that begin so, or else all with the name somewhere within.
func (b *bench) matching(name string) (found []engine.Knob) {
	if name = fold(name); name == "" {
		return nil
	}
	for _, fits := range []func(known, name string) bool{
		func(known, name string) bool { return known == name }, strings.HasPrefix, strings.Contains,
	} {
		for _, k := range b.design.Knobs() {
			if fits(fold(k.Name), name) || fits(fold(k.Label), name) {
				found = append(found, k)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// isKnob reports whether a line begins with what a knob is called, or with a part of it.
func (b *bench) isKnob(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return len(b.matching(word)) > 0
}

// sayKnob tells all about a knob.
func (b *bench) sayKnob(k engine.Knob) {
	b.sayf("%s: %s.", k.Label, caption.Setting(k, k.Value))
	b.say(caption.Sentence(k.Means))
	if k.Idle != "" {
		b.say("It changes nothing now. " + caption.Sentence(k.Idle))
	}
	b.sayf("It takes %s. For short it is called %s.", takes(k), k.Name)
}

// takes lists the values of a knob: "0 to 18".
func takes(k engine.Knob) string {
	for i, v := range k.Values {
		n, err := strconv.Atoi(v)
		if first, _ := strconv.Atoi(k.Values[0]); err != nil || n != first+i {
			break
		}
		if i > 1 && i == len(k.Values)-1 {
			return k.Values[0] + " to " + v
		}
	}
	return engine.Listed(texts(k.Values, func(v string) string { return caption.Setting(k, v) }), "or")
}

// set sets a knob to a value as it was typed.
func (b *bench) set(k engine.Knob, typed string) {
	value := typed
	for _, v := range k.Values {
		if strings.EqualFold(typed, v) || strings.EqualFold(typed, caption.Setting(k, v)) {
			value = v
		}
	}
	d, err := b.design.Set(k.Name, value)
	switch {
	case err != nil:
		b.sayf("%s takes %s, and stays %s.", k.Label, takes(k), caption.Setting(k, k.Value))
	case value == k.Value:
		b.sayf("%s is %s already.", k.Label, caption.Setting(k, k.Value))
	default:
		b.change(d)
	}
}

// helpKnob says how knobs are set.
func (b *bench) helpKnob() {
	b.say("For example: knob suits 5, knob slide off. The beginning of a knob's name is enough if no other has it.")
	if b.design != nil {
		b.sayf("The knobs are %s.", engine.Listed(texts(b.design.Knobs(), labelOf), "and"))
	}
}

func labelOf(k engine.Knob) string { return k.Label }
