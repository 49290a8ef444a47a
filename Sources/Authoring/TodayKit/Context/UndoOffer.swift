import AdaptiveCards
import JSON
import TodayProtocol

extension ProcessScoped {
    /// Offers the person a button that undoes this action.
    ///
    /// Call it in ``App/perform(_:_:)`` or ``Widget/perform(_:_:)`` for every destructive action. When the action is
    /// done, the surface shows the message with a button *Undo*, also on the page that the action opens. The button
    /// performs `action` like any tap of the person, on the same page or widget, and exactly once. Nothing may be lost
    /// for good before: keep what the undo needs in `action`, in the shared defaults or in a file.
    ///
    /// ```swift
    /// case .clear:
    ///     let items = context.defaults[.items]
    ///     try await context.defaults.set([], for: .items)
    ///     try await context.offerUndo("The list was cleared.", Action.restore(items))
    /// ```
    ///
    /// - Parameters:
    ///   - message: One short sentence that says what was done, in the language of the surface.
    ///   - action: The action that undoes it; at most 16 KiB of JSON.
    ///   - time: The shortest time for which the offer is shown, 8 to 60 seconds; other values are clamped.
    /// - Throws: ``RequestError`` outside of an action, or if the action is too large; an error of the encoder.
    public func offerUndo(
        _ message: String,
        _ action: some Encodable,
        for time: Duration = .seconds(10)
    ) async throws {
        let value = try JSONValue(encoding: action)
        let range = UndoOfferRequest.secondsRange
        let seconds = Int(min(max(time / .seconds(1), Double(range.lowerBound)), Double(range.upperBound)))
        let text = String(message.prefix(UndoOfferRequest.messageLimit))
        try await process.ask {
            UndoOfferRequest(
                message: text,
                data: [Action.typedMember: value],
                verb: value.verb,
                seconds: seconds,
                transaction: $0
            )
        }
    }
}
