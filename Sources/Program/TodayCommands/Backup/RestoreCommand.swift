import ArgumentParser
import Foundation
import HostModel
import HostStorage
import LocalAPI
import Logging

/// `today restore`: replaces all of Today's data with a backup.
struct RestoreCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace all of Today's data with a backup.",
        discussion: """
            Reads and checks the whole backup first; a damaged one changes nothing. If Today runs, it starts again with what
            was restored. What was there before is kept in a folder inside the state folder, which you can delete. A
            configuration outside of the state folder is restored only if there is none.

            Each day Today copies its database and keeps the last three copies. --daily-copy restores the newest one that
            is intact, and nothing else: for a database that is lost or damaged.

            EXAMPLES
              today restore ~/today.backup
              today restore today.backup --passphrase-file passphrase --yes
              today restore --daily-copy
            """
    )

    /// A logger that discards everything; the error describes any problem with the backup.
    private static let silent = Logger(label: "today") { _ in SwiftLogNoOpLogHandler() }
    /// The time limit for a running host to restart.
    private static let limit = Duration.seconds(60)

    @Argument(help: "The backup.", completion: .file())
    var file: String?

    @Flag(help: "Restore only the database, from the newest copy that Today keeps of it.")
    var dailyCopy = false

    @Flag(help: "Do not ask before everything is replaced.")
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var host: HostOptions

    func validate() throws {
        guard (file == nil) == dailyCopy else {
            throw ValidationError("Name a backup, or restore the newest copy of the database with --daily-copy.")
        }
    }

    func run(in context: CommandContext) async throws {
        let location = try StateLocation(option: host.state, context: context)
        let restore = StagedRestore(folder: location.stateDirectory)
        do {
            let restored =
                if let file {
                    try await stage(file, restore, location, context)
                } else {
                    try await stageDailyCopy(restore, location, context)
                }
            let previous = try await complete(restore, location, context)
            context.console.printError("Restored \(restored).")
            if let previous {
                context.console.printError(
                    "What was there before is in \(previous); delete it if you no longer need it."
                )
            }
        } catch let error as StoreError {
            throw CommandError(error.message, cause: error)
        }
    }

    /// Stages the newest intact copy of the database; returns its description for people.
    private func stageDailyCopy(
        _ restore: StagedRestore,
        _ location: StateLocation,
        _ context: CommandContext
    ) async throws -> String {
        let state = location.stateDirectory
        guard let copy = DailyCopies(folder: state).all.first(where: { DatabaseCheck.problem(at: $0.path) == nil })
        else {
            throw CommandError("There is no intact copy of the database in \(state)/copies.")
        }
        try askForConsent("the database in \(state) with its copy of \(copy.date)", context)
        let folder = try TemporaryFolder(in: state, name: "restore")
        defer { folder.remove() }
        try FileManager.default.copyItem(atPath: copy.path, toPath: "\(folder.path)/promises.sqlite")
        try await record("The copy of \(copy.date)", in: folder.path)
        try restore.stage(folder.path, replacing: .database)
        return "the copy of \(copy.date)"
    }

    /// Adds the restore to the audit log of the staged database; refuses a newer database, and migrates an older one.
    private func record(_ restored: String, in folder: String) async throws {
        let store = try DurableStore(path: "\(folder)/promises.sqlite", logger: Self.silent)
        do {
            try await store.commit(.audit(AuditEvent(.backupRestored, restored)))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    private func askForConsent(_ replacement: String, _ context: CommandContext) throws {
        guard !yes else { return }
        try context.console.requireConsent(
            to: "Replace \(replacement)?",
            refusal: "Nothing was changed",
            advice: "add --yes to replace \(replacement)."
        )
    }

    /// Unpacks, validates and stages a backup; returns its description for people.
    private func stage(
        _ file: String,
        _ restore: StagedRestore,
        _ location: StateLocation,
        _ context: CommandContext
    ) async throws -> String {
        let state = location.stateDirectory
        let path = context.absolutePath(file)
        guard let input = FileHandle(forReadingAtPath: path) else {
            throw CommandError("\(path) cannot be read.")
        }
        var reader = try SealedReader(input, passphrase: try passphrase.ask(context))
        try FileManager.default.createDirectory(
            atPath: state,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let unpacked = try TemporaryFolder(in: state, name: "restore")
        defer { unpacked.remove() }
        try TarProgram.unpack(into: unpacked.path) { try reader.next() }
        let contents = try BackupContents(arranging: unpacked.path, for: location)
        let date = Dates(zone: context.zone).display(contents.date)
        try await record("The backup of \(date)", in: unpacked.path)
        if FileManager.default.fileExists(atPath: "\(state)/promises.sqlite") {
            try askForConsent("everything in \(state) with the backup of \(date)", context)
        }
        try restore.stage(unpacked.path)
        return "the backup of \(date)"
    }

    /// Puts the staged state in place, through the host if one is running; returns the location of the previous state.
    private func complete(
        _ restore: StagedRestore,
        _ location: StateLocation,
        _ context: CommandContext
    ) async throws -> String? {
        let before = try restore.formerContents
        let client = try host.client(context)
        if let pid = try? await client.send(GetVersionRequest()).pid {
            let process = try HostProcess(pid)
            try process.terminate()
            let clock = ContinuousClock()
            let deadline = clock.now + Self.limit
            while clock.now < deadline, !process.waitForEnd(100) {
                if !restore.isWaiting, (try? await client.send(GetVersionRequest())) != nil { break }
            }
        }
        if restore.isWaiting { return try restore.complete(now: context.now) }
        return try restore.formerContents.subtracting(before).first
    }
}
