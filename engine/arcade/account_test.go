package arcade_test

import (
	"slices"
	"testing"

	"boardwalk/engine/arcade"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ nicks, want []string }{
		{nil, nil},
		{[]string{"ann", ""}, []string{"ann", "Somebody"}},
		{[]string{"", "ann", "Somebody", ""}, []string{"Somebody 1", "ann", "Somebody 2", "Somebody 3"}},
	} {
		if got := arcade.Names(c.nicks); !slices.Equal(got, c.want) {
			t.Errorf("the names of %q are %q, want %q", c.nicks, got, c.want)
		}
	}
}
