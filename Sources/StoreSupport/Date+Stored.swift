package import FoundationEssentials

extension Date {
    /// The form in which databases keep a date: milliseconds since 1970, rounded.
    package var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads a date from its stored form.
    package init(storedMilliseconds: Int64) { self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1000) }
}
