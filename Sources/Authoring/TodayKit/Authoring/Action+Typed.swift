public import AdaptiveCards
import JSON
import JSONRPC

/// Actions of cards that carry a value of the author's own ``Widget/Action`` or ``App/Action``.
///
/// The value stands in the action's data as the member `action`; what the person typed stands beside it. So no input
/// of a page may have the id `action`.
extension Action {
    /// The member of an action's data that holds the author's value.
    static let typedMember = "action"

    /// Performs a value when something is pressed; inputs of the page are not sent.
    public static func perform(_ action: some Encodable) -> Action { perform(nil, action) }

    /// Makes a button that performs a value; inputs of the page are not sent.
    ///
    /// - Parameters:
    ///   - title: What the button says.
    ///   - action: What ``Widget/perform(_:_:)`` or ``App/perform(_:_:)`` is called with.
    ///   - style: The button's tone.
    /// - Returns: The action. One whose value cannot be encoded is disabled and says why.
    public static func perform(
        _ title: String?,
        _ action: some Encodable,
        style: ActionStyle = .default
    ) -> Action {
        typed(title, action, style) { value in
            .execute(ExecuteAction(verb: value.verb, data: [typedMember: value], associatedInputs: .none))
        }
    }

    /// Makes a button that performs a value with what the person typed on the page.
    ///
    /// - Parameters:
    ///   - title: What the button says.
    ///   - action: What ``App/perform(_:_:)`` is called with; the inputs are in ``AppContext/inputs``.
    ///   - style: The button's tone.
    /// - Returns: The action. One whose value cannot be encoded is disabled and says why.
    public static func submit(
        _ title: String,
        _ action: some Encodable,
        style: ActionStyle = .default
    ) -> Action {
        typed(title, action, style) { value in .submit(SubmitAction(data: [typedMember: value])) }
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
    /// A name for logs: that of an enumeration's case, where this is one.
    fileprivate var verb: String {
        switch self {
        case .string(let name): name
        case .object(let members) where members.count == 1: members.keys.first ?? "perform"
        default: "perform"
        }
    }
}

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
