package import HostModel
package import JSON

/// The headers by which local tools identify themselves and the person's time zone.
package enum LocalHeader {
    /// The name of one run of the tool; a passcode unlocks only that run.
    package static let surface = "Today-Surface"
    package static let zone = "Today-Zone"
}

/// The parameters and the body of a request that a client sends.
package struct RequestWriter: Sendable {
    /// The parameters of the path, by name; as those of the query, they are not encoded.
    package var path: [String: String] = [:]
    package var query: [String: String] = [:]
    package var body: JSONValue?
    /// Language of the person, for the header `Accept-Language`.
    package var language: String?
    /// Time zone of the person, for the header ``LocalHeader/zone``.
    package var zone: String?

    package init(viewer: Viewer) {
        language = viewer.language
        zone = viewer.zone
    }

    /// Puts the members of a request where its route has them.
    package init(_ members: [String: JSONValue], by route: Route) {
        var rest: [String: JSONValue] = [:]
        for (name, value) in members where name != "surface" && route.fixed[name] == nil {
            switch name {
            case _ where route.parameters.contains(name): path[name] = Self.text(value)
            case "viewer":
                language = value["language"]?.stringValue
                zone = value["zone"]?.stringValue
            case "language": language = value.stringValue
            default: rest[name] = value
            }
        }
        switch route.body {
        case .empty: query = rest.compactMapValues(Self.text)
        case .members: body = .object(rest)
        case .member(let name): body = rest[name]
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .integer(let number): String(number)
        case .bool(let flag): flag ? "1" : nil
        default: value.stringValue
        }
    }
}

extension RoutedRequest {
    /// Returns the request's members in the wire format.
    package func members() throws -> [String: JSONValue] { try JSONValue(encoding: self).objectValue ?? [:] }
}

/// The parameters and the body of a request that the server received.
struct RequestReader: Sendable {
    let viewer: Viewer
    /// Looks up a parameter of the path, still percent-encoded.
    let path: @Sendable (String) -> String?
    /// Looks up a parameter of the query, decoded.
    let query: @Sendable (String) -> String?
    /// The body; `null` for a route without one.
    var body: JSONValue = .null
    let surface: @Sendable () throws -> SurfaceID

    /// Returns the request that came by a route.
    ///
    /// - Throws: `invalid` for a malformed path or a missing parameter of the query, the request's own
    ///   ``RoutedRequest/absence(of:)``, `DecodingError` for a body with another structure, or the error of `surface`.
    func request<Request: RoutedRequest>(_ type: Request.Type = Request.self, by route: Route) throws -> Request {
        let body = try self.body.decode(BodyDecoder.self).decoder
        return try Request(from: RequestDecoder(reader: self, route: route, body: body, absence: Request.absence))
    }

    /// Returns a parameter of the path, decoded; 1 to 512 bytes.
    fileprivate func decodedPath(_ name: String) throws(HostError) -> String {
        guard let text = path(name).flatMap({ PercentCoding.decode($0) }), (1...512).contains(text.utf8.count) else {
            throw .malformedPath
        }
        return text
    }
}

// MARK: - Decoding

private struct BodyDecoder: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) { self.decoder = decoder }
}

/// Decodes a request from the parts in which it came.
private struct RequestDecoder: Decoder {
    let reader: RequestReader
    let route: Route
    let body: any Decoder
    let absence: (String) -> HostError
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let members = route.body == .members ? try body.container(keyedBy: type) : nil
        return KeyedDecodingContainer(RequestKeyedContainer(request: self, body: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try body.unkeyedContainer() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { try body.singleValueContainer() }
}

private struct RequestKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let request: RequestDecoder
    /// The members of the body; `nil` for a route without such a body.
    let body: KeyedDecodingContainer<Key>?
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { body?.allKeys ?? [] }

    func contains(_ key: Key) -> Bool { body?.contains(key) ?? false }

    func decodeNil(forKey key: Key) throws -> Bool { try body?.decodeNil(forKey: key) ?? true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try decodeIfPresent(type, forKey: key)
        if let body { return try value ?? body.decode(type, forKey: key) }
        guard let value, value as? String != "" || request.route.defaults[key.stringValue] != nil else {
            throw HostError(.invalid, "The request lacks “\(key.stringValue)”.")
        }
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { try member(key) }
    // For these types, the standard library would otherwise ask `contains` first.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try member(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try member(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try member(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try member(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try member(key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { request.body }

    func superDecoder(forKey key: Key) throws -> any Decoder { try body?.superDecoder(forKey: key) ?? request.body }

    /// Returns a member from wherever the route has it; `nil` if it is missing.
    private func member<Value: Decodable>(_ key: Key) throws -> Value? {
        let (reader, route, name) = (request.reader, request.route, key.stringValue)
        if let value = route.fixed[name] { return value.isNull ? nil : try value.decode(Value.self) }
        if route.parameters.contains(name) {
            let text = try reader.decodedPath(name)
            guard isNumber(Value.self) else { return try JSONValue.string(text).decode(Value.self) }
            guard let number = Int(text), number > 0 else { throw request.absence(text) }
            return try JSONValue.integer(number).decode(Value.self)
        }
        switch name {
        case "viewer": return reader.viewer as? Value
        case "language": return reader.viewer.language as? Value
        case "surface": return try reader.surface() as? Value
        default: break
        }
        if route.body == .member(name) { return try reader.body.decode(Value.self) }
        let sent: Value? = try body.map { try $0.decodeIfPresent(Value.self, forKey: key) } ?? queried(name)
        return try sent ?? route.defaults[name]?.decode(Value.self)
    }

    private func queried<Value: Decodable>(_ name: String) -> Value? {
        let text = request.reader.query(name)
        if Value.self is Bool.Type { return (text == "1") as? Value }
        guard isNumber(Value.self) else { return text.flatMap { try? JSONValue.string($0).decode(Value.self) } }
        guard let number = text.flatMap({ Int($0) }) else { return nil }
        let clamped = request.route.ranges[name].map { min(max(number, $0.lowerBound), $0.upperBound) }
        return try? JSONValue.integer(clamped ?? number).decode(Value.self)
    }

    /// Returns `true` for the types of integers, and of ids that are integers.
    private func isNumber(_ type: Any.Type) -> Bool {
        type is any BinaryInteger.Type || type is any RawRepresentable<Int64>.Type
    }
}
