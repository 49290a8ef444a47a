import TodayKit
import XMLReading

/// Reads a feed: RSS 2.0 and its predecessors, RSS 1.0, or Atom.
///
/// Elements that it does not know are ignored. Only the first items are read, and only the beginning of each text.
struct FeedParser {
    /// How many items of a document are read.
    static let itemLimit = 100
    /// How many bytes of a text are read.
    static let textLimit = 4096
    /// The largest length of a title in characters.
    static let titleLimit = 200
    /// The largest length of an id in bytes.
    private static let idLimit = 300

    /// The innermost element that matters, and whether elements in it do.
    private enum Place { case document, feed, item, field, ignored }

    private var reader: XMLReader
    private var places: [Place] = [.document]
    /// The URLs that relative links are resolved against, one for each open element and one below.
    private var bases: [String]
    private var feed = ParsedFeed()
    private var format: FeedFormat?
    private var period = SyndicationPeriod()
    private var item = ItemFields()
    /// The field whose text is collected, and where it is.
    private var field: (kind: FeedField, depth: Int, text: String)?

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The document in UTF-8.
    ///   - address: The URL of the document.
    /// - Returns: The feed.
    /// - Throws: ``FeedProblem`` if it is no feed or malformed.
    static func parse(_ document: [UInt8], address: String) throws(FeedProblem) -> ParsedFeed {
        var parser = FeedParser(reader: XMLReader(document), bases: [address])
        do throws(XMLError) {
            return try parser.run()
        } catch {
            // A web page is seldom well-formed.
            if parser.format == nil { throw .notAFeed }
            throw .malformed(line: parser.reader.line)
        }
    }

    private init(reader: XMLReader, bases: [String]) {
        self.reader = reader
        self.bases = bases
    }

    private mutating func run() throws(XMLError) -> ParsedFeed {
        while feed.items.count < Self.itemLimit, let event = try reader.next() {
            switch event {
            case .start(let name, let attributes): try start(name, attributes)
            case .text(let text): collect(text)
            case .end: end()
            }
        }
        if feed.interval == nil { feed.interval = period.seconds }
        return feed
    }

    private mutating func start(_ name: XMLName, _ attributes: [String: String]) throws(XMLError) {
        let base = bases[bases.count - 1]
        bases.append(attributes["xml:base"].flatMap { FeedLink.resolve($0, against: base) } ?? base)
        let place = places[places.count - 1]
        places.append(.ignored)
        guard let format else {
            guard place == .document, let format = FeedFormat(root: name) else { throw .malformed }
            self.format = format
            // In RSS the feed's fields are in the channel; the items of RSS 1.0 stand beside it.
            places[places.count - 1] = format == .atom ? .feed : .document
            return
        }
        switch place {
        case .document where name.local == "channel": places[places.count - 1] = .feed
        case .document, .feed:
            if name.local == format.itemName, format.owns(name.namespace) {
                places[places.count - 1] = .item
                item = ItemFields()
            } else if place == .feed, let kind = FeedField(name, format, inItem: false) {
                begin(kind, attributes)
            }
        case .item: if let kind = FeedField(name, format, inItem: true) { begin(kind, attributes) }
        case .field, .ignored: break
        }
    }

    private mutating func begin(_ kind: FeedField, _ attributes: [String: String]) {
        var kind = kind
        switch kind {
        case .link where format == .atom:
            let relation = attributes["rel"] ?? "alternate"
            if relation == "alternate", item.link == nil, let target = attributes["href"] {
                item.link = FeedLink.resolve(target, against: bases[bases.count - 1])
            }
            return
        case .title where format == .atom, .description where format == .atom:
            // The text of Atom is plain unless it says otherwise; XHTML consists of elements, whose text is plain.
            if attributes["type"] != "html" { kind = kind == .title ? .plainTitle : .plainDescription }
        case .id where format == .atom || attributes["isPermaLink"]?.lowercased() == "false": item.isIDNoLink = true
        default: break
        }
        places[places.count - 1] = .field
        field = (kind, places.count, "")
    }

    /// Collects the text of a field and of the elements in it.
    private mutating func collect(_ text: XMLText) {
        guard let field else { return }
        let rest = Self.textLimit - field.text.utf8.count
        if rest > 0 { self.field?.text += reader.text(text, limit: rest) }
    }

    private mutating func end() {
        let place = places.removeLast()
        let base = bases.removeLast()
        if let field, field.depth == places.count + 1 {
            self.field = nil
            if places.last == .item { item.set(field.kind, field.text, base) } else { set(field.kind, field.text) }
        }
        if place == .item, let item = item.item(idLimit: Self.idLimit) { feed.items.append(item) }
    }

    private mutating func set(_ kind: FeedField, _ text: String) {
        switch kind {
        case .title: feed.title = PlainText.line(html: text, limit: Self.titleLimit).nonEmpty ?? feed.title
        case .plainTitle: feed.title = PlainText.line(text, limit: Self.titleLimit).nonEmpty ?? feed.title
        case .minutesToLive:
            if let minutes = Double(text.trimmingSpace), minutes > 0, minutes.isFinite { feed.interval = minutes * 60 }
        case .period: period.period = text.trimmingSpace
        case .frequency: period.frequency = Double(text.trimmingSpace)
        case .link, .id, .published, .updated, .description, .plainDescription: break
        }
    }
}

/// Why a document is not read as a feed.
enum FeedProblem: Error, Hashable, Sendable {
    /// It is in none of the formats, such as a web page.
    case notAFeed
    /// It is a feed, but malformed at a line.
    case malformed(line: Int)
}

extension String {
    /// The text, or `nil` if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}
