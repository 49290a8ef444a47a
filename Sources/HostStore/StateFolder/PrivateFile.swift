import Glibc

/// Files and folders that nobody but their owner reads.
enum PrivateFile {
    /// Makes a folder with mode 0700, or gives an existing one that mode.
    ///
    /// The folder above must exist.
    static func makeFolder(at path: String) throws(StoreError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("make the folder \(path)") }
        guard chmod(path, 0o700) == 0 else { throw failure("protect the folder \(path)") }
    }

    /// Makes an empty file with mode 0600, or gives an existing one that mode.
    ///
    /// SQLite gives the files it makes beside a database the database's own mode.
    static func make(at path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("protect \(path)") }
    }

    /// Removes a database with the files that SQLite keeps beside it; what is not there is removed already.
    static func removeDatabase(at path: String) throws(StoreError) {
        for suffix in ["", "-wal", "-shm", "-journal"] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw failure("remove \(path)\(suffix)")
        }
    }

    /// Describes why the last system call failed.
    static func failure(_ action: String) -> StoreError {
        let number = errno
        let reason = String(cString: strerror(number))
        return StoreError(number == ENOSPC ? .diskFull : .unavailable, "Today cannot \(action): \(reason).")
    }
}
