import ArgumentParser
import CardRendering
import HostDaemon

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

    @Argument(help: .value("PATH.app", "The bundle."), completion: .directory)
    var bundle: String?

    @Option(help: .value("FILE", "The key to sign with."), completion: .file())
    var key: String?

    @Option(help: .value("FILE", "Make a key, in a new file that only you can read."), completion: .file())
    var newKey: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard (bundle != nil) == (key != nil), (bundle == nil) != (newKey == nil) else {
            throw ValidationError("Name a bundle with --key FILE, or a new key with --new-key FILE.")
        }
    }

    func run(in context: CommandContext) async throws {
        let (result, path, signer) = try sign(in: context)
        let text = TerminalText.safe("\(result) with the fingerprint \(signer).")
        context.print(text, or: ["path": path, "signer": signer], asJSON: json)
    }

    private func sign(in context: CommandContext) throws -> (result: String, path: String, signer: String) {
        if let newKey {
            let file = context.absolutePath(newKey)
            return ("Made the key \(file)", file, try BundleSigner.makeKey(at: file))
        }
        guard let bundle, let key else { throw CommandError("Name a bundle with --key FILE.", status: .usage) }
        let path = context.absolutePath(bundle)
        let (app, signer) = try BundleSigner.sign(path, withKeyAt: context.absolutePath(key))
        return ("Signed \(app)", path, signer)
    }
}
