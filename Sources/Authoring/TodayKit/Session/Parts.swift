extension Array {
    /// Returns consecutive parts of at most `size` elements, as one request takes them.
    func parts(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

/// Reads all pages of a list, each of which begins after the mark of the page before it.
func pages<Element, Mark: Comparable>(
    _ page: (_ after: Mark?) async throws -> (elements: [Element], next: Mark?)
) async throws -> [Element] {
    var result: [Element] = []
    var after: Mark?
    repeat {
        let (elements, next) = try await page(after)
        result += elements
        // The pages are ordered: stops at a page that does not advance, which would lead to an endless loop.
        guard let next, after.map({ $0 < next }) ?? true else { break }
        after = next
    } while true
    return result
}
