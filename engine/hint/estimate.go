package hint

// An Estimate says how a game went for the advisor in a number of sample deals. The zero
// Estimate is of no deal.
type Estimate struct {
	Deals   int `json:"deals"`
	Won     int `json:"won"`
	Perfect int `json:"perfect,omitempty"`
	Points  int `json:"points"` // over all deals
	Moves   int `json:"moves"`  // over all deals
}
