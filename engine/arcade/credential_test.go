package arcade

import (
	"fmt"
	"testing"
)

func TestCredential(t *testing.T) {
	for text, c := range map[string]struct {
		made Credential
		is   string
	}{
		"":               {Credential{}, "false false false"},
		"SHA256:abc+/09": {KeyCredential("SHA256:abc+/09"), "true false false"},
		"guest:K7Q2M9":   {GuestCredential("K7Q2M9"), "false true false"},
		"local":          {Local, "false false true"},
	} {
		if got := c.made.String(); got != text {
			t.Errorf("String = %q, want %q", got, text)
		}
		if got := fmt.Sprint(c.made.IsKey(), c.made.IsGuest(), c.made.IsLocal()); got != c.is {
			t.Errorf("%q is a key's, a guest's, local: %s, want %s", text, got, c.is)
		}
		got, err := ParseCredential(text)
		if (err == nil) != (text != "") || got != c.made {
			t.Errorf("ParseCredential(%q) = %v, %v", text, got, err)
		}
	}
}

func TestParseCredentialRefuses(t *testing.T) {
	for _, text := range []string{"", "ann", "sha256:abc", " SHA256:abc", "MD5:abc", "Guest:abc", "guest", "Local", "local ", "192.0.2.1", "@1", "#3f9a0c11d2e4"} {
		if got, err := ParseCredential(text); err == nil || got != (Credential{}) {
			t.Errorf("ParseCredential(%q) = %v, %v, want an error", text, got, err)
		}
	}
}

// Nothing but a key's fingerprint makes the credential of a key, and no token of a guest
// does.
func TestCredentialsOfOneKindAreNotOfAnother(t *testing.T) {
	for _, text := range []string{"", "local", "guest:abc", "abc"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("KeyCredential(%q) did not panic", text)
				}
			}()
			KeyCredential(text)
		}()
	}
	for _, token := range []string{"", "local", "SHA256:abc"} {
		if c := GuestCredential(token); !c.IsGuest() || c.IsKey() || c.IsLocal() {
			t.Errorf("GuestCredential(%q) = %v", token, c)
		}
	}
}
