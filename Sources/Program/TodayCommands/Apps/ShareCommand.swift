import ArgumentParser
import CardRendering
import Foundation
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct ShareCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Share texts, links and images with an app.",
        discussion: """
            An argument that begins with https:// or http:// is a link. One that names a file is the file: an image, or a
            text. Every other one is a text. Without --app it is the only app that takes all of this.

            With --action an Action extension gets it, and the text that it returns is printed. An extension may ask
            something on a page: the page and a link to it go to standard error, and the command waits for the answer.

            EXAMPLES
              today share Milk "2 l apple juice"
              today share --app "Shopping List" https://example.org/cheesecake
              today share --action --app Translator "Guten Morgen"
            """
    )

    @Option(help: .value("APP", "The app, by identifier or name."))
    var app: String?

    @Flag(help: "Share it with an Action extension, and print the text that it returns.")
    var action = false

    @Option(parsing: .unconditional, help: .value("TEXT", "The title of what is shared."))
    var title: String?

    @Argument(help: .value("TEXT|URL|FILE", "What is shared."), completion: .file())
    var items: [String]

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        var content = SharedContent(title: title)
        for item in items { try content.add(item, in: context) }
        if let problem = content.problem { throw CommandError(problem.english) }
        let app = try await taker(of: content, client, viewer)
        // Each run of the command uses a name of its own.
        let share = ShareRequest(
            content,
            id: TapID(UUID().uuidString),
            with: app,
            at: action ? .action : .share,
            viewer: viewer
        )
        switch try await client.send(share) {
        case .done(let open?, _, _, _, _) where GetUseRequest.isAddress(open):
            let end = try await client.end(of: open, for: viewer, in: context)
            report(app, end.message, returning: end.text, in: context)
        case .done(let open, _, let message, let text, let opening):
            report(app, message, opening: open, returning: text, in: context)
            guard let open, !json else { return }
            try await client.show(open, from: app, as: opening, for: viewer, asJSON: false, in: context)
        case .failed(let reason): throw CommandError(reason.english)
        case .invalidInputs: throw CommandError("The app refused it.")
        }
    }

    /// Prints the outcome; a message of an Action extension goes to standard error, since the returned text is the
    /// result.
    private func report(
        _ app: AppID,
        _ message: String?,
        opening url: String? = nil,
        returning text: String?,
        in context: CommandContext
    ) {
        if action, !json, let message { context.console.printError(message) }
        context.print(
            text.map(TerminalText.safeLines) ?? (action ? nil : message).map(TerminalText.safe) ?? "",
            or: ["app": app, "message": message, "open": url, "text": text],
            asJSON: json
        )
    }

    /// Finds the named app, or the only one that accepts the content.
    private func taker(of content: SharedContent, _ client: HostClient, _ viewer: Viewer) async throws -> AppID {
        if let app { return try await client.send(FindAppRequest(app)) }
        let apps = try await client.send(ListAppsRequest(language: viewer.language))
        let takers = apps.filter { (action ? $0.action : $0.share)?.takes(content) == true }
        guard let first = takers.first else { throw CommandError("No installed app takes this.") }
        guard takers.count == 1 else {
            let names = takers.map(\.title).joined(separator: ", ")
            throw CommandError("Several apps take this: \(names). Choose one with --app.")
        }
        return first.id
    }
}

extension HostClient {
    /// Prints the page of a use, with a link to it, to standard error, and waits for the end of the use.
    fileprivate func end(
        of url: String,
        for viewer: Viewer,
        in context: CommandContext
    ) async throws -> GetUseRequest.Use {
        let scene = try await send(GetSceneRequest(url: url, viewer: viewer))
        var plain = context
        plain.console.isTerminal = false
        context.console.printError(SceneReport(scene: scene, viewer: viewer).text(in: plain))
        let link = try await send(MakeLinkRequest(to: "/app?url=\(PercentCoding.encode(url))"))
        context.console.printError("\nAnswer on this page: \(link.link)")
        while true {
            let use = try await send(GetUseRequest(url, wait: GetUseRequest.longestWait, isAsker: true))
            if use.hasEnded { return use }
        }
    }
}

extension SharedContent {
    fileprivate mutating func add(_ item: String, in context: CommandContext) throws(CommandError) {
        if SharedContent.isLink(item) {
            urls.append(item)
            return
        }
        let path = context.absolutePath(item)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            add(text: item)
            return
        }
        let data: Data
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= Self.imageBytes else {
                throw CommandError("\(path) has more than \(Self.imageBytes / 1024) KiB.")
            }
            data = try Data(contentsOf: URL(filePath: path))
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("\(path) cannot be read: \(error.localizedDescription)", cause: error)
        }
        if let mediaType = SharedImage.mediaType(of: data) {
            images.append(SharedImage(name: URL(filePath: path).lastPathComponent, mediaType: mediaType, data: data))
        } else if let text = String(validating: data, as: UTF8.self), !text.contains("\0") {
            add(text: text)
        } else {
            throw CommandError("\(path) is neither an image (PNG, JPEG, GIF, WebP) nor a text.")
        }
    }

    private mutating func add(text item: String) { text = text.map { "\($0)\n\(item)" } ?? item }
}
