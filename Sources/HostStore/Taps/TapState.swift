package import FoundationEssentials
package import JSON
package import TodayProtocol

/// How far a tap has come.
package enum TapState: Hashable, Sendable {
    /// It waits for its process's answer.
    case pending
    /// It was performed.
    case done(TapResult)
    /// It was given up.
    case failed(TapResult)
}

/// What a finished tap left behind.
package struct TapResult: Hashable, Sendable {
    /// What the page is told.
    package let outcome: JSONValue
    /// The commit that holds the tap's effects.
    package let effects: Revision
    /// When it was finished.
    package let finished: Date
}
