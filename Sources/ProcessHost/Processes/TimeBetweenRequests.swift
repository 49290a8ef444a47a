/// What a process has used of the CPU while it was asked nothing, beyond the share that it may use all the time.
///
/// It adds up over the whole life of the process: requests in between end nothing. A look sees what was used by requests and
/// between them as one; what requests can have used, as long as they ran, is taken off.
struct TimeBetweenRequests: Hashable, Sendable {
    /// The CPU time beyond the share.
    private(set) var excess = Duration.zero
    private var cpu: Duration
    private var time: Duration
    /// How long requests have run since the last look.
    private var busy = Duration.zero
    /// Since when requests run; none while there is none.
    private var busySince: Duration?

    /// Begins with a first look.
    ///
    /// - Parameters:
    ///   - cpu: The CPU time that the process has used in its life.
    ///   - time: When it was looked at.
    ///   - isBusy: Whether requests run.
    init(cpu: Duration, time: Duration, isBusy: Bool) {
        self.cpu = cpu
        self.time = time
        busySince = isBusy ? time : nil
    }

    /// The first request begins.
    mutating func begin(at time: Duration) { busySince = time }

    /// The last request has ended.
    mutating func end(at time: Duration) {
        if let since = busySince { busy += time - max(since, self.time) }
        busySince = nil
    }

    /// Takes another look.
    ///
    /// - Parameters:
    ///   - cpu: The CPU time that the process has used in its life.
    ///   - time: When it was looked at.
    ///   - share: How much of the time it may use, from 0 to 1.
    mutating func look(cpu: Duration, time: Duration, share: Double) {
        let busy = busy + (busySince.map { time - max($0, self.time) } ?? .zero)
        let idle = time - self.time - busy
        // While requests run all the time each is held to its own budget, on however many cores it works.
        if idle > .zero || (busy == .zero && busySince == nil) {
            excess = max(.zero, excess + max(.zero, cpu - self.cpu - busy) - idle * share)
        }
        (self.cpu, self.time, self.busy) = (cpu, time, .zero)
    }
}
