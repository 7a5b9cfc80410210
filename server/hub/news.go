package hub

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwalk/engine/arcade"
)

// A newsroom tells sessions what those do whom their players follow. One goroutine looks once
// a second while anybody reads, and tells each reader only what has changed for that one.
type newsroom struct {
	hub     *Hub
	readers readers[arcade.News]

	mu      sync.Mutex
	telling bool // the goroutine runs
}

// News implements arcade.Company.
func (c Company) News(ctx context.Context) (arcade.Watch[arcade.News], error) {
	room := &c.hub.newsroom
	first := c.news(c.hub.surveys.newest())
	first.Nick = c.session.State().ID.Nick // which saves a read
	room.mu.Lock()
	defer room.mu.Unlock()
	if !room.telling {
		room.telling = true
		go room.tellNews()
	}
	return room.readers.add(ctx, c.session, first), nil
}

// tellNews looks for news once a second, until nobody reads it.
func (n *newsroom) tellNews() {
	tick := time.NewTicker(surveyAge)
	defer tick.Stop()
	for range tick.C {
		n.mu.Lock()
		n.telling = len(n.readers.list()) > 0
		goesOn := n.telling
		n.mu.Unlock()
		if !goesOn {
			return
		}
		n.hub.guard(n.lookForNews)
	}
}

func (n *newsroom) lookForNews() {
	now := n.hub.surveys.newest()
	for _, r := range n.readers.list() {
		n.hub.guard(func() {
			news := n.hub.Company(r.session).news(now)
			account, _ := r.session.account() // if it cannot be read, the player is told once it can
			news.Nick = account.Nick
			n.readers.tell(r, news, sameNews)
		})
	}
}

func sameNews(a, b arcade.News) bool { return a.Nick == b.Nick && slices.Equal(a.Playing, b.Playing) }

// news returns those who are at a table and whom the player follows, by nick.
func (c Company) news(now *survey) arcade.News {
	var playing []arcade.Person
	for id := range c.hub.followed(c.session).players {
		if p, ok := now.playing[id]; ok {
			p.Friend = true
			playing = append(playing, p)
		}
	}
	slices.SortFunc(playing, func(a, b arcade.Person) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), strings.Compare(a.Nick, b.Nick))
	})
	return arcade.News{Playing: playing}
}
