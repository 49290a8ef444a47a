import ArgumentParser
import Foundation
import Host
import HostModel
import HostStorage
import LocalAPI
import SessionBus

/// `today backup`: writes all of Today's data into one encrypted file.
struct BackupCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write all of Today's data to one encrypted file.",
        discussion: """
            Backs up apps and their data, notifications, messages, settings and the cloud inside Today, also while Today runs.
            The file can be opened only with the passphrase that you choose; a lost passphrase cannot be recovered. Each
            database is copied as it is at one moment, and the other files as they are when it is their turn.

            EXAMPLES
              today backup ~/today.backup
              today backup /mnt/backups/$(date +%F).backup --passphrase-file /etc/today-passphrase
            """
    )

    @Argument(help: "The file to write; it must not exist.", completion: .file())
    var file: String

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let location = try StateLocation(option: host.state, context: context)
        let path = context.absolutePath(file)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError("\(path) exists already; choose another name, or remove it first.")
        }
        let passphrase = try passphrase.askForNew(context)
        let keychainKey = try await keychainKey(in: location, context)
        // The file gets its final name once it is complete.
        let unfinished = "\(path).\(UInt32.random(in: .min ... .max)).part"
        let output = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else {
            throw CommandError("\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        let size: Int
        do {
            let handle = FileHandle(fileDescriptor: output, closeOnDealloc: true)
            var writer = try SealedWriter(to: handle, passphrase: passphrase)
            try BackupContents.pack(location, keychainKey: keychainKey, date: context.now) { try writer.append($0) }
            try writer.finish()
            size = Int(try handle.offset())
            guard link(unfinished, path) == 0 else {
                throw CommandError("\(path) cannot be written: \(String(cString: strerror(errno))).")
            }
            unlink(unfinished)
        } catch {
            unlink(unfinished)
            throw Self.failure(error, path)
        }
        context.console.printError("Wrote \(path), \(Dates.memory(size)).")
        try await record(path, context)
    }

    /// Reads the key of the keychain, without which nobody could read the secrets in a backup.
    private func keychainKey(in location: StateLocation, _ context: CommandContext) async throws -> Data? {
        let keys = KeychainKeyStore(
            stateFolder: location.stateDirectory,
            sessionBus: SessionBusAddress(environment: context.environment)
        )
        do throws(KeychainKeyError) { return try await keys.read() } catch {
            throw CommandError("\(error.message) \(error.remedy)", cause: error)
        }
    }

    /// Adds the backup to the audit log, which only a running host may write.
    private func record(_ path: String, _ context: CommandContext) async throws {
        let client = try host.client(context)
        guard (try? await client.send(GetVersionRequest())) != nil else { return }
        do throws(HostError) {
            try await client.send(RecordBackupRequest(of: path))
        } catch {
            context.console.printError("The audit log has no entry of it: \(error.message)")
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> CommandError {
        switch error {
        case let error as CommandError: error
        case let error as StoreError: CommandError(error.message, cause: error)
        default: CommandError("\(path) cannot be written; is there space left?", cause: error)
        }
    }
}
