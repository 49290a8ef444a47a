package import Fetching
import Markup

/// The body of a message, made safe.
///
/// It is a document without scripts, forms and anything from elsewhere; its pictures lie beside it. It is made once, when
/// the message arrives, and shown from this device for ever after.
package struct MessageBody: Hashable, Sendable {
    /// How many pictures a body may have; more leave their alternative text.
    package static let imageLimit = 20
    /// How many bytes the pictures of a body may have together.
    package static let imageBytes = 10 * 1024 * 1024
    /// How many bytes a body may have as it was sent.
    package static let sourceLimit = 2 * 1024 * 1024

    /// A picture of a body.
    package struct Image: Hashable, Sendable {
        /// Its file's name, such as `1.png`.
        package var name: String
        /// The file.
        package var bytes: [UInt8]
    }

    /// The document in UTF-8; its pictures are named `images/NAME`.
    package var html: [UInt8]
    /// The text alone.
    package var text: String
    /// The pictures.
    package var images: [Image]

    /// How long getting the pictures of a body may take; what is not here then leaves its alternative text.
    package static let imageTime = Duration.seconds(20)
    /// How many pictures are fetched at a time.
    private static let imagesAtOnce = 4

    /// Makes a body safe, and gets its pictures.
    ///
    /// A picture that cannot be had leaves its alternative text; that is no error.
    ///
    /// - Parameters:
    ///   - bytes: What the sender sent, at most ``sourceLimit`` bytes; what is more is cut off.
    ///   - contentType: Its media type: HTML, Markdown, or else plain text.
    ///   - thread: Where it is read and written.
    ///   - clock: What measures ``imageTime``.
    ///   - fetchImage: Gets a picture from an address.
    /// - Returns: The body; `nil` if making it takes too long.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package static func make(
        of bytes: [UInt8],
        contentType: String,
        on thread: BodyParsingQueue = BodyParsingQueue(),
        clock: any Clock<Duration> = ContinuousClock(),
        fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    ) async throws -> MessageBody? {
        let draft = try await thread.run { Draft(of: bytes, contentType: contentType) }
        guard let draft else { return nil }
        let fetched = await fetch(draft.addresses, clock, fetchImage)
        // Without its pictures, because they were given up with the task, a body would be kept so for ever.
        try Task.checkCancellation()
        return try await thread.run { MessageBody(draft, fetched) }
    }

    /// A body that was read, before its pictures are here.
    private struct Draft: Sendable {
        let type: BodyType
        let nodes: [SafeNode]
        let sources: [ImageSource]

        init(of bytes: [UInt8], contentType: String) {
            type = BodyType(contentType)
            nodes = type.nodes(of: bytes.prefix(sourceLimit))
            sources = MessageBody.sources(in: nodes)
        }

        /// The addresses of its pictures.
        var addresses: [String] {
            sources.compactMap { source in if case .address(let address) = source { address } else { nil } }
        }
    }

    private init(_ draft: Draft, _ fetched: [String: ProxiedImage]) {
        let (images, names) = Self.choose(draft.sources, fetched)
        html = BodyHTMLWriter.document(draft.nodes, images: names, hasOwnColors: BodyColors.areChosen(in: draft.nodes))
        text = BodyTextWriter.text(of: draft.nodes)
        self.images = images
    }

    /// Fetches pictures, a few at a time, for so long and no longer.
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
            for _ in 0..<imagesAtOnce { startNext() }
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

    /// Takes the first pictures that there are, as many as a body may have.
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

    /// The pictures in the order in which they stand, each once; no more than a few are ever wanted.
    private static func sources(in nodes: [SafeNode]) -> [ImageSource] {
        var found: [ImageSource] = []
        func look(_ nodes: [SafeNode]) {
            for node in nodes where found.count < imageLimit {
                switch node {
                case .text: continue
                case .image(let source, _, _): if !found.contains(source) { found.append(source) }
                case .element(_, _, let content): look(content)
                }
            }
        }
        look(nodes)
        return found
    }
}

extension ImageFormat {
    /// What a file of this format is called at its end.
    fileprivate var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webP: "webp"
        }
    }
}

/// What a body is written in.
enum BodyType: Hashable {
    case html, markdown, plain

    /// Reads a media type; what is unknown is plain text.
    init(_ mediaType: String) {
        let type = AttributeRule.trimmed(String(mediaType.prefix { $0 != ";" })).lowercased()
        switch type {
        case "text/html", "application/xhtml+xml": self = .html
        case "text/markdown", "text/x-markdown": self = .markdown
        default: self = .plain
        }
    }

    /// Reads a body.
    func nodes(of source: ArraySlice<UInt8>) -> [SafeNode] {
        switch self {
        case .html: HTMLSanitizer.clean(source)
        case .markdown: HTMLSanitizer.clean(MarkdownHTML.html(of: String(decoding: source, as: UTF8.self)))
        case .plain: PlainTextBodyParser.nodes(of: String(decoding: source, as: UTF8.self))
        }
    }
}
