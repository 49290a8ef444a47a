import Foundation
import Host
import HostModel
import HostStorage
import JSON
import TodayProtocol

/// The absolute paths of the state folder and of the configuration file, which need not exist.
package struct StateLocation: Hashable, Sendable {
    package let stateDirectory: String
    package let configurationFile: String

    package init(stateDirectory: String, configurationFile: String) {
        self.stateDirectory = stateDirectory
        self.configurationFile = configurationFile
    }
}

/// The contents of a backup: a description, copies of the databases, and the folders of the state.
///
/// Caches, logs, sockets and other runtime files are left out.
struct BackupContents {
    /// The version of the format of the description, and of the names below.
    private static let format = 1
    /// The folders of the state folder that are packed unchanged.
    private static let folders = ["groups", "messages", "cloud"]
    /// The folder with the copies of apps' bundles, which is packed only if the person wants that.
    private static let apps = "apps"
    /// The excluded files in these folders: incomplete files, locks, and the cloud's database, which is packed as a
    /// copy.
    private static let excluded = ["apps/.staging", "cloud/cloud.sqlite*", "cloud/*.lock"]
    private static let description = "backup.json"
    private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let configuration = "config.json"
    private static let pushKey = "push.key"
    /// The folder of the copies, with the place of each in the state folder.
    private static let databases = "databases"
    private static let places = ["promises.sqlite": "promises.sqlite", "cloud.sqlite": "cloud/cloud.sqlite"]
    /// The copies of apps' databases, which replace the files that were packed while apps may have been writing.
    private static let groupDatabases = "\(databases)/groups"

    var date: Date

    /// Packs a state folder, which a running host may be using, with the key of the keychain, if there is one, and the
    /// copies of apps' bundles if the person wants them.
    ///
    /// - Throws: `HostError`, `StoreError`, or what `receive` throws.
    static func pack(
        _ place: StateLocation,
        version: String,
        keychainKey: Data?,
        withApps: Bool,
        date: Date,
        _ receive: (Data) throws -> Void
    ) throws {
        let state = place.stateDirectory
        let files = FileManager.default
        guard files.fileExists(atPath: "\(state)/promises.sqlite") else {
            throw HostError(
                .stateUnavailable,
                "There is no state in \(state) to back up; name another folder with --state."
            )
        }
        let copies = try TemporaryFolder(in: state, name: "backup")
        defer { copies.remove() }
        try files.createDirectory(atPath: "\(copies.path)/\(databases)", withIntermediateDirectories: false)
        for (name, place) in places where files.fileExists(atPath: "\(state)/\(place)") {
            try DatabaseCopy.make(of: "\(state)/\(place)", at: "\(copies.path)/\(databases)/\(name)")
        }
        try files.createDirectory(atPath: "\(copies.path)/\(groupDatabases)", withIntermediateDirectories: false)
        try GroupDatabaseCopies.make(of: "\(state)/groups", in: "\(copies.path)/\(groupDatabases)")
        let description: JSONValue = [
            "format": .integer(format), "version": .string(version), "date": .string(date.formatted(dateStyle)),
        ]
        try Data(description.jsonText.utf8).write(to: URL(filePath: "\(copies.path)/\(Self.description)"))
        var names = [Self.description, databases]
        if files.fileExists(atPath: place.configurationFile) {
            try files.copyItem(atPath: place.configurationFile, toPath: "\(copies.path)/\(configuration)")
            names.append(configuration)
        }
        // The databases contain secrets that only the keychain's key opens, and subscriptions that are bound to the key
        // of pushes. In a backup both keys are encrypted with everything else.
        let wanted = folders + [pushKey] + (withApps ? [apps] : [])
        let folders = wanted.filter { files.fileExists(atPath: "\(state)/\($0)") }
        var places = [(copies.path, names), (state, folders)]
        guard let keychainKey else { return try TarProgram.pack(places, excluding: excluded, receive) }
        // tar reads only files. A key of the Secret Service must not be written to the disk, so this file is in memory.
        let memory = try TemporaryFolder(in: "/dev/shm", name: "today-backup")
        defer { memory.remove() }
        let path = "\(memory.path)/\(KeychainKeyStore.fileName)"
        guard files.createFile(atPath: path, contents: keychainKey, attributes: [.posixPermissions: 0o600]) else {
            throw HostError(.stateUnavailable, "There is no memory for the key of the keychain in /dev/shm.")
        }
        places.append((memory.path, [KeychainKeyStore.fileName]))
        try TarProgram.pack(places, excluding: excluded, receive)
    }

    /// Validates an unpacked backup, and moves everything to its place in a state folder.
    ///
    /// If the configuration of `final` is outside of its state folder, that of the backup is put there, unless one
    /// exists.
    ///
    /// - Throws: `HostError` if it is not a valid backup, or of a newer version.
    init(arranging folder: String, for final: StateLocation) throws {
        let files = FileManager.default
        guard let data = files.contents(atPath: "\(folder)/\(Self.description)"),
            let description = try? JSONDecoder().decode(Description.self, from: data)
        else { throw HostError(.stateUnavailable, "The backup has no description; it was not made by Today.") }
        guard description.format == Self.format else {
            throw HostError(
                .stateUnavailable,
                "The backup was made by Today \(description.version), which is newer; update this one first."
            )
        }
        date = (try? Date(description.date, strategy: Self.dateStyle)) ?? .now
        for (name, place) in Self.places {
            let copy = "\(folder)/\(Self.databases)/\(name)"
            guard files.fileExists(atPath: copy) else { continue }
            if let problem = DatabaseCheck.problem(at: copy) {
                throw HostError(.stateUnavailable, "\(name) in the backup is damaged: \(problem)")
            }
            try Self.move(copy, to: "\(folder)/\(place)")
        }
        guard files.fileExists(atPath: "\(folder)/promises.sqlite") else {
            throw HostError(.stateUnavailable, "The backup has no database; it is not complete.")
        }
        try GroupDatabaseCopies.restore("\(folder)/\(Self.groupDatabases)", into: "\(folder)/groups")
        try files.removeItem(atPath: "\(folder)/\(Self.databases)")
        try files.removeItem(atPath: "\(folder)/\(Self.description)")
        let unpacked = "\(folder)/\(Self.configuration)"
        guard final.configurationFile != "\(final.stateDirectory)/\(Self.configuration)",
            files.fileExists(atPath: unpacked)
        else { return }
        if files.fileExists(atPath: final.configurationFile) {
            try files.removeItem(atPath: unpacked)
        } else {
            try Self.move(unpacked, to: final.configurationFile)
        }
    }

    private static func move(_ path: String, to target: String) throws {
        let folder = URL(filePath: target).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path, toPath: target)
    }

    private struct Description: Decodable {
        var format: Int
        var version: String
        var date: String
    }
}

/// A temporary folder that only its owner can read, for one command.
struct TemporaryFolder {
    let path: String

    /// Creates an empty folder, with its purpose in its name, in a folder that exists: the state folder, or one in
    /// memory.
    init(in state: String, name: String) throws(HostError) {
        path = "\(state)/.\(name)-\(UInt32.random(in: .min ... .max))"
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw HostError(.stateUnavailable, "No folder can be made in \(state).", cause: error)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
