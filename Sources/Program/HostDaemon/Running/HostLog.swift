import CLinux
import CardRendering
package import Foundation
import Glibc
package import Logging
import Synchronization

/// The log of a host, a file in its state folder that `today logs` can read even if no host is running.
///
/// Only its owner can read the file. When it reaches ``limit``, it replaces the older file, so both together take at
/// most twice that size. A line that cannot be written, for example because the disk is full, is lost: the log never
/// stops the host.
package final class HostLog: Sendable {
    package static let limit = 1024 * 1024

    package static func path(in stateDirectory: String) -> String { "\(stateDirectory)/today.log" }

    package static func olderPath(in stateDirectory: String) -> String { path(in: stateDirectory) + ".1" }

    private struct File: ~Copyable {
        var descriptor: Int32
        var size: Int

        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    private let path: String
    private let olderPath: String
    private let limit: Int
    private let file: Mutex<File>

    /// Opens the file in a folder that exists; creates it if it is missing.
    init(in stateDirectory: String, limit: Int = HostLog.limit) {
        path = Self.path(in: stateDirectory)
        olderPath = Self.olderPath(in: stateDirectory)
        self.limit = limit
        file = Mutex(Self.open(path))
    }

    /// Appends a line, which must not contain line breaks.
    func append(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        file.withLock { file in
            if file.size > 0, file.size + bytes.count > limit {
                rename(path, olderPath)
                file = Self.open(path)
            }
            guard file.descriptor >= 0 else { return }
            file.size += max(0, Glibc.write(file.descriptor, bytes, bytes.count))
        }
    }

    private static func open(_ path: String) -> File {
        let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        return File(descriptor: descriptor, size: max(0, lseek(descriptor, 0, SEEK_END)))
    }
}

/// Writes log messages to standard error and to the log of a host, one line each.
///
/// Messages and metadata may contain text of processes, so they are made safe for a terminal: no control characters
/// remain, and none that change the direction of text.
package struct LineLogHandler: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]

    private let file: HostLog?
    private let writeError: @Sendable (String) -> Void
    private let now: @Sendable () -> Date

    package init(
        logLevel: Logger.Level,
        file: HostLog? = nil,
        writeError: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.logLevel = logLevel
        self.file = file
        self.writeError = writeError
        self.now = now
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Self.line(event.message.description, values, level: event.level, date: now())
        writeError(line + "\n")
        file?.append(line)
    }

    /// Returns a line of the log: the time in UTC, the level, the message and its metadata.
    static func line(_ message: String, _ metadata: Logger.Metadata, level: Logger.Level, date: Date) -> String {
        let values = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let level = level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let time = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return TerminalText.safe("\(time) \(level) \(message)\(values)")
    }
}

/// A file that grows and is replaced from time to time, as by log rotation.
package final class FollowedFile {
    private let path: String
    private var descriptor: Int32
    private let watch: Int32
    /// The beginning of a line that is not complete yet.
    private var pending: [UInt8] = []

    package init?(_ path: String) {
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

    /// Returns the complete lines that were not read yet, including those of a replacement of the file.
    package func rest() -> String {
        var text = read()
        var (mine, current) = (clinux_file_version(), clinux_file_version())
        guard clinux_read_file_version("/proc/self/fd/\(descriptor)", &mine) == 0,
            clinux_read_file_version(path, &current) == 0, mine.inode != current.inode
        else { return text }
        let next = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard next >= 0 else { return text }
        close(descriptor)
        descriptor = next
        text += read()
        return text
    }

    package func waitForChange() {
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
