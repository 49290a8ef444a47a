import ArgumentParser
import DeviceSync
import Foundation
import NetworkAddresses

/// The options of a command that can send through a cloud other than the host's.
struct CloudOptions: ParsableArguments {
    @Option(name: .customLong("cloud"), help: ArgumentHelp("The address of the cloud.", valueName: "URL"))
    var url: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The app's key, which is not secret.", valueName: "KEY"))
    var appKey: String?

    @Flag(help: "Read the app's master secret from the first line of standard input.")
    var masterSecretStdin = false

    @Flag(help: "Send also over plain HTTP to another machine, where others can read the secret.")
    var insecure = false

    func validate() throws {
        guard let url else {
            guard appKey == nil, !masterSecretStdin, !insecure else {
                throw ValidationError("--app-key, --master-secret-stdin and --insecure go with --cloud.")
            }
            return
        }
        guard let parts = URL(string: url), let host = parts.host(), !host.isEmpty, parts.user() == nil,
            parts.password() == nil, parts.query() == nil, parts.fragment() == nil,
            parts.scheme == "https" || parts.scheme == "http"
        else { throw ValidationError("--cloud is an address such as https://push.example.org.") }
        guard parts.scheme == "https" || insecure || URLHost(host).isLoopback else {
            throw ValidationError("--cloud is reached without TLS; use https, or --insecure if nobody listens in.")
        }
        guard let appKey, !appKey.isEmpty, masterSecretStdin else {
            throw ValidationError("With --cloud give --app-key KEY and --master-secret-stdin.")
        }
        guard !appKey.contains(":") else { throw ValidationError("--app-key has a colon, which no key has.") }
    }

    /// Returns a sender for the cloud in the options; `nil` if they name none.
    ///
    /// - Throws: ``CommandError`` if standard input has no secret.
    func sender(in context: CommandContext) throws(CommandError) -> CloudSender? {
        guard let url, let appKey else { return nil }
        guard let secret = context.console.readLine(), !secret.isEmpty else {
            throw CommandError("Standard input has no master secret in its first line.")
        }
        return CloudSender(url: url, appKey: appKey, masterSecret: secret)
    }
}
