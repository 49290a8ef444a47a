public import TodayProtocol

extension AppContext {
    /// The app's complication, which status bars and a small second screen show.
    public var complication: ComplicationCenter { ComplicationCenter(process: process) }
}

/// Sets the complication that an app shows in status bars and on the page of complications.
///
/// An app has one complication. The host stores it, so that it is shown while the app does not run and after a restart.
/// Widgets cannot set it; their app does, for example when it processes their actions.
public struct ComplicationCenter: Sendable {
    let process: ProcessContext

    /// Sets the app's complication; `nil` removes it.
    ///
    /// Status bars show it at once; within an action, a response, a push, ``App/process(_:_:)`` or
    /// ``App/recordsFailed(_:_:)`` they show it when the changes are committed. Setting the same complication again
    /// changes nothing. Outside of transactions it may be set 60 times in ten seconds.
    ///
    /// - Throws: ``RequestError``, without any change, with code `invalidValue` if a text is empty, too long or not one
    ///   line, if the gauge is not a number from 0 to 1, or if a class is malformed; with code `limitExceeded` if it is
    ///   set too often.
    public func set(_ complication: Complication?) async throws {
        if let gauge = complication?.gauge, !gauge.isFinite {
            // JSON has no such number, so the host could not name it in its error.
            throw RequestError(.invalidValue, "The gauge of a complication is a number from 0 to 1, not \(gauge).")
        }
        try await process.ask { ComplicationSetRequest(complication: complication, transaction: $0) }
    }
}
