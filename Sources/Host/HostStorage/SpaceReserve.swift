import Glibc

/// Disk space that the host holds, so that with a full disk it can still start, and remove what fills the disk.
///
/// It is a file of zeros in the state folder. Deleting it makes room for the host's own writes; it is made again as soon as
/// there is space.
package struct SpaceReserve: Sendable {
    /// The size of the file: room for the log of a database and for some small files.
    package static let bytes = 4 << 20

    private let path: String

    /// Names the file in a state folder.
    init(folder: String) { path = "\(folder)/reserve" }

    /// Whether the file system of a folder has less space left than the database needs to be opened.
    static func isFull(_ folder: String) -> Bool {
        var information = statvfs()
        guard statvfs(folder, &information) == 0 else { return false }
        return Int(information.f_bavail) * Int(information.f_frsize) < 1 << 18
    }

    /// Takes the space, unless it is taken already or there is too little.
    package func fill() {
        var information = stat()
        if stat(path, &information) == 0, information.st_size == Self.bytes { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Half a reserve would only fill the disk further.
        if posix_fallocate(descriptor, 0, off_t(Self.bytes)) != 0 { unlink(path) }
    }

    /// Gives the space back.
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    package func release() -> Bool { unlink(path) == 0 }
}
