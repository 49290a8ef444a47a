package import Host
package import JSON

/// A reply as HTTP has it.
package enum EncodedReply: Sendable {
    /// JSON.
    case json(JSONValue)
    /// An image.
    case image(ImageFile)
    /// Nothing but that it is done.
    case nothing
}

/// How a reply is written by the server and read by the client.
package struct ReplyCoding<Reply: Sendable>: Sendable {
    /// Writes a reply.
    package let encode: @Sendable (Reply) throws -> EncodedReply
    /// Reads what ``encode`` wrote.
    package let decode: @Sendable (EncodedReply) throws -> Reply
    /// Makes the reply that the client reads in the error `notFound`; `nil` if that is an error for it too.
    package var whenNotFound: (@Sendable () -> Reply)?
}

/// The server of a client answered in another way than its route says.
package struct UnexpectedReply: Error {}

extension ReplyCoding where Reply == Void {
    /// An answer without a body.
    package static var nothing: Self { ReplyCoding(encode: { .nothing }, decode: { _ in }) }
}

extension ReplyCoding where Reply == ImageFile {
    /// The image itself, with its media type.
    package static var image: Self {
        ReplyCoding(encode: { .image($0) }) { reply in
            guard case .image(let image) = reply else { throw UnexpectedReply() }
            return image
        }
    }
}

extension ReplyCoding where Reply: Codable {
    /// The value as JSON.
    package static var json: Self {
        ReplyCoding(encode: { .json(try JSONValue(encoding: $0)) }, decode: { try $0.value().decode() })
    }

    /// The value as the one member of a JSON object: `{"topics": [...]}`.
    package static func member(_ name: String) -> Self {
        ReplyCoding(encode: { .json(.object([name: try JSONValue(encoding: $0)])) }) { reply in
            guard let member = try reply.value()[name] else { throw UnexpectedReply() }
            return try member.decode()
        }
    }
}

extension ReplyCoding {
    /// The value as JSON; the error `notFound` stands for `nil`.
    ///
    /// - Parameter sentence: The message of the error.
    /// - Returns: The coding.
    package static func optional<Value: Codable & Sendable>(_ sentence: String) -> Self where Reply == Value? {
        ReplyCoding(
            encode: { value in
                guard let value else { throw HostError(.notFound, sentence) }
                return .json(try JSONValue(encoding: value))
            },
            decode: { try $0.value().decode(Value.self) },
            whenNotFound: { nil }
        )
    }
}

extension EncodedReply {
    /// The JSON of a reply that must have some.
    fileprivate func value() throws -> JSONValue {
        guard case .json(let value) = self else { throw UnexpectedReply() }
        return value
    }
}
