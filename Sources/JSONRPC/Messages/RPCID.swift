package import JSON

/// The id of a request: an integer or a string, as JSON-RPC 2.0 (section 4) allows.
package enum RPCID: Hashable, Sendable {
    /// An integer id.
    case integer(Int)
    /// A string id, at most 128 bytes.
    case string(String)

    /// Reads an id; `nil` for everything that may not be one.
    package init?(json: JSONValue) {
        switch json {
        case .integer(let value): self = .integer(value)
        case .string(let value) where value.utf8.count <= 128: self = .string(value)
        default: return nil
        }
    }

    /// The id on the wire.
    package var json: JSONValue {
        switch self {
        case .integer(let value): .integer(value)
        case .string(let value): .string(value)
        }
    }
}
