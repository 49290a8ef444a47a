/// Columns beside one another.
public struct ColumnSet: Hashable, Sendable, CardComponent {
    static let typeName = "ColumnSet"

    /// The columns, among which may be elements of unknown types until fallbacks are resolved; others are not drawn.
    public var columns: [CardElement]
    /// The properties that every container has.
    public var properties = ContainerProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .columnSet(self) }

    /// Creates a set of columns.
    public init(
        style: ContainerStyle? = nil,
        selectAction: Action? = nil,
        bleed: Bool = false,
        minHeight: Int? = nil,
        @CardBuilder<Column> columns: () -> [Column]
    ) {
        self.columns = columns().map(CardElement.column)
        properties.style = style
        properties.selectAction = selectAction
        properties.bleed = bleed
        properties.minHeight = minHeight
    }
}

extension ColumnSet: ElementPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.elements("columns", &columns, impliedType: Column.typeName)
        try properties.visit(&visitor)
        try common.visit(&visitor)
    }
}
