import Foundation

/// Which operations fail in tests that let one after the other fail: every one takes minutes, so a run tries some of them,
/// and others the next time.
///
/// With `TODAY_FAULTS=all` in the environment every operation fails in turn.
package enum FaultStride {
    private static let isWhole = ProcessInfo.processInfo.environment["TODAY_FAULTS"] == "all"

    /// The distance from an operation that fails to the next one.
    package static let operations = isWhole ? 1 : 17

    /// How many of the power failures of a test to try.
    package static func count(of all: Int) -> Int { isWhole ? all : max(4, all / 5) }

    /// The first operation that fails.
    package static let first = isWhole ? 1 : Int.random(in: 1...operations)
}
