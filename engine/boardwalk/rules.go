package boardwalk

import _ "embed"

//go:embed rules.md
var rulesPage string

// rules is the page of one variation.
func (n named) rules() string { return "# " + n.Name + "\n\n" + n.summary + "\n\n" + rulesPage }
