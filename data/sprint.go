package data

import (
	"encoding/binary"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A sprint has no rows of its own: its deals follow from the secret of the file, and its board from the
// bests and the boards of their events.

// dealSprint returns the n-th deal of a sprint to an account whose next deal that is.
func (a *accountTx) dealSprint(tx *store.Tx, s arcade.Sprint, n int) (engine.Code, error) {
	next, err := a.nextDeal(tx, s)
	if err == nil && n != next {
		err = ErrRound.Saying("the deals of a sprint are played in their order")
	}
	if err != nil {
		return "", err
	}
	return secretCode(tx, "deal "+arcade.Slot(s.Game, s.Event(n)))
}

// nextDeal returns which deal of a sprint is the account's next, from 1 on: the first that neither the
// account has finished, nor one deleted since that had a key of this one has begun.
func (a *accountTx) nextDeal(tx *store.Tx, s arcade.Sprint) (n int, err error) {
	for n = 1; n <= arcade.SprintMost; n++ {
		_, played, err := eventRound(tx, a.id, s.Game, s.Event(n))
		if err == nil && !played {
			played, err = a.begunByKey(tx, arcade.Slot(s.Game, s.Event(n)))
		}
		if err != nil || !played {
			return n, err
		}
	}
	return n, nil
}

// SprintBoard returns how the players of a sprint stand: those on boards, the player, and the arcade's.
// Damaged rows are left out.
func (p *Player) SprintBoard(s arcade.Sprint) (arcade.SprintBoard, error) {
	board, err := readIn(p.view, "read a sprint", func(tx *store.Tx) (b arcade.SprintBoard, err error) {
		b, a, err := p.sprintStanding(tx, s)
		if err != nil {
			return b, err
		}
		rows := p.db.sprintRows(tx, s)
		for _, id := range append(machines(tx), a.id) {
			if row := sprintRow(tx, s, id); rows[id] == nil && row.Deals > 0 {
				rows[id] = &row
			}
		}
		for id, row := range rows {
			player, ok, err := playersBucket.Get(tx, id[:])
			if err != nil || !ok || player.Gone {
				continue
			}
			row.Nick, row.Level, row.Mine = player.Nick, player.Level, id == a.id
			b.Rows = append(b.Rows, *row)
		}
		b.Sort()
		return b, nil
	})
	return board, p.Tell(err)
}

// SprintStanding is SprintBoard without its rows.
func (p *Player) SprintStanding(s arcade.Sprint) (arcade.SprintBoard, error) {
	board, err := readIn(p.view, "read a sprint", func(tx *store.Tx) (b arcade.SprintBoard, err error) {
		b, _, err = p.sprintStanding(tx, s)
		return b, err
	})
	return board, p.Tell(err)
}

func (p *Player) sprintStanding(tx *store.Tx, s arcade.Sprint) (b arcade.SprintBoard, a accountTx, err error) {
	if a, err = p.loadAccount(tx); err == nil {
		b.Next, err = a.nextDeal(tx, s)
	}
	if err == nil {
		b.Open = openRoundsBucket.Has(tx, a.id.openRound(arcade.Slot(s.Game, s.Event(b.Next))))
	}
	return b, a, err
}

// sprintRows returns the sums of those who are on the boards of the deals of a sprint. It takes keys as they are: those
// who look at the board ask for it every two seconds.
func (db *DB) sprintRows(tx *store.Tx, s arcade.Sprint) map[playerID]*arcade.SprintRow {
	rows := map[playerID]*arcade.SprintRow{}
	for n := 1; n <= arcade.SprintMost; n++ {
		deal := boardKey{s.Game, arcade.Counted, boardKind(s.Event(n))}.prefix()
		for key := range store.RowsUnder(tx.Bucket(boardsBucket), deal) {
			score := key[len(deal):]
			id, err := boardPlayer(score)
			if err != nil || rows[id] == nil && db.options.tooYoung(tx, key) {
				continue
			}
			if rows[id] == nil {
				rows[id] = &arcade.SprintRow{Place: 1}
			}
			rows[id].Add(int(^binary.BigEndian.Uint32(score)), score[4] == 0)
		}
	}
	return rows
}

// sprintRow returns the sum of what one player has finished in a sprint so that it counts.
func sprintRow(tx *store.Tx, s arcade.Sprint, id playerID) (sum arcade.SprintRow) {
	for _, row := range bestsBucket.Under(tx, id.best(s.Game, arcade.Counted, boardKind(s.Events()))) {
		if r, err := readOwnRound(tx, id, row.ID); err == nil {
			sum.Add(r.Score.Points, r.Score.Won)
		}
	}
	return sum
}
