/// The units in which numbers are asked for and shown.
public enum Units: String, Hashable, Sendable {
    /// Fahrenheit, miles, inches.
    case us
    /// Celsius, metres a second, kilometres, millimetres.
    case si

    /// What people who read a language use most.
    ///
    /// - Parameter language: A BCP 47 tag; only its region counts.
    public init(language: String) {
        let regions = language.uppercased().split(separator: "-").dropFirst()
        self = regions.contains("US") ? .us : .si
    }
}
