/// What a static list may be called: 1 to 64 letters and digits of ASCII, and `-._~`.
///
/// Names that begin with `airship` or `ua_` are Airship's own lists.
enum StaticListName {
    private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Reads a name.
    ///
    /// - Throws: ``AirshipError`` that names the path if it is none, or a reserved one.
    static func read(_ node: BodyNode) throws(AirshipError) -> String {
        let name = try node.text(limit: 64)
        guard name.allSatisfy({ letters.contains($0) }), !name.allSatisfy({ $0 == "." }) else {
            throw node.error("a name has 1 to 64 of the letters A to Z and a to z, digits, and -._~")
        }
        let isReserved = ["airship", "ua_"].contains { name.lowercased().hasPrefix($0) }
        guard !isReserved else { throw node.error("names that begin with airship or ua_ are reserved") }
        return name
    }
}
