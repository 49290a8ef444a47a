package import ArgumentParser
package import Foundation

/// What a command knows of the process that it runs in.
package struct CommandContext: Sendable {
    /// Where it writes.
    package var console: Console
    /// The environment variables.
    package var environment: [String: String]
    /// The folder that relative paths begin at.
    package var currentDirectory: String
    /// The time zone of the machine, an IANA name.
    package var zone: String
    /// When it was started.
    package var now: Date

    /// Makes a context.
    package init(
        console: Console,
        environment: [String: String],
        currentDirectory: String,
        zone: String,
        now: Date
    ) {
        self.console = console
        self.environment = environment
        self.currentDirectory = currentDirectory
        self.zone = zone
        self.now = now
    }

    /// The context of this process.
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
    /// The absolute path of a path that the person gave, without `.` and `..`.
    package func absolutePath(_ path: String) -> String {
        let joined = path.hasPrefix("/") ? path : "\(currentDirectory)/\(path)"
        var parts: [Substring] = []
        for part in joined.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The language that the locale names, as a BCP 47 tag; `en-US` if it names none.
    package var systemLanguage: String {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        guard let locale = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
            return "en-US"
        }
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let tag = String(name).replacing("_", with: "-")
        return LanguageTag.isValid(tag) && tag != "C" && tag != "POSIX" ? tag : "en-US"
    }

    /// How many columns a text may fill: the terminal's, `COLUMNS`, or 80; within 20 and 200.
    package var width: Int {
        let width = console.columns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
        return min(max(width, 20), 200)
    }

    /// Whether the output may have colors: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    package var usesColors: Bool {
        console.isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// A command that does something, as all but those that only hold others.
package protocol ContextCommand: AsyncParsableCommand {
    /// Does what the arguments say.
    ///
    /// The result goes to standard output and everything else to standard error, both by way of the context.
    ///
    /// - Throws: ``CommandError``, or an error of the argument parser's.
    func run(in context: CommandContext) async throws
}

extension ContextCommand {
    /// Runs the command in this process.
    package mutating func run() async throws { try await run(in: .process()) }
}

/// The form of a language's name.
package enum LanguageTag {
    /// Whether a text has the form of a BCP 47 tag: parts of letters and digits joined by hyphens, the first of letters.
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let first = parts.first, (1...8).contains(first.count),
            first.allSatisfy(\.isLetter)
        else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
