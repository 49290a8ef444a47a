/// The URLs of the app's pages.
public enum FeedsURL {
    /// The newest items of all feeds.
    public static let items = "today-feeds://"
    /// The list of feeds.
    public static let list = "today-feeds://feeds"
    /// The path of the items of one feed, whose address is the parameter ``address``.
    public static let feedPath = "feed"
    /// The name of the parameter with the address of a feed.
    public static let address = "address"

    /// The items of one feed.
    static func feed(_ feed: SavedFeed) -> String { "\(items)\(feedPath)?\(address)=\(escaped(feed.address))" }

    /// Returns text with everything escaped but RFC 3986's unreserved characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
