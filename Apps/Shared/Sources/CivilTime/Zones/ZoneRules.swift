/// The offsets of a time zone from UTC, read from a file of the time zone database (TZif, RFC 9636).
///
/// The programs of the app contain no time zones (they would need 30 MB of memory more), but the sandbox shows them
/// `/usr/share/zoneinfo`. A time is in seconds since 1970.
public struct ZoneRules: Sendable {
    /// The largest file that is read, in bytes; the largest of the database has about 4 KB.
    public static let fileLimit = 256 << 10

    /// A span of time with one offset.
    struct Span: Hashable, Sendable {
        /// The first second, or `Int.min`.
        var start: Int
        /// The seconds to add to UTC.
        var offset: Int
    }

    /// The spans in order; the first begins at `Int.min`.
    private let spans: [Span]
    /// The rule after the last span, if there is one.
    private let footer: ZoneFooter?

    /// Creates the rules of a zone with one offset in seconds.
    public init(offset: Int) {
        spans = [Span(start: .min, offset: offset)]
        footer = nil
    }

    /// Creates the rules of a zone from the points in time at which its offset changes.
    ///
    /// - Parameters:
    ///   - initial: The offset in seconds before the first change.
    ///   - changes: The changes in any order; of several at one time the last counts.
    public init(initial: Int, changes: [(time: Int, offset: Int)]) {
        var spans = [Span(start: .min, offset: initial)]
        let sorted = changes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        for (_, change) in sorted {
            if spans[spans.count - 1].start == change.time { spans.removeLast() }
            spans.append(Span(start: change.time, offset: change.offset))
        }
        self.init(spans: spans, footer: nil)
    }

    init(spans: [Span], footer: ZoneFooter?) {
        self.spans = spans
        self.footer = footer
    }

    /// Returns the offset from UTC at a time, in seconds.
    public func offset(at time: Int) -> Int { spans(from: time, to: time)[0].offset }

    /// Returns the first time at which clocks show a local time or a later one.
    ///
    /// A local time that the clock skips thus becomes the end of the gap, and of one that occurs twice the first is
    /// returned.
    ///
    /// - Parameter local: The local time, in seconds since 1970 began in this zone.
    /// - Returns: The time.
    public func firstTime(showing local: Int) -> Int {
        // Offsets are less than 26 hours (RFC 9636, section 3.2), so the time is within these limits.
        let spans = spans(from: local - 94_000, to: local + 94_000)
        for (index, span) in spans.enumerated() {
            let time = max(span.start, local - span.offset)
            if index + 1 == spans.count || time < spans[index + 1].start { return time }
        }
        return local
    }

    /// Returns the time that a local time means (RFC 5545, section 3.3.5).
    ///
    /// Of a local time that occurs twice it is the first. One that the clock skips is read with the offset before the gap:
    /// half past two becomes half past three.
    ///
    /// - Parameter local: The local time, in seconds since 1970 began in this zone.
    /// - Returns: The time.
    public func time(of local: Int) -> Int {
        let first = firstTime(showing: local)
        return first + offset(at: first) == local ? first : local - offset(at: first - 1)
    }

    /// Returns the spans between two times, the first of which contains `start`.
    private func spans(from start: Int, to end: Int) -> [Span] {
        var low = 0
        var high = spans.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if spans[middle].start <= start { low = middle } else { high = middle }
        }
        var result = Array(spans[low...].prefix { $0.start <= max(end, spans[low].start) })
        if let footer, low + result.count == spans.count {
            let last = spans[spans.count - 1].start
            result += footer.spans(from: start, to: end).filter { $0.start > last && $0.start <= end }
            if let current = result.lastIndex(where: { $0.start <= start }) { result.removeFirst(current) }
        }
        return result
    }
}

extension ZoneRules {
    /// Reads a file of the time zone database; `nil` if it is not one, or has more than ``fileLimit`` bytes.
    ///
    /// - Parameter bytes: The content of the file.
    public init?(tzif bytes: [UInt8]) {
        guard bytes.count <= Self.fileLimit, let first = ZoneFileHeader(bytes, at: 0) else { return nil }
        guard first.version >= 2 else {
            guard let spans = first.spans(bytes, timeSize: 4) else { return nil }
            self.init(spans: spans, footer: nil)
            return
        }
        // The second part repeats the first with times of 64 bits.
        guard let second = ZoneFileHeader(bytes, at: first.end(timeSize: 4)),
            let spans = second.spans(bytes, timeSize: 8)
        else { return nil }
        let rest = bytes[second.end(timeSize: 8)...]
        guard rest.first == UInt8(ascii: "\n"), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let text = Array(rest[(rest.startIndex + 1)..<end])
        guard !text.isEmpty else {
            self.init(spans: spans, footer: nil)
            return
        }
        guard let footer = ZoneFooter(text) else { return nil }
        self.init(spans: spans, footer: footer)
    }
}

/// The header of one part of a TZif file.
private struct ZoneFileHeader {
    let version: Int
    private let start: Int
    private let isUTCount: Int
    private let isStandardCount: Int
    private let leapCount: Int
    private let timeCount: Int
    private let typeCount: Int
    private let characterCount: Int

    /// Reads a header; `nil` if there is none or if its numbers are impossible.
    init?(_ bytes: [UInt8], at start: Int) {
        guard start >= 0, start + 44 <= bytes.count, bytes[start..<(start + 4)].elementsEqual("TZif".utf8) else {
            return nil
        }
        self.start = start
        version = bytes[start + 4] == 0 ? 1 : Int(bytes[start + 4]) - 0x30
        let counts = (0..<6).map { Int(bigEndian: bytes, at: start + 20 + $0 * 4, size: 4) }
        guard counts.allSatisfy({ (0...ZoneRules.fileLimit).contains($0) }) else { return nil }
        (isUTCount, isStandardCount, leapCount) = (counts[0], counts[1], counts[2])
        (timeCount, typeCount, characterCount) = (counts[3], counts[4], counts[5])
        guard typeCount > 0, version >= 1 else { return nil }
    }

    /// The index after the part.
    func end(timeSize: Int) -> Int {
        start + 44 + timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
            + isStandardCount + isUTCount
    }

    /// Reads the spans; `nil` if the part is cut off or not in order.
    func spans(_ bytes: [UInt8], timeSize: Int) -> [ZoneRules.Span]? {
        guard end(timeSize: timeSize) <= bytes.count else { return nil }
        let times = start + 44
        let indices = times + timeCount * timeSize
        let types = indices + timeCount
        func offset(_ type: Int) -> Int? {
            guard type < typeCount else { return nil }
            let offset = Int(bigEndian: bytes, at: types + type * 6, size: 4)
            return abs(offset) < 93_600 ? offset : nil
        }
        guard let first = offset(0) else { return nil }
        var spans = [ZoneRules.Span(start: .min, offset: first)]
        for index in 0..<timeCount {
            let time = Int(bigEndian: bytes, at: times + index * timeSize, size: timeSize)
            guard let offset = offset(Int(bytes[indices + index])), index == 0 || time > spans[spans.count - 1].start
            else { return nil }
            spans.append(ZoneRules.Span(start: time, offset: offset))
        }
        return spans
    }
}

extension Int {
    /// Reads a signed number of 4 or 8 bytes.
    fileprivate init(bigEndian bytes: [UInt8], at start: Int, size: Int) {
        var value: UInt64 = 0
        for byte in bytes[start..<(start + size)] { value = value << 8 | UInt64(byte) }
        self = size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
    }
}
