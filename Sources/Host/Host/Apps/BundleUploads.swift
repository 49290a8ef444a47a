import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import ProcessHost
import Synchronization
import TodayProtocol

/// Uploaded archives with bundles that wait for the person's consent.
///
/// Each is a file in a folder of the state folder until it is installed or cancelled, or ``lifetime`` has passed. None
/// survives a restart of the host.
final class BundleUploads: HostPart {
    static let lifetime = 600.0
    static let limit = 4

    private struct Upload {
        var expiry: Date
        /// The consent sheet; `nil` until the archive was read.
        var sheet: ConsentSheet?
    }

    private let folder: String
    private let clock: any WallClock
    private let uploads = Mutex<[String: Upload]>([:])
    private let changed = Signal()

    /// Creates the folder, deleting what an earlier run of the host left in it.
    init(stateFolder: String, clock: any WallClock) throws {
        folder = "\(stateFolder)/uploads"
        self.clock = clock
        let files = FileManager.default
        if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
        try files.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Reserves a place for an archive; throws `invalid` if ``limit`` others wait.
    func begin() throws(HostError) -> BundleUpload {
        removeExpired()
        let id = String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
        let expiry = clock.now + Self.lifetime
        let isAdded = uploads.withLock { uploads in
            guard uploads.count < Self.limit else { return false }
            uploads[id] = Upload(expiry: expiry)
            return true
        }
        guard isAdded else {
            throw HostError(
                .invalid,
                "\(Self.limit) files wait for your consent already; install or cancel one of them first."
            )
        }
        changed.raise()
        return BundleUpload(id: id, path: path(of: id), limit: BundleLimits().bundleBytes)
    }

    /// Returns an archive's path, and its sheet if it was read before; throws `notFound` if it is gone.
    func find(_ id: String) throws(HostError) -> (path: String, sheet: ConsentSheet?) {
        removeExpired()
        guard let upload = uploads.withLock({ $0[id] }) else {
            throw HostError(.notFound, "This file was not installed in time, or was cancelled. Choose it again.")
        }
        return (path(of: id), upload.sheet)
    }

    func set(_ sheet: ConsentSheet, of id: String) { uploads.withLock { $0[id]?.sheet = sheet } }

    func discard(_ id: String) {
        guard uploads.withLock({ $0.removeValue(forKey: id) }) != nil else { return }
        // A file that cannot be deleted now is deleted at the next start.
        try? FileManager.default.removeItem(atPath: path(of: id))
    }

    func run() async {
        while !Task.isCancelled {
            removeExpired()
            _ = await clock.wait(until: uploads.withLock { $0.values.map(\.expiry).min() }, or: changed)
        }
    }

    private func removeExpired() {
        let now = clock.now
        for id in uploads.withLock({ $0.filter { $0.value.expiry <= now }.map(\.key) }) { discard(id) }
    }

    private func path(of id: String) -> String { "\(folder)/\(id)" }
}
