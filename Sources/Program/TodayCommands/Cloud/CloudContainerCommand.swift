import ArgumentParser
import CardRendering
import CloudDaemon
import CloudStorage
import JSON

struct CloudContainerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "container",
        abstract: "Let web clients and servers use the records of a container.",
        discussion: """
            Hosts that have joined need none of this: a container is created when one of their apps first uses it.
            """,
        subcommands: [
            CloudContainerAddCommand.self, CloudContainerTokenCommand.self, CloudContainerKeyCommand.self,
            CloudContainerListCommand.self, CloudContainerRemoveCommand.self,
        ],
        defaultSubcommand: CloudContainerListCommand.self
    )
}

struct CloudContainerAddCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a container, and print the API token with which web clients name it.",
        discussion: """
            A container that has an API token keeps it. The token may ship in an app: it only reads the public database.

            EXAMPLE
              today cloud container add iCloud.org.example.Notes
            """
    )

    @Argument(help: .value("NAME", "The container's name, such as iCloud.org.example.Notes."))
    var name: String

    @Flag(help: "Replace the API token; the old one stops working.")
    var renew = false

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the token as JSON.")
    var json = false

    func validate() throws {
        guard CloudRecordLimits.isContainer(name) else {
            throw ValidationError("NAME has 1 to 255 letters, digits, dots, hyphens and underscores.")
        }
    }

    func run(in context: CommandContext) async throws {
        let container = try await location.withCloud(context) { cloud in
            try await cloud.addContainer(name, renewsToken: renew)
        }
        let token = container.apiToken ?? ""
        context.print(token, or: ["container": container.name, "api_token": token], asJSON: json)
    }
}

struct CloudContainerListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the containers with their API tokens and keys."
    )

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let report = try await location.withCloud(context) { cloud in
            var report = CloudContainersReport(containers: [])
            for container in try await cloud.store.containers() {
                report.containers.append((container, try await cloud.store.recordKeys(of: container.number)))
            }
            return report
        }
        context.print(report, asJSON: json)
    }
}

struct CloudContainerRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a container with all its records, logins and keys.",
        discussion: """
            Asks first. If there is no terminal to ask on, nothing is removed and the exit status is 3, unless --yes says that
            you agree. The container is created again, without records, when an app of a host uses it.

            EXAMPLE
              today cloud container remove iCloud.org.example.Notes
            """
    )

    @Argument(help: .value("NAME", "The container's name."))
    var name: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the name as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        try await location.withCloud(context) { cloud in
            try await cloud.requireContainer(name, advice: "list them with: today cloud container list")
            if !yes {
                try context.console.requireConsent(
                    to: "Remove \(TerminalText.safe(name)) and all its records?",
                    refusal: "\(name) was not removed",
                    advice: "add --yes if you want that."
                )
            }
            _ = try await cloud.store.removeContainer(name)
        }
        if json {
            context.console.print(JSONValue.members(["container": name]).jsonText)
        } else {
            context.console.printError("Removed \(name).")
        }
    }
}

struct CloudContainersReport: Report {
    var containers: [(container: CloudContainer, keys: [String])]

    func text(in _: CommandContext) -> String {
        guard !containers.isEmpty else {
            return "There is no container. Add one with: today cloud container add NAME"
        }
        var table = TextTable("CONTAINER", "API TOKEN", "KEYS")
        for (container, keys) in containers {
            table.add(container.name, container.apiToken ?? "-", keys.first ?? "-")
            for key in keys.dropFirst() { table.add("", "", key) }
        }
        return table.text
    }

    var json: JSONValue {
        .list(containers) {
            ["container": $0.container.name, "api_token": $0.container.apiToken.orNull, "keys": $0.keys]
        }
    }
}

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

    @Argument(help: .value("NAME", "The container's name."))
    var name: String

    @Option(help: .value("USER", "The person, as in “today cloud user add”."))
    var user: String

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the token as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let token = try await location.withCloud(context) { cloud in
            try await cloud.makeWebAuthToken(for: user, in: name)
        }
        let seconds = CloudAdministration.webAuthTokenLifetime
        context.print(
            token,
            or: ["container": name, "user": user, "web_auth_token": token, "seconds": seconds],
            asJSON: json
        )
    }
}

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

    @Argument(help: .value("NAME", "The container's name."))
    var name: String

    @Option(help: .value("FILE", "The key for P-256, a PEM file."), completion: .file())
    var publicKey: String?

    @Option(help: .value("ID", "Remove the key with this id."))
    var remove: String?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the id as JSON.")
    var json = false

    func validate() throws {
        guard (publicKey == nil) != (remove == nil) else { throw ValidationError("Name --public-key or --remove.") }
    }

    func run(in context: CommandContext) async throws {
        let key = try publicKey.map { try CloudAdministration.serverKey(ofFile: context.absolutePath($0)) }
        let id = try await location.withCloud(context) { cloud in
            if let key { return try await cloud.add(key, to: name) }
            let container = try await cloud.requireContainer(name)
            guard let remove, try await cloud.store.removeRecordKey(remove, of: container.number) else {
                throw CommandError("\(name) has no key \(remove ?? ""); list them with: today cloud container list")
            }
            return remove
        }
        if json {
            context.console.print(JSONValue.members(["container": name, "key_id": id]).jsonText)
        } else if key != nil {
            context.console.print(id)
        } else {
            context.console.printError("Removed one key of \(name).")
        }
    }
}
