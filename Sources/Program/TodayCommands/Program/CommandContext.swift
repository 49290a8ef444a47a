import ArgumentParser
import Foundation
import HostDaemon

/// The process in which a command runs: its console, environment and time.
package struct CommandContext: Sendable {
    var console: Console
    var environment: [String: String]
    var currentDirectory: String
    var zone: String
    var now: Date

    package static func process() -> CommandContext {
        CommandContext(
            console: .process(),
            environment: ProcessInfo.processInfo.environment,
            currentDirectory: FileManager.default.currentDirectoryPath,
            zone: TimeZone.current.identifier,
            now: Date()
        )
    }
}

extension CommandContext {
    /// Returns the absolute path for a path that the person entered, without `.` and `..` components.
    func absolutePath(_ path: String) -> String {
        let joined = path.hasPrefix("/") ? path : "\(currentDirectory)/\(path)"
        var parts: [Substring] = []
        for part in joined.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the folder in a variable of the XDG specification, or else one in the home folder; `nil` if neither is an
    /// absolute path.
    func folder(_ variable: String, inHome name: String) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return absolutePath(path) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return absolutePath("\(home)/\(name)")
    }

    /// Reads a text file that the person named, of at most so many bytes.
    func text(ofFile path: String, limit: Int = 1 << 20) throws(CommandError) -> String {
        let path = absolutePath(path)
        let bytes: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            bytes = try file.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw CommandError("The file \(path) cannot be read: \(error.localizedDescription)", cause: error)
        }
        guard bytes.count <= limit else {
            throw CommandError("The file \(path) is larger than \(limit / 1024) KiB, the most that is taken.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw CommandError("The file \(path) is not UTF-8 text.")
        }
        guard !text.isEmpty else { throw CommandError("The file \(path) is empty.") }
        return text
    }

    /// The language of the locale as a BCP 47 tag; `en-US` if it names none.
    var systemLanguage: String {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        guard let locale = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
            return "en-US"
        }
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let tag = String(name).replacing("_", with: "-")
        return LanguageTag.isValid(tag) && tag != "C" && tag != "POSIX" ? tag : "en-US"
    }

    var dates: Dates { Dates(zone: zone) }

    /// The number of columns for text: those of the terminal, or `COLUMNS`, or 80; between 20 and 200.
    var width: Int {
        let width = console.columns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
        return min(max(width, 20), 200)
    }

    /// The number of columns into which tables must fit; `nil` if the output is not a terminal, so that each row stays
    /// on one line.
    var tableWidth: Int? { console.isTerminal ? width : nil }

    /// `true` if the output has colors: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    var usesColors: Bool {
        console.isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// A command that can be run by itself, unlike a group of commands.
protocol ContextCommand: AsyncParsableCommand {
    /// Runs the command; its result goes to the context's standard output, and everything else to its standard error.
    func run(in context: CommandContext) async throws
}

extension ContextCommand {
    mutating func run() async throws { try await run(in: .process()) }
}
