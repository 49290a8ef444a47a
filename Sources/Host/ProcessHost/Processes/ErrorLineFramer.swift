import Glibc
package import Logging
package import TodayProtocol

/// Splits the output of a process that is not messages into lines of at most 4 KiB for the log, of which a token bucket
/// permits bursts of 50, and 10 a second.
struct ErrorLineFramer {
    private static let lineLimit = 4096
    private static let burst = 50.0
    private static let linesPerSecond = 10.0

    private var partial: [UInt8] = []
    private var isCut = false
    private var allowance = Self.burst
    private var lastTime = Duration.zero
    private var dropped = 0

    /// Appends the next bytes, split anywhere, and returns the lines for the log, with a note about those left out.
    mutating func append(_ bytes: UnsafeRawBufferPointer, at now: Duration) -> [String] {
        allowance = min(Self.burst, allowance + (now - lastTime) / .seconds(1) * Self.linesPerSecond)
        lastTime = now
        var lines: [String] = []
        var start = 0
        while start < bytes.count, let base = bytes.baseAddress {
            let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            let end = found.map { UnsafeRawPointer($0) - base } ?? bytes.count
            defer { start = end + 1 }
            if found != nil, partial.isEmpty, allowance < 1 {
                // A flood costs little, since lines that are left out are not copied.
                if end > start { dropped += 1 }
                continue
            }
            let room = Self.lineLimit - partial.count
            isCut = isCut || end - start > room
            partial.append(contentsOf: bytes[start..<min(end, start + room)])
            if found != nil { flushLine(to: &lines) }
        }
        return lines
    }

    /// Ends the stream and returns the last line, which may lack its line feed.
    mutating func finish() -> [String] {
        var lines: [String] = []
        flushLine(to: &lines)
        if dropped > 0 { lines.append(note) }
        return lines
    }

    private mutating func flushLine(to lines: inout [String]) {
        defer {
            partial.removeAll(keepingCapacity: true)
            isCut = false
        }
        guard !partial.isEmpty else { return }
        guard allowance >= 1 else {
            dropped += 1
            return
        }
        allowance -= 1
        if dropped > 0 {
            lines.append(note)
            dropped = 0
        }
        lines.append(String(decoding: partial, as: UTF8.self) + (isCut ? " …" : ""))
    }

    private var note: String { "(\(dropped) more lines were left out)" }
}

/// Limits the output of a program that the log takes at its default level, across all its starts: a token bucket
/// permits bursts of 16 KiB, and about 56 KiB an hour.
package struct LogAllowance: Sendable {
    package enum Admission: Hashable, Sendable {
        case admitted
        /// The entry is refused, unlike the one before it: the log must say so.
        case isFull
        /// The entry is refused, like the one before it.
        case stillFull
    }

    private static let burst = 16_384.0
    private static let bytesPerSecond = 16.0

    private var allowance = Self.burst
    private var lastTime = Duration.zero
    private var isFull = false

    package init() {}

    /// Decides about an entry of a number of bytes, and counts it if it is admitted.
    package mutating func admit(_ count: Int, at now: Duration) -> Admission {
        allowance = min(Self.burst, allowance + (now - lastTime) / .seconds(1) * Self.bytesPerSecond)
        lastTime = now
        let needed = Double(count + 1)
        // Once it is full, half of it must be free again: otherwise every other line would be followed by the note.
        guard needed <= allowance, !isFull || allowance >= Self.burst / 2 else {
            defer { isFull = true }
            return isFull ? .stillFull : .isFull
        }
        isFull = false
        allowance -= needed
        return .admitted
    }
}

extension Logger {
    /// Logs a line of a process's output at a level, notice at least, if it was admitted, otherwise at level info; the
    /// note that the log is full has only `process` of the metadata.
    package func log(
        _ line: String,
        level: Level,
        if admission: LogAllowance.Admission,
        of title: String,
        _ app: AppID,
        _ metadata: Metadata = [:]
    ) {
        if admission == .isFull {
            notice(
                "\(title) writes more than this log takes; today logs \(app) has more of it",
                metadata: metadata.filter { $0.key == "process" }
            )
        }
        log(level: admission == .admitted ? level : .info, "\(line)", metadata: metadata)
    }
}
