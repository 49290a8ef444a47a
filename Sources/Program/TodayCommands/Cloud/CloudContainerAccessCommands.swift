import ArgumentParser
import CloudKitAPI
import CloudStorage
import Foundation
import JSON

/// `today cloud container token`: prints a web auth token.
struct CloudContainerTokenCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print a web auth token, with which a web client uses the records of a person.",
        discussion: """
            Every answer brings the client a new token; each works for 14 days. “today cloud user revoke USER” revokes all of
            them.

            EXAMPLE
              today cloud container token iCloud.org.example.Notes --user ada
            """
    )

    @Argument(help: ArgumentHelp("The container's name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("The person, as in “today cloud user add”.", valueName: "USER"))
    var user: String

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the token as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let token = try await OpenCloudState.with(location, context) { cloud in
            let container = try await cloud.requireContainer(name)
            return try await WebAuthToken.issue(to: user, for: container, in: cloud.store, now: Date())
        }
        let report = JSONValue.members([
            "container": name, "user": user, "web_auth_token": token, "seconds": Int(WebAuthToken.lifetime),
        ])
        context.console.print(json ? report.jsonText : token)
    }
}

/// `today cloud container key`: registers or removes a server-to-server key.
struct CloudContainerKeyCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Register the public key of a server, and print the id that its requests name.",
        discussion: """
            The server uses the public database, and may change everyone's records there.

            EXAMPLES
              openssl ecparam -name prime256v1 -genkey -noout -out key.pem
              openssl ec -in key.pem -pubout -out public.pem
              today cloud container key iCloud.org.example.Notes --public-key public.pem
              today cloud container key iCloud.org.example.Notes --remove ID
            """
    )

    @Argument(help: ArgumentHelp("The container's name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("The key for P-256, a PEM file.", valueName: "FILE"), completion: .file())
    var publicKey: String?

    @Option(help: ArgumentHelp("Remove the key with this id.", valueName: "ID"))
    var remove: String?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the id as JSON.")
    var json = false

    func validate() throws {
        guard (publicKey == nil) != (remove == nil) else { throw ValidationError("Name --public-key or --remove.") }
    }

    func run(in context: CommandContext) async throws {
        let key = try publicKey.map { try Self.read(context.absolutePath($0)) }
        try await OpenCloudState.with(location, context) { cloud in
            let container = try await cloud.requireContainer(name)
            if let key {
                try await cloud.store.addRecordKey(key.id, to: container.number, publicKey: key.bytes)
            } else if let remove {
                guard try await cloud.store.removeRecordKey(remove, of: container.number) else {
                    throw CommandError("\(name) has no key \(remove); list them with: today cloud container list")
                }
            }
        }
        let id = key?.id ?? remove ?? ""
        if json {
            context.console.print(JSONValue.members(["container": name, "key_id": id]).jsonText)
        } else if key != nil {
            context.console.print(id)
        } else {
            context.console.printError("Removed one key of \(name).")
        }
    }

    private static func read(_ path: String) throws -> ServerPublicKey {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError("\(path) cannot be read; name the file of a public key.")
        }
        guard let key = ServerPublicKey(pem: text) else {
            throw CommandError(
                "\(path) is not a P-256 public key in PEM format; create one with: openssl ec -in key.pem -pubout"
            )
        }
        return key
    }
}
