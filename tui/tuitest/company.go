package tuitest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

// A Company is an arcade.Company in which a test decides who is here and what they do. Tests
// may use its fields only while no call is in progress.
type Company struct {
	Here    []arcade.Person
	Follows []arcade.Followed
	Ignores []arcade.Followed
	Known   []arcade.Other  // of whom more than the nick is known
	Friends []arcade.Person // who are here and followed, when a screen asks for news
	Sent    []Sent          // the signals sent, in order
	Err     error           // if set, Regard, Report and Send return it

	Reported []string // "nick: text" each

	news  *Feed[arcade.News]
	hears *Feed[arcade.Heard]
}

// A Sent is a signal that was sent.
type Sent struct {
	Signal arcade.Signal
	To     arcade.Audience
}

// People implements arcade.Company.
func (c *Company) People() []arcade.Person {
	people := slices.Clone(c.Here)
	for i, p := range people {
		people[i].Friend = slices.ContainsFunc(c.Follows, func(f arcade.Followed) bool { return f.Nick == p.Nick })
		people[i].Ignored = slices.ContainsFunc(c.Ignores, func(f arcade.Followed) bool { return f.Nick == p.Nick })
	}
	return people
}

// find returns Err, or the error of a nick that nobody has.
func (c *Company) find(nick string) error {
	if c.Err == nil && nick == "nobody" {
		return fmt.Errorf("nobody here has the nick %s", nick)
	}
	return c.Err
}

// Regard implements arcade.Company. Nobody has the nick "nobody".
func (c *Company) Regard(r arcade.Regard, nick string) error {
	is, other := func(f arcade.Followed) bool { return strings.EqualFold(f.Nick, nick) }, arcade.Followed{ID: arcade.PlayerID(nick), Nick: nick}
	switch {
	case r == arcade.Unfollow:
		c.Follows = slices.DeleteFunc(c.Follows, is)
	case r == arcade.Unignore:
		c.Ignores = slices.DeleteFunc(c.Ignores, is)
	case c.find(nick) != nil:
		return c.find(nick)
	case r == arcade.Ignore:
		c.Ignores = append(c.Ignores, other)
	default:
		c.Ignores = slices.DeleteFunc(c.Ignores, is)
		c.Follows = append(c.Follows, other)
		slices.SortFunc(c.Follows, func(a, b arcade.Followed) int { return cmp.Compare(a.Nick, b.Nick) })
	}
	return c.Err
}

// Other implements arcade.Company. It knows the Known, and else no more than the nick.
func (c *Company) Other(nick string) (o arcade.Other, err error) {
	if err := c.find(nick); err != nil {
		return o, err
	}
	o.Nick = nick
	if i := slices.IndexFunc(c.Known, func(k arcade.Other) bool { return strings.EqualFold(k.Nick, nick) }); i >= 0 {
		o = c.Known[i]
	}
	is := func(f arcade.Followed) bool { return strings.EqualFold(f.Nick, nick) }
	o.Follows, o.Ignores = slices.ContainsFunc(c.Follows, is), slices.ContainsFunc(c.Ignores, is)
	return o, nil
}

// Report implements arcade.Company. Nobody has the nick "nobody".
func (c *Company) Report(nick, text string) error {
	err := c.find(nick)
	if err == nil {
		c.Reported = append(c.Reported, nick+": "+text)
	}
	return err
}

// Note implements arcade.Company. Nobody has the nick "nobody".
func (c *Company) Note(nick, text string) error {
	o, err := c.Other(nick)
	if err == nil {
		o.Note = text
		c.Known = append([]arcade.Other{o}, c.Known...)
	}
	return err
}

// Ignored implements arcade.Company.
func (c *Company) Ignored() ([]arcade.Followed, error) { return slices.Clone(c.Ignores), nil }

// Following implements arcade.Company.
func (c *Company) Following() ([]arcade.Followed, error) { return slices.Clone(c.Follows), nil }

// News implements arcade.Company.
func (c *Company) News(ctx context.Context) (arcade.Watch[arcade.News], error) {
	c.news = newFeed(ctx, arcade.News{Here: c.Friends, At: time.Unix(1, 0)})
	return c.news, nil
}

// Send implements arcade.Company.
func (c *Company) Send(s arcade.Signal, to arcade.Audience) error {
	if c.Err == nil {
		c.Sent = append(c.Sent, Sent{s, to})
	}
	return c.Err
}

// Heard implements arcade.Company.
func (c *Company) Heard(ctx context.Context) arcade.Watch[arcade.Heard] {
	c.hears = newFeed[arcade.Heard](ctx)
	return c.hears
}

// Listens reports whether the session takes signals, and Reads whether it waits for news.
func (c *Company) Listens() bool { return c.hears != nil && c.hears.Life.Err() == nil }
func (c *Company) Reads() bool   { return c.news != nil && c.news.Life.Err() == nil }

// Hear delivers a signal to the robot.
func (r *Robot) Hear(from string, s arcade.Signal) {
	r.t.Helper()
	deliver(r, r.Store.Company.hears, arcade.Heard{From: from, Signal: s}, true)
}

// News tells the robot, who is in the lobby, that these are here whom it follows, and its nick. It is a second after the
// beginning of Unix time.
func (r *Robot) News(playing ...arcade.Person) {
	r.t.Helper()
	news := arcade.News{Here: playing, At: time.Unix(1, 0)}
	if of := r.Store.Accounts; of != nil {
		news.Nick = of.Player.Nick
	}
	deliver(r, r.Store.Company.news, news, true)
}
