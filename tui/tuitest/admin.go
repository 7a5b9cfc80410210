package tuitest

import (
	"errors"
	"slices"

	"boardwalk/engine/arcade"
)

// An Admin is an arcade.Admin in which a test decides how the arcade is. Tests may use its
// fields only while no call is in progress.
type Admin struct {
	Now    arcade.Overview
	Err    error // if set, each call returns it
	Kicked []int // the sessions that were ended, in order
}

// Overview implements arcade.Admin.
func (a *Admin) Overview() (arcade.Overview, error) {
	if a.Err != nil {
		return arcade.Overview{}, a.Err
	}
	o := a.Now
	o.Sessions = slices.Clone(o.Sessions)
	return o, nil
}

// Kick implements arcade.Admin.
func (a *Admin) Kick(session int) error {
	i := slices.IndexFunc(a.Now.Sessions, func(v arcade.Visitor) bool { return v.Number == session })
	switch {
	case a.Err != nil:
		return a.Err
	case i < 0:
		return errors.New("that session has ended already")
	}
	a.Kicked = append(a.Kicked, session)
	a.Now.Sessions = slices.Delete(slices.Clone(a.Now.Sessions), i, i+1)
	return nil
}
