// Package survey finds out how a game goes over many deals: how many can be won by somebody
// who sees every card, which its [engine.Solver] says, and how many the arcade's player wins, which
// sees what a player sees and plays by the game's [engine.Advisor].
//
// The deals of a survey are named by a seed with a number: of the seed SURV they are SURV0,
// SURV1 and so on. All luck of the arcade's player follows from the game, the version of its rules and
// the name of the deal. So anybody can deal them again, to the same verdicts and the same
// play, unless a clock cut a search short.
//
//	s, err := survey.New(game, survey.Options{Seed: "SURV", Advisor: true, Tries: 100})
//	...
//	tally := survey.NewTally(s)
//	for i := range 1000 {
//		played := s.Play(ctx, i)
//		tally.Add(survey.Deal{Code: s.Code(i), House: &played})
//	}
//	fmt.Print(tally)
//
// Nothing here reads a clock: whoever runs a survey measures its times.
package survey
