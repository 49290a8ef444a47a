public import AdaptiveCards
import JSON
import JSONRPC

/// Actions of cards that carry a value of the author's own ``Widget/Action`` or ``App/Action``.
///
/// The value is stored in the action's data as the member `action`, beside the values of the page's inputs. So no input
/// of a page may have the id `action`.
extension Action {
    /// The member of an action's data that holds the author's value.
    static let typedMember = "action"

    /// Returns an action that performs a value when a part of a card is pressed; the page's inputs are not sent.
    public static func perform(_ action: some Encodable) -> Action { perform(nil, action) }

    /// Returns a button that performs a value; the page's inputs are not sent.
    ///
    /// The value is passed to ``Widget/perform(_:_:)`` or ``App/perform(_:_:)``. If it cannot be encoded, the action is
    /// disabled and its tooltip says why.
    public static func perform(
        _ title: String?,
        _ action: some Encodable,
        style: ActionStyle = .default
    ) -> Action {
        typed(title, action, style) { value in
            .execute(ExecuteAction(verb: value.verb, data: [typedMember: value], associatedInputs: .none))
        }
    }

    /// Returns a button that performs a value together with the page's inputs.
    ///
    /// The value is passed to ``App/perform(_:_:)``; the inputs are in ``AppContext/inputs``. If the value cannot be
    /// encoded, the action is disabled and its tooltip says why.
    public static func submit(
        _ title: String,
        _ action: some Encodable,
        style: ActionStyle = .default
    ) -> Action {
        typed(title, action, style) { value in .submit(SubmitAction(data: [typedMember: value])) }
    }

    /// Returns the action with the place of its button: on its own, or in the menu of its row.
    public func mode(_ mode: ActionMode) -> Action {
        var copy = self
        copy.mode = mode
        return copy
    }

    private static func typed(
        _ title: String?,
        _ action: some Encodable,
        _ style: ActionStyle,
        kind: (JSONValue) -> ActionKind
    ) -> Action {
        do {
            var result = Action(kind(try JSONValue(encoding: action)), title: title)
            result.style = style
            return result
        } catch {
            var result = Action(kind(.null), title: title)
            result.isEnabled = false
            result.tooltip = "This action cannot be encoded."
            StandardError.write("an action of type \(type(of: action)) cannot be encoded: \(error)")
            return result
        }
    }
}

extension JSONValue {
    /// The name of the value in logs: the name of the case if the value is an enumeration.
    var verb: String {
        switch self {
        case .string(let name): name
        case .object(let members) where members.count == 1: members.keys.first ?? "perform"
        default: "perform"
        }
    }
}

/// Reads the author's value and the inputs in the data of a tap.
enum TypedAction {
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

    static func inputs(of data: JSONValue) -> [String: String] {
        var inputs = data.objectValue ?? [:]
        inputs[Action.typedMember] = nil
        return inputs.compactMapValues(\.stringValue)
    }
}
