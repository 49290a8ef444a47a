/// A style rule for one class, whose name contains the value, so that cards can share equal rules.
///
/// Rules are made from numbers alone, so no text of a card can get into a style sheet.
package struct StyleRule: Hashable, Sendable {
    package let className: String
    /// The declarations, such as `width:120px`.
    package let declarations: String

    /// A width in pixels.
    static func width(_ pixels: Int) -> StyleRule {
        StyleRule(className: "ac-w-\(pixels)px", declarations: "width:\(pixels)px")
    }

    /// A height in pixels.
    static func height(_ pixels: Int) -> StyleRule {
        StyleRule(className: "ac-h-\(pixels)px", declarations: "height:\(pixels)px")
    }

    /// A minimum height in pixels.
    static func minHeight(_ pixels: Int) -> StyleRule {
        StyleRule(className: "ac-min-h-\(pixels)px", declarations: "min-height:\(pixels)px")
    }

    /// A column's width in pixels at the default text size; it grows with the text, so that nothing is cut off.
    static func column(_ pixels: Int) -> StyleRule {
        StyleRule(className: "ac-col-\(pixels)px", declarations: "flex:0 0 calc(\(pixels)rem/16)")
    }

    /// A column's share of the width, in hundredths of a percent.
    static func share(_ hundredths: Int) -> StyleRule {
        StyleRule(className: "ac-share-\(hundredths)", declarations: "flex:1 1 \(percent(hundredths))")
    }

    /// The width of a table column, in hundredths of a percent.
    static func tableColumn(_ hundredths: Int) -> StyleRule {
        StyleRule(className: "ac-part-\(hundredths)", declarations: "width:\(percent(hundredths))")
    }

    private static func percent(_ hundredths: Int) -> String {
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)%"
    }

    /// The maximum number of lines of a text.
    static func lines(_ count: Int) -> StyleRule {
        StyleRule(className: "ac-lines-\(count)", declarations: "-webkit-line-clamp:\(count);line-clamp:\(count)")
    }

    /// A background color from `#RRGGBB` or `#AARRGGBB`; `nil` for any other text.
    static func background(_ color: String) -> StyleRule? {
        guard color.utf8.first == UInt8(ascii: "#"), color.utf8.count == 7 || color.utf8.count == 9,
            let value = UInt32(color.dropFirst(), radix: 16), color.utf8.dropFirst().first != UInt8(ascii: "+")
        else { return nil }
        // CSS has the alpha value last, cards have it first.
        let rgba = color.utf8.count == 7 ? value << 8 | 0xFF : value << 8 | value >> 24
        let digits = String(rgba, radix: 16)
        let name = String(repeating: "0", count: 8 - digits.utf8.count) + digits
        return StyleRule(className: "ac-bg-\(name)", declarations: "background-color:#\(name)")
    }
}
