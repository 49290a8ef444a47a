/// Tells the reply of one call from those of others, on every connection of one run.
struct BusToken: Hashable, Sendable {
    /// Grows with each call.
    let number: UInt64

    /// The token of the next call.
    var next: BusToken { BusToken(number: number + 1) }
}
