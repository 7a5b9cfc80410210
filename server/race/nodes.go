package race

import (
	"slices"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// The subjects of what registries tell each other.
const (
	changeSubject   = "races"    // races have changed in the store
	progressSubject = "progress" // what the tables of a node have reported of a race
)

type report struct {
	Code   string              `json:"code"`
	Racers map[string]progress `json:"racers"`
}

// tell tells the others what the tables here have reported of a race.
func (rs *Registry) tell(r *race) {
	if told := r.report(); len(told.Racers) > 0 {
		peers.Publish(rs.config.Cluster, progressSubject, told)
	}
}

func (r *race) report() report {
	r.mu.Lock()
	defer r.mu.Unlock()
	told := report{r.code, make(map[string]progress)}
	for id, p := range r.racers {
		if p.node == "" {
			told.Racers[id] = p
		}
	}
	return told
}

// hear notes what the tables of another node have reported.
func (rs *Registry) hear(from string, told report) {
	r := rs.find(told.Code)
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	for id, o := range told.Racers {
		if !slices.ContainsFunc(r.stored.Racers, func(known arcade.Racer) bool { return known.ID == id }) {
			continue
		}
		p := r.racers[id]
		if p.At.After(o.At) { // the racer has come to a table here, or on a third node
			continue
		}
		o.node, o.heard = from, r.now()
		r.racers[id] = o
		if p.Table != o.Table || p.Score != o.Score || p.Moves != o.Moves || p.Assisted != o.Assisted { // racers see these
			r.publishSoon()
		}
	}
}

// forget notes that racers are at no table whose node has told nothing for long.
func (r *race) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, p := range r.racers {
		if p.node != "" && p.Table != 0 && r.now().Sub(p.heard) >= peers.Silence {
			p.Table = 0
			r.racers[id] = p
			r.publishSoon()
		}
	}
}

// A Chair is the place of one of the arcade's players in a race.
type Chair struct {
	Code  string
	Level arcade.Level
}

// Empty returns the places in races that go on whose player of the arcade has been at no table for peers.Silence,
// as a node has ended. A place is returned again after that time.
func (rs *Registry) Empty() (chairs []Chair) {
	for _, r := range rs.list() {
		chairs = append(chairs, r.empty()...)
	}
	return chairs
}

func (r *race) empty() (chairs []Chair) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if r.begins.IsZero() || r.late || r.over {
		return nil
	}
	for _, o := range r.stored.Racers {
		p, quiet := r.racers[o.ID], func(since time.Time) bool { return now.Sub(since) >= peers.Silence }
		if o.Level > 0 && !o.Through && !r.stored.Missed(o, now) && p.Table == 0 && quiet(p.At) && quiet(r.begins) && quiet(r.called[o.Level]) {
			r.called[o.Level] = now
			chairs = append(chairs, Chair{r.code, o.Level})
		}
	}
	return chairs
}

// Beat tells the other nodes of a cluster what they need to know of the races here. It is
// called each time in peers.Every.
func (rs *Registry) Beat() {
	rs.change.Repeat()
	for _, r := range rs.list() {
		r.forget()
		rs.tell(r)
	}
}
