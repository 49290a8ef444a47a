package import HostModel

/// Fetches the images of cards and messages, so that surfaces load images only from the host.
///
/// It connects to public servers at the default ports, never to this machine or its network, and sends neither
/// credentials nor cookies. An image is cached for a day if its server specifies no lifetime.
package struct ImageProxy: Sendable {
    /// Maximum size of an image, in bytes.
    package static let byteLimit = 2 * 1024 * 1024
    /// The purpose of an image, with its own limit on requests; the raw value is their owner, which no app's identifier
    /// equals.
    package enum Usage: String, Sendable {
        case card = "the images of cards"
        case message = "the images of messages"
    }

    /// Lifetime of an image whose server specifies none, in seconds.
    private static let lifetime = 24.0 * 60 * 60

    private let fetcher: Fetcher
    private let policy: FetchPolicy

    package init(fetcher: Fetcher, policy: FetchPolicy = .images) {
        self.fetcher = fetcher
        self.policy = policy
    }

    /// Fetches an image from an http or https address; its bytes determine the format, not the response's media type.
    ///
    /// - Throws: ``FetchFailure``, with code `notAnImage` for an unsuccessful response or another format.
    package func image(at url: String, for usage: Usage = .card) async throws(FetchFailure) -> ProxiedImage {
        let request = FetchRequest(
            url: url,
            headers: ["accept": ImageFormat.allCases.map(\.mediaType).joined(separator: ", ")],
            maximumAge: Self.lifetime,
            maximumBytes: Self.byteLimit
        )
        let answer = try await fetcher.fetch(request, owner: usage.rawValue, policy: policy)
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

package struct ProxiedImage: Hashable, Sendable {
    package let format: ImageFormat
    package let bytes: [UInt8]

    package init(format: ImageFormat, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}
