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
