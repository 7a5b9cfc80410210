package main

import "time"

// An abuseCase is a row of the table of attacks in the README, with the attacks and tests
// that cover it.
type abuseCase struct {
	number    int
	attack    string
	required  string
	modes     []mode
	tests     []string // as "FOLDER.TestName", with the folder of the package
	fuzz      []string
	uncovered string // what cannot be covered yet, and why
}

// cases holds all cases in the order of their numbers. Every attack must also leave the
// honest players' keys answered within 100 ms at the 99th percentile.
var cases = []abuseCase{
	{
		number: 1, attack: "a terminal and a window of 2^31 x 2^31, 65535 x 65535, 0x0", required: "alive; session <= 4 MiB; the app sees 20..200 x 6..60",
		tests: []string{"server.TestChannelSizes", "server.TestHugeTerminalsAreSmall"},
	},
	{
		number: 2, attack: "resize flood, 20,000/s, 10 s", required: "<= 0.3 core; <= 20 repaints/s",
		modes: []mode{attackMode("resize-flood", 20*time.Second)}, tests: []string{"server.TestChannelResizeFlood"},
	},
	{
		number: 3, attack: "key flood, 400,000/s; a paste of 1 MB", required: "<= 0.3 core; slowed or cut in 5 s; no move beyond 200/s",
		modes: []mode{attackMode("key-flood", 20*time.Second)}, tests: []string{"server.TestInputFlood", "tui.TestOneSearchAtATime", "tui.TestTheHistoryIsReadOnceARound"},
	},
	{
		number: 4, attack: "a client stops reading while watched and racing", required: "publish p99 <= 5 ms; queue <= 256 KiB; cut in 15 s; game saved",
		modes: []mode{attackMode("stalled-reader", 45*time.Second)}, tests: []string{"server.TestWhoStopsReadingHoldsLittle", "server/hub.TestPublishingWaitsForNobody", "server/race.TestRacingWaitsForNobody"},
	},
	{
		number: 5, attack: "500 session channels on a connection", required: "the 5th refused; +<= 5 MiB",
		modes: []mode{attackMode("channels", 20*time.Second)}, tests: []string{"server.TestFifthChannelIsRefused", "server.TestManyChannelsAreSmall"},
	},
	{
		number: 6, attack: "session closed, connection kept, 100 times", required: "0 programs after 1 s; no CPU; idle connection closed after 60 s",
		modes: []mode{attackMode("close-channels", 80*time.Second)}, tests: []string{"server.TestSessionClosedConnectionKept", "server.TestConnectionWithoutASession"},
	},
	{
		number: 7, attack: "10,000 silent connections", required: "<= 200 held; each closed in 10 s; +<= 20 MiB; an honest login <= 1 s",
		modes: []mode{attackMode("silent", 40*time.Second, "connected")}, tests: []string{"server/gate.TestHonestLoginsBesideASilentFlood", "server.TestUnauthenticatedEvictsTheOldest"},
	},
	{
		number: 8, attack: "half handshakes, a byte a second", required: "closed at 10 s",
		modes: []mode{attackMode("half-handshake", 30*time.Second)}, tests: []string{"server.TestSlowHandshake"},
	},
	{
		number: 9, attack: "1,000 handshakes/s from one /32 and one /64", required: ">= 95 % refused before key exchange; <= 0.5 core",
		modes: []mode{attackMode("logins", 20*time.Second)}, tests: []string{"server/gate.TestAFloodOfLoginsIsRefusedBeforeKeyExchange", "server/gate.TestAnIPv6NetworkCountsAsOneAddress"},
	},
	{
		number: 10, attack: "10,000 logins with fresh keys from one network", required: "no row before a first saved game; <= 20 new accounts an hour per /24 or /64",
		modes: []mode{attackMode("fresh-keys", 6*time.Minute, "logins")},
		tests: []string{"server.TestOneNetworkBeginsFewAccounts", "server/limit.TestSubnets"},
	},
	{
		number: 11, attack: "1,000 variables of 30 KB; 10,000 TERM values", required: "+<= 1 MiB; metrics series unchanged",
		modes: []mode{attackMode("env-flood", 5*time.Minute, "terminals")}, tests: []string{"server.TestVariablesAreNotKept", "server.TestNoClientNamesASeries"},
	},
	{
		number: 12, attack: "a key that is only offered; a failed key, then keyboard-interactive; user changed between tries", required: "0 of 1,000 reach the victim",
		tests: []string{
			"server.TestWrongKeysReachNothingUnderANick", "server.TestOfferedKeyIsNoIdentity",
			"server.TestSignatureOfAnotherKeyIsRefused", "server.TestUserChangedBetweenTries",
		},
	},
	{
		number: 13, attack: "an agent with 15 keys, the right one last", required: "logs in as nick",
		tests: []string{"cmd/boardwalk.TestANickFindsItsKeyAmongFifteen", "server.TestTheClientWalksToTheKeyOfTheNick"},
	},
	{
		number: 14, attack: "ESC, CSI, OSC 52, bidi, zero width, newline, 64 KB in login name, nick, arguments, imports",
		required: "no control byte reaches another terminal, the log or an export",
		tests:    []string{"server.TestHostileWordsReachNobody", "server.TestHostileNamesAtTables", "server/clean.TestClean", "tui/words.TestPlain", "data.TestCheckNick"},
	},
	{
		number: 15, attack: "every admin verb by others, with arguments that look like names", required: "refused, store unchanged",
		tests: []string{"server.TestEveryAdminVerbIsRefusedToOthers", "server.TestNobodyElseIsTheHost"},
	},
	{
		number: 16, attack: "scp, sftp, port, agent and X11 forwarding, subsystems, tun", required: "refused; no outbound socket",
		tests: []string{"server.TestChannelRefuses", "server.TestNothingIsForwarded"},
	},
	{
		number: 17, attack: "200 watchers on a game, 100/s joining and leaving", required: "player's p99 <= 50 ms; one mailbox write a watcher",
		modes: []mode{attackMode("watchers", 30*time.Second)}, tests: []string{"server/hub.TestOneMailboxWriteAWatcher", "server/hub.TestCrowdsComeAndGo"},
	},
	{
		number: 18, attack: "a bot plays 10,000 games/h, replays a known daily, moves its clock", required: "server's clock and replay decide; not ranked",
		tests: []string{
			"data.TestFinishIsVerified", "engine.TestTally", "server.TestGamesDoNotEndFasterThanTheyArePlayed",
			"server/program.TestNoLinesBeyondWhatAnyoneTypes", "tui.TestDealCodesAreChecked",
			"server.TestADailyIsSecretUntilItsDayIsOver", "server.TestADailyCountsOnce", "server.TestADailyThatIsOpenStaysSecret",
			"tui.TestPastDailiesArePractice",
		},
	},
	{
		number: 19, attack: "two sessions of an account on one game", required: "one writer; a clear choice; no move lost or doubled",
		tests: []string{
			"tui.TestATableThatIsOpenedElsewhereStops", "tui.TestACardIsNotSeenBetweenTwoSaves", "tui.TestMonkeys",
			"tui/words.TestAGameThatGoesOnElsewhere", "data.TestSavesKeepTheirOrder", "data.TestAgainstModel",
		},
	},
	{
		number: 20, attack: "kill -9 every 200 ms during play for 5 min", required: "opens each time; no acknowledged move lost; no finished game lost or doubled",
		modes: []mode{killMode(200*time.Millisecond, 5*time.Minute)},
		tests: []string{"data.TestKill", "cmd/boardwalk.TestSIGKILLLosesNoAcknowledgedMove"},
	},
	{
		number: 21, attack: "disk full, read-only file, write error, torn file", required: "play goes on with a banner, readyz 503, recovers by itself; a damaged file is refused with what to do",
		tests: []string{
			"tui.TestAStoreThatFailsIsTold", "server.TestReadyOnlyWhilePlayersAreLetInAndTheStoreIsUp", "data.TestDoubtfulChange",
			"data.TestPowerCut", "data.TestFlippedBytes", "data.TestTruncated", "data.TestNoDataFile", "data.TestDiskFull",
			"data.TestRetryKeepsNoReaderWaiting", "data.TestTruncatedWhileOpen", "data.TestWrittenOver",
			"server.TestDiskFullRefusesEveryWrite", "server.TestDiskFullIsReadAndBackedUp", "cmd/boardwalk.TestDiskFullOverSSH",
			"cmd/boardwalk.TestDiskFullWhenTheServerStops", "tui.TestDiskFullPlayGoesOnUnderABanner", "tui.TestDiskFullIsOverByItself",
			"server.TestSlowDiskHoldsNobodyUp", "cmd/boardwalk.TestDamagedFileIsRefusedWithWhatToDo",
		},
	},
	{
		number: 22, attack: "a panic in Update, View, a Cmd, spectating, a command", required: "that session ends with its game saved; the counter rises; others unharmed",
		tests: []string{"server.TestPanicEndsOneSession", "server.TestPanicInSpectatingEndsOneSession", "server.TestPanicInRacesEndsOneSession", "server.TestPanicBeforeTheProgram", "server.TestMetricsCount"},
	},
	{
		number: 23, attack: "SIGTERM with 200 sessions, 5 of them stalled", required: "notice in 1 s; all saved; gone within the drain limit (5 s) + 2 s",
		modes: []mode{{"SIGTERM", (*suite).shutdown}},
		tests: []string{"server.TestShutdown", "server.TestShutdownCutsOff", "cmd/boardwalk.TestSIGTERMTellsPlayers"},
	},
	{
		number: 24, attack: "wall clock jumps a day; UTC midnight mid-game", required: "the daily belongs to its deal; durations are monotonic",
		tests: []string{
			"server.TestTablesHaveAMonotonicClock", "tui.TestClockOfAResumedGame", "data.TestNegativeTime",
			"tui.TestTheDailyBelongsToTheDayItWasDealt", "tui.TestTheListKnowsThatItIsTomorrow", "server.TestTheDayIsTheServers",
			"tui/words.TestTheDailyOfYesterdayGoesOnInWords",
		},
	},
	{
		number: 25, attack: "forged PROXY header on a direct port", required: "ignored or closed",
		tests: []string{"server.TestForgedProxyHeader"},
	},
	{
		number: 26, attack: "soak: 100 sessions, 1 reconnect/s", required: "goroutines back to the baseline + 5; memory and descriptors flat",
		modes: []mode{soak(100, 2*time.Minute)}, tests: []string{"server.TestNoLeaks"},
	},
	{
		number: 27, attack: "fuzz: keys, window bytes, commands, records, deal codes, variations, imports, config", required: "no panic, no hang",
		fuzz: []string{
			"tui.FuzzKeys", "server/program.FuzzDecoder", "server/program.FuzzTypedKeys", "server.FuzzHello", "server.FuzzLogin", "server.FuzzChannel",
			"server/command.FuzzCommand", "server/command.FuzzImport", "server.FuzzKeyFile", "server/gate.FuzzProxy", "tui/words.FuzzCommands", "tui/words.FuzzLines",
			"engine.FuzzParseRecord", "engine.FuzzParseMove", "engine.FuzzParsePile", "engine.FuzzParseCode", "engine/boardwalk.FuzzVariation",
			"engine/chessboard.FuzzPlay", "engine/hopscotch.FuzzPlay", "tui/grid.FuzzPut", "tui/grid.FuzzPutANSI",
			"data.FuzzNames", "cmd/boardwalk.FuzzInspect", "cmd/boardwalk.FuzzConfig", "cmd/boardwalk.FuzzReplay",
		},
	},
}
