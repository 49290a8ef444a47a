/// Finds the name that was probably meant by a mistyped one.
package enum NearestName {
    /// The largest length of a name in bytes; longer ones are never near another.
    package static let lengthLimit = 40
    /// The largest number of unknown names among which ``misspelling(of:among:)`` looks for one.
    private static let unknownLimit = 100

    /// Returns a question that names the nearest name, after a space; an empty text if none is near.
    package static func suggestion(for name: String, among names: some Sequence<String>) -> String {
        nearest(to: name, among: names).map { " Did you mean “\($0)”?" } ?? ""
    }

    /// Returns what a sentence about a missing one of `wanted` adds if an unknown name is near to it, such as `;
    /// "compat" may be a misspelling of "compact"`; an empty text if none is, or if there are more than 100.
    package static func misspelling(of wanted: [String], among unknown: [String]) -> String {
        guard unknown.count <= unknownLimit else { return "" }
        for name in unknown.sorted() {
            guard let meant = nearest(to: name, among: wanted) else { continue }
            return "; \"\(name)\" may be a misspelling of \"\(meant)\""
        }
        return ""
    }

    /// Returns the first of the nearest names, if at most a third of the letters differ; case is ignored.
    package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        let wanted = letters(name)
        guard (2...lengthLimit).contains(wanted.count) else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in names where candidate != name {
            let given = letters(candidate)
            let limit = min(max(1, min(wanted.count, given.count) / 3), (best?.distance ?? 4) - 1)
            guard given.count <= lengthLimit, abs(given.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, given)
            if distance <= limit { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the bytes of a name in lower case, and one more than ``lengthLimit`` at most.
    package static func letters(_ name: String) -> [UInt8] {
        name.utf8.prefix(lengthLimit + 1).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Returns the edit distance: the number of letters to insert, delete, replace, or swap with the next one.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...second.count)
        for (i, a) in first.enumerated() {
            var next = [i + 1]
            for (j, b) in second.enumerated() {
                var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == second[j - 1], b == first[i - 1] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[second.count]
    }
}
