/// The color of a part of a chart; the surface and its theme choose the shade.
public enum ChartColor: String, Hashable, Sendable, CaseIterable, LenientEnum {
    // Colors with a meaning
    case good, warning, attention, neutral
    // Colors for different categories
    case categoricalRed, categoricalPurple, categoricalLavender, categoricalBlue, categoricalLightBlue
    case categoricalTeal, categoricalGreen, categoricalLime, categoricalMarigold
    // Colors for the steps of a scale
    case sequential1, sequential2, sequential3, sequential4, sequential5, sequential6, sequential7, sequential8
    // Colors for a scale with two sides
    case divergingBlue, divergingLightBlue, divergingCyan, divergingTeal, divergingYellow, divergingPeach
    case divergingLightRed, divergingRed, divergingMaroon, divergingGray
    // Shades of one color for the steps of a scale
    case sequentialRed1, sequentialRed2, sequentialRed3, sequentialRed4
    case sequentialRed5, sequentialRed6, sequentialRed7, sequentialRed8
    case sequentialGreen1, sequentialGreen2, sequentialGreen3, sequentialGreen4
    case sequentialGreen5, sequentialGreen6, sequentialGreen7, sequentialGreen8
    case sequentialYellow1, sequentialYellow2, sequentialYellow3, sequentialYellow4
    case sequentialYellow5, sequentialYellow6, sequentialYellow7, sequentialYellow8
}

/// The colors for parts of a chart without a color of their own.
public enum ChartColorSet: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case categorical, sequential, diverging
    case sequentialRed = "sequentialred"
    case sequentialGreen = "sequentialgreen"
    case sequentialYellow = "sequentialyellow"

    /// The colors in the order of use; after the last one the first follows again.
    public var colors: [ChartColor] {
        switch self {
        case .categorical:
            [
                .categoricalBlue, .categoricalMarigold, .categoricalTeal, .categoricalPurple, .categoricalRed,
                .categoricalLightBlue, .categoricalGreen, .categoricalLavender, .categoricalLime,
            ]
        case .sequential:
            [
                .sequential5, .sequential3, .sequential7, .sequential2, .sequential6, .sequential4, .sequential8,
                .sequential1,
            ]
        case .diverging:
            [
                .divergingBlue, .divergingRed, .divergingTeal, .divergingYellow, .divergingLightBlue,
                .divergingLightRed, .divergingCyan, .divergingPeach, .divergingMaroon, .divergingGray,
            ]
        case .sequentialRed:
            [
                .sequentialRed5, .sequentialRed3, .sequentialRed7, .sequentialRed2, .sequentialRed6, .sequentialRed4,
                .sequentialRed8, .sequentialRed1,
            ]
        case .sequentialGreen:
            [
                .sequentialGreen5, .sequentialGreen3, .sequentialGreen7, .sequentialGreen2, .sequentialGreen6,
                .sequentialGreen4, .sequentialGreen8, .sequentialGreen1,
            ]
        case .sequentialYellow:
            [
                .sequentialYellow5, .sequentialYellow3, .sequentialYellow7, .sequentialYellow2, .sequentialYellow6,
                .sequentialYellow4, .sequentialYellow8, .sequentialYellow1,
            ]
        }
    }

    /// Returns the color of a part by its index.
    public func color(at index: Int) -> ChartColor { colors[index % colors.count] }
}
