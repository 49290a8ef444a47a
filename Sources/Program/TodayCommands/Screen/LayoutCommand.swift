import ArgumentParser
import Foundation
import HostModel
import LocalAPI
import TodayProtocol

struct LayoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Save the arrangement of the screen in a file, or arrange the screen as a file says.",
        discussion: """
            The file has the widgets with their order, sizes and configuration, those that are hidden, the accent color and
            the density, one to a line, as a text that you can edit. FILE can be - for standard output or input.

            EXAMPLES
              today layout export desk.layout
              today layout import desk.layout
              today layout export - | ssh laptop today layout import -
            """,
        subcommands: [LayoutExportCommand.self, LayoutImportCommand.self]
    )
}

struct LayoutExportCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the arrangement of the screen to a file."
    )

    @Argument(help: .value("FILE", "The file, which is replaced, or - for standard output."), completion: .file())
    var file: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let text = try await client.arrangement(for: try host.viewer(context)).text
        guard file != "-" else { return context.console.write(text) }
        do {
            try Data(text.utf8).write(to: URL(filePath: context.absolutePath(file)), options: .atomic)
        } catch {
            throw CommandError("\(file) cannot be written: \(error.localizedDescription)", cause: error)
        }
    }
}

struct LayoutImportCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Arrange the screen as a file says.",
        discussion: """
            Widgets that are not installed are named and left out. Those that the file does not name stay, after all others.
            If a line is wrong, nothing changes.
            """
    )

    @Argument(help: .value("FILE", "The file, or - for standard input."), completion: .file())
    var file: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let arrangement = try ScreenArrangement(parsing: try read(in: context))
        let viewer = try host.viewer(context)
        let screen = try await client.send(GetScreenRequest(for: viewer, opens: false))
        let change = try ScreenArrangement.Change(from: screen, to: arrangement)
        try await client.send(SetScreenRequest(change.widgets))
        for entry in change.resized {
            if let family = entry.family { try await client.send(ResizeWidgetRequest(entry.widget, to: family)) }
        }
        for entry in change.configured {
            guard let values = entry.configuration else { continue }
            do {
                let request = ConfigureWidgetRequest(entry.widget, values: values, language: viewer.language)
                try await client.send(request)
            } catch {
                // Such as a place that the app on this machine does not know.
                guard error.code == .invalid || error.code == .notFound else { throw error }
                let sentence = "\(entry.widget) keeps its configuration: \(error.message)"
                context.console.printError("Line \(entry.line): \(sentence)")
            }
        }
        var appearance = try await client.send(GetAppearanceRequest())
        if let accent = arrangement.accent { appearance.accent = accent }
        if let density = arrangement.density { appearance.density = density }
        try await client.send(SetAppearanceRequest(appearance))
        for entry in change.unknown {
            context.console.printError("Line \(entry.line): \(entry.widget) is not installed, and is left out.")
        }
    }

    /// Reads the file, or standard input up to the largest size.
    private func read(in context: CommandContext) throws -> String {
        guard file == "-" else {
            do {
                let handle = try FileHandle(forReadingFrom: URL(filePath: context.absolutePath(file)))
                defer { try? handle.close() }
                let data = try handle.read(upToCount: ScreenArrangement.limit + 1) ?? Data()
                return String(decoding: data, as: UTF8.self)
            } catch {
                throw CommandError("\(file) cannot be read: \(error.localizedDescription)", cause: error)
            }
        }
        var text = ""
        while text.utf8.count <= ScreenArrangement.limit, let line = context.console.readLine() { text += line + "\n" }
        return text
    }
}

extension HostClient {
    /// Asks for the arrangement of the screen.
    fileprivate func arrangement(for viewer: Viewer) async throws -> ScreenArrangement {
        let screen = try await send(GetScreenRequest(for: viewer, opens: false))
        var configurations: [WidgetID: [String: String]] = [:]
        for widget in screen.chosen where widget.isConfigurable {
            let values = try await send(GetWidgetValuesRequest(of: widget.id))
            if !values.isEmpty { configurations[widget.id] = values }
        }
        return ScreenArrangement(screen, try await send(GetAppearanceRequest()), configurations: configurations)
    }
}
