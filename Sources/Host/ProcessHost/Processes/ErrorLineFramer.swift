/// Cuts what a process writes to standard error into lines for the log, and no more of them than the log can bear.
///
/// A line is cut at 4 KiB; at most 50 lines pass at once and 10 a second in the long run. A pure value.
struct ErrorLineFramer {
    private static let lineLimit = 4096
    private static let burst = 50.0
    private static let linesPerSecond = 10.0

    private var partial: [UInt8] = []
    private var isCut = false
    private var allowance = Self.burst
    private var lastTime = Duration.zero
    private var dropped = 0

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes, cut anywhere.
    ///   - now: The time since the process was started.
    /// - Returns: The lines for the log, with a note about those that were left out.
    mutating func append(_ bytes: UnsafeRawBufferPointer, at now: Duration) -> [String] {
        allowance = min(Self.burst, allowance + (now - lastTime) / .seconds(1) * Self.linesPerSecond)
        lastTime = now
        var lines: [String] = []
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0 { take(&lines) }
            let room = Self.lineLimit - partial.count
            isCut = isCut || part.element.count > room
            partial.append(contentsOf: part.element.prefix(room))
        }
        return lines
    }

    /// Takes the end of the stream: the last line may lack its end.
    mutating func finish() -> [String] {
        var lines: [String] = []
        take(&lines)
        if dropped > 0 { lines.append(note) }
        return lines
    }

    private mutating func take(_ lines: inout [String]) {
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
