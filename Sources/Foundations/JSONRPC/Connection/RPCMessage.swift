package import JSON

/// One message of JSON-RPC 2.0; batches are not part of the protocol.
package enum RPCMessage: Hashable, Sendable {
    case request(id: RPCID, method: String, params: JSONValue)
    /// A notification, which has no reply.
    case notification(method: String, params: JSONValue)
    /// A reply; without an id it is about a message that could not be decoded.
    case reply(id: RPCID?, result: Result<JSONValue, RPCError>)
}

extension RPCMessage {
    /// The largest depth of a message's JSON: 32 nested elements of a card take two levels each, and the members around
    /// the card and an action's data take the rest.
    package static let depthLimit = 100

    /// Decodes one line, or throws the error to reply with.
    package init(line: [UInt8]) throws(RPCError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line, depthLimit: Self.depthLimit)
        } catch {
            throw RPCError(.parseError, error.description)
        }
        try self.init(json: json)
    }

    private init(json: JSONValue) throws(RPCError) {
        guard let members = json.objectValue, members["jsonrpc"]?.stringValue == "2.0" else {
            throw RPCError(.invalidRequest, "a message is an object with \"jsonrpc\": \"2.0\"")
        }
        if let method = members["method"] {
            guard let method = method.stringValue, method.utf8.count <= 128 else {
                throw RPCError(.invalidRequest, "\"method\" is a string of at most 128 bytes")
            }
            let params = members["params"] ?? [:]
            guard params.objectValue != nil else {
                throw RPCError(.invalidRequest, "\"params\" of \(method) is an object, or left out")
            }
            guard let id = members["id"] else {
                self = .notification(method: method, params: params)
                return
            }
            guard let id = RPCID(json: id) else {
                throw RPCError(.invalidRequest, "\"id\" is an integer or a string of at most 128 bytes")
            }
            self = .request(id: id, method: method, params: params)
        } else if let error = members["error"] {
            var decoded: RPCError
            do { decoded = try error.decode() } catch {
                throw RPCError(.invalidRequest, "\"error\" has an integer \"code\" and a string \"message\"")
            }
            // These codes are reserved for this side: the other side must not report a timeout or a closed connection.
            if decoded.code.isLocal { decoded.code = .internalError }
            self = .reply(id: members["id"].flatMap(RPCID.init(json:)), result: .failure(decoded))
        } else if let result = members["result"], let id = members["id"].flatMap(RPCID.init(json:)) {
            self = .reply(id: id, result: .success(result))
        } else {
            throw RPCError(.invalidRequest, "a message has a \"method\", a \"result\" with an \"id\", or an \"error\"")
        }
    }

    /// The message as one line, including its end.
    package var line: [UInt8] {
        var members: [String: JSONValue] = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let params):
            members["id"] = id.json
            members["method"] = .string(method)
            members["params"] = params
        case .notification(let method, let params):
            members["method"] = .string(method)
            members["params"] = params
        case .reply(let id, .success(let result)):
            members["id"] = id?.json ?? .null
            members["result"] = result
        case .reply(let id, .failure(let error)):
            members["id"] = id?.json ?? .null
            var body: [String: JSONValue] = [
                "code": .integer(error.code.rawValue), "message": .string(error.message),
            ]
            body["data"] = error.data
            members["error"] = .object(body)
        }
        return JSONValue.object(members).jsonBytes() + [UInt8(ascii: "\n")]
    }
}

/// The id of a request: an integer or a string, as JSON-RPC 2.0 (section 4) allows.
package enum RPCID: Hashable, Sendable {
    case integer(Int)
    /// A string id, at most 128 bytes.
    case string(String)

    /// Decodes an id; returns `nil` for a value that is not one.
    package init?(json: JSONValue) {
        switch json {
        case .integer(let value): self = .integer(value)
        case .string(let value) where value.utf8.count <= 128: self = .string(value)
        default: return nil
        }
    }

    package var json: JSONValue {
        switch self {
        case .integer(let value): .integer(value)
        case .string(let value): .string(value)
        }
    }
}

/// The parameters of a method with a reply: a type whose comment is the method's contract.
package protocol RPCRequest: Codable, Sendable {
    /// The result of the method; nothing, unless the request names another type.
    associatedtype Reply: Codable & Sendable = EmptyReply

    static var method: String { get }
}

/// The parameters of a method without a reply.
package protocol RPCNotification: Codable, Sendable {
    static var method: String { get }
}

/// The result of a method that returns nothing.
package struct EmptyReply: Codable, Hashable, Sendable {
    package init() {}
}
