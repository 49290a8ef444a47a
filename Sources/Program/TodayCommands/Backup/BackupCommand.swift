import ArgumentParser
import Foundation
import HostDaemon
import HostModel
import LocalAPI

struct BackupCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write all of Today's data to one encrypted file.",
        discussion: """
            Backs up the data of apps, notifications, messages, settings and the cloud inside Today, also while Today runs.
            Apps themselves are left out, since they can be installed again; --with-apps adds those that Today has copied.
            The file can be opened only with the passphrase that you choose; a lost passphrase cannot be recovered. Each
            database is copied as it is at one moment, and the other files as they are when it is their turn.

            EXAMPLES
              today backup ~/today.backup
              today backup /mnt/backups/$(date +%F).backup --passphrase-file /etc/today-passphrase
            """
    )

    @Argument(help: "The file to write; it must not exist.", completion: .file())
    var file: String

    @Flag(help: "Also back up the apps that were installed from elsewhere than the package of Today.")
    var withApps = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let location = try StateLocation(option: host.state, context: context)
        let path = context.absolutePath(file)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError("\(path) exists already; choose another name, or remove it first.")
        }
        let passphrase = try passphrase.askForNew(context)
        let size = try await StateBackup.write(
            location,
            to: path,
            passphrase: passphrase,
            withApps: withApps,
            version: TodayVersion.current,
            date: context.now,
            environment: context.environment
        )
        context.console.printError("Wrote \(path), \(Dates.memory(size)).")
        try await record(path, context)
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
}
