import XMLReading

/// What a server says of one resource in a `207 Multi-Status` (RFC 4918, section 13).
struct DAVResponse: Hashable {
    /// The path or the URL of the resource, as the server writes it.
    var href = ""
    /// Whether the resource is a calendar.
    var isCalendar = false
    /// The kinds of components that the calendar may contain; empty if the server does not say.
    var components: Set<String> = []
    /// The name for people.
    var name: String?
    /// Where the resource of the signed-in person is.
    var principal: String?
    /// Where the calendars of the person are.
    var home: String?
    /// An iCalendar document.
    var data: String?

    /// How many resources of an answer are read.
    static let limit = 5000
    /// The longest text in bytes, except of documents.
    static let textLimit = 2000

    /// Reads the resources of a `multistatus`.
    ///
    /// - Throws: `XMLError` if the document is malformed or something else.
    static func responses(_ document: [UInt8]) throws(XMLError) -> [DAVResponse] {
        var reader = MultiStatusReader(document)
        return try reader.responses()
    }
}

/// Follows the elements of a `multistatus`.
private struct MultiStatusReader {
    private static let dav = "DAV:"
    private static let calDAV = "urn:ietf:params:xml:ns:caldav"

    private var reader: XMLReader
    private let size: Int
    private var path: [XMLName] = []
    private var current = DAVResponse()
    private var text = ""
    private var found: [DAVResponse] = []

    init(_ document: [UInt8]) {
        reader = XMLReader(document)
        size = document.count
    }

    mutating func responses() throws(XMLError) -> [DAVResponse] {
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                guard !path.isEmpty || name == Self.dav("multistatus") else { throw XMLError.malformed }
                path.append(name)
                text = ""
                start(name, attributes)
            case .text(let part):
                let limit = path.last == Self.calDAV("calendar-data") ? size : DAVResponse.textLimit
                if text.utf8.count < limit { text += reader.text(part, limit: limit) }
            case .end: end(path.removeLast())
            }
        }
        return found
    }

    private mutating func start(_ name: XMLName, _ attributes: [String: String]) {
        switch name {
        case Self.dav("response"): current = DAVResponse()
        case Self.calDAV("calendar"): if path.dropLast().last == Self.dav("resourcetype") { current.isCalendar = true }
        case Self.calDAV("comp"): if let name = attributes["name"] { current.components.insert(name.uppercased()) }
        default: break
        }
    }

    private mutating func end(_ name: XMLName) {
        let parent = path.last
        let value = text.trimmingCharacters
        switch name {
        case Self.dav("response"): if found.count < DAVResponse.limit { found.append(current) }
        case Self.dav("href") where parent == Self.dav("response"): current.href = value
        case Self.dav("href") where parent == Self.dav("current-user-principal"): current.principal = value
        case Self.dav("href") where parent == Self.calDAV("calendar-home-set"): current.home = current.home ?? value
        // One that the server does not have is listed too, without a value.
        case Self.dav("displayname"): current.name = value.isEmpty ? current.name : value
        case Self.calDAV("calendar-data"): current.data = text
        default: break
        }
        text = ""
    }

    private static func dav(_ local: String) -> XMLName { XMLName(namespace: dav, local: local) }
    private static func calDAV(_ local: String) -> XMLName { XMLName(namespace: calDAV, local: local) }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmingCharacters: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
