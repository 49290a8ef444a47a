/// A key made from a position in an array, or from text.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(intValue) }

    /// The key of a class's part in its subclass's value.
    static let parent = JSONCodingKey(stringValue: "super")
}
