/// Reads the events of a cloud's stream out of its bytes, however they are split.
///
/// It knows server-sent events as the HTML standard has them: `id`, `event` and `data`, comments, and lines that end in a
/// line feed, a carriage return or both. Other fields and events without data are passed over. An id that is no number
/// is none. The time taken grows with the bytes, whatever they hold.
package struct CloudEventParser: Sendable {
    /// How many bytes one event may have.
    package static let limit = 1024 * 1024

    /// The stream holds an event that is larger than it may be.
    package struct Overflow: Error, Hashable, Sendable {
        /// Makes the error.
        package init() {}
    }

    private var line: [UInt8] = []
    private var size = 0
    private var endedWithReturn = false
    private var sequence: Int64?
    private var kind: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false

    /// Makes a parser at the beginning of a stream.
    package init() {}

    /// Takes the next bytes.
    ///
    /// - Returns: The events that they complete.
    /// - Throws: ``Overflow``.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(Overflow) -> [CloudEvent] {
        var events: [CloudEvent] = []
        for byte in bytes {
            let follows = endedWithReturn
            endedWithReturn = false
            switch byte {
            case 0x0A:
                if !follows { endLine(&events) }
            case 0x0D:
                endLine(&events)
                endedWithReturn = true
            default:
                size += 1
                guard size <= Self.limit else { throw Overflow() }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine(_ events: inout [CloudEvent]) {
        defer { line.removeAll(keepingCapacity: true) }
        guard line.isEmpty else { return take() }
        if hasData {
            events.append(
                CloudEvent(
                    sequence: sequence,
                    kind: kind.isEmpty ? "message" : String(decoding: kind, as: UTF8.self),
                    data: data
                )
            )
        }
        size = 0
        sequence = nil
        kind = []
        data = []
        hasData = false
    }

    private mutating func take() {
        let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
        // A comment. It counts for no event, or a stream of comments would end as one that is too large.
        guard colon != 0 else {
            size -= line.count
            return
        }
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == 0x20 { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "id": sequence = Int64(String(decoding: value, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
        case "event": kind = Array(value)
        case "data":
            if hasData { data.append(0x0A) }
            data.append(contentsOf: value)
            hasData = true
        default: break
        }
    }
}

/// One event of a cloud's stream, as it came.
package struct CloudEvent: Hashable, Sendable {
    /// Its number; none for `hello`.
    package var sequence: Int64?
    /// What kind it is, such as `push`.
    package var kind: String
    /// What it says: JSON in UTF-8.
    package var data: [UInt8]

    /// Describes an event.
    package init(sequence: Int64?, kind: String, data: [UInt8]) {
        self.sequence = sequence
        self.kind = kind
        self.data = data
    }
}
