import AdaptiveCards

/// What an element inherits from the containers around it.
struct Surroundings {
    /// The sides on which an element touches the padding of the container around it.
    struct Edges: OptionSet {
        let rawValue: UInt8
        static let top = Edges(rawValue: 1)
        static let bottom = Edges(rawValue: 2)
        static let start = Edges(rawValue: 4)
        static let end = Edges(rawValue: 8)
        static let all: Edges = [.top, .bottom, .start, .end]
    }

    private var style = ContainerStyle.default
    private var outerStyles: Set<ContainerStyle> = [.default]
    /// Where content stands in a container that is higher than it.
    var verticalAlignment: VerticalAlignment?
    /// The sides on which the next element touches padding.
    var edges = Edges.all

    init(verticalAlignment: VerticalAlignment?) { self.verticalAlignment = verticalAlignment }

    /// The style of a container if that makes a background: it is its own, and one of those around it differs.
    func background(of properties: ContainerProperties) -> ContainerStyle? {
        guard let style = properties.style, outerStyles.contains(where: { $0 != style }) else { return nil }
        return style
    }

    /// What is inherited by what stands in such a container.
    func inside(_ properties: ContainerProperties) -> Surroundings {
        var inner = self
        if background(of: properties) != nil { inner.edges = .all }
        if let style = properties.style, style != self.style {
            inner.style = style
            inner.outerStyles.insert(style)
        }
        if let alignment = properties.verticalContentAlignment { inner.verticalAlignment = alignment }
        return inner
    }
}
