public import TodayKit

/// The states of the computer in the last minutes, in order.
///
/// They are kept in the memory of the process: a widget that nobody looks at needs none.
public struct SystemHistory: Hashable, Sendable {
    /// How many states are kept, ten minutes of them.
    static let limit = 40

    private var states: [SystemStatus] = []

    /// The newest state.
    public var current: SystemStatus? { states.last }

    /// Creates a history without states.
    public init() {}

    /// Returns the history with another state, without the oldest ones.
    public func adding(_ status: SystemStatus) -> SystemHistory {
        var copy = self
        copy.states = (states + [status]).suffix(Self.limit)
        return copy
    }

    /// Returns the points of a line through a fraction of each state, in percent; a flat one for a single state.
    func line(_ fraction: (SystemStatus) -> Double) -> [ChartPoint] {
        let states = states.count == 1 ? states + states : states
        return states.enumerated().map { ChartPoint(Double($0.offset), (fraction($0.element) * 100).rounded()) }
    }
}
