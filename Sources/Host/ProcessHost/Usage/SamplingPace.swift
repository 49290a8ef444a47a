/// How often the usage of a process is read: often while it grows, seldom once it is still.
struct SamplingPace: Hashable, Sendable {
    /// Memory that grows by less between two readings is still, in bytes.
    private static let growth = 512 * 1024
    /// A process that uses a smaller share of one CPU is still.
    private static let share = 0.05

    /// The time until the next reading.
    private(set) var interval: Duration
    private let shortest: Duration
    private let longest: Duration
    private var last: ProcessUsage?

    /// Makes the pace of a process that has just been asked something.
    ///
    /// - Parameters:
    ///   - shortest: The interval while usage grows.
    ///   - longest: The interval at which the process counts as still.
    init(shortest: Duration, longest: Duration) {
        (self.shortest, self.longest) = (shortest, longest)
        interval = shortest
    }

    /// Whether nothing has grown for so long that the slow readings suffice.
    var isStill: Bool { interval >= longest }

    /// Records a usage that was read ``interval`` after the one before.
    ///
    /// - Parameter usage: What the process uses.
    /// - Returns: Whether anything has grown.
    @discardableResult
    mutating func record(_ usage: ProcessUsage) -> Bool {
        defer { last = usage }
        guard let last else { return false }
        let hasGrown =
            usage.memory - last.memory > Self.growth || usage.cpu - last.cpu > interval * Self.share
            || usage.processes > last.processes || usage.temporaryFiles > last.temporaryFiles
        interval = hasGrown ? shortest : min(interval * 2, longest)
        return hasGrown
    }

    /// Begins anew, since the process is asked something.
    mutating func reset() { interval = shortest }
}
