package tui_test

import (
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// cellar is what the host of an arcade says.
var cellar = arcade.About{Name: "Cellar Arcade", Message: "Friday at nine: races.", Rules: "Be *kind*.", Contact: "host@example.org"}

func TestTheHostsWords(t *testing.T) {
	for _, size := range sizes {
		r := tuitest.New(t, &tuitest.Store{About: cellar}, catalog.All())
		r.Resize(size[0], size[1])
		r.Sees("Cellar Arcade", "Friday at nine: races.")
		r.Press("h")
		r.Sees("Cellar Arcade", "House rules", "Be kind.")
		r.Press("end")
		r.Sees("host@example.org")
	}
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Sees("Boardwalk Arcade")
	r.Press("h")
	r.Sees("h does nothing here")
}

// The house rules come before the first game, once, and never for who has played.
func TestHouseRulesBeforeTheFirstGame(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{About: cellar}, catalog.All())
	r.Press("enter")
	r.Sees("Be kind.")
	r.Press("q")
	r.Sees("Friday at nine")
	r.Press("enter")
	r.Sees("points 0/27")

	played := &tuitest.Store{About: cellar}
	addResult(played, arcade.Result{Record: recordOf(t, luckySeven, 3), Class: arcade.Practice})
	r = tuitest.New(t, played, catalog.All())
	r.Press("enter")
	r.Sees("points 0/27")
}
