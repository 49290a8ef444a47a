import ArgumentParser
import HostDaemon

struct RestoreCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace all of Today's data with a backup.",
        discussion: """
            Reads and checks the whole backup first; a damaged one changes nothing. If Today runs, it starts again with what
            was restored. Apps that are not in the backup stay if they are installed. What was there before is kept in a
            folder inside the state folder, which you can delete. A configuration outside of the state folder is restored
            only if there is none.

            Each day Today copies its database and keeps the last three copies. --daily-copy restores the newest one that
            is intact, and nothing else: for a database that is lost or damaged.

            EXAMPLES
              today restore ~/today.backup
              today restore today.backup --passphrase-file passphrase --yes
              today restore --daily-copy
            """
    )

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
        var restore = StateRestore(of: location) { try askForConsent($0, context) }
        let restored =
            if let file {
                try await restore.stage(
                    context.absolutePath(file),
                    passphrase: { try passphrase.ask(context) },
                    display: context.dates.display
                )
            } else {
                try await restore.stageDailyCopy()
            }
        let previous = try await restore.complete(through: try host.client(context), now: context.now)
        context.console.printError("Restored \(restored).")
        for sentence in restore.missingApps { context.console.printError(sentence) }
        if let previous {
            context.console.printError("What was there before is in \(previous); delete it if you no longer need it.")
        }
    }

    private func askForConsent(_ replacement: String, _ context: CommandContext) throws {
        guard !yes else { return }
        try context.console.requireConsent(
            to: "Replace \(replacement)?",
            refusal: "Nothing was changed",
            advice: "add --yes to replace \(replacement)."
        )
    }
}
