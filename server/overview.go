package server

import (
	"bytes"
	"fmt"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
)

// An overseer implements arcade.Admin for one session.
type overseer struct{ session *playerSession }

func (o overseer) Overview() (arcade.Overview, error) {
	s := o.session.server
	if !o.session.State().ID.Admin { // it was when the session began
		return arcade.Overview{}, admin.ErrNotAdmin
	}
	now, store := s.config.Now(), s.config.Store
	totals, err := store.Totals()
	if err != nil {
		return arcade.Overview{}, o.session.Tell(err)
	}
	view := arcade.Overview{
		Version: s.config.Version, Up: now.Sub(s.arcade.Run.Began),
		Players: totals.Players, Rounds: totals.Rounds, Reports: totals.Reports, Bytes: totals.Size, Limit: store.Space().Limit,
	}
	view.Health, _ = s.condition()
	last := s.backups.Latest()
	view.BackedUp, view.BackupBytes = last.At, last.Size
	wall := s.hub.Announced()
	view.Wall, view.WallUntil = wall.Text, wall.Until
	for _, of := range s.hub.Everywhere().Here() {
		if of.Kind == hub.Command {
			continue
		}
		game, _ := arcade.CutSlot(of.Slot)
		v := arcade.Visitor{Number: of.Number, Nick: of.Nick, Login: of.Login, Own: of.Session == o.session.Session, Game: game, Idle: of.Idle}
		if of.Addr.IsValid() {
			v.Addr = of.Addr.String()
		}
		view.Sessions = append(view.Sessions, v)
	}
	return view, nil
}

// Kick implements arcade.Admin. It gives the command, which is judged and logged as if the
// admin had typed it.
func (o overseer) Kick(session int) error {
	var wrong bytes.Buffer
	s, c := o.session.server, o.session.server.command(o.session.User)
	a := adminServer{s}.context(c)
	from := local
	if o.session.Addr.IsValid() {
		from = o.session.Addr.String()
	}
	if code := runCommand(o.session.channel, s.metrics, a, from, fmt.Sprintf("admin kick @%d", session), &wrong); code != exitOK {
		return arcade.Refuse("%s", strings.TrimSpace(wrong.String()))
	}
	return nil
}
