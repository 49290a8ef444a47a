import SQLiteSupport
import Synchronization

/// The state folder of a cloud: its paths, and the lock of a running cloud, which the operator's commands do without.
package final class CloudFolder: Sendable {
    /// The largest size of the file of keys, in bytes.
    private static let keysLimit = 1 << 20

    package let path: String
    package var databasePath: String { path + "/cloud.sqlite" }
    package var keysPath: String { path + "/keys.json" }

    private let held = Mutex<FolderLock<CloudStoreError>?>(nil)

    /// Opens a folder at an absolute path; creates it with mode 0700 if only its parent folder exists.
    package init(path: String) throws(CloudStoreError) {
        self.path = path
        try CloudPrivateFile.makeFolder(at: path)
    }

    private static let lockName = "cloud.lock"

    /// The process of the cloud that runs on the folder; `nil` if none does.
    package var process: Int32? { FolderLock<CloudStoreError>.holder(folder: path, name: Self.lockName) }

    /// Locks the folder for one running cloud; code `locked` if another cloud has locked it.
    package func lock() throws(CloudStoreError) {
        let lock = try FolderLock<CloudStoreError>(folder: path, name: Self.lockName, for: "A cloud")
        held.withLock { $0 = lock }
    }

    /// Unlocks the folder; a second call does nothing.
    package func unlock() {
        held.withLock { lock in
            lock?.release()
            lock = nil
        }
    }

    /// Runs a short closure with an exclusive lock on the file of keys, across threads and processes.
    package func withKeysLock<Value>(_ body: () throws -> Value) throws -> Value {
        try CloudPrivateFile.withLock(at: path + "/keys.lock", body)
    }

    /// Reads the file of keys; `nil` if it does not exist yet.
    package func readKeys() throws(CloudStoreError) -> [UInt8]? {
        try CloudPrivateFile.read(keysPath, limit: Self.keysLimit)
    }

    /// Replaces the file of keys, which only its owner can read; the content is on disk when this returns.
    package func writeKeys(_ bytes: [UInt8]) throws(CloudStoreError) {
        try CloudPrivateFile.replace(keysPath, with: bytes)
    }
}

/// Files that only their owner can read, with this store's error type.
typealias CloudPrivateFile = SQLiteSupport.PrivateFile<CloudStoreError>
