/// The number of a delivered notification, the same on every surface and for as long as it is there.
///
/// A notification that another one with its identifier replaces keeps it. Numbers are never used again.
package struct DeliveredID: RawRepresentable, Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bare number.
    package let rawValue: Int64

    /// Takes a number.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads a number in decimal; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        guard let number = Int64(text), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    /// The number in decimal.
    package var description: String { String(rawValue) }

    /// Orders by the numbers: a later notification has a greater one.
    package static func < (left: DeliveredID, right: DeliveredID) -> Bool { left.rawValue < right.rawValue }
}
