package import HostModel
package import JSON
package import TodayProtocol

/// A reply, as sent over HTTP.
package enum EncodedReply: Sendable {
    /// JSON.
    case json(JSONValue)
    /// An image.
    case image(ImageFile)
    /// No content: the request succeeded.
    case nothing
}

/// The encoding of a reply by the server, and its decoding by the client.
package struct ReplyCoding<Reply: Sendable>: Sendable {
    /// Encodes a reply.
    package let encode: @Sendable (Reply) throws -> EncodedReply
    /// Decodes the result of ``encode``.
    package let decode: @Sendable (EncodedReply) throws -> Reply
    /// Makes the client's reply to the error `notFound`; `nil` if the client throws that error.
    package var whenNotFound: (@Sendable () -> Reply)?
}

/// An error: the server's answer does not match the route.
package struct UnexpectedReply: Error {}

extension ReplyCoding where Reply == Void {
    /// No body.
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

    /// The value as the only member of a JSON object: `{"topics": [...]}`.
    package static func member(_ name: String) -> Self {
        ReplyCoding(encode: { .json(.object([name: try JSONValue(encoding: $0)])) }) { reply in
            guard let member = try reply.value()[name] else { throw UnexpectedReply() }
            return try member.decode()
        }
    }
}

extension ReplyCoding {
    /// The value as JSON, or the error `notFound` for `nil`.
    ///
    /// - Parameter sentence: The message of the error.
    /// - Returns: The coding.
    package static func optional<Value: Codable & Sendable>(_ sentence: LocalizableText) -> Self where Reply == Value? {
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
    /// Returns the JSON of the reply; throws if it is something else.
    fileprivate func value() throws -> JSONValue {
        guard case .json(let value) = self else { throw UnexpectedReply() }
        return value
    }
}
