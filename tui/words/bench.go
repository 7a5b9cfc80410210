package words

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui"
	"boardwalk/tui/caption"
)

// A bench holds a design while the player sets its knobs. It stays as it is while the
// player is elsewhere.
type bench struct {
	*terminal
	env     *tui.Env
	lobby   *lobby
	design  engine.Design // nil until the first was put there
	past    []engine.Design
	undone  []engine.Design
	names   map[string]string // of games that the bench got under a name that the library does not know, by text
	sample  engine.Code       // of the sample deal, "" for none yet
	sampler sampler
	running *sampling // nil if no estimate is being made
	found   found
}

// A found is the last estimate that was made, and the text of the design that it is of.
type found struct {
	text string
	hint.Estimate
}

// undosMax is how many changes can be taken back.
const undosMax = 1000

// put puts a design on the bench, and brings the player there. Undo takes it off again. A
// name is what the game is called where it comes from, "" if it has none.
func (b *bench) put(d engine.Design, name string) {
	if b.lobby.place != nil && !b.lobby.leave() {
		return
	}
	if b.design != nil {
		b.remember()
	}
	if b.design, b.sample = d, ""; name != "" {
		if b.names == nil {
			b.names = make(map[string]string)
		}
		b.names[d.Text()] = name
	}
	b.open()
}

// open brings the player to the bench.
func (b *bench) open() {
	switch {
	case b.design == nil:
		b.say("Nothing is on the bench: workshop NAME puts a game there.")
		return
	case b.lobby.place != nil && !b.lobby.leave():
		return
	}
	b.lobby.atBench = true
	b.sayf("%s is on the bench.", b.title())
	b.judge(nil)
	b.say("knobs reads the knobs, try plays a deal, help lists what else there is.")
}

// leave goes to the menu.
func (b *bench) leave() {
	b.lobby.atBench = false
	b.sayf("%s stays on the bench: workshop bench goes back there.", b.title())
}

// interrupt handles Ctrl-C at the bench.
func (b *bench) interrupt() {
	if b.running != nil {
		b.estimate("stop")
		return
	}
	b.leave()
}

// title returns what the game on the bench is called here, or the name that its design
// proposes.
func (b *bench) title() string {
	if g, err := b.make(); err == nil {
		return b.lobby.called(g)
	}
	return b.design.Title()
}

// make returns the game of the design under the name that it has here, or had where it comes
// from, or else the proposed one.
func (b *bench) make() (engine.Game, error) {
	g, err := b.env.Games.Make(b.design)
	if err != nil {
		return nil, err
	}
	name := b.names[b.design.Text()]
	m, ok := g.(engine.MadeUp)
	if _, known := b.env.Games.Find(g.Info().ID); known || !ok || name == "" {
		return g, nil
	}
	return m.Named(name), nil
}

// game returns the game on the bench. ok is false if the design makes none, which game
// then says.
func (b *bench) game() (g engine.Game, ok bool) {
	if p := b.design.Problem(); p != nil {
		b.sayProblem(p)
		return nil, false
	}
	g, err := b.make()
	return g, !b.sayIfFailed(err)
}

// sayProblem says why a design makes no game, and the nearest change so that it does.
func (b *bench) sayProblem(p *engine.Problem) {
	b.sayf("This makes no game yet. %s: %s", b.label(p.Knob), caption.Sentence(p.Why))
	if p.Fix == nil {
		b.say("undo takes the last change back, and workshop NAME begins anew.")
		return
	}
	b.sayf("fix takes the nearest change, %s", caption.Sentence(p.FixText))
}

// label returns what the player calls a knob, or a thing that several knobs make.
func (b *bench) label(knob string) string {
	if k, ok := knobOf(b.design, knob); ok {
		return k.Label
	}
	return caption.Sentence(knob)[:len(knob)]
}

func knobOf(d engine.Design, name string) (engine.Knob, bool) {
	knobs := d.Knobs()
	i := slices.IndexFunc(knobs, func(k engine.Knob) bool { return k.Name == name })
	if i < 0 {
		return engine.Knob{}, false
	}
	return knobs[i], true
}

// judge sums up the design, and says what is wrong with it. It does not repeat the
// warnings of the design that was there before, if that is not nil.
func (b *bench) judge(before engine.Design) {
	b.say(caption.Sentence(b.design.Summary()))
	if p := b.design.Problem(); p != nil {
		b.sayProblem(p)
		return
	}
	var said []string
	if before != nil {
		said = before.Warnings()
	}
	for _, warning := range b.design.Warnings() {
		if !slices.Contains(said, warning) {
			b.say("Beware: " + caption.Sentence(warning))
		}
	}
	if g, err := b.make(); err == nil && before != nil {
		if _, ok := b.env.Games.All().Find(g.Info().ID); ok {
			b.sayf("These are the rules of %s.", b.lobby.called(g))
		}
	}
}

// remember makes the design as it is what undo brings back.
func (b *bench) remember() {
	b.stop()
	if len(b.past) == undosMax {
		b.past = b.past[1:]
	}
	b.past, b.undone = append(b.past, b.design), nil
}

// change replaces the design, and says what that means.
func (b *bench) change(d engine.Design) {
	before := b.design
	b.remember()
	b.design = d
	b.sayEach(changedKnobs(before, d))
	b.judge(before)
}

// undo takes back a change of the bench.
func (b *bench) undo(string) {
	b.step(&b.past, &b.undone, "Nothing was changed that could be taken back.")
}

// redo makes a change again.
func (b *bench) redo(string) {
	b.step(&b.undone, &b.past, "Nothing was taken back that could be made again.")
}

// step goes to the last design of from, and leaves the present one to the other list.
func (b *bench) step(from, to *[]engine.Design, none string) {
	n := len(*from)
	if n == 0 {
		b.say(none)
		return
	}
	b.stop()
	before := b.design
	*to = append(*to, before)
	b.design, *from = (*from)[n-1], (*from)[:n-1]
	if changed := changedKnobs(before, b.design); len(changed) > 0 && len(changed) <= changedMax {
		b.sayEach(changed)
	} else {
		b.sayf("%s is on the bench again.", b.title())
	}
	b.judge(before)
}

// changedKnobs says which knobs differ between two designs.
func changedKnobs(before, now engine.Design) (all []string) {
	for _, k := range now.Knobs() {
		if was, ok := knobOf(before, k.Name); ok && was.Value != k.Value {
			all = append(all, fmt.Sprintf("%s was %s, and is %s now.", k.Label, setting(was, was.Value), setting(k, k.Value)))
		}
	}
	return all
}

// onOff reports whether a knob is on or off.
func onOff(k engine.Knob) bool {
	return len(k.Values) > 0 && !slices.ContainsFunc(k.Values, func(v string) bool { return v != "true" && v != "false" })
}

// setting returns a value of a knob in words.
func setting(k engine.Knob, value string) string {
	if onOff(k) {
		return caption.OnOff(value == "true")
	}
	return value
}

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
		b.sayf("There is no group %q: the groups are %s.", group, strings.ToLower(listed(groups)))
		return
	}
	if p := b.design.Problem(); p != nil {
		b.sayProblem(p)
		return
	}
	b.say("knob NAME VALUE sets one, and knob NAME tells more of it.")
}

// reading says how a knob is set, and what that means.
func reading(k engine.Knob) string {
	text := fmt.Sprintf("%s: %s.", k.Label, setting(k, k.Value))
	if k.Idle != "" {
		return text + " It changes nothing now. " + caption.Sentence(k.Idle)
	}
	return text + " " + caption.Sentence(k.Means)
}

// listed lists words: "a, b and c".
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
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
		var labels []string
		for _, k := range found {
			labels = append(labels, k.Label)
		}
		b.sayf("%q can mean %s.", args, either(labels))
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

// sayKnob tells all about a knob.
func (b *bench) sayKnob(k engine.Knob) {
	b.sayf("%s: %s.", k.Label, setting(k, k.Value))
	b.say(caption.Sentence(k.Means))
	if k.Idle != "" {
		b.say("It changes nothing now. " + caption.Sentence(k.Idle))
	}
	b.sayf("It takes %s. For short it is called %s.", takes(k), k.Name)
}

// takes lists the values of a knob: "0 to 18".
func takes(k engine.Knob) string {
	var values []string
	for i, v := range k.Values {
		n, err := strconv.Atoi(v)
		if first, _ := strconv.Atoi(k.Values[0]); err != nil || n != first+i {
			break
		}
		if i > 1 && i == len(k.Values)-1 {
			return k.Values[0] + " to " + v
		}
	}
	for _, v := range k.Values {
		values = append(values, setting(k, v))
	}
	return either(values)
}

// set sets a knob to a value as it was typed.
func (b *bench) set(k engine.Knob, typed string) {
	value := typed
	for _, v := range k.Values {
		if strings.EqualFold(typed, v) || strings.EqualFold(typed, setting(k, v)) {
			value = v
		}
	}
	d, err := b.design.Set(k.Name, value)
	switch {
	case err != nil:
		b.sayf("%s stays %s, and takes %s.", k.Label, setting(k, k.Value), takes(k))
	case value == k.Value:
		b.sayf("%s is %s already.", k.Label, setting(k, k.Value))
	default:
		b.change(d)
	}
}

// helpKnob says how knobs are set.
func (b *bench) helpKnob() {
	b.say("For example: knob suits 5, knob slide off. The beginning of a knob's name is enough if no other has it.")
	if b.design == nil {
		return
	}
	var labels []string
	for _, k := range b.design.Knobs() {
		labels = append(labels, k.Label)
	}
	b.sayf("The knobs are %s.", listed(labels))
}

// fix takes the nearest change that makes a game.
func (b *bench) fix(string) {
	p := b.design.Problem()
	switch {
	case p == nil:
		b.say("This makes a game, so there is nothing to fix: try plays it.")
	case p.Fix == nil:
		b.sayProblem(p)
	default:
		b.change(p.Fix)
	}
}

// dealt returns the sample deal. ok is false if the design makes no game, which dealt then
// says.
func (b *bench) dealt() (s engine.State, ok bool) {
	g, ok := b.game()
	if !ok {
		return nil, false
	}
	if b.sample == "" {
		b.sample = b.env.Deal()
	}
	return g.Deal(b.sample), true
}

// look describes the sample deal.
func (b *bench) look() {
	if s, ok := b.dealt(); ok {
		b.sayf("A sample deal, %s.", b.sample)
		b.sayEach(overview(s.Board()))
	}
}

// pile describes a pile of the sample deal.
func (b *bench) pile(place string) {
	if s, ok := b.dealt(); ok {
		b.say(pile(s.Board(), strings.ToLower(place)))
	}
}

// deal deals another sample, or the deal of a code. Words before the code name another game,
// which is then played.
func (b *bench) deal(args string) {
	switch words := strings.Fields(args); len(words) {
	case 0:
		b.sample = b.env.Deal()
	case 1:
		code, err := engine.ParseCode(args)
		if b.sayIfFailed(err) {
			return
		}
		b.sample = code
	default:
		b.lobby.deal(args)
		return
	}
	b.look()
}

// try plays the sample deal, or goes on with the open game of these rules.
func (b *bench) try(code string) {
	if code != "" {
		c, err := engine.ParseCode(code)
		if b.sayIfFailed(err) {
			return
		}
		b.sample = c
	}
	if _, ok := b.dealt(); !ok {
		return
	}
	g, ok := b.game()
	if !ok {
		return
	}
	_, rev, err := b.env.Store.Saved(g.Info().ID)
	switch {
	case b.sayIfUnread(err):
	case rev != 0:
		b.lobby.continueRound(g, "")
	default:
		b.lobby.openTable(newRound(b.env, g, b.sample, true))
	}
}

// A sampler plays sample deals of a game by hints, as [hint.Sample] does.
type sampler func(ctx context.Context, limit chan struct{}, g engine.Game, deals int, report func(hint.Estimate)) (hint.Estimate, error)
