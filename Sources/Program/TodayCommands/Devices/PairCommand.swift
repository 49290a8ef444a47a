import ArgumentParser
import CardRendering
import HostModel
import LocalAPI
import QRCodes

struct PairCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Print a link, and a QR code of it, that opens Today on another device.",
        discussion: """
            The link works once, for ten minutes. Its page asks before it signs the device in, so it may be sent through a
            chat. Other machines reach it if Today has a public address (“today run --listen” and --public-url).

            EXAMPLES
              today pair
              today pair --name "Kitchen tablet" --rights act
              today pair --json
            """
    )

    @Option(help: .value("NAME", "What to call the device; if left out, the device asks for a name."))
    var name: String?

    @Option(help: .value("RIGHTS", "What the device may do: view, act, or change (also settings)."))
    var rights = DeviceRights.change

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let link = try await client.send(MakePairingLinkRequest(name: name, rights: rights))
        if !json, link.reachesOtherMachines, let code = QRCode(link.link), Self.hasRoom(for: code, in: context) {
            context.console.print(code.terminalText)
        }
        context.print(
            TerminalText.safe(link.link),
            or: [
                "link": link.link, "url": link.url, "seconds": link.seconds,
                "reaches_other_machines": link.reachesOtherMachines,
            ],
            asJSON: json
        )
        guard !json else { return }
        context.console.printError(
            "Open it on the device, within \(link.seconds / 60) minutes; it works once, and asks before it signs in."
        )
        if link.isUnencrypted {
            context.console.printError(
                "It is not encrypted: the device may look and act, and others in the network may read along."
            )
        }
        guard !link.reachesOtherMachines else { return }
        context.console.printError(
            "Today has no public address: the link works in browsers on this machine alone. For other devices start it "
                + "with --listen and --public-url, or with --lan to try it in your own network."
        )
    }

    /// Returns `true` if a code can be shown: the terminal is wide enough and has colors.
    private static func hasRoom(for code: QRCode, in context: CommandContext) -> Bool {
        context.console.isTerminal && context.width >= code.fullWidth && context.environment["TERM"] != "dumb"
    }
}
