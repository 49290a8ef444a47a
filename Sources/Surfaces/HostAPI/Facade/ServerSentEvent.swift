/// One event of a stream, as the HTML standard's section on server-sent events writes it.
package struct ServerSentEvent: Hashable, Sendable {
    /// Where a client is that has seen this event; none leaves it where it was.
    package var id: String?
    /// The kind of event.
    package var name: String
    /// What it says; may have several lines.
    package var data: String

    /// Makes an event.
    package init(id: String? = nil, name: String, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The event as text, with the empty line that ends it.
    ///
    /// Line ends in the id and the name are dropped, so that neither can begin a field of its own.
    package var text: String {
        var text = id.map { "id: \(oneLine($0))\n" } ?? ""
        text += "event: \(oneLine(name))\n"
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
            text += "data: \(line)\n"
        }
        return text + "\n"
    }

    private func oneLine(_ text: String) -> String { text.filter { !isLineEnd($0) } }

    /// The line ends of the format; Unicode's others are text like any other.
    private func isLineEnd(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }
}

/// Reads events out of the bytes of a stream, however they are split.
///
/// It knows what ``ServerSentEvent`` writes: the fields `id`, `event` and `data`, comments, and lines that end in a
/// line feed. An event without data is passed over; one without an id has that of the one before it.
package struct ServerSentEventParser: Sendable {
    /// What makes a stream unreadable.
    package struct Overflow: Error, Hashable, Sendable {
        /// Makes the error.
        package init() {}
    }

    private let limit: Int
    private var line: [UInt8] = []
    private var id: String?
    private var name = "message"
    private var data: [String] = []
    private var size = 0

    /// Makes a parser.
    ///
    /// - Parameter limit: How many bytes one event may have.
    package init(limit: Int = 4 * 1024 * 1024) { self.limit = limit }

    /// Takes the next bytes.
    ///
    /// - Returns: The events that they complete.
    /// - Throws: ``Overflow`` if an event is larger than the limit.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(Overflow) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                size += 1
                guard size <= limit else { throw Overflow() }
                line.append(byte)
                continue
            }
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(ServerSentEvent(id: id, name: name, data: data.joined(separator: "\n")))
                }
                name = "message"
                data = []
                size = 0
            } else {
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            }
        }
        return events
    }

    private mutating func take(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return }
        var value = text[text.index(after: colon)...]
        if value.first == " " { value = value.dropFirst() }
        switch text[..<colon] {
        case "id": id = String(value)
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break
        }
    }
}
