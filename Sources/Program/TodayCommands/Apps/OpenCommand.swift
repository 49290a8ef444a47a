package import ArgumentParser
import CardRendering
import Host
import HostAPI
package import JSON
import TodayProtocol
package import TodayScreen

/// `today open`: opens an address.
package struct OpenCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an address, and show the app's page that it leads to.",
        discussion: """
            An address that leads out of Today is printed and not opened.

            EXAMPLE
              today open today-weather://
            """
    )

    @Argument(help: ArgumentHelp("The address, of a scheme that an installed app opens.", valueName: "URL"))
    var url: String

    @Flag(help: "Print the page as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await host.withHost(context) { try await $0.show(url, for: viewer, asJSON: json, in: context) }
    }
}

extension HostClient {
    /// Opens an address, and prints the app's page that it leads to, or the address if it leads out of Today.
    func show(_ url: String, for viewer: Viewer, asJSON json: Bool, in context: CommandContext) async throws {
        switch try await open(url: url, viewer: viewer) {
        case .scene(let url):
            let scene = try await scene(url: url, viewer: viewer)
            let report = SceneReport(
                scene: scene,
                viewer: viewer,
                look: TerminalFormatter(context),
                message: try await text(of: scene)
            )
            context.console.print(report, asJSON: json)
        case .external(let url): context.console.print(ExternalReport(url: url), asJSON: json)
        }
    }

    /// What the message on a page says; none if the page has none, or its body is not there.
    private func text(of scene: SceneState) async throws(HostError) -> String? {
        guard let message = scene.message else { return nil }
        return try await messageText(message, of: scene.app)
    }
}

extension HostClient {
    /// What a message says; none if its body is not there.
    ///
    /// A body that was let go for want of room comes again because it was asked for.
    func messageText(_ message: MessageID, of app: AppID) async throws(HostError) -> String? {
        do throws(HostError) {
            return try await messageBody(message, of: app).text
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}

/// An address that leads out of Today.
package struct ExternalReport: Report {
    /// The address.
    package var url: String

    /// Reports an address.
    package init(url: String) { self.url = url }

    /// The address, made safe for the terminal.
    package var text: String { TerminalText.safe(url) }

    /// The address, under the name `external`.
    package var json: JSONValue { ["external": .string(url)] }
}

/// A page of an app.
package struct SceneReport: Report {
    /// The page.
    package var scene: SceneState
    /// Who looks.
    package var viewer: Viewer
    /// How the text looks.
    package var look: TerminalFormatter
    /// What the message on the page says, if it shows one.
    package var message: String?

    /// Reports a page.
    package init(scene: SceneState, viewer: Viewer, look: TerminalFormatter, message: String? = nil) {
        self.scene = scene
        self.viewer = viewer
        self.look = look
        self.message = message
    }

    /// The page's title and card, and the text of its message.
    package var text: String {
        let card = CardText(viewer: viewer, look: look, kind: .scene).text(of: scene.card)
        let page = [look.heading(scene.title), card].filter { !$0.isEmpty }.joined(separator: "\n")
        return message.map { "\(page)\n\n\(TerminalText.safeLines($0))" } ?? page
    }

    /// The page's address, title, app and card, and the text of its message.
    package var json: JSONValue {
        let plain = CardText(viewer: viewer, look: TerminalFormatter(width: 80, usesColors: false), kind: .scene)
        var members: [String: JSONValue] = [
            "url": .string(scene.url),
            "title": .string(scene.title),
            "app": .string(scene.app.rawValue),
            "content": plain.json(of: scene.card),
        ]
        members["message"] = message.map(JSONValue.string)
        return .object(members)
    }
}
