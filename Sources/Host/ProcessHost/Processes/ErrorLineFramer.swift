/// Splits what a process writes to standard error into lines for the log, and limits their rate.
///
/// A line is cut at 4 KiB; 50 lines pass at once and 10 a second in the long run. A pure value.
struct ErrorLineFramer {
    private static let lineLimit = 4096
    private static let burst = 50.0
    private static let linesPerSecond = 10.0

    private var partial: [UInt8] = []
    private var isCut = false
    private var allowance = Self.burst
    private var lastTime = Duration.zero
    private var dropped = 0

    /// Appends the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes, split anywhere.
    ///   - now: The time since the process was started.
    /// - Returns: The lines for the log, with a note about those that were left out.
    mutating func append(_ bytes: UnsafeRawBufferPointer, at now: Duration) -> [String] {
        allowance = min(Self.burst, allowance + (now - lastTime) / .seconds(1) * Self.linesPerSecond)
        lastTime = now
        var lines: [String] = []
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0 { flushLine(to: &lines) }
            let room = Self.lineLimit - partial.count
            isCut = isCut || part.element.count > room
            partial.append(contentsOf: part.element.prefix(room))
        }
        return lines
    }

    /// Ends the stream; returns the last line, which may lack its line feed.
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
