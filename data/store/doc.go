// Package store keeps rows in one bbolt file that stays sound, whatever happens to it, and knows
// nothing of what the rows say.
//
//	var words = store.Table[wordRow]("words")
//	db, err := store.Open("words.db", schema, store.Options{})
//	err = db.Update(func(tx *store.Tx) error { return words.Put(tx, key, row) })
//	err = db.View(func(tx *store.Tx) error { row, ok, err = words.Get(tx, key); return err })
//
// A [Schema] says what a program's files have: buckets, a version, migrations. [Options] are for one
// opening. [DB.Update] returns once what it wrote is on the disk; changes that come at the same time
// share a transaction. [DB.Scan] and [DB.Change] go through a bucket in parts, so that no transaction
// is long. A [Rule] says what holds of each row of a bucket, so that all can be checked and repaired; an
// [Index] is a bucket that follows from another, with the rules for it.
//
// A value consists of one byte for the version of its format, a CRC-32C, big endian, over the key
// and the rest of the value, and JSON. That of a [Packed] row is packed (pack.go), in a third of the
// room. The bucket meta has
//
//	"version"      version of the file
//	"log"          of a file that shares a log: which, and how far it has come
//	"common/" name a text that all machines of a cluster have in common
//	"room"         nothing that is kept: written and deleted to find out whether the disk works again
//
// When the disk fails during a write, only the file can tell what was kept. The package
// reads the file back and serves reads from it again, but writes nothing until the disk
// has shown that it accepts and keeps data. It retries by itself. A file that another
// program truncates while it is open is treated the same way until it is whole again.
//
// # Files that share a log
//
// With Options.Log, the file is one of several on as many machines, which have the same rows: each
// transaction of any of them is first an entry of the log, and all make the changes in its
// order. Time and chance are in what is written, so nobody who makes the changes of another asks
// for them again. What a file has of its own are only its position, in meta, and what bbolt keeps
// beside the rows. Reads are of the machine's own file: [DB.Barrier] waits for what others have
// written.
//
// All files of a log have the same version. A file that is opened without the log goes its own
// way from then on, and says so.
//
// # Versions
//
// A file has a version. [Open] migrates an older one only with Options.Migrated, which keeps a
// copy beside it, because an older program refuses the migrated file. Nothing else
// migrates: [DB.Backup], [Compact] and [Restore] keep a file's version, and
// [OpenReadOnly] reads an older file through a temporary copy.
//
// # Copies
//
// [DB.Backup] copies the file while it is in use; [Restore] and [Compact] change a file
// that nobody has open, and [Salvage] reads what is left of a damaged one. All write a temporary file
// beside the target, read it back, and rename it once it is on the disk. Wherever the process or the
// machine stops, each name refers to the old file or the new one, and at most a temporary file (the
// name followed by ".new-") is left over, which [Open] or [SweepBackups] removes.
//
// # The source
//
// Everything reads through DB.View and writes through DB.Update, in db.go. Below them is a file
// (file.go), which create.go opens once package boltpages has found its pages sound; recovery.go is
// what it does about a failing disk, and the writer (writer.go) groups changes into transactions
// (txn.go), each of which has a delta (delta.go). replica.go keeps files of several machines the same,
// turns.go says who is next, and position.go where each is. version.go migrates, shutdown.go marks
// a file that was closed well, and tempfile.go is how a copy gets its name.
package store
