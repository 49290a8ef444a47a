extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Makes a real.
    public init(floatLiteral value: Double) { self = .real(value) }

    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object; of two equal names the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
