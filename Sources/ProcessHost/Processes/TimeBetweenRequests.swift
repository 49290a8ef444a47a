/// What a process has used of the CPU since its last request, beyond the share that it may use all the time.
struct TimeBetweenRequests: Hashable, Sendable {
    /// The CPU time beyond the share.
    private(set) var excess = Duration.zero
    private var cpu: Duration
    private var time: Duration

    /// Begins with a first look.
    ///
    /// - Parameters:
    ///   - cpu: The CPU time that the process has used in its life.
    ///   - time: When it was looked at.
    init(cpu: Duration, time: Duration) {
        self.cpu = cpu
        self.time = time
    }

    /// Takes another look.
    ///
    /// - Parameters:
    ///   - cpu: The CPU time that the process has used in its life.
    ///   - time: When it was looked at.
    ///   - share: How much of the time it may use, from 0 to 1.
    mutating func look(cpu: Duration, time: Duration, share: Double) {
        excess = max(.zero, excess + (cpu - self.cpu) - (time - self.time) * share)
        (self.cpu, self.time) = (cpu, time)
    }
}
