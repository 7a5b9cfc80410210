package hub

// A presence is what other nodes are told of a session: who is there, unless the player hides, and
// the table, if everyone may watch it.
type presence struct {
	Number int             `json:"n"`
	Person *surveyedPerson `json:"person,omitempty"`
	Table  *surveyed       `json:"table,omitempty"`
}

// appendPresence appends what other nodes are told of a session in which a person is, nil if nobody
// may know, at a table, nil if there is none. Where players are alone they are told of tables only.
func appendPresence(list []presence, s *Session, person *surveyedPerson, table *surveyed, alone bool) []presence {
	if alone {
		person = nil
	}
	if table != nil && !table.Open {
		table = nil
	}
	if person == nil && table == nil {
		return list
	}
	return append(list, presence{s.number, person, table})
}

// eachElsewhere calls fn with who is in each session of other nodes, and with its table. fn may
// change them.
func (n *nodes) eachElsewhere(fn func(person *surveyedPerson, table *surveyed)) {
	for _, p := range n.alive() {
		ago := max(0, n.hub.config.Now().Sub(p.heard))
		for _, s := range p.Sessions {
			if s.Person != nil {
				person := *s.Person
				person.Idle += ago
				s.Person = &person
			}
			if s.Table != nil {
				table := *s.Table
				table.Idle += ago
				s.Table = &table
			}
			fn(s.Person, s.Table)
		}
	}
}
