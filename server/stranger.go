package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"

	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/web"
)

// publicCommands lists the commands that a stranger may give outside of SSH. They read, and
// wait for nobody.
var publicCommands = []string{"about", "daily", "record", "replay", "top", "version", "who"}

// askAsStranger is Ask of a web.Config. A stranger is a guest without an account, whom the arcade has
// never seen. What such a guest may see is public, and it is decided where it is decided for
// every other player: by the store, the hub and [data.Player.CheckVisible].
func (s *Server) askAsStranger(ctx context.Context, args ...string) ([]byte, error) {
	if len(args) == 0 || !slices.Contains(publicCommands, args[0]) {
		return nil, errors.New("there is no such public command")
	}
	// The session is in no hub: nobody sees a stranger, who follows nobody. The page pays.
	session := hub.NewSession(hub.Identity{Credential: newGuest(), Name: "guest"}, hub.Command, "", nil, s.config.Now())
	u, err := s.arcade.Open(ctx, session, func() *slog.Logger { return s.config.Logger })
	if err != nil {
		return nil, &command.Failure{Sentence: command.NotOpened, Err: err}
	}
	u.Command = s.config.command(nil)
	c := s.command(u)
	_, err = command.Execute(ctx, c, command.New(c), args, new(bytes.Buffer))
	return c.Out.Bytes(), err
}

// ServeWeb shows the arcade to anybody over HTTP on l, until ctx ends; it returns once all
// who have asked are answered. The pages have what a stranger may see; see package web. It
// keeps serving during Shutdown.
func (s *Server) ServeWeb(ctx context.Context, l net.Listener) {
	host := func() web.Host { // as of the last reload
		lists := s.auth.lists.Load()
		return web.Host{About: lists.About, Access: string(lists.Access)}
	}
	site := web.New(web.Config{
		Costs: s.arcade.Costs, Ask: s.askAsStranger, Host: host, Games: s.config.Games,
		SSH: s.config.command(nil), HostKey: s.HostKey(), Proxies: s.config.WebProxies,
		Now: s.config.Now, Logger: s.config.Logger, Answered: s.metrics.countPage, Panicked: s.metrics.panics.Inc,
	})
	if err := site.Serve(ctx, l); err != nil {
		s.config.Logger.Error("stopped serving pages", "err", err)
	}
}
