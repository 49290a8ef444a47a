import Glibc
import Synchronization

/// Reserved disk space with which the host can start, and a person can remove data, while the disk is full.
///
/// It is a file of zeros in the state folder. Each release frees half of it, so that after the start some is left for
/// removals by a person. It is filled again as soon as there is space.
package final class SpaceReserve: Sendable {
    /// Sizes of the file, which is as large as the database within these bounds.
    ///
    /// A removal changes no more than the database. The largest size is several times that of a database's log and some
    /// small files.
    package static let sizes = (512 << 10)...(8 << 20)
    /// Smallest part to release, in bytes; if half of the space is less, all of it is released.
    private static let least: off_t = 128 << 10

    private let folder: String
    private var wanted: Int {
        var information = stat()
        let size = stat("\(folder)/promises.sqlite", &information) == 0 ? Int(information.st_size) : 0
        return min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
    }
    private var path: String { "\(folder)/reserve" }
    /// Size of the file; 0 after a release.
    private let filled = Atomic(0)

    init(folder: String) { self.folder = folder }

    /// Returns `true` if the file system of a folder has less space than the database needs to be opened.
    static func isFull(_ folder: String) -> Bool { space(at: folder).map { $0 < 1 << 18 } ?? false }

    private static func space(at path: String) -> Int? {
        var information = statvfs()
        guard statvfs(path, &information) == 0 else { return nil }
        return Int(information.f_bavail) * Int(information.f_frsize)
    }

    /// Fills the file, unless it is full already or there is too little space; the file then stays as it is.
    package func fill() {
        var information = stat()
        let rest = stat(path, &information) == 0 ? Int(information.st_size) : 0
        let wanted = wanted
        filled.store(rest, ordering: .relaxed)
        // Even a failed attempt would take the remaining space for a moment.
        guard rest < wanted, Self.space(at: folder).map({ $0 > wanted - rest }) ?? true else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard posix_fallocate(descriptor, 0, off_t(wanted)) != 0 else {
            filled.store(wanted, ordering: .relaxed)
            return
        }
        // A partly filled file would only fill the disk further.
        if rest == 0 || ftruncate(descriptor, off_t(rest)) != 0 { unlink(path) }
    }

    /// Fills the file if some of it was released, or if the database has grown since.
    package func refill() {
        if filled.load(ordering: .relaxed) < wanted { fill() }
    }

    /// Releases half of the space, or all if little is left; `true` if space was released.
    @discardableResult
    package func release() -> Bool {
        var information = stat()
        guard stat(path, &information) == 0 else { return false }
        filled.store(0, ordering: .relaxed)
        let half = information.st_size / 2
        return half >= Self.least && truncate(path, half) == 0 || unlink(path) == 0
    }
}
