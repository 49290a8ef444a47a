import AdaptiveCards

/// The appearance of a text block: its own values, and those of its style for values that it leaves out.
struct ResolvedTextStyle {
    let size: TextSize
    let weight: TextWeight
    let color: TextColor
    let isSubtle: Bool
    let isMonospaced: Bool

    init(_ block: TextBlock) {
        let isHeading = block.style == .heading
        let isColumnHeader = block.style == .columnHeader
        size = block.size ?? (isHeading ? .large : .default)
        weight = block.weight ?? (isHeading || isColumnHeader ? .bolder : .default)
        color = block.color ?? .default
        isSubtle = block.isSubtle ?? false
        isMonospaced = block.fontType == .monospace
    }
}
