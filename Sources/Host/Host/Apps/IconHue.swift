import Foundation

/// Picks an app's color, one of the eight that pages know, from its icon.
enum IconHue {
    /// The angles of the eight colors on the color circle, in degrees: blue, indigo, purple, pink, red, amber, green,
    /// teal.
    private static let angles = [212.0, 243, 275, 330, 14, 40, 143, 185]
    /// The least saturation of a color that counts, from 0 to 1.
    private static let leastSaturation = 0.35

    /// Returns the number of the color closest to the first saturated `#rrggbb` in an SVG; `nil` if there is none.
    static func hue(ofSVG text: String) -> Int? {
        for match in text.matches(of: /#([0-9a-fA-F]{6})\b/) {
            guard let number = Int(match.1, radix: 16), let angle = angle(of: number) else { continue }
            return angles.indices.min { distance(angles[$0], angle) < distance(angles[$1], angle) }
        }
        return nil
    }

    /// Returns the hue angle of a color; `nil` if it is almost grey.
    private static func angle(of color: Int) -> Double? {
        let parts = [color >> 16, color >> 8, color].map { Double($0 & 0xFF) / 255 }
        guard let most = parts.max(), let least = parts.min(), most - least > leastSaturation * most else { return nil }
        let range = most - least
        let sixth =
            switch most {
            case parts[0]: (parts[1] - parts[2]) / range
            case parts[1]: 2 + (parts[2] - parts[0]) / range
            default: 4 + (parts[0] - parts[1]) / range
            }
        return (sixth * 60 + 360).truncatingRemainder(dividingBy: 360)
    }

    private static func distance(_ one: Double, _ other: Double) -> Double {
        let difference = abs(one - other)
        return min(difference, 360 - difference)
    }
}
