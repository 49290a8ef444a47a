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

    /// Writes a new file with mode 0600; its bytes are on disk when this returns.
    static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("make \(path)") }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write \(path)") }
            done += count
        }
        guard fsync(descriptor) == 0 else { throw failure("write \(path)") }
    }

    /// Reads a whole file; `nil` if it is not there or cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// Puts on disk which files a folder has.
    static func synchronize(_ folder: String) throws(StoreError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write \(folder)") }
    }

    /// Describes why the last system call failed.
    static func failure(_ action: String) -> StoreError {
        let number = errno
        let reason = String(cString: strerror(number))
        return StoreError(number == ENOSPC ? .diskFull : .unavailable, "Today cannot \(action): \(reason).")
    }
}
