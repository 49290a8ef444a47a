import SQLiteSupport
import Synchronization

/// A cloud's state folder: where its files are, and who holds it.
///
/// Tools of the operator open the database without taking the folder, beside the cloud that runs.
package final class CloudFolder: Sendable {
    /// How large the file of keys may be, in bytes.
    private static let keysLimit = 1 << 20

    /// The folder's absolute path.
    package let path: String
    /// Where the database is.
    package var databasePath: String { path + "/cloud.sqlite" }
    /// Where the apps' keys are, for the operator.
    package var keysPath: String { path + "/keys.json" }

    private let lock = Mutex<FolderLock<CloudStoreError>?>(nil)

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

    /// Takes the folder for one running cloud.
    ///
    /// - Throws: ``CloudStoreError`` with code `locked` if another one holds it.
    package func take() throws(CloudStoreError) {
        let taken = try FolderLock<CloudStoreError>(folder: path, name: "cloud.lock", for: "A cloud")
        lock.withLock { $0 = taken }
    }

    /// Gives the folder free; a second call does nothing.
    package func release() {
        lock.withLock { lock in
            lock?.release()
            lock = nil
        }
    }

    /// Runs a closure while nobody else, here or in another process, changes the file of keys in one of his own.
    ///
    /// - Parameter body: Reads and writes the file; it must be short.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or ``CloudStoreError`` if the lock cannot be had.
    package func withKeysLock<Value>(_ body: () throws -> Value) throws -> Value {
        try PrivateFile.withLock(at: path + "/keys.lock", body)
    }

    /// Reads the file of keys; none if there is none yet.
    package func readKeys() throws(CloudStoreError) -> [UInt8]? {
        try PrivateFile.read(keysPath, limit: Self.keysLimit)
    }

    /// Replaces the file of keys, which only its owner can read; it is on disk when this returns.
    package func writeKeys(_ bytes: [UInt8]) throws(CloudStoreError) {
        try PrivateFile.replace(keysPath, with: bytes)
    }
}

/// Private files, with this store's error.
typealias PrivateFile = SQLiteSupport.PrivateFile<CloudStoreError>
