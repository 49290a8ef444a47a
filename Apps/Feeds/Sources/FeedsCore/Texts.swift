import AddressLists
public import AppLanguages

/// The texts of the pages and of the widget.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "Feeds"

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    /// How the person allows a server that they named.
    var permission: ServerPermission { ServerPermission("org.today.Feeds", surface) }

    /// Why something could not be fetched.
    var fetching: AddressListsTexts { AddressListsTexts(surface) }

    /// The form that adds an address.
    var form: AddressForm { AddressForm(surface) }

    var addressExample: String { "https://example.org/feed.xml" }

    /// Says why a feed could not be fetched, in one sentence.
    func sentence(_ failure: FeedFailure) -> String {
        switch failure {
        case .notAllowed(let server): notAllowedYet(server)
        case .refused(let sentence): sentence
        case .unreachable: fetching.unreachable
        case .tooSlow: fetching.tooSlow
        case .tooLarge: feedTooLarge
        case .status(404), .status(410): noFeedThere
        case .status(let status): fetching.answeredWithStatus(status)
        case .repeated(let title): feedRepeated(title)
        case .notAFeed: notAFeed
        case .unknownEncoding: unknownEncoding
        case .malformed(let line): feedMalformed(line)
        }
    }
}
