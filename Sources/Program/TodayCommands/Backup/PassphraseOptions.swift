import ArgumentParser
import Foundation

struct PassphraseOptions: ParsableArguments {
    /// The smallest number of characters of a new passphrase; an attacker with the file can try passphrases without
    /// limit.
    private static let shortest = 8
    private static let fileLimit = 4096

    @Option(
        help: .value("FILE", "Read the passphrase from the first line of a file instead of asking."),
        completion: .file()
    )
    var passphraseFile: String?

    /// Returns the passphrase of an existing backup.
    func ask(_ context: CommandContext) throws(CommandError) -> String {
        if let passphraseFile { return try read(context.absolutePath(passphraseFile)) }
        return try ask("Passphrase", context)
    }

    /// Asks for the passphrase of a new backup twice, and returns it.
    func askForNew(_ context: CommandContext) throws(CommandError) -> String {
        let passphrase: String
        if let passphraseFile {
            passphrase = try read(context.absolutePath(passphraseFile))
        } else {
            passphrase = try ask("New passphrase for this backup", context)
            guard try ask("The same again", context) == passphrase else {
                throw CommandError("These were two different passphrases; nothing was written.")
            }
        }
        guard passphrase.count >= Self.shortest else {
            throw CommandError("A passphrase has at least \(Self.shortest) characters; nothing was written.")
        }
        return passphrase
    }

    private func ask(_ question: String, _ context: CommandContext) throws(CommandError) -> String {
        try context.console.askSecret(question, "a passphrase", advice: "name a file with --passphrase-file.")
    }

    private func read(_ path: String) throws(CommandError) -> String {
        let data: Data?
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            data = try file.read(upToCount: Self.fileLimit)
        } catch {
            throw CommandError("The file \(path) cannot be read.", cause: error)
        }
        let line = data?.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).first ?? Data()
        guard let passphrase = String(data: line, encoding: .utf8)?.trimmingCharacters(in: .newlines),
            !passphrase.isEmpty
        else { throw CommandError("The file \(path) has no passphrase on its first line.") }
        return passphrase
    }
}
