package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// settingsMax is the maximum size of settings, in bytes.
const settingsMax = 16 << 10

// Settings returns what SetSettings stored last, or nil if nothing was stored.
func (p *Player) Settings() ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var account accountTx
	err := p.view(func(tx *bbolt.Tx) (err error) {
		account, err = p.loadAccount(tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	return bytes.Clone(account.row.Settings), nil
}

// SetSettings stores the player's preferences, JSON of up to 16 KiB that this package
// does not interpret. If the player has no row yet, they stay with the session until its
// first saved or finished game, which stores them too.
func (p *Player) SetSettings(settings []byte) error {
	if len(settings) > settingsMax || !json.Valid(settings) {
		return fmt.Errorf("settings must be JSON of up to %d bytes", settingsMax)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var compact bytes.Buffer
	if err := json.Compact(&compact, settings); err != nil {
		return fmt.Errorf("store settings: %w", err)
	}
	before := p.settings
	p.settings = compact.Bytes()
	stored := false
	err := p.db.write(func(tx *bbolt.Tx) error {
		account, err := p.loadAccount(tx)
		stored = account.known
		if err != nil || !stored {
			return err
		}
		return account.save(tx, 0)
	})
	if err != nil {
		if !errors.Is(err, ErrUnknown) {
			p.settings = before
		}
		return fmt.Errorf("store settings: %w", err)
	}
	if stored {
		p.markStored()
	}
	return nil
}
