import ArgumentParser
import CardRendering
import Foundation
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct LinkCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a new one-time link to the screen, or join a cloud.",
        discussion: """
            Without CLOUD-URL, the link opens the screen in one browser, which then stays signed in. It works once.

            With CLOUD-URL, this host joins that cloud instead of the one before, and receives what is sent to the person
            there. It asks for a one-time token, which the cloud's operator makes with “today cloud user add NAME”. After
            --leave, this host joins the cloud that runs inside Today again.

            EXAMPLES
              xdg-open "$(today link)"
              today link --page /complications
              today link https://push.example.org
              printf '%s\\n' "$TOKEN" | today link https://push.example.org --token-stdin
              today link --leave
            """
    )

    @Argument(help: .value("CLOUD-URL", "The address of a cloud to join."))
    var cloud: String?

    @Option(
        help: .value("PATH", "The page that the link opens, a path such as /complications; the screen if left out.")
    )
    var page: String?

    @Flag(help: "Read the token from standard input instead of asking.")
    var tokenStdin = false

    @Option(help: .value("NAME", "The name of this host in the cloud; the machine's name if left out."))
    var name: String?

    @Flag(help: "Accept http to another machine: everyone in between can read your messages.")
    var insecure = false

    @Flag(help: "Leave the cloud.")
    var leave = false

    @Flag(help: "Print the link, or the state of the connection to the cloud, as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        if leave, cloud != nil { throw ValidationError("--leave takes no CLOUD-URL: a host is in one cloud only.") }
        if page != nil, leave || cloud != nil { throw ValidationError("--page goes only with a link to this host.") }
        if cloud == nil, tokenStdin || insecure || name != nil {
            throw ValidationError("--token-stdin, --name and --insecure go with a CLOUD-URL.")
        }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        if leave {
            try await client.send(UnlinkCloudRequest())
            context.console.printError("This host has left the cloud.")
        } else if let cloud {
            try await join(cloud, client, context)
        } else {
            let link = try await client.send(MakeLinkRequest(to: page ?? "/"))
            context.print(TerminalText.safe(link.link), orJSONOf: link, asJSON: json)
        }
    }

    private func join(_ cloud: String, _ client: HostClient, _ context: CommandContext) async throws {
        let token = try token(from: context.console)
        let status = try await client.send(LinkCloudRequest(url: cloud, token: token, name: name, isInsecure: insecure))
        if json {
            context.print(CloudStatusReport(status: status), asJSON: true)
        } else {
            context.console.printError("Joined \(status.url ?? cloud) as \(status.user ?? "nobody").")
        }
    }

    private func token(from console: Console) throws(CommandError) -> String {
        let (secret, advice) = ("a one-time token", "add --token-stdin and write it to standard input.")
        let line =
            try tokenStdin ? console.readLine() : console.askSecret("One-time token", secret, advice: advice)
        let token = line?.trimmingPrefix(while: \.isWhitespace).prefix { !$0.isWhitespace } ?? ""
        guard !token.isEmpty else { throw .none(secret) }
        return String(token)
    }
}

struct CloudStatusReport: Report {
    var status: CloudStatus

    func text(in context: CommandContext) -> String { TerminalText.safe(sentence(context.dates)) }

    private func sentence(_ dates: Dates) -> String {
        let place = status.isLocal ? "the cloud inside Today" : status.url ?? ""
        switch status.state {
        case .notLinked: return "This host has joined no cloud."
        case .connecting: return "Connecting to \(place)."
        case .connected: return "Connected to \(place) as \(status.user ?? "nobody")."
        case .offline(let since, let reason):
            return "Offline since \(dates.display(since)): \(reason.english)"
        case .unregistered: return "This host was shut out of \(place); join again with “today link”."
        }
    }

    var json: JSONValue {
        let state = status.state.parts
        return .members([
            "local": status.isLocal, "url": status.url, "user": status.user, "state": state.name,
            "since": state.since?.formatted(.iso8601), "reason": state.reason,
        ])
    }
}

extension CloudStatus.State {
    /// The name of the state for programs, its start, and the reason for it.
    var parts: (name: String, since: Date?, reason: LocalizableText?) {
        switch self {
        case .notLinked: ("notLinked", nil, nil)
        case .connecting: ("connecting", nil, nil)
        case .connected(let since): ("connected", since, nil)
        case .offline(let since, let reason): ("offline", since, reason)
        case .unregistered: ("shutOut", nil, nil)
        }
    }
}
