import ArgumentParser
import CardRendering
package import HostModel
import JSON
import LocalAPI

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that are signed in, name them, decide what each may do, and sign them out.",
        discussion: """
            EXAMPLES
              today devices
              today devices rename 3f2a "Kitchen tablet"
              today devices rights "Kitchen tablet" act
              today devices sign-out 3f2a
              today devices passkeys
              today devices remove-passkey 90c1
            """,
        subcommands: [
            DeviceListCommand.self, DeviceRenameCommand.self, DeviceRightsCommand.self, DeviceSignOutCommand.self,
            PasskeyListCommand.self, PasskeyRemoveCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self
    )
}

struct DeviceListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the devices that are signed in, the one that was seen last first.",
        discussion: examples("today devices list", "today devices list --json")
    )

    @Flag(help: "Print the devices as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let devices = try await client.send(ListDevicesRequest())
        context.print(DeviceListReport(devices: devices), asJSON: json)
    }
}

struct DeviceArgument: ParsableArguments {
    @Argument(help: .value("DEVICE", "The device's name or id, or at least the first four characters of the id."))
    var device: String

    func find(_ client: HostClient) async throws -> String { try await client.send(FindDeviceRequest(device)) }
}

struct DeviceRenameCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a device a name; an empty one removes it.",
        discussion: """
            EXAMPLES
              today devices rename 3f2a "Kitchen tablet"
              today devices rename "Kitchen tablet" ""
            """
    )

    @OptionGroup var device: DeviceArgument

    @Argument(help: .value("NAME", "The name."))
    var name: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = try await device.find(client)
        try await client.send(RenameDeviceRequest(id, to: name.isEmpty ? nil : name))
    }
}

struct DeviceRightsCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "rights",
        abstract: "Decide what a device may do: view, act, or also change settings.",
        discussion: """
            When a device loses rights, its open pages are loaded again at once.

            EXAMPLES
              today devices rights "Kitchen tablet" act
              today devices rights 3f2a view
            """
    )

    @OptionGroup var device: DeviceArgument

    @Argument(help: .value("RIGHTS", "view, act or change; each includes the ones before it."))
    var rights: DeviceRights

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = try await device.find(client)
        try await client.send(SetDeviceRightsRequest(rights, of: id))
    }
}

struct DeviceSignOutCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign a device out, and remove its passkeys; its open pages stop at once.",
        discussion: examples("today devices sign-out 3f2a")
    )

    @OptionGroup var device: DeviceArgument

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = try await device.find(client)
        try await client.send(SignOutDeviceRequest(id))
    }
}

struct PasskeyListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys",
        abstract: "List the passkeys with which devices sign in again.",
        discussion: examples("today devices passkeys")
    )

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let devices = try await client.send(ListDevicesRequest())
        context.console.print(Self.text(of: devices, context.dates))
    }

    private static func text(of devices: [Device], _ dates: Dates) -> String {
        let passkeys = devices.flatMap { device in device.passkeys.map { (passkey: $0, device: device) } }
        guard !passkeys.isEmpty else {
            return "No device has a passkey. A device adds one in its Settings, at Today's public address."
        }
        let idLength = DeviceListReport.idLength(of: passkeys.map(\.passkey.id))
        let table = TextTable(
            of: passkeys,
            ("ID", { String($0.passkey.id.prefix(idLength)) }),
            ("DEVICE", { $0.device.name ?? $0.device.browser }),
            ("ADDED", { dates.display($0.passkey.created) }),
            ("LAST USED", { $0.passkey.lastUsed.map(dates.display) })
        )
        return table.text(with: dates)
    }
}

struct PasskeyRemoveCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-passkey",
        abstract: "Remove a passkey; it signs nobody in any more.",
        discussion: examples("today devices remove-passkey 90c1")
    )

    @Argument(help: .value("PASSKEY", "The passkey's id, or at least its first four characters."))
    var passkey: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let id = try await client.send(FindPasskeyRequest(passkey))
        try await client.send(RemovePasskeyRequest(id))
    }
}

extension DeviceRights: ExpressibleByArgument {}

struct DeviceListReport: Report {
    var devices: [Device]

    func text(in context: CommandContext) -> String {
        guard !devices.isEmpty else { return "No device is signed in. Sign one in with: today link" }
        let dates = context.dates
        let idLength = Self.idLength(of: devices.map(\.id))
        let table = TextTable(
            of: devices,
            ("ID", { String($0.id.prefix(idLength)) }),
            ("NAME", \.name),
            ("BROWSER", \.browser),
            ("MAY", \.rights.rawValue),
            ("LAST SEEN", { dates.display($0.lastSeen) + ($0.isSignedOut ? ", signed out" : "") })
        )
        let silences = devices.filter(\.isSilent).map { $0.silenceSentence(dates) }
        return ([table.text, dates.zoneLine] + silences).joined(separator: "\n")
    }

    var json: JSONValue {
        .members([
            "devices": JSONValue.list(devices) { device in
                [
                    "id": device.id, "name": device.name.orNull, "browser": device.browser.orNull,
                    "rights": device.rights, "created": device.created, "last_seen": device.lastSeen,
                    "silent": device.isSilent, "usual_gap_seconds": Int(device.contact.usualGap),
                    "pushes_ended": device.contact.pushesEnded.orNull, "signed_out": device.isSignedOut,
                    "passkeys": JSONValue.list(device.passkeys) {
                        ["id": $0.id, "created": $0.created, "last_used": $0.lastUsed.orNull]
                    },
                ]
            }
        ])
    }

    /// Returns the number of characters that distinguish the ids, at least eight.
    fileprivate static func idLength(of ids: [String]) -> Int {
        let longest = ids.map(\.count).max() ?? 0
        return (8...max(8, longest)).first { length in Set(ids.map { $0.prefix(length) }).count == ids.count }
            ?? longest
    }
}

extension Device {
    /// Returns a sentence with the time since which the device is silent, and the reason for reporting it.
    func silenceSentence(_ dates: Dates) -> String {
        let gap =
            switch contact.roundedGap {
            case .hours(1): "every hour"
            case .hours(let count): "every \(count) hours"
            case .days(1): "every day"
            case .days(let count): "every \(count) days"
            }
        let reason =
            contact.pushesEnded == nil ? "it is usually seen \(gap)" : "its push service has ended its notifications"
        let name = TerminalText.safe(label ?? "A browser")
        return "\(name) was not seen since \(dates.display(lastSeen)); \(reason)."
    }
}
