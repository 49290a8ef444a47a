package import ArgumentParser
import CLinux
import Foundation
import Glibc

/// `today logs`: prints the newest lines of the host's log.
package struct LogsCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Print the newest lines of Today's log.",
        discussion: """
            Also works when Today is not running. The log is in the state folder and keeps the last one to two megabytes;
            “today run --log-level” sets how much is logged.

            EXAMPLES
              today logs
              today logs --lines 1000 --match org.today.Weather
              today logs --follow
            """
    )

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("How many lines to print, 1 to 100000.", valueName: "N")
    )
    var lines = 100

    @Option(help: ArgumentHelp("Print only lines that contain a text, such as an app's id.", valueName: "TEXT"))
    var match: String?

    @Flag(name: .shortAndLong, help: "Keep printing new lines until Control-C.")
    var follow = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws {
        guard (1...100_000).contains(lines) else { throw ValidationError("--lines is a number from 1 to 100000.") }
    }

    package func run(in context: CommandContext) async throws {
        let folder = try StateLocation(option: host.state, context: context).stateDirectory
        let path = HostLog.path(in: folder)
        guard let log = FollowedFile(path) else {
            throw CommandError("There is no log in \(folder): Today has not run there yet.")
        }
        let older = (try? String(contentsOfFile: HostLog.olderPath(in: folder), encoding: .utf8)) ?? ""
        for line in matching((older + log.rest()).split(separator: "\n")).suffix(lines) {
            context.console.print(String(line))
        }
        guard follow else { return }
        while !Task.isCancelled {
            log.waitForChange()
            for line in matching(log.rest().split(separator: "\n")) { context.console.print(String(line)) }
        }
    }

    private func matching(_ lines: [Substring]) -> [Substring] {
        guard let match else { return lines }
        return lines.filter { $0.localizedCaseInsensitiveContains(match) }
    }
}

/// A file that grows, and that another one replaces from time to time.
private final class FollowedFile {
    private let path: String
    private var descriptor: Int32
    private let watch: Int32
    /// The beginning of a line that is not written to its end yet.
    private var pending: [UInt8] = []

    /// Opens the file; `nil` if it cannot be read.
    init?(_ path: String) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        watch = inotify_init1(Int32(O_CLOEXEC))
        inotify_add_watch(watch, URL(filePath: path).deletingLastPathComponent().path, UInt32(IN_MODIFY | IN_CREATE))
    }

    deinit {
        close(descriptor)
        close(watch)
    }

    /// Returns the whole lines that were not read yet, those of the file that has replaced this one included.
    func rest() -> String {
        var text = read()
        var (mine, current) = (stat(), stat())
        guard fstat(descriptor, &mine) == 0, stat(path, &current) == 0, mine.st_ino != current.st_ino else {
            return text
        }
        let next = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard next >= 0 else { return text }
        close(descriptor)
        descriptor = next
        text += read()
        return text
    }

    /// Waits until something in the folder changes.
    func waitForChange() {
        var events = [UInt8](repeating: 0, count: 4096)
        _ = Glibc.read(watch, &events, events.count)
    }

    private func read() -> String {
        var bytes = pending
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        pending = Array(bytes[end...])
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
