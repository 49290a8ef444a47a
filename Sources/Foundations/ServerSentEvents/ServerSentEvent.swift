/// An event of a `text/event-stream`, as defined in the HTML standard's section on server-sent events.
package struct ServerSentEvent: Hashable, Sendable {
    /// The position from which a client that has seen this event resumes; `nil` keeps the client's last one.
    package var id: String?
    /// The kind of event; the standard's default is `message`.
    package var name: String
    /// The data as it was sent; not necessarily valid UTF-8.
    package var bytes: [UInt8]

    /// The data as text, possibly of several lines; malformed UTF-8 becomes replacement characters.
    package var data: String { String(decoding: bytes, as: UTF8.self) }

    package init(id: String? = nil, name: String, data: String) {
        self.init(id: id, name: name, bytes: Array(data.utf8))
    }

    package init(id: String? = nil, name: String, bytes: [UInt8]) {
        self.id = id
        self.name = name
        self.bytes = bytes
    }

    /// The event as text, with the empty line that ends it, without line ends in the id and the name, which could
    /// inject a field.
    package var text: String {
        var text = id.map { "id: \(oneLine($0))\n" } ?? ""
        text += "event: \(oneLine(name))\n"
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
            text += "data: \(line)\n"
        }
        return text + "\n"
    }

    private func oneLine(_ text: String) -> String { text.filter { !isLineEnd($0) } }

    /// Returns `true` if a character ends a line of the format; Unicode's other line ends are ordinary text.
    private func isLineEnd(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }
}
