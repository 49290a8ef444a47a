import Glibc

/// Files and folders that nobody but their owner reads.
package enum PrivateFile<Failure: StoreFailure> {
    /// Makes a folder with mode 0700, or gives an existing one that mode.
    ///
    /// The folder above must exist.
    ///
    /// - Returns: Whether it was made; it is on disk once the folder above is synchronized.
    @discardableResult
    package static func makeFolder(at path: String) throws(Failure) -> Bool {
        let isNew = mkdir(path, 0o700) == 0
        if !isNew, errno != EEXIST { throw failure("make the folder \(path)") }
        guard chmod(path, 0o700) == 0 else { throw failure("protect the folder \(path)") }
        return isNew
    }

    /// Makes an empty file with mode 0600, or gives an existing one that mode.
    ///
    /// SQLite gives the files it makes beside a database the database's own mode.
    package static func make(at path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("protect \(path)") }
    }

    /// Removes a database with the files that SQLite keeps beside it; what is not there is removed already.
    package static func removeDatabase(at path: String) throws(Failure) {
        for suffix in ["", "-wal", "-shm", "-journal"] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw failure("remove \(path)\(suffix)")
        }
    }

    /// Writes a new file with mode 0600; its bytes are on disk when this returns, its name once its folder is synchronized.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
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

    /// Puts a file with mode 0600 in the place of another one, if there is one, at once.
    ///
    /// It is on disk when this returns. Several may do so at a time; the last one stays.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max)).new"
        do throws(Failure) {
            try write(bytes, to: temporary)
            try move(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Gives a file, whose bytes are on disk, another name in the same folder, in place of the file that has it.
    ///
    /// The new name is on disk when this returns.
    package static func move(_ path: String, to name: String) throws(Failure) {
        guard rename(path, name) == 0 else { throw failure("write \(name)") }
        try synchronize(folder(of: name))
    }

    /// The folder that a file or a folder is in.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Runs a closure while no other one runs with the same lock, in this process or in another one.
    ///
    /// The lock is the kernel's (`flock`), on a file of its own that stays. The thread waits for it: `body` must be short,
    /// and must not take the same lock.
    ///
    /// - Parameters:
    ///   - path: Where the lock's file is; it is made if it is missing.
    ///   - body: What must not be done twice at a time.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or a failure with code `unavailable` if the lock cannot be had.
    package static func withLock<Value>(at path: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("lock \(path)") }
        }
        // A child that is about to be started still has it open for a moment.
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - limit: How many bytes it may have.
    /// - Returns: Its bytes; none if there is no such file.
    /// - Throws: A failure with code `unavailable` if it cannot be read or is larger.
    package static func read(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read \(path)")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("read \(path)") }
            bytes += part[..<count]
            guard bytes.count <= limit else {
                throw Failure(.unavailable, "\(path) is larger than \(limit) bytes.", cause: nil)
            }
        }
    }

    /// Puts on disk which files a folder has.
    package static func synchronize(_ folder: String) throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write \(folder)") }
    }

    /// Describes why the last system call failed.
    package static func failure(_ action: String) -> Failure {
        let number = errno
        let reason = String(cString: strerror(number))
        return Failure(
            number == ENOSPC ? .diskFull : .unavailable,
            "\(Failure.ownerName) cannot \(action): \(reason).",
            cause: nil
        )
    }
}
