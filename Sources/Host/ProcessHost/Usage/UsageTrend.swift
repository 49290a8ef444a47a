/// Detects if the usage of a process grows from one sample to the next.
struct UsageTrend: Hashable, Sendable {
    /// Growth of memory between two samples up to which usage counts as still, in bytes.
    private static let growth = 512 * 1024
    /// Share of one CPU up to which usage counts as still.
    private static let share = 0.05

    /// `true` if nothing had grown at the last sample; `false` before the second one.
    private(set) var isStill = false
    private var last: ProcessUsage?

    /// Records a sample, and returns `true` if anything has grown.
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
