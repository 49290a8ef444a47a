/// Whether what a process uses grows from one reading to the next.
struct UsageTrend: Hashable, Sendable {
    /// Memory that grows by less between two readings is still, in bytes.
    private static let growth = 512 * 1024
    /// A process that uses a smaller share of one CPU is still.
    private static let share = 0.05

    /// Whether nothing had grown at the last reading; `false` before there are two.
    private(set) var isStill = false
    private var last: ProcessUsage?

    /// Records a reading.
    ///
    /// - Parameters:
    ///   - usage: What the process uses.
    ///   - interval: The time since the reading before.
    /// - Returns: Whether anything has grown.
    @discardableResult
    mutating func record(_ usage: ProcessUsage, after interval: Duration) -> Bool {
        defer { last = usage }
        guard let last else { return false }
        let hasGrown =
            usage.memory - last.memory > Self.growth || usage.cpu - last.cpu > interval * Self.share
            || usage.processes > last.processes || usage.temporaryFiles > last.temporaryFiles
            || usage.watches > last.watches || usage.locks > last.locks || usage.hidesDescriptors
        isStill = !hasGrown
        return hasGrown
    }
}
