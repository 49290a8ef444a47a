import ArgumentParser
import CardRendering
import HostModel
import ProcessHost

/// `today sign`: signs a bundle, or generates a signing key.
struct SignCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a bundle, so that only you can update the installed app.",
        discussion: """
            Writes the file Today.signature into the bundle, over every other file in it. When the bundle is installed, the
            person sees the fingerprint of the key, and from then on only bundles that are signed with the same key can
            replace the app. Sign last: a bundle that was changed afterwards is refused.

            A key is an Ed25519 private key in PEM format. Whoever has it can sign in your name; a lost key cannot be recovered.

            EXAMPLES
              today sign --new-key ~/signing.pem
              today sign Weather.app --key ~/signing.pem
            """
    )

    @Argument(help: ArgumentHelp("The bundle.", valueName: "PATH.app"), completion: .directory)
    var bundle: String?

    @Option(help: ArgumentHelp("The key to sign with.", valueName: "FILE"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp("Make a key, in a new file that only you can read.", valueName: "FILE"),
        completion: .file()
    )
    var newKey: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard (bundle != nil) == (key != nil), (bundle == nil) != (newKey == nil) else {
            throw ValidationError("Name a bundle with --key FILE, or a new key with --new-key FILE.")
        }
    }

    func run(in context: CommandContext) async throws {
        do {
            let (result, path, signer) = try sign(in: context)
            let text = TerminalText.safe("\(result) with the fingerprint \(signer).")
            context.console.print(text, or: ["path": path, "signer": signer], asJSON: json)
        } catch let error as BundleError {
            throw CommandError(TerminalText.safeLines(error.description), cause: error)
        } catch let error as SigningKeyError {
            throw CommandError(TerminalText.safe(error.message), cause: error)
        }
    }

    private func sign(in context: CommandContext) throws -> (result: String, path: String, signer: String) {
        if let newKey {
            let key = SigningKey()
            let file = context.absolutePath(newKey)
            try key.write(to: file)
            return ("Made the key \(file)", file, key.fingerprint)
        }
        guard let bundle, let key else { throw CommandError("Name a bundle with --key FILE.", status: .usage) }
        let signingKey = try SigningKey(file: context.absolutePath(key))
        let path = context.absolutePath(bundle)
        let manifest = try signingKey.sign(path)
        let result = "Signed \(manifest.name.fallback) \(manifest.version) (\(manifest.id))"
        return (result, path, signingKey.fingerprint)
    }
}
