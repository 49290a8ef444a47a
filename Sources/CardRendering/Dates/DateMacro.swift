/// A date or a time of day that a card's text asks for: `{{DATE(…)}}`, `{{DATE(…, SHORT)}}`, `{{TIME(…)}}`.
///
/// The form is strict, as in other renderers: upper case, at most one space and only before the format. What differs is
/// no macro and stays as it was written.
struct DateMacro {
    enum Format {
        case compact, short, long, time
    }

    let timestamp: CardTimestamp
    let format: Format
    /// How many bytes the macro has.
    let length: Int

    /// Reads the macro that begins with the first byte.
    init?(_ bytes: ArraySlice<UInt8>) {
        // The longest macro is shorter than this.
        let head = bytes.prefix(64)
        let isDate = head.starts(with: "{{DATE(".utf8)
        guard isDate || head.starts(with: "{{TIME(".utf8), let close = head.firstIndex(of: UInt8(ascii: ")")),
            head.dropFirst(close - head.startIndex).starts(with: ")}}".utf8)
        else { return nil }
        let content = head[(head.startIndex + 7)..<close]
        let parts = content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let timestamp = CardTimestamp(parts[0]) else { return nil }
        self.timestamp = timestamp
        length = close + 3 - head.startIndex
        if parts.count == 1 {
            format = isDate ? .compact : .time
        } else {
            guard isDate, parts.count == 2, let format = Self.format(parts[1]) else { return nil }
            self.format = format
        }
    }

    private static func format(_ text: ArraySlice<UInt8>) -> Format? {
        let name = text.first == 0x20 ? text.dropFirst() : text
        if name.elementsEqual("COMPACT".utf8) { return .compact }
        if name.elementsEqual("SHORT".utf8) { return .short }
        return name.elementsEqual("LONG".utf8) ? .long : nil
    }
}
