package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
)

// The friends part of the lobby says which of those whom the player follows play now. It
// waits for news only while the lobby is on top.
type friends struct {
	env     *screen.Env
	lobby   screen.Screen
	watch   *screen.Follower[arcade.News]
	playing []arcade.Person
}

// begin waits for news, if it does not yet.
func (f *friends) begin() tea.Cmd {
	company := f.env.Company
	if company == nil || f.watch != nil {
		return nil
	}
	watch := screen.NewFollower[arcade.News]()
	f.watch = &watch
	return watch.Each(f.lobby, func(ctx context.Context) (arcade.Watch[arcade.News], error) { return company.News(ctx) }, func(news arcade.News) tea.Cmd {
		f.playing = news.Playing
		if p := f.env.Profile; p.Known && p.Nick != news.Nick { // another session has changed it
			return screen.ReadProfile(f.env.Accounts)
		}
		return nil
	})
}

// end waits no more.
func (f *friends) end() {
	if f.watch != nil {
		f.watch.OnClose()
		f.watch = nil
	}
}

// text returns a line for w columns, "" if none of them plays.
func (f *friends) text(w int) string {
	line := func(hint string) string {
		return caption.FriendsPlaying(f.playing, func(p arcade.Person) string { return caption.PlayedBy(f.env.Games, p) }, hint)
	}
	hint := "w watches"
	if f.env.Spectators == nil {
		hint = ""
	}
	return screen.Fitting(w, line(hint), line(""))
}
