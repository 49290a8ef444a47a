import FoundationEssentials
import Glibc

/// Operations on files and folders that only their owner can read.
package enum PrivateFile<Failure: StoreFailure> {
    /// Creates a folder with mode 0700, on disk once its parent is synchronized, or sets its mode; returns `true` if
    /// created.
    @discardableResult
    package static func makeFolder(at path: String) throws(Failure) -> Bool {
        let isNew = mkdir(path, 0o700) == 0
        if !isNew, errno != EEXIST { throw failure("make the folder \(path)") }
        guard chmod(path, 0o700) == 0 else { throw failure("protect the folder \(path)") }
        return isNew
    }

    /// Creates an empty file with mode 0600, which SQLite then gives to files beside it, or sets the mode.
    package static func make(at path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("protect \(path)") }
    }

    /// Returns `true` if a folder has entries that are not hidden; `false` if there is no such folder.
    package static func hasEntries(_ folder: String) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return names?.contains { !$0.hasPrefix(".") } ?? false
    }

    /// Removes a database and the files beside it; a folder in their place is renamed, since it may hold someone's
    /// files.
    package static func removeDatabase(at path: String) throws(Failure) {
        for suffix in ["", "-wal", "-shm", "-journal"] where unlink(path + suffix) != 0 && errno != ENOENT {
            // The error for a folder depends on the file system.
            var information = stat()
            guard lstat(path + suffix, &information) == 0, information.st_mode & S_IFMT == S_IFDIR,
                rename(path + suffix, "\(path)\(suffix).aside-\(UInt32.random(in: .min ... .max))") == 0
            else { throw failure("remove \(path)\(suffix)") }
        }
    }

    /// Writes a new file with mode 0600; its bytes are then on disk, its name once its folder is synchronized.
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

    /// Atomically creates or replaces a file with mode 0600; it is on disk when this returns, and the last call wins.
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

    /// Renames a file, whose bytes are on disk, within its folder, in place of another one; the name is on disk when
    /// this returns.
    package static func move(_ path: String, to name: String) throws(Failure) {
        guard rename(path, name) == 0 else { throw failure("write \(name)") }
        try synchronize(folder(of: name))
    }

    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Runs a closure under an exclusive lock among all processes (`flock`), on a separate file that is created if
    /// necessary and not removed; the thread blocks until it is free, so `body` must be short, and must not take the
    /// same lock.
    ///
    /// - Throws: An error of `body`, or a failure with code `unavailable` if the file cannot be locked.
    package static func withLock<Value>(at path: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("lock \(path)") }
        }
        // A child process that is being started may still have the descriptor open.
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// Reads a whole file; `nil` if there is none; throws `unavailable` if it is unreadable or larger than `limit`
    /// bytes.
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

    package static func synchronize(_ folder: String) throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write \(folder)") }
    }

    /// Creates a failure from `errno` of the last system call.
    package static func failure(_ action: String) -> Failure {
        let number = errno
        let message = "\(Failure.ownerName) cannot \(action): \(String(cString: strerror(number)))."
        return Failure(number == ENOSPC ? .diskFull : .unavailable, message, cause: nil)
    }
}
