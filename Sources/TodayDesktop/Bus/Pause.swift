/// The pauses between attempts to connect: each twice as long as the one before, up to a limit.
struct Pause: Hashable, Sendable {
    /// The longest pause.
    static let limit = Duration.seconds(120)

    /// The pause that comes next.
    private(set) var length = Duration.milliseconds(250)
    /// Whether there was none yet.
    private(set) var isFirst = true

    /// The next pause; the one after it is longer.
    mutating func next() -> Duration {
        defer {
            length = min(length * 2, Self.limit)
            isFirst = false
        }
        return length
    }
}
