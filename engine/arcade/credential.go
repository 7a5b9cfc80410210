package arcade

import (
	"fmt"
	"strings"
)

// A Credential is what a session has shown about its player: the key that signed its login,
// that it is a guest, or that it is on the host itself; or it is that of a [Level]. It belongs to
// at most one account; an account can have several.
//
// Credentials can be compared with == and used as keys of maps. The zero Credential is
// nobody's and belongs to no account.
type Credential struct {
	text string // as ParseCredential takes it, or "" for nobody
}

const (
	keyPrefix   = "SHA256:"
	guestPrefix = "guest:"
	levelPrefix = "arcade:"
)

// Local is the credential of the person on the host itself.
var Local = Credential{"local"}

// KeyCredential returns the credential of the SSH key with a fingerprint. It panics if
// the fingerprint is not in the form "SHA256:..."; for text that is not known to be a
// fingerprint, use [ParseCredential].
func KeyCredential(fingerprint string) Credential {
	if !strings.HasPrefix(fingerprint, keyPrefix) {
		panic(fmt.Sprintf("arcade: %.60q is not the fingerprint of a key", fingerprint))
	}
	return Credential{fingerprint}
}

// GuestCredential returns the credential of the guest with a token. Nobody should be able
// to guess the token or to get it again.
func GuestCredential(token string) Credential { return Credential{guestPrefix + token} }

// ParseCredential parses what [Credential.String] returns for a key ("SHA256:..."), a
// guest ("guest:..."), the person on the host ("local") or a [Level] ("arcade:3"). It returns an
// error for anything else, also for the "" of nobody. It does not check what follows a colon: a
// mistyped fingerprint is the credential of a key that nobody has.
func ParseCredential(text string) (Credential, error) {
	if c := (Credential{text}); c.IsKey() || c.IsGuest() || c.IsLocal() || c.Level() > 0 {
		return c, nil
	}
	return Credential{}, fmt.Errorf("%.60q is not a credential", text)
}

// IsKey reports whether c is the credential of a key.
func (c Credential) IsKey() bool { return strings.HasPrefix(c.text, keyPrefix) }

// IsGuest reports whether c is the credential of a guest.
func (c Credential) IsGuest() bool { return strings.HasPrefix(c.text, guestPrefix) }

// IsLocal reports whether c is [Local].
func (c Credential) IsLocal() bool { return c == Local }

// String returns the fingerprint of a key, "guest:..." for a guest, "local" for the
// person on the host, "arcade:3" for a level and "" for nobody. Logs and the data file have credentials in this
// form, so it must not change.
func (c Credential) String() string { return c.text }

// MarshalText implements encoding.TextMarshaler.
func (c Credential) MarshalText() ([]byte, error) { return []byte(c.text), nil }

// UnmarshalText implements encoding.TextUnmarshaler. What is no credential is that of nobody.
func (c *Credential) UnmarshalText(text []byte) error {
	*c, _ = ParseCredential(string(text))
	return nil
}
