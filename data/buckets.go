package data

// The buckets; the package documentation lists their keys and values. Their names in the
// file are part of its format.
var (
	metaBucket      = []byte("meta")
	playersBucket   = []byte("players")
	openGamesBucket = []byte("live")
	roundsBucket    = []byte("rounds")
	historyBucket   = []byte("history")
	bestsBucket     = []byte("bests")
	keysBucket      = []byte("keys")
	holdersBucket   = []byte("holders")
	nicksBucket     = []byte("nicks")
	guestsBucket    = []byte("guests")
	codesBucket     = []byte("codes")
	sumsBucket      = []byte("sums")
	boardsBucket    = []byte("boards")
	bansBucket      = []byte("bans")
	racesBucket     = []byte("races")
	racersBucket    = []byte("racers")
	rulingsBucket   = []byte("rulings")
	begunBucket     = []byte("tombs")

	versionKey = []byte("version")
	secretKey  = []byte("secret")
)

// buckets returns the names of all buckets in a file of this version.
func buckets() [][]byte {
	return [][]byte{
		metaBucket, playersBucket, keysBucket, holdersBucket, nicksBucket, guestsBucket, codesBucket, bansBucket,
		openGamesBucket, roundsBucket, historyBucket, sumsBucket, bestsBucket, boardsBucket,
		racesBucket, racersBucket, rulingsBucket, begunBucket,
	}
}
