import JSON

/// The campaigns that a sender counts a push or a message for, which have no effect here.
enum Campaigns {
    /// Checks their shape: 1 to 10 categories, which are texts.
    ///
    /// - Throws: ``AirshipError`` that names the path of the mistake.
    static func check(_ node: BodyNode) throws(AirshipError) {
        _ = try node.members(["categories"])
        for category in try node.required("categories").oneOrMore(limit: 10) { _ = try category.text(limit: 256) }
    }
}
