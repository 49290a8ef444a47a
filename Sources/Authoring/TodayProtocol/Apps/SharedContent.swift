public import FoundationEssentials

/// The content that the person shares with an app: text, links and images.
///
/// The host has checked it: it has a text, a link or an image, has only kinds of content that the app's Share extension
/// takes, and is within the limits of this type.
public struct SharedContent: Codable, Hashable, Sendable {
    /// The largest length of a title, in characters.
    package static let titleLimit = 200
    /// The largest size of the text, in bytes of UTF-8.
    package static let textBytes = 32 * 1024
    /// The largest number of links.
    package static let urlLimit = 16
    /// The largest length of a link, in bytes.
    package static let urlBytes = 2048
    /// The largest number of images.
    package static let imageLimit = 10
    /// The largest size of all images together, in bytes, so that one message to a process can hold them.
    package static let imageBytes = 512 * 1024

    /// The title of the content, such as that of a web page; `nil` if it has none.
    public var title: String?
    /// The text; `nil` for none.
    public var text: String?
    /// The links, each with the scheme `https` or `http`.
    public var urls: [String]
    /// The images.
    public var images: [SharedImage]

    /// Creates content.
    public init(title: String? = nil, text: String? = nil, urls: [String] = [], images: [SharedImage] = []) {
        self.title = title
        self.text = text
        self.urls = urls
        self.images = images
    }

    /// `true` if its images together are larger than one message to a process can hold.
    package var hasLargeImages: Bool { images.reduce(0) { $0 + $1.data.count } > Self.imageBytes }

    /// Returns `true` if a text is a link that can be shared: printable ASCII that begins with `https://` or `http://`.
    package static func isLink(_ text: String) -> Bool {
        guard text.utf8.count <= urlBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let end = text.firstRange(of: "://")
        else { return false }
        let scheme = text[..<end.lowerBound].lowercased()
        let rest = text[end.upperBound...]
        return (scheme == "https" || scheme == "http") && !rest.isEmpty && !"/?#".contains(rest.first ?? "/")
            && !text.contains { "\"<>\\^`{|}".contains($0) }
    }
}

/// An image that the person shares.
public struct SharedImage: Codable, Hashable, Sendable {
    /// The largest length of a name, in bytes of UTF-8.
    package static let nameBytes = 255

    /// The file's name, as the sender gave it, which is not a path; `nil` for none.
    public var name: String?
    /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    public var mediaType: String
    /// The file.
    public var data: Data

    /// Creates an image.
    public init(name: String? = nil, mediaType: String, data: Data) {
        self.name = name
        self.mediaType = mediaType
        self.data = data
    }

    /// Returns the media type of a file according to its first bytes; `nil` if it is not an image that can be shared.
    package static func mediaType(of data: Data) -> String? {
        let start = Array(data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) { return "image/gif" }
        if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).elementsEqual("WEBP".utf8) { return "image/webp" }
        return nil
    }
}

/// The extension points through which apps take shared content.
package enum ShareExtensionPoint: String, Codable, Hashable, Sendable, CaseIterable {
    /// A Share extension, which sends the content somewhere.
    case share
    /// An Action extension, which returns text to where the content came from.
    case action
}

/// The content that an app's Share extension takes (`NSExtensionActivationRule`).
package struct ShareRule: Codable, Hashable, Sendable {
    /// `true` if it takes text.
    package var takesText: Bool
    /// The largest number of links at a time.
    package var urls: Int
    /// The largest number of images at a time.
    package var images: Int

    package init(takesText: Bool = false, urls: Int = 0, images: Int = 0) {
        self.takesText = takesText
        self.urls = urls
        self.images = images
    }

    /// Returns `true` if the extension takes all of the content; a title alone does not count as content.
    package func takes(_ content: SharedContent) -> Bool {
        ((content.text ?? "").isEmpty || takesText) && content.urls.count <= urls && content.images.count <= images
    }
}
