package floors

import (
	"net"

	"golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// serveBare serves the frames of a script with x/crypto/ssh alone.
func serveBare(_ string, s script) (string, error) {
	config := &ssh.ServerConfig{
		PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil },
	}
	config.AddHostKey(sshtest.NewKey())
	return listen(func(l net.Listener) error {
		for {
			conn, err := l.Accept()
			if err != nil {
				return err
			}
			go serveBareConn(conn, config, s.Frames)
		}
	})
}

// serveBareConn serves one connection.
func serveBareConn(conn net.Conn, config *ssh.ServerConfig, frames []frame) {
	defer conn.Close()
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for nc := range channels {
		if nc.ChannelType() != "session" {
			_ = nc.Reject(ssh.UnknownChannelType, "only sessions")
			continue
		}
		ch, requests, err := nc.Accept()
		if err != nil {
			return
		}
		go func() {
			for req := range requests {
				_ = req.Reply(req.Type == "pty-req" || req.Type == "shell", nil)
				if req.Type == "shell" {
					go replay(ch, frames)
				}
			}
		}()
	}
}

// replay writes the first frame, then for each key what it changes.
func replay(ch ssh.Channel, frames []frame) {
	defer ch.Close()
	if _, err := ch.Write(frames[0].Diff); err != nil {
		return
	}
	var buf [256]byte
	for k := 1; ; {
		n, err := ch.Read(buf[:])
		if err != nil {
			return
		}
		for range n {
			if k == len(frames) {
				return
			}
			if _, err := ch.Write(frames[k].Diff); err != nil {
				return
			}
			k++
		}
	}
}
