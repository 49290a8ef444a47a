public import TodayProtocol

extension GroupID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension AppID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension WidgetID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension TapID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension PropertyValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension MessageID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}
