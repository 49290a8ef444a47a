import AdaptiveCards
import JSON
import JSONRPC

/// The author's value and the inputs in the data of a tap.
enum TypedAction {
    /// Reads the author's value.
    static func decode<Value: Decodable>(_ data: JSONValue) throws(RPCError) -> Value {
        guard let value = data[Action.typedMember] else {
            throw RPCError(
                .invalidParams,
                "the action was not made with .perform or .submit: its data has no \"\(Action.typedMember)\""
            )
        }
        do {
            return try value.decode()
        } catch {
            let reason = (error as? DecodingError)?.sentence ?? "\(error)"
            throw RPCError(.invalidParams, "the action is none of \(Value.self): \(reason)")
        }
    }

    /// What the person typed, by input id.
    static func inputs(of data: JSONValue) -> [String: String] {
        var inputs = data.objectValue ?? [:]
        inputs[Action.typedMember] = nil
        return inputs.compactMapValues(\.stringValue)
    }
}
