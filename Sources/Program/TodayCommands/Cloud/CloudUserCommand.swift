import ArgumentParser
import CardRendering
import CloudDaemon
import CloudStorage
import Foundation
import JSON

struct CloudUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Let hosts join as a person, list them, and shut them out.",
        discussion: """
            EXAMPLES
              today cloud user                List the hosts that have joined
              today cloud user add ada
              today cloud user revoke ada
            """,
        subcommands: [CloudUserAddCommand.self, CloudUserListCommand.self, CloudUserRevokeCommand.self],
        defaultSubcommand: CloudUserListCommand.self
    )
}

struct CloudUserAddCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Print a token with which one host may join as a person.",
        discussion: """
            The token works once. Senders know the person by this name: {"named_user": NAME}.

            EXAMPLE
              today cloud user add ada
            """
    )

    @Argument(help: .value("NAME", "The person's name."))
    var name: String

    @Option(help: .value("N", "For how many hours the token works."))
    var hours = 24

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the token as JSON.")
    var json = false

    func validate() throws {
        guard (1...8760).contains(hours) else { throw ValidationError("--hours is a number from 1 to 8760.") }
    }

    func run(in context: CommandContext) async throws {
        let token = try await location.withCloud(context) { cloud in
            try await cloud.makeJoinToken(for: name, lifetime: hours * 3600)
        }
        context.print(token, or: ["token": token, "user": name, "seconds": hours * 3600], asJSON: json)
    }
}

struct CloudUserListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the hosts that have joined."
    )

    @Argument(help: .value("NAME", "The person whose hosts to list; everyone's if left out."))
    var name: String?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let devices = try await location.withCloud(context) { cloud in
            var all: [DeviceRecord] = []
            while true {
                let page = try await cloud.store.devices(of: name, after: all.last?.number)
                all += page
                if page.count < CloudStore.pageLimit { return all }
            }
        }
        context.print(CloudDevicesReport(devices: devices, person: name), asJSON: json)
    }
}

struct CloudUserRevokeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Shut out every host that joined as a person, or one of them.",
        discussion: """
            Tokens that were not used yet also stop working. The person's messages are kept for hosts that join later. A
            running cloud ends the streams of these hosts within seconds.

            EXAMPLES
              today cloud user revoke ada
              today cloud user revoke ada --device 0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a3d
            """
    )

    @Argument(help: .value("NAME", "The person's name."))
    var name: String

    @Option(help: .value("ID", "The one device to shut out, as “today cloud user list” shows it."))
    var device: String?

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        try await location.withCloud(context) { cloud in
            if let device {
                guard try await cloud.store.removeDevice(DeviceID(device), of: name) != nil else {
                    throw CommandError("\(name) has no device \(device); list them with: today cloud user list \(name)")
                }
                context.console.printError("Shut out one host of \(name).")
            } else {
                guard let devices = try await cloud.store.revoke(person: name) else {
                    throw CommandError("Nobody is called \(name); list the hosts with: today cloud user list")
                }
                let count = devices.count == 1 ? "one host" : "\(devices.count) hosts"
                context.console.printError("Shut out \(count) of \(name).")
            }
        }
    }
}

struct CloudDevicesReport: Report {
    var devices: [DeviceRecord]
    /// The person who owns the hosts; `nil` for all hosts.
    var person: String?

    func text(in context: CommandContext) -> String {
        guard !devices.isEmpty else {
            let person = person.map(TerminalText.safe)
            let who = person.map { "No host has joined as \($0)." } ?? "No host has joined."
            return "\(who) Let one in with: today cloud user add \(person ?? "NAME")"
        }
        let dates = context.dates
        let table = TextTable(
            of: devices,
            ("USER", \.person),
            ("HOST", \.name),
            ("DEVICE", \.id.text),
            ("JOINED", { dates.display($0.created) }),
            ("LAST SEEN", { dates.display($0.seen) })
        )
        return table.text(with: dates)
    }

    var json: JSONValue {
        .list(devices) {
            [
                "device_id": $0.id.text, "user": $0.person, "name": $0.name,
                "joined": $0.created.formatted(.iso8601), "seen": $0.seen.formatted(.iso8601),
            ]
        }
    }
}
