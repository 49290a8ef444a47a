import Glibc
import Synchronization

/// A cloud's state folder: where its files are, and who holds it.
///
/// The lock is the kernel's (`flock`), so it ends with the process however the process ends. Tools of the operator open
/// the database without it, beside the cloud that runs.
package final class CloudFolder: Sendable {
    /// How large the file of keys may be, in bytes.
    private static let keysLimit = 1 << 20

    /// The folder's absolute path.
    package let path: String
    /// Where the database is.
    package var databasePath: String { path + "/cloud.sqlite" }
    /// Where the apps' keys are, for the operator.
    package var keysPath: String { path + "/keys.json" }

    private let descriptor = Mutex<Int32?>(nil)

    /// Opens a folder, and makes it first if it is missing.
    ///
    /// It gets mode 0700.
    ///
    /// - Parameter path: Its absolute path; the folder above it must exist.
    /// - Throws: ``CloudStoreError`` if it cannot be made.
    package init(path: String) throws(CloudStoreError) {
        self.path = path
        try PrivateFile.makeFolder(at: path)
    }

    deinit { release() }

    /// Takes the folder for one running cloud.
    ///
    /// - Throws: ``CloudStoreError`` with code `locked` if another one holds it.
    package func take() throws(CloudStoreError) {
        let file = path + "/cloud.lock"
        let opened = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw PrivateFile.failure("open \(file)") }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let failure =
                errno == EWOULDBLOCK
                ? CloudStoreError(
                    .locked,
                    "A cloud already runs on \(path). Stop that one, or choose another folder with --state."
                )
                : PrivateFile.failure("lock \(file)")
            close(opened)
            throw failure
        }
        let former = descriptor.withLock { held in
            defer { held = opened }
            return held
        }
        if let former { close(former) }
    }

    /// Gives the folder free; a second call does nothing.
    package func release() {
        let held = descriptor.withLock { held in
            defer { held = nil }
            return held
        }
        if let held { close(held) }
    }

    /// Reads the file of keys; none if there is none yet.
    package func readKeys() throws(CloudStoreError) -> [UInt8]? {
        try PrivateFile.read(keysPath, limit: Self.keysLimit)
    }

    /// Replaces the file of keys, which only its owner can read; it is on disk when this returns.
    package func writeKeys(_ bytes: [UInt8]) throws(CloudStoreError) {
        try PrivateFile.write(bytes, to: keysPath)
    }
}
