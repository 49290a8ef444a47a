package import Fetching
import HostModel
import Markup

/// The sanitized body of a message, created when the message arrives: a document without scripts, forms and remote
/// content, with its pictures.
package struct MessageBody: Hashable, Sendable {
    /// Largest number of pictures in a body; further ones are replaced by their alternative texts.
    package static let imageLimit = 20
    /// Largest total size of a body's pictures, in bytes.
    package static let imageBytes = 10 * 1024 * 1024
    /// Largest size of a body before sanitizing, in bytes.
    package static let sourceLimit = 2 * 1024 * 1024

    package struct Image: Hashable, Sendable {
        /// Name of its file, such as `1.png`.
        package var name: String
        package var bytes: [UInt8]
    }

    /// The document in UTF-8; it refers to its pictures as `images/NAME`.
    package var html: [UInt8]
    /// The text for searching and for the terminal.
    package var text: String
    package var images: [Image]

    /// Longest time for fetching all pictures; those that are still missing are replaced by their alternative texts.
    package static let imageTime = Duration.seconds(20)
    /// Number of pictures fetched concurrently.
    private static let concurrentImages = 4

    /// Sanitizes the first ``sourceLimit`` bytes of a body as HTML, Markdown, or else plain text, and fetches its
    /// pictures; those that are unavailable are replaced by their alternative texts.
    ///
    /// - Returns: The body; `nil` if parsing takes longer than the queue allows.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package static func make(
        of bytes: [UInt8],
        contentType: String,
        on queue: BodyParsingQueue = BodyParsingQueue(),
        clock: any Clock<Duration> = ContinuousClock(),
        fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    ) async throws -> MessageBody? {
        let draft = try await queue.run { Draft(of: bytes, contentType: contentType) }
        guard let draft else { return nil }
        let fetched = await fetch(draft.addresses, clock, fetchImage)
        // The cancelled fetches returned no pictures; without this check the body would be stored without them for
        // good.
        try Task.checkCancellation()
        return try await queue.run { MessageBody(draft, fetched) }
    }

    private struct Draft: Sendable {
        let type: BodyType
        let nodes: [SafeNode]
        let sources: [ImageSource]

        init(of bytes: [UInt8], contentType: String) {
            type = BodyType(contentType)
            nodes = type.nodes(of: bytes.prefix(sourceLimit))
            sources = MessageBody.sources(in: nodes)
        }

        var addresses: [String] {
            sources.compactMap { source in if case .address(let address) = source { address } else { nil } }
        }
    }

    private init(_ draft: Draft, _ fetched: [String: ProxiedImage]) {
        let (images, names) = Self.choose(draft.sources, fetched)
        html = BodyHTMLWriter.document(
            draft.nodes,
            images: names,
            hasOwnColors: BodyColors.areChosen(in: draft.nodes),
            isMarkdown: draft.type == .markdown
        )
        text = BodyTextWriter.text(of: draft.nodes)
        self.images = images
    }

    /// Fetches pictures, ``concurrentImages`` at a time, for at most ``imageTime``.
    private static func fetch(
        _ addresses: [String],
        _ clock: any Clock<Duration>,
        _ fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    ) async -> [String: ProxiedImage] {
        guard !addresses.isEmpty else { return [:] }
        return await withTaskGroup(of: (String, ProxiedImage?)?.self) { group in
            group.addTask {
                try? await clock.sleep(for: imageTime)
                return nil
            }
            var waiting = addresses[...]
            var running = 0
            func startNext() {
                guard let address = waiting.popFirst() else { return }
                running += 1
                group.addTask { (address, try? await fetchImage(address)) }
            }
            for _ in 0..<concurrentImages { startNext() }
            var fetched: [String: ProxiedImage] = [:]
            while running > 0, let result = await group.next() {
                guard let (address, image) = result else { break }
                running -= 1
                fetched[address] = image
                startNext()
            }
            group.cancelAll()
            return fetched
        }
    }

    /// Selects available pictures in document order, without those that would exceed a limit.
    private static func choose(
        _ sources: [ImageSource],
        _ fetched: [String: ProxiedImage]
    ) -> (images: [Image], names: [ImageSource: String]) {
        var images: [Image] = []
        var names: [ImageSource: String] = [:]
        var size = 0
        for source in sources where images.count < imageLimit {
            let image: ProxiedImage?
            switch source {
            case .bytes(let bytes): image = ImageFormat(of: bytes).map { ProxiedImage(format: $0, bytes: bytes) }
            case .address(let address): image = fetched[address]
            }
            guard let image, size + image.bytes.count <= imageBytes else { continue }
            size += image.bytes.count
            let name = "\(images.count + 1).\(image.format.fileExtension)"
            names[source] = name
            images.append(Image(name: name, bytes: image.bytes))
        }
        return (images, names)
    }

    /// Returns the sources of the first pictures of a body in document order, without duplicates.
    private static func sources(in nodes: [SafeNode]) -> [ImageSource] {
        var found: [ImageSource] = []
        func search(_ nodes: [SafeNode]) {
            for node in nodes where found.count < imageLimit {
                switch node {
                case .text: continue
                case .image(let source, _, _): if !found.contains(source) { found.append(source) }
                case .element(_, _, let content): search(content)
                }
            }
        }
        search(nodes)
        return found
    }
}

extension ImageFormat {
    fileprivate var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webP: "webp"
        }
    }
}

enum BodyType: Hashable {
    case html, markdown, plain

    /// Parses a media type; unknown ones are plain text.
    init(_ mediaType: String) {
        let type = mediaType.prefix { $0 != ";" }.trimmed.lowercased()
        switch type {
        case "text/html", "application/xhtml+xml": self = .html
        case "text/markdown", "text/x-markdown": self = .markdown
        default: self = .plain
        }
    }

    func nodes(of source: ArraySlice<UInt8>) -> [SafeNode] {
        switch self {
        case .html: HTMLSanitizer.sanitize(source)
        case .markdown: HTMLSanitizer.sanitize(MarkdownHTML.html(of: String(decoding: source, as: UTF8.self)))
        case .plain: PlainTextBodyParser.nodes(of: String(decoding: source, as: UTF8.self))
        }
    }
}
