package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/clean"
	"boardwalk/server/command"
)

func variationCommand() *cobra.Command {
	cmd := command.Row("variation", "Turn the knobs of a game into its share code, and back", nil, nil)
	lines := func(use, short, long string, answer func(line []byte) (string, error)) {
		sub := command.Row(use, short, cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
			return answerVariations(cmd.InOrStdin(), cmd.OutOrStdout(), answer)
		})
		sub.Long = long + ` Each line of
standard input is answered with one line. The answer to a bad line is "error: KNOB: why",
and the exit status is 0 all the same.`
		cmd.AddCommand(sub)
	}
	lines("encode", "Turn JSON objects of knobs into share codes", `Encode turns JSON objects of knobs, such as {"upper": 6, "lower": 7}, into share codes. A knob
that is not given is that of Boardwalk Hopscotch; if there is a hand, the hand plays on
the lower walk are on. With "game", a name or a share code such as "Fortress", a knob that is
not given is that of this game.`, encodeVariation)
	lines("decode", "Turn share codes into JSON objects of all knobs", `Decode turns share codes into JSON objects of all knobs. The name in them is a proposal: no rule
and no share code depends on it.`, decodeVariation)
	return cmd
}

// answerVariations answers every line of in, in order, until in ends.
func answerVariations(in io.Reader, out io.Writer, answer func(line []byte) (string, error)) error {
	return answerLines(in, out, func(line []byte, err error) string {
		text := ""
		if err == nil {
			text, err = answer(line)
		}
		if err != nil {
			return "error: " + clean.Text(err.Error(), len(err.Error())) + "\n" // it may quote the line
		}
		return text + "\n"
	})
}

// encodeVariation returns the share code of a JSON object of knobs. The error is an
// *engine.KnobError.
func encodeVariation(object []byte) (string, error) {
	var like struct{ Game string }
	var base engine.Game
	if json.Unmarshal(object, &like) == nil && like.Game != "" {
		var err error
		if base, err = catalog.Library().Resolve(like.Game); err != nil {
			return "", &engine.KnobError{Knob: "game", Why: capitalized(err) + "."}
		}
	}
	g, err := withKnobs(base, object)
	if err != nil {
		return "", err
	}
	d, _ := catalog.Library().DesignOf(g)
	return d.Code(), nil
}

func decodeVariation(code []byte) (string, error) {
	library := catalog.Library()
	house := library.Families[0]
	d, err := library.ParseCode(string(code))
	switch {
	case errors.Is(err, engine.ErrNoCode):
		return "", &engine.KnobError{Knob: "code", Why: "This is not a share code, such as " + house.Designs()[0].Code() + "."}
	case err != nil:
		return "", &engine.KnobError{Knob: "code", Why: capitalized(err) + "."}
	}
	object, err := json.Marshal(d.Title())
	if d.Family() != house { // what encode takes for a Boardwalk game without it
		object = fmt.Appendf(object, `,"game":%q`, d.Family().Designs()[0].Title())
	}
	for line := range strings.Lines(d.Text()) { // suits=4
		knob, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		object = fmt.Appendf(object, ",%q:%s", knob, value)
	}
	return `{"name":` + string(object) + "}", err
}
