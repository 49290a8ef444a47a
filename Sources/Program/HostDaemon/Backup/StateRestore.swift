package import Foundation
import HostModel
import HostStorage
package import LocalAPI
import Logging
import ProcessHost
import TodayProtocol

/// Replaces a state with a backup, or its database with a copy of it.
///
/// What replaces it is staged first, and then put in place: by the host if one is running.
package struct StateRestore {
    /// A logger that discards everything; the error describes any problem with the backup.
    private static let silent = Logger(label: "today") { _ in SwiftLogNoOpLogHandler() }
    private static let limit = Duration.seconds(60)

    private let place: StateLocation
    /// Receives what is replaced with what, and throws an error if the person does not agree.
    private let confirm: (String) throws -> Void
    /// The apps without a bundle that the staged backup brings, one sentence each.
    package private(set) var missingApps: [String] = []
    private var staged: StagedRestore { StagedRestore(folder: place.stateDirectory) }

    package init(of place: StateLocation, confirm: @escaping (String) throws -> Void) {
        self.place = place
        self.confirm = confirm
    }

    /// Unpacks, validates and stages a backup, and returns what is restored, with its date in the form that `display`
    /// returns.
    package mutating func stage(
        _ path: String,
        passphrase: () throws -> String,
        display: (Date) -> String
    ) async throws -> String {
        try await Self.translating {
            let state = place.stateDirectory
            guard let input = FileHandle(forReadingAtPath: path) else {
                throw HostError(.notFound, "\(path) cannot be read.")
            }
            var reader = try SealedReader(input, passphrase: try passphrase())
            try FileManager.default.createDirectory(
                atPath: state,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let unpacked = try TemporaryFolder(in: state, name: "restore")
            defer { unpacked.remove() }
            try TarProgram.unpack(into: unpacked.path) { try reader.next() }
            let contents = try BackupContents(arranging: unpacked.path, for: place)
            let date = display(contents.date)
            let apps = try await record("The backup of \(date)", in: unpacked.path)
            missingApps = apps.filter { !isHere($0, or: unpacked.path) }.map {
                let source = $0.source.map { ", such as with: today install \($0)" } ?? ""
                return "\($0.name) \($0.version) is not in the backup; its data is. Install it again\(source)"
            }
            if FileManager.default.fileExists(atPath: "\(state)/promises.sqlite") {
                try confirm("everything in \(state) with the backup of \(date)")
            }
            try staged.stage(unpacked.path)
            return "the backup of \(date)"
        }
    }

    /// Stages the newest intact copy of the database, and returns what is restored.
    package func stageDailyCopy() async throws -> String {
        try await Self.translating {
            let state = place.stateDirectory
            guard let copy = DailyCopies(folder: state).all.first(where: { DatabaseCheck.problem(at: $0.path) == nil })
            else {
                throw HostError(.notFound, "There is no intact copy of the database in \(state)/copies.")
            }
            try confirm("the database in \(state) with its copy of \(copy.date)")
            let folder = try TemporaryFolder(in: state, name: "restore")
            defer { folder.remove() }
            try FileManager.default.copyItem(atPath: copy.path, toPath: "\(folder.path)/promises.sqlite")
            try await record("The copy of \(copy.date)", in: folder.path)
            try staged.stage(folder.path, replacing: .database)
            return "the copy of \(copy.date)"
        }
    }

    /// Puts the staged state in place, through the host if it runs, and returns the folder with the previous state.
    package func complete(through client: HostClient, now: Date) async throws -> String? {
        try await Self.translating {
            let before = try staged.formerContents
            if let pid = try? await client.send(GetVersionRequest()).pid {
                let process = try HostProcess(pid)
                try process.terminate()
                let clock = ContinuousClock()
                let deadline = clock.now + Self.limit
                while clock.now < deadline, !process.waitForEnd(100) {
                    if !staged.isWaiting, (try? await client.send(GetVersionRequest())) != nil { break }
                }
            }
            if staged.isWaiting { return try staged.complete(now: now) }
            return try staged.formerContents.subtracting(before).first
        }
    }

    /// Returns `true` if the bundle of an app of a backup is in the backup, in this state or with the package of Today.
    private func isHere(_ app: InstalledApp, or unpacked: String) -> Bool {
        [unpacked, place.stateDirectory].contains { folder in
            let installer = BundleInstaller(folder: "\(folder)/apps")
            return FileManager.default.fileExists(atPath: installer.place(of: app.id, committedAt: app.path))
        }
    }

    /// Adds the restore to the audit log of the staged database; refuses a newer database, and migrates an older one.
    ///
    /// - Returns: The apps in the database.
    @discardableResult
    private func record(_ restored: String, in folder: String) async throws -> [InstalledApp] {
        let store = try DurableStore(path: "\(folder)/promises.sqlite", logger: Self.silent)
        do {
            try await store.commit(.audit(AuditEvent(.backupRestored, restored)))
            let apps = try await store.read { try $0.apps() }
            await store.close()
            return apps
        } catch {
            await store.close()
            throw error
        }
    }

    private static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as StoreError {
            throw HostError(.stateUnavailable, error.text, cause: error)
        }
    }
}
