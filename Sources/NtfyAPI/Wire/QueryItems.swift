import Foundation

/// The parameters of a request's query; of two with the same name the first counts.
struct QueryItems: Hashable, Sendable {
    private var items: [String: String] = [:]

    /// Reads a query: `+` is a space, percent escapes are decoded, and what cannot be decoded stays as it is.
    init(_ query: String?) {
        for part in (query ?? "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decode(pair[0])
            if items[name] == nil { items[name] = pair.count > 1 ? Self.decode(pair[1]) : "" }
        }
    }

    /// The value of a parameter, if it is there.
    subscript(name: String) -> String? { items[name] }

    private static func decode(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}
