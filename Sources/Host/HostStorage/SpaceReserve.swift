import Glibc
import Synchronization

/// Disk space that the host holds, so that with a full disk it can still start, and remove what fills the disk.
///
/// It is a file of zeros in the state folder. Each time half of it is given back, so that what remains after the start is
/// there for what a person removes. It is filled again as soon as there is space.
package final class SpaceReserve: Sendable {
    /// The size of the file: several times room for the log of a database and for some small files.
    package static let bytes = 8 << 20
    /// What is given back at once when no more is left.
    private static let least: off_t = 1 << 20

    private let folder: String
    private var path: String { "\(folder)/reserve" }
    /// Whether the file may be smaller than it should be.
    private let isShort = Atomic(true)

    /// Names the file in a state folder.
    init(folder: String) { self.folder = folder }

    /// Whether the file system of a folder has less space left than the database needs to be opened.
    static func isFull(_ folder: String) -> Bool { space(at: folder).map { $0 < 1 << 18 } ?? false }

    /// How many bytes are left on the file system of a file or folder; `nil` if that is not known.
    private static func space(at path: String) -> Int? {
        var information = statvfs()
        guard statvfs(path, &information) == 0 else { return nil }
        return Int(information.f_bavail) * Int(information.f_frsize)
    }

    /// Takes the space, unless it is taken already or there is too little; then what is left of it stays.
    package func fill() {
        var information = stat()
        let rest = stat(path, &information) == 0 ? information.st_size : 0
        isShort.store(rest != Self.bytes, ordering: .relaxed)
        // Also an attempt that fails would take what is left, for a moment.
        guard rest != Self.bytes, Self.space(at: folder).map({ $0 > Self.bytes - Int(rest) }) ?? true else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard posix_fallocate(descriptor, 0, off_t(Self.bytes)) != 0 else {
            isShort.store(false, ordering: .relaxed)
            return
        }
        // A part of what is missing would only fill the disk further.
        if rest == 0 || ftruncate(descriptor, rest) != 0 { unlink(path) }
    }

    /// Takes the space again that was given back, if it was.
    package func refill() {
        if isShort.load(ordering: .relaxed) { fill() }
    }

    /// Gives half of the space back, or all if it is little.
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    package func release() -> Bool {
        var information = stat()
        guard stat(path, &information) == 0 else { return false }
        isShort.store(true, ordering: .relaxed)
        let half = information.st_size / 2
        return half >= Self.least && truncate(path, half) == 0 || unlink(path) == 0
    }
}
