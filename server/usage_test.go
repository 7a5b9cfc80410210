package server

import (
	"strings"
	"testing"
)

// Who types too few words, or too many, reads what to type.
func TestArgumentErrorsSayWhatToType(t *testing.T) {
	r := openAdminArcade(t, nil)
	for command, want := range map[string]string{
		"delete":                  "Delete needs your nick: ssh HOST delete NICK.",
		"delete Zoe please":       "That is too much for delete: ssh HOST delete NICK.",
		"export all":              "That is too much for export: ssh HOST export.",
		"join":                    "Join needs a code: ssh HOST join CODE.",
		"keys add":                `There is no command "keys add".`,
		"keys name":               "Keys name needs the fingerprint of a key: ssh HOST keys name FINGERPRINT [NAME].",
		"keys remove":             "Keys remove needs the fingerprint of a key: ssh HOST keys remove FINGERPRINT.",
		"link A B":                "That is too much for link: ssh HOST link [CODE].",
		"nick two words":          "That is too much for nick: ssh HOST nick [NICK].",
		"admin bans all":          "That is too much for admin bans: ssh HOST admin bans.",
		"admin ban":               "Admin ban needs to know who: ssh HOST admin ban WHO [REASON].",
		"admin delete-player":     "Admin delete-player needs a player: ssh HOST admin delete-player PLAYER.",
		"admin note Zoe":          "Admin note needs a text: ssh HOST admin note PLAYER TEXT.",
		"admin rename Zoe":        "Admin rename needs a nick: ssh HOST admin rename PLAYER NICK.",
		"admin unrank":            "Admin unrank needs a player, or the id of a game: ssh HOST admin unrank PLAYER|ROUND.",
		"admin wall":              "Admin wall needs a text: ssh HOST admin wall TEXT.",
		"admin unban 1.2.3.4 now": "That is too much for admin unban: ssh HOST admin unban WHO.",
	} {
		t.Run(command, func(t *testing.T) {
			out, errOut, code := exec(t, r.boss, command)
			if code != exitUsage || out != "" || !strings.HasPrefix(errOut, want+"\n") {
				t.Errorf("exit %d, out %q, error %q, want %q", code, out, errOut, want)
			}
		})
	}
}
