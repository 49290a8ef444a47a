import AdaptiveCards

/// The room for an element, and what it inherits.
struct TerminalPlace {
    var width: Int
    var alignment = HorizontalAlignment.left
    var columnDepth = 0

    init(width: Int) { self.width = width }

    func aligned(_ alignment: HorizontalAlignment?) -> TerminalPlace {
        var place = self
        if let alignment { place.alignment = alignment }
        return place
    }

    func inColumn(width: Int) -> TerminalPlace {
        var place = self
        place.width = width
        place.columnDepth += 1
        return place
    }
}
