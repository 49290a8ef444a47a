/// Parses events from the bytes of a stream, however they are split.
///
/// It supports the fields `id`, `event` and `data`, comments, and lines that end with a line feed, a carriage return or
/// both. Other fields and events without data are skipped. The time is linear in the number of bytes.
package struct ServerSentEventParser: Sendable {
    /// The error for an event that is larger than the parser's limit.
    package struct Overflow: Error, Hashable, Sendable {
        package init() {}
    }

    private let limit: Int
    private let repeatsID: Bool
    private var line: [UInt8] = []
    /// The bytes of the current event, without line ends and comments.
    private var size = 0
    private var endedWithReturn = false
    private var id: String?
    private var name = "message"
    private var data: [UInt8] = []
    private var hasData = false

    /// Creates a parser for events of at most `limit` bytes; with `repeatsID`, as in browsers, an event without an id
    /// gets that of the event before it.
    package init(limit: Int = 4 * 1024 * 1024, repeatsID: Bool = true) {
        self.limit = limit
        self.repeatsID = repeatsID
    }

    /// Parses the next bytes, and returns the events that they complete; the parser must not be used after an
    /// ``Overflow``.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(Overflow) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let followsReturn = endedWithReturn
            endedWithReturn = false
            switch byte {
            case UInt8(ascii: "\n"):
                if !followsReturn { endLine(&events) }
            case UInt8(ascii: "\r"):
                endLine(&events)
                endedWithReturn = true
            default:
                size += 1
                guard size <= limit else { throw Overflow() }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine(_ events: inout [ServerSentEvent]) {
        guard line.isEmpty else {
            readField()
            line.removeAll(keepingCapacity: true)
            return
        }
        if hasData { events.append(ServerSentEvent(id: id, name: name, bytes: data)) }
        size = 0
        if !repeatsID { id = nil }
        name = "message"
        data = []
        hasData = false
    }

    private mutating func readField() {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        // Comments do not count towards the limit: an idle stream may consist of them.
        guard colon != 0 else {
            size -= line.count
            return
        }
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "id": id = String(decoding: value, as: UTF8.self)
        case "event": name = value.isEmpty ? "message" : String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(UInt8(ascii: "\n")) }
            data.append(contentsOf: value)
            hasData = true
        default: break
        }
    }
}
