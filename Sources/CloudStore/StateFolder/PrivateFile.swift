import Glibc

/// Files and folders that nobody but their owner reads.
enum PrivateFile {
    /// Makes a folder with mode 0700, or gives an existing one that mode.
    ///
    /// The folder above must exist.
    static func makeFolder(at path: String) throws(CloudStoreError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("make the folder \(path)") }
        guard chmod(path, 0o700) == 0 else { throw failure("protect the folder \(path)") }
    }

    /// Makes an empty file with mode 0600, or gives an existing one that mode.
    ///
    /// SQLite gives the files it makes beside a database the database's own mode.
    static func make(at path: String) throws(CloudStoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("protect \(path)") }
    }

    /// Puts a file with mode 0600 in its place at once; it is on disk when this returns.
    static func write(_ bytes: [UInt8], to path: String) throws(CloudStoreError) {
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write \(path)") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw failure("write \(path)") }
        }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure("write \(path)") }
    }

    /// Reads a small file.
    ///
    /// - Returns: Its bytes; none if there is no such file.
    static func read(_ path: String, limit: Int) throws(CloudStoreError) -> [UInt8]? {
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
            guard count > 0 else { throw failure("read \(path)") }
            bytes += part[..<count]
            guard bytes.count <= limit else {
                throw CloudStoreError(.unavailable, "\(path) is larger than \(limit) bytes.")
            }
        }
    }

    /// Describes why the last system call failed.
    static func failure(_ action: String) -> CloudStoreError {
        let number = errno
        let reason = String(cString: strerror(number))
        return CloudStoreError(
            number == ENOSPC ? .diskFull : .unavailable,
            "The cloud cannot \(action): \(reason)."
        )
    }
}
