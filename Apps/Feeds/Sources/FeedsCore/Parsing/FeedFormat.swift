import TodayKit
import XMLReading

/// The formats of feeds.
enum FeedFormat: Hashable, Sendable {
    /// RSS 2.0, and 0.91 to 0.94.
    case rss
    /// RSS 1.0 and 0.90, which are RDF.
    case rdf
    case atom

    private static let rdfNamespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let atomNamespaces: Set = ["http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"]
    private static let rssNamespaces: Set = [
        "", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
        "http://channel.netscape.com/rdf/simple/0.9/",
        "http://backend.userland.com/rss2", "http://blogs.law.harvard.edu/tech/rss",
    ]

    /// The format of a document with a root element; `nil` for other documents.
    init?(root: XMLName) {
        switch (root.local, root.namespace) {
        case ("rss", let namespace) where Self.rssNamespaces.contains(namespace): self = .rss
        case ("RDF", Self.rdfNamespace): self = .rdf
        case ("feed", let namespace) where Self.atomNamespaces.contains(namespace): self = .atom
        default: return nil
        }
    }

    /// The name of the elements of items.
    var itemName: String { self == .atom ? "entry" : "item" }

    /// Whether a namespace is the format's own.
    func owns(_ namespace: String) -> Bool {
        self == .atom ? Self.atomNamespaces.contains(namespace) : Self.rssNamespaces.contains(namespace)
    }
}

/// The fields of feeds and items that matter.
enum FeedField: Hashable, Sendable {
    /// A title or a description in HTML.
    case title, description
    /// The same as plain text.
    case plainTitle, plainDescription
    case link, id, published, updated
    /// The `ttl` of RSS 2.0, in minutes.
    case minutesToLive
    /// How often the feed is updated, in RSS 1.0.
    case period, frequency

    private static let dublinCore = "http://purl.org/dc/elements/1.1/"
    private static let syndication = "http://purl.org/rss/1.0/modules/syndication/"

    /// The field that an element of a feed or of an item is; `nil` for all others.
    init?(_ name: XMLName, _ format: FeedFormat, inItem: Bool) {
        switch (name.namespace, name.local) {
        case (Self.dublinCore, "date") where inItem: self = .published
        case (Self.syndication, "updatePeriod") where !inItem: self = .period
        case (Self.syndication, "updateFrequency") where !inItem: self = .frequency
        case (let namespace, let local) where format.owns(namespace):
            switch local {
            case "title": self = .title
            case "ttl" where !inItem && format == .rss: self = .minutesToLive
            case "link" where inItem: self = .link
            case "guid" where inItem && format == .rss, "id" where inItem && format == .atom: self = .id
            case "description" where inItem && format != .atom, "summary" where inItem && format == .atom:
                self = .description
            case "pubDate" where inItem && format == .rss, "published" where inItem && format == .atom,
                "issued" where inItem && format == .atom:
                self = .published
            case "updated" where inItem && format == .atom, "modified" where inItem && format == .atom:
                self = .updated
            default: return nil
            }
        default: return nil
        }
    }
}

/// How often a feed says that it is updated: so many times in each period.
struct SyndicationPeriod {
    var period: String?
    var frequency: Double?

    /// The seconds between two updates; `nil` if the feed does not say, or nothing sensible.
    var seconds: Double? {
        let length: Double
        switch period {
        case "hourly": length = 3600
        case "daily": length = 86_400
        case "weekly": length = 7 * 86_400
        default: return nil
        }
        guard let frequency else { return length }
        return frequency >= 1 && frequency.isFinite ? length / frequency : nil
    }
}
