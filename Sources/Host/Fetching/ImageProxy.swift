/// Fetches the images that cards name, so that a surface asks nobody but the host for them.
///
/// Any public host will do, at the usual ports of http and https; never one on this machine or its network. No
/// credentials and no cookies are sent. An image serves for a day if its server says nothing.
package struct ImageProxy: Sendable {
    /// How many bytes an image may have.
    package static let byteLimit = 2 * 1024 * 1024
    /// Who shows an image; those of one kind wait for none of the other.
    ///
    /// The word is what images are fetched as; no app's identifier has a space.
    package enum Place: String, Sendable {
        /// A card, which somebody looks at.
        case card = "the images of cards"
        /// The body of a message, which is prepared when it comes.
        case message = "the images of messages"
    }

    /// How long an image serves whose server says nothing, in seconds.
    private static let lifetime = 24.0 * 60 * 60

    private let fetcher: Fetcher
    private let policy: FetchPolicy

    /// Makes a proxy that fetches with the host's client.
    package init(fetcher: Fetcher, policy: FetchPolicy = .images) {
        self.fetcher = fetcher
        self.policy = policy
    }

    /// Fetches an image.
    ///
    /// - Parameters:
    ///   - url: Its address, http or https.
    ///   - place: Where it is shown.
    /// - Returns: The image, with the format that its bytes tell, whatever its server says.
    /// - Throws: ``FetchFailure``, with code `notAnImage` if the answer is no PNG, JPEG, GIF or WebP, or is no success.
    package func image(at url: String, for place: Place = .card) async throws(FetchFailure) -> ProxiedImage {
        let request = FetchRequest(
            url: url,
            headers: ["accept": ImageFormat.allCases.map(\.mediaType).joined(separator: ", ")],
            maximumAge: Self.lifetime,
            maximumBytes: Self.byteLimit
        )
        let answer = try await fetcher.fetch(request, owner: place.rawValue, policy: policy)
        guard (200...299).contains(answer.status) else {
            throw FetchFailure(
                .notAnImage,
                "The server has no image at \(url.prefix(120)); it answered \(answer.status)."
            )
        }
        guard let format = ImageFormat(of: answer.body) else {
            throw FetchFailure(.notAnImage, "What is at \(url.prefix(120)) is no PNG, JPEG, GIF or WebP.")
        }
        return ProxiedImage(format: format, bytes: answer.body)
    }
}

/// An image format that may be shown, known by the first bytes of a file.
package enum ImageFormat: String, Hashable, CaseIterable, Sendable {
    /// PNG.
    case png = "image/png"
    /// JPEG.
    case jpeg = "image/jpeg"
    /// GIF.
    case gif = "image/gif"
    /// WebP.
    case webP = "image/webp"

    /// The media type.
    package var mediaType: String { rawValue }

    /// Tells the format of a file; `nil` for anything else, SVG included, which can hold scripts.
    package init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webP
        } else {
            return nil
        }
    }
}

/// An image that was fetched and checked.
package struct ProxiedImage: Hashable, Sendable {
    /// Its format, as its bytes tell.
    package let format: ImageFormat
    /// The file.
    package let bytes: [UInt8]

    /// Takes an image.
    package init(format: ImageFormat, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}
