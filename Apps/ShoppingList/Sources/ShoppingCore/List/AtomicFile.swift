import Glibc
import Synchronization
import TodayKit

/// A file that is replaced atomically, so that a power failure never leaves a part of it.
struct AtomicFile: Sendable {
    /// The result of reading.
    enum Content: Hashable {
        case missing
        case tooLarge
        case bytes([UInt8])
    }

    /// The largest number of files that are quarantined.
    private static let keptLimit = 99
    /// Is held by the task of this process that changes a file: the system's locks are those of a process.
    private static let change = Mutex(())

    let folder: String
    let name: String
    let suffix: String
    /// The texts of errors.
    let texts: Texts

    /// The name with its suffix.
    var fullName: String { name + suffix }

    private var path: String { "\(folder)/\(fullName)" }

    /// Reads the file.
    ///
    /// - Throws: A `Failure` if the file exists and cannot be read.
    func read(limit: Int) throws -> Content {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return .missing }
            throw Failure(texts.cannotRead(fullName, reason: Self.reason()))
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(texts.cannotRead(fullName, reason: Self.reason())) }
            if count == 0 { return .bytes(bytes) }
            bytes += buffer[..<count]
            if bytes.count > limit { return .tooLarge }
        }
    }

    /// Replaces the file; it is on disk when this returns.
    ///
    /// - Throws: A `Failure` if the file cannot be written; it is unchanged then.
    func replace(with bytes: [UInt8]) throws {
        let draft = "\(folder)/.\(fullName).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
        do {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let failure = Failure(texts.cannotWrite(fullName, reason: Self.reason()))
            unlink(draft)
            throw failure
        }
        try syncFolder()
    }

    /// Runs a function while no other process or task is in this function for a file in the same folder.
    ///
    /// The system releases the lock even if the process is killed. It is one of `fcntl`, since the sandbox refuses `flock`.
    ///
    /// - Throws: A `Failure` if the lock cannot be taken, or what the function throws.
    func withLock(_ body: () throws -> Void) throws {
        try Self.change.withLock { _ in
            let descriptor = open("\(folder)/.\(fullName).lock", O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
            defer { close(descriptor) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            while fcntl(descriptor, F_SETLKW, &lock) != 0 {
                guard errno == EINTR else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
            }
            try body()
        }
    }

    /// Gives the file a second name that no other file has, so that replacing it loses nothing.
    ///
    /// - Throws: A `Failure` if that is not possible.
    func quarantine() throws {
        for number in 1...Self.keptLimit {
            if link(path, "\(folder)/\(quarantineName(number))") == 0 { return try syncFolder() }
            guard errno == EEXIST else {
                throw Failure(texts.cannotWrite(quarantineName(number), reason: Self.reason()))
            }
        }
        throw Failure(texts.tooManyKept(Self.keptLimit))
    }

    /// Returns the names of the quarantined files.
    func quarantinedFiles() -> [String] {
        (1...Self.keptLimit).map(quarantineName).filter { access("\(folder)/\($0)", F_OK) == 0 }
    }

    private func quarantineName(_ number: Int) -> String { "\(name)-unreadable-\(number)\(suffix)" }

    private func syncFolder() throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw Failure(texts.cannotWrite(fullName, reason: Self.reason())) }
    }

    /// The system's message for the last error, such as `No space left on device`.
    private static func reason() -> String { String(cString: strerror(errno)) }
}
