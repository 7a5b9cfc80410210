package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
	"boardwalk/engine/design"
)

// A badRequest is the answer to a line that is not a valid request.
type badRequest struct {
	Field string `json:"field"`
	Code  string `json:"code"`
	Why   string `json:"why"`
}

func (e *badRequest) Error() string { return e.Field + ": " + e.Why }

func badRequestf(field, code, format string, args ...any) error {
	return &badRequest{field, code, fmt.Sprintf(format, args...)}
}

// A request is a line that was understood.
type request struct {
	game  engine.Game
	seed  engine.Code                  // the deal, or
	set   map[engine.Place]engine.Pile // the position itself
	moves []string
	solve *solveRequest // nil if nobody asks
}

func parseRequest(line []byte) (*request, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return nil, badRequestf("line", "syntax", "A request is one JSON object on a line.")
	}
	for name := range fields {
		if !slices.Contains([]string{"game", "seed", "set", "variation", "moves", "solve", "goal", "ms"}, name) {
			return nil, badRequestf(name, "unknown-field", "A request has game, seed or set, variation and moves, and may have solve, goal and ms.")
		}
	}
	req := &request{}
	var err error
	if req.game, err = parseGame(fields["game"], fields["variation"]); err != nil {
		return nil, err
	}
	if moves := fields["moves"]; moves != nil && json.Unmarshal(moves, &req.moves) != nil {
		return nil, badRequestf("moves", "syntax", "Moves is an array of words, such as [\"a1c4\"].")
	}
	if req.solve, err = parseSolve(fields["solve"], fields["goal"], fields["ms"]); err != nil {
		return nil, err
	}
	switch seed, set := fields["seed"], fields["set"]; {
	case seed != nil && set != nil:
		return nil, badRequestf("set", "two-positions", "A request gives a seed or sets the position, not both.")
	case set != nil:
		req.set, err = parseSet(set)
	default:
		req.seed, err = parseSeed(seed)
	}
	return req, err
}

func parseGame(id, variation json.RawMessage) (engine.Game, error) {
	var name string
	if json.Unmarshal(id, &name) != nil || name == "" {
		return nil, badRequestf("game", "syntax", "Game is the ID, the name or the share code of a game, a string.")
	}
	var base engine.Game // nil for custom
	if name != "custom" {
		var err error
		if base, err = catalog.Library().Resolve(name); err != nil {
			unknown := new(engine.NameError)
			switch {
			case !errors.As(err, &unknown):
				return nil, badRequestf("game", "bad-share-code", "%s.", capitalized(err))
			case len(unknown.Fits) > 1:
				return nil, badRequestf("game", "several-games", "%s.", capitalized(err))
			}
			return nil, badRequestf("game", "unknown-game", "%s, and custom.", capitalized(err))
		}
	}
	switch {
	case variation == nil && base == nil:
		return nil, badRequestf("variation", "missing", "The game custom needs a variation that gives its knobs.")
	case variation == nil:
		return base, nil
	}
	g, err := withKnobs(base, variation)
	if knob := (*engine.KnobError)(nil); errors.As(err, &knob) {
		return nil, badRequestf(knob.Knob, "variation", "%s", knob.Why)
	}
	if own, ok := g.(*boardwalk.Game); ok { // as of the other games that a request makes, the ID is that of its rules
		return own.MakeUp(own.Name), nil
	}
	return g, err
}

// withKnobs returns a game with the knobs changed that a JSON object names. The nil game is Boardwalk
// Hopscotch, with the hand plays on the lower walk if there is a hand. The object may also have the
// name of the new game and, unless it is nil, that of the other. The error is an *engine.KnobError if
// the game has knobs.
func withKnobs(g engine.Game, object []byte) (engine.Game, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(object, &values); err != nil || values == nil {
		return nil, design.Refuse("variation", "A variation is a JSON object of knobs.")
	}
	d := boardwalk.Default().Design()
	if g != nil {
		var ok bool
		if d, ok = catalog.Library().DesignOf(g); !ok {
			return nil, badRequestf("variation", "no-knobs", "%s has no knobs to change.", g.Info().Name)
		}
		delete(values, "game")
	} else if hand := values["handColumns"]; hand != nil && string(hand) != "0" {
		for _, play := range []string{"handBasic", "handPower", "handBlind"} {
			d, _ = d.Set(play, "true")
		}
	}
	var name *string
	if text, ok := values["name"]; ok {
		if err := json.Unmarshal(text, &name); err != nil || name == nil {
			return nil, design.Refuse("name", "It takes 1 to 24 printable characters, not %.40s.", text)
		}
		delete(values, "name")
	}
	for _, k := range d.Knobs() {
		value, ok := values[k.Name]
		if !ok {
			continue
		}
		var err error
		if d, err = d.Set(k.Name, string(value)); err != nil {
			return nil, err
		}
		delete(values, k.Name)
	}
	for unknown := range values {
		return nil, design.Refuse(unknown, "There is no knob of this name.")
	}
	if name == nil {
		name = new(d.Title())
	}
	made, err := d.Game(*name)
	if _, madeUp := made.(engine.MadeUp); madeUp { // the rules of a built-in game may have its name
		err = design.CheckName(*name, slices.Values(catalog.All()))
	}
	return made, err
}

func parseSeed(text json.RawMessage) (engine.Code, error) {
	var seed *string
	if text == nil {
		return "", badRequestf("seed", "missing", "A request gives a seed or sets the position.")
	}
	if json.Unmarshal(text, &seed) != nil || seed == nil {
		return "", badRequestf("seed", "syntax", "Seed is a deal code, a string.")
	}
	code, err := engine.ParseCode(*seed)
	if err != nil {
		return "", badRequestf("seed", "bad-code", "%s.", capitalized(err))
	}
	return code, nil
}

func parseSet(text json.RawMessage) (map[engine.Place]engine.Pile, error) {
	var piles map[string]string
	if json.Unmarshal(text, &piles) != nil || piles == nil {
		return nil, badRequestf("set", "syntax", "Set is an object of places and piles, such as {\"a1\": \"(7h) 4c\"}.")
	}
	set := make(map[engine.Place]engine.Pile, len(piles))
	for place, cards := range piles {
		at, err := engine.ParsePlace(place)
		if err != nil {
			return nil, badRequestf("set", "bad-place", "%s.", capitalized(err))
		}
		if set[at], err = engine.ParsePile(cards); err != nil {
			return nil, badRequestf("set", "bad-pile", "%s: %s.", place, err)
		}
	}
	return set, nil
}
