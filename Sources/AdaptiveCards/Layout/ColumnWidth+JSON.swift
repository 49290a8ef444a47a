import JSON

extension ColumnWidth {
    /// Reads a width: "auto", "stretch", a weight as a number or text, or pixels; without one a column stretches.
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        switch members["width"] {
        case .integer(let weight) where weight > 0: self = .weight(Double(weight))
        case .real(let weight) where weight > 0 && weight.isFinite: self = .weight(weight)
        case .string(let text):
            if let width = Self(text) {
                self = width
            } else {
                decoder.warn("“\(text.prefix(40))” is no width of a column; it is auto.", at: "width")
                self = .auto
            }
        case .integer, .real:
            decoder.warn("A column's weight must be positive; the width is auto.", at: "width")
            self = .auto
        default: self = .stretch
        }
    }

    private init?(_ text: String) {
        if text.equalsIgnoringCase("stretch") {
            self = .stretch
        } else if text.equalsIgnoringCase("auto") {
            self = .auto
        } else if let pixels = CardDecoder.pixels(text) {
            self = .pixels(pixels)
        } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let weight = Double(text), weight > 0, weight.isFinite
        {
            self = .weight(weight)
        } else {
            return nil
        }
    }

    var json: JSONValue? {
        switch self {
        case .stretch: nil
        case .auto: "auto"
        case .pixels(let pixels): .string("\(pixels)px")
        case .weight(let weight): Int(exactly: weight).map(JSONValue.integer) ?? .real(weight)
        }
    }
}
