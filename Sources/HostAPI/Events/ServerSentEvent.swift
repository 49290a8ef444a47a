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
