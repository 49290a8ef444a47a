import ArgumentParser
import CardRendering
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct OpenCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an address, and show the app's page.",
        discussion: """
            An address that leads out of Today is printed and not opened.

            EXAMPLE
              today open today-weather://
            """
    )

    @Argument(help: .value("URL", "The address, with a scheme that an installed app opens."))
    var url: String

    @Flag(help: "Print the page as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await client.show(url, for: viewer, asJSON: json, in: context)
    }
}

extension HostClient {
    /// Opens a URL, on an app's request or not, and prints the app's page to which it leads, or the URL if it does not
    /// belong to an app.
    func show(
        _ url: String,
        from app: AppID? = nil,
        as opening: OpeningID? = nil,
        for viewer: Viewer,
        asJSON json: Bool,
        in context: CommandContext
    ) async throws {
        switch try await send(OpenURLRequest(url: url, from: app, opening: opening, viewer: viewer)) {
        case .scene(let url):
            let scene = try await send(GetSceneRequest(url: url, viewer: viewer))
            let report = SceneReport(scene: scene, viewer: viewer, message: try await text(of: scene))
            context.print(report, asJSON: json)
        case .external(let url): context.print(TerminalText.safe(url), or: ["external": url], asJSON: json)
        }
    }

    /// Returns the text of the message on a page, or `nil` if the page has none or its body is not on this device.
    private func text(of scene: SceneState) async throws(HostError) -> String? {
        guard let message = scene.message else { return nil }
        return try await messageText(message, of: scene.app)
    }

    /// Returns the text of a message, or `nil` if its body is not on this device.
    ///
    /// A body that was evicted from the cache is then fetched again.
    func messageText(_ message: MessageID, of app: AppID) async throws(HostError) -> String? {
        try await sendIfFound(GetMessageBodyRequest(message, of: app))?.text
    }
}

struct SceneReport: Report {
    var scene: SceneState
    var viewer: Viewer
    var message: String?

    func text(in context: CommandContext) -> String {
        let formatter = TerminalFormatter(context)
        let card = CardText(viewer: viewer, formatter: formatter, kind: .scene).text(of: scene.card)
        let page = [formatter.heading(scene.title), card].filter { !$0.isEmpty }.joined(separator: "\n")
        return message.map { "\(page)\n\n\(TerminalText.safeLines($0))" } ?? page
    }

    var json: JSONValue {
        let plain = CardText(viewer: viewer, formatter: TerminalFormatter(width: 80, usesColors: false), kind: .scene)
        return .members([
            "url": scene.url, "title": scene.title, "app": scene.app, "content": plain.json(of: scene.card),
            "message": message,
        ])
    }
}
