package hub

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"boardwalk/engine/arcade"
)

// News implements arcade.Company.
func (c Company) News(ctx context.Context) (arcade.Watch[arcade.News], error) {
	first := c.news(c.hub.survey())
	first.Nick = c.session.State().ID.Nick // which saves a read
	box := c.hub.news.Add(ctx, c.session)
	box.Put(first)
	return box, nil
}

// tellNews tells each session what the players that its player follows do, if that has changed.
func (h *Hub) tellNews() {
	for box, s := range h.news.All() {
		h.guard(func() {
			now := h.survey()
			nick, known := now.nicks[s]
			if !known { // the player is told once it is
				return
			}
			news := h.Company(s).news(now)
			news.Nick = nick
			if told := box.Latest(); nick != told.Nick || !slices.Equal(news.Here, told.Here) {
				box.Put(news)
			}
		})
	}
}

// news returns those who are here and whom the player follows, by nick.
func (c Company) news(now *survey) arcade.News {
	var here []arcade.Person
	for id := range c.hub.followed(c.session).players {
		if p, ok := now.named[id]; ok {
			p.Friend = true
			here = append(here, p)
		}
	}
	slices.SortFunc(here, func(a, b arcade.Person) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), strings.Compare(a.Nick, b.Nick))
	})
	return arcade.News{Here: here, At: now.at}
}
